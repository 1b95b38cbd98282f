import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEngine } from '../../src/engine.ts';
import { type EngramOptions, memoryBackendTool } from '../../src/index.ts';
import { viewOf } from '../../src/interfaces/library/view-of.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { writeTrusted } from '../trusted-file.ts';
import { honchoKey, honchoServer } from '../users/honcho-server.ts';
import { openForTest } from './open-for-test.ts';

/** Engram whose user models are in its own store. */
const openLocal = async (options: EngramOptions = {}) => {
  const engram = await openForTest({ db: databaseFile(), backend: { use: 'local' }, ...options });
  onTestFinished(() => engram.close());
  return engram;
};

const databaseFile = (): string => `file:${join(temporaryFolder(), 'memory.db')}`;

/** Engram as the command line and servers open it, with these variables. */
async function openServed(environment: Record<string, string>) {
  const engine = await openEngine(
    {
      db: databaseFile(),
      clock: fixedClock(),
      surroundings: { environment, folder: tmpdir(), home: '/nowhere' },
    },
    'local',
  );
  onTestFinished(() => engine.close());
  return { ...viewOf(engine.contextFor()), engine };
}

const honchoEnvironment = (url: string) => ({ HONCHO_API_KEY: honchoKey, HONCHO_BASE_URL: url });

describe('STO-5 what is known about a user', () => {
  it('is stored under a key, and stored again it is updated in place', async () => {
    const { backend, time } = await openLocal();
    await backend.use({ action: 'store', user_id: 'maria', key: 'theme', value: 'light' });
    const before = time.now();
    time.advance(1_000);
    await backend.use({
      action: 'store',
      user_id: 'maria',
      key: 'theme',
      value: { mode: 'dark' },
      metadata: { source: 'settings' },
    });
    expect(await backend.use({ action: 'retrieve', user_id: 'maria', key: 'theme' })).toEqual({
      success: true,
      backend: 'local (SQLite)',
      user_id: 'maria',
      key: 'theme',
      entry: {
        key: 'theme',
        value: { mode: 'dark' },
        userId: 'maria',
        createdAt: before,
        updatedAt: before + 1_000,
        metadata: { source: 'settings' },
      },
    });
    expect(await backend.use({ action: 'list', user_id: 'maria' })).toMatchObject({
      keys: ['theme'],
      count: 1,
    });
  });

  it('is never seen under the id of another user, however the names are written', async () => {
    const { backend } = await openLocal();
    for (const user_id of ['mar', 'maria', 'maria/theme', 'default']) {
      await backend.use({ action: 'store', user_id, key: 'theme', value: `theme of ${user_id}` });
    }
    await backend.use({ action: 'store', user_id: 'maria', key: 'diet', value: 'vegan' });
    const seen = await backend.use({
      action: 'query',
      user_id: 'mar',
      query_text: 'theme of maria, diet vegan',
    });
    expect(seen.results?.map(({ userId, value }) => [userId, value])).toEqual([['mar', 'theme of mar']]);
    expect((await backend.use({ action: 'list', user_id: 'mar' })).keys).toEqual(['theme']);
    expect((await backend.use({ action: 'retrieve', key: 'diet' })).success).toBe(false);
    await backend.use({ action: 'delete', user_id: 'mar', key: 'theme' });
    expect((await backend.use({ action: 'retrieve', user_id: 'maria', key: 'theme' })).success).toBe(true);
  });

  it('is kept apart for each agent, project and account that stores it', async () => {
    const engram = await openLocal();
    const owners = [
      engram,
      engram.agent('alice'),
      engram.agent('bob'),
      engram.as({ project: 'other' }),
      engram.as({ user: 'eve' }),
    ];
    for (const [index, { backend }] of owners.entries()) {
      await backend.use({ action: 'store', user_id: 'maria', key: 'number', value: index });
    }
    for (const [index, { backend }] of owners.entries()) {
      const found = await backend.use({ action: 'query', user_id: 'maria', query_text: 'number' });
      expect(found.results?.map(({ value }) => value)).toEqual([index]);
    }
  });

  it('is found by other words, best first', async () => {
    const { backend } = await openLocal();
    const said = { theme: 'dark', language: 'Portuguese', breakfast: 'coffee and bread' };
    for (const [key, value] of Object.entries(said)) await backend.use({ action: 'store', key, value });
    const { results = [] } = await backend.use({
      action: 'query',
      query_text: 'what to drink in the morning',
    });
    expect(results[0]?.key).toBe('breakfast');
  });

  it('is read page by page when there is more of it than fits one', async () => {
    const { backend } = await openLocal();
    for (let number = 0; number < 205; number += 1) {
      await backend.use({ action: 'store', key: `key ${number}`, value: number });
    }
    expect((await backend.use({ action: 'list' })).count).toBe(205);
    const { results = [] } = await backend.use({ action: 'query', query_text: 'key 3' });
    expect(results[0]).toMatchObject({ key: 'key 3', value: 3 });
  });

  it('loses its secrets before it is stored, by what they look like and by the name of their key', async () => {
    const { backend } = await openLocal();
    await backend.use({ action: 'store', key: 'password', value: 'hunter2-and-more' });
    await backend.use({
      action: 'store',
      key: 'note',
      value: 'my token is ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    });
    const kept = JSON.stringify([
      await backend.use({ action: 'retrieve', key: 'password' }),
      await backend.use({ action: 'retrieve', key: 'note' }),
    ]);
    expect(kept).not.toContain('hunter2');
    expect(kept).not.toContain('ghp_');
    expect(kept).toContain('my token is');
  });

  it('is refused when it is too long for any backend', async () => {
    const { backend } = await openLocal();
    const { success, error } = await backend.use({ action: 'store', key: 'book', value: 'x'.repeat(30_000) });
    expect([success, error]).toEqual([false, expect.stringContaining('20000')]);
  });
});

describe('STO-5 which backend is used', () => {
  it('is none for a program that configures nothing, which costs nothing', async () => {
    const folder = temporaryFolder();
    const tool = memoryBackendTool({ surroundings: { environment: {}, folder, home: folder } });
    onTestFinished(() => tool.close());
    expect(await tool.handle({ action: 'store', key: 'theme', value: 'dark' })).toEqual({
      success: true,
      backend: 'null (disabled)',
      user_id: 'default',
      key: 'theme',
      stored: false,
    });
    expect(await tool.handle({ action: 'list' })).toMatchObject({ keys: [], count: 0 });
    expect(existsSync(join(folder, '.engram'))).toBe(false);
  });

  it('is the store for the command line and servers', async () => {
    const { backend } = await openServed({});
    expect(await backend.info()).toMatchObject({
      backend_name: 'local (SQLite)',
      is_cloud: false,
      available: true,
      warning: null,
    });
  });

  it.each([
    ['null', 'null (disabled)'],
    ['local', 'local (SQLite)'],
  ])('is what ENGRAM_MEMORY_BACKEND=%s says, also with a key for Honcho', async (use, name) => {
    const { url, requests } = await honchoServer();
    const { backend } = await openServed({ ...honchoEnvironment(url), ENGRAM_MEMORY_BACKEND: use });
    expect((await backend.use({ action: 'store', key: 'theme', value: 'dark' })).backend).toBe(name);
    expect(requests).toEqual([]);
  });

  it('is Honcho when there is a key and it answers', async () => {
    const { url } = await honchoServer();
    const { backend } = await openServed(honchoEnvironment(url));
    expect(await backend.info()).toMatchObject({
      backend_name: 'honcho (cloud)',
      is_cloud: true,
      available: true,
      requires_api_key: true,
      warning: null,
    });
  });

  it.each([
    ['does not accept the key', { HONCHO_API_KEY: 'hch-wrong' }, undefined],
    ['is out of order', {}, 503],
  ])('falls back to the store with a warning when Honcho %s', async (_, environment, failWith) => {
    const honcho = await honchoServer();
    honcho.failWith = failWith;
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const { backend } = await openServed({ ...honchoEnvironment(honcho.url), ...environment });
    const { backend_name, warning } = await backend.info();
    expect(backend_name).toBe('local (SQLite)');
    expect(warning).toContain('not at Honcho');
    expect(warning).not.toContain('hch-wrong');
    expect(warned).toHaveBeenCalledExactlyOnceWith(warning, 'EngramWarning');
  });

  it('falls back when Honcho is asked for and there is no key', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const { backend } = await openServed({ ENGRAM_MEMORY_BACKEND: 'honcho' });
    expect(await backend.info()).toMatchObject({
      backend_name: 'local (SQLite)',
      warning: expect.stringContaining('HONCHO_API_KEY is not set'),
    });
  });

  it('sends the key of Honcho to no address that a project’s file names, trusted or not', async () => {
    const folder = temporaryFolder();
    const content = '{"backend":{"honcho":{"baseUrl":"https://evil.example"}}}';
    writeTrusted(join(folder, 'engram.config.json'), content, folder);
    const surroundings = { environment: { HONCHO_API_KEY: 'mine' }, folder, home: folder };
    await expect(openForTest({ surroundings })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/HONCHO_API_KEY.*backend\.honcho\.baseUrl.*engram\.config\.json/),
    });
  });
});

describe('STO-5 Honcho, by its SDK', () => {
  it('stores, updates, retrieves, lists and finds entries', async () => {
    const { url } = await honchoServer();
    const { backend } = await openServed(honchoEnvironment(url));
    const store = (key: string, value: unknown) =>
      backend.use({
        action: 'store',
        user_id: 'maria',
        key,
        value: value as string,
        metadata: { by: 'test' },
      });
    await store('theme', 'light');
    await store('theme', { mode: 'dark' });
    await store('*', 'a wildcard');
    const { entry } = await backend.use({ action: 'retrieve', user_id: 'maria', key: 'theme' });
    expect(entry).toMatchObject({
      key: 'theme',
      value: { mode: 'dark' },
      userId: 'maria',
      metadata: { by: 'test' },
    });
    expect((await backend.use({ action: 'retrieve', user_id: 'maria', key: '*' })).entry?.value).toBe(
      'a wildcard',
    );
    expect((await backend.use({ action: 'list', user_id: 'maria' })).keys).toEqual(['*', 'theme']);
    const query = async (query_text: string) =>
      (await backend.use({ action: 'query', user_id: 'maria', query_text })).results?.map(({ key }) => key);
    expect(await query('dark')).toEqual(['theme']);
    // What it said before is no longer true.
    expect(await query('light')).toEqual([]);
  });

  it('keeps users apart, and those of different projects with the same id', async () => {
    const honcho = await honchoServer();
    const { backend, engine } = await openServed(honchoEnvironment(honcho.url));
    await backend.use({ action: 'store', user_id: 'Maria O’Neil @ work', key: 'theme', value: 'dark' });
    const other = viewOf(engine.contextFor({ project: 'other' })).backend;
    for (const asked of [
      await backend.use({ action: 'list', user_id: 'maria' }),
      await other.use({ action: 'list', user_id: 'Maria O’Neil @ work' }),
    ]) {
      expect(asked).toMatchObject({ success: true, keys: [] });
    }
  });

  it('says that it cannot delete one entry', async () => {
    const { url } = await honchoServer();
    const { backend } = await openServed(honchoEnvironment(url));
    await backend.use({ action: 'store', key: 'theme', value: 'dark' });
    const answer = await backend.use({ action: 'delete', key: 'theme' });
    expect(answer).toMatchObject({
      success: false,
      error: expect.stringContaining('cannot delete one entry'),
    });
    expect((await backend.use({ action: 'retrieve', key: 'theme' })).success).toBe(true);
  });

  it('is sent no secret but its own key, and never says that one', async () => {
    const honcho = await honchoServer();
    const { backend } = await openServed(honchoEnvironment(honcho.url));
    await backend.use({ action: 'store', key: 'password', value: 'hunter2-and-more' });
    expect(honcho.requests.every(({ authorization }) => authorization === `Bearer ${honchoKey}`)).toBe(true);
    expect(JSON.stringify(honcho.messages)).not.toContain('hunter2');
    honcho.failWith = 401;
    const { error } = await backend.use({ action: 'retrieve', key: 'password' });
    expect(error).toContain('does not accept the key');
    expect(error).not.toContain(honchoKey);
  });
});

describe('STO-6 evaluating backends', () => {
  it('tries each configured backend, scores it, cleans up and compares local with cloud', async () => {
    const { url } = await honchoServer();
    const { backend } = await openServed(honchoEnvironment(url));
    const report = await backend.evaluate();
    expect(Object.keys(report)).toEqual(['timestamp', 'backends_evaluated', 'evaluations', 'recommendation']);
    expect(report).toMatchObject({ timestamp: '2025-01-01T12:00:00.000Z', backends_evaluated: 2 });
    const [local, cloud] = report.evaluations;
    expect(Object.keys(local ?? {})).toEqual([
      'backend_name',
      'is_cloud',
      'available',
      'store_latency_ms',
      'retrieve_latency_ms',
      'query_latency_ms',
      'store_success',
      'retrieve_success',
      'query_returns_results',
      'query_result_count',
      'data_location',
      'requires_api_key',
      'score',
      'recommendation',
      'notes',
    ]);
    expect(local).toMatchObject({
      backend_name: 'local (SQLite)',
      available: true,
      store_success: true,
      retrieve_success: true,
      query_returns_results: true,
      query_result_count: 1,
    });
    expect(cloud).toMatchObject({ backend_name: 'honcho (cloud)', is_cloud: true, requires_api_key: true });
    expect(cloud?.notes.join(' ')).toContain('cannot delete one entry');
    expect(report.recommendation).toContain('leaves this machine');
    expect((await backend.use({ action: 'list', user_id: 'engram-evaluation' })).keys).toEqual([
      'evaluation-probe',
    ]);
  });

  it('scores a backend that does not answer 0 and goes on with the others', async () => {
    const honcho = await honchoServer();
    const { backend } = await openServed({
      ...honchoEnvironment(honcho.url),
      ENGRAM_MEMORY_BACKEND: 'local',
    });
    honcho.failWith = 500;
    const { evaluations, recommendation } = await backend.evaluate();
    expect(evaluations.map(({ score, recommendation: verdict }) => [score > 0, verdict])).toEqual([
      [true, expect.any(String)],
      [false, 'NOT AVAILABLE'],
    ]);
    expect(recommendation).toContain('local (SQLite)');
    expect((await backend.use({ action: 'list', user_id: 'engram-evaluation' })).keys).toEqual([]);
  });
});

describe('STO-7 the tool memory_backend', () => {
  it('is a function with a JSON schema', () => {
    const { name, description, parameters } = memoryBackendTool();
    expect(name).toBe('memory_backend');
    expect(description).toContain('"action"');
    expect(parameters).toMatchObject({
      type: 'object',
      properties: {
        action: { enum: ['store', 'retrieve', 'query', 'list', 'delete', 'info', 'evaluate'] },
        user_id: { default: 'default' },
        key: {},
        value: {},
        query_text: {},
        metadata: {},
      },
      required: ['action'],
    });
  });

  it.each([
    [{ action: 'explode' }, 'Known actions: store, retrieve, query, list, delete, info, evaluate.'],
    [{}, 'Known actions'],
    [null, 'Known actions'],
    [{ action: 'store', key: 'theme' }, 'needs "value"'],
    [{ action: 'store' }, 'needs "key" and "value"'],
    [{ action: 'query' }, 'needs "query_text"'],
    [{ action: 'retrieve', key: 'nothing' }, 'No entry "nothing"'],
    [{ action: 'delete', key: 'nothing' }, 'No entry "nothing"'],
    [{ action: 'store', key: '\u0000', value: 1 }, 'key'],
    [{ action: 'list', user_id: 7 }, 'user_id'],
  ])('answers what is wrong with %j', async (call, error) => {
    const { backend } = await openLocal();
    const answer = await backend.use(call as never);
    expect(answer).toEqual({ success: false, error: expect.stringContaining(error) });
  });

  it('shows the backend and evaluates it', async () => {
    const { backend } = await openLocal();
    expect(await backend.use({ action: 'info' })).toMatchObject({
      success: true,
      info: { backend_name: 'local (SQLite)' },
    });
    expect(await backend.use({ action: 'evaluate' })).toMatchObject({
      success: true,
      report: { backends_evaluated: 1 },
    });
  });
});
