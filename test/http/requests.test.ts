import { describe, expect, it, vi } from 'vitest';
import { createGate, openTestServer } from './test-server.ts';

const refused = (code: string) => ({
  error: { code, message: expect.any(String), details: expect.any(Object) },
});

describe('an address', () => {
  it('that leads nowhere is answered 404', async () => {
    const door = await openTestServer();
    for (const path of [
      '/nothing',
      '/api',
      '/api/',
      '/api/memories/',
      '/api/memories/a/b',
      '//api/memories',
    ]) {
      expect(await door.call('GET', path), path).toMatchObject({ status: 404, body: refused('not_found') });
    }
  });

  it('that does not take the method is answered 405 with those it takes', async () => {
    const door = await openTestServer();
    const answer = await door.call('PUT', '/api/memories', {});
    expect(answer).toMatchObject({ status: 405, body: refused('wrong_method') });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect((await door.call('POST', '/metrics')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await door.call('DELETE', '/api/memories/search')).status).toBe(405);
    expect((await door.call('PROPFIND', '/api/memories')).status).toBe(405);
  });

  it('says what it takes when asked with OPTIONS, and nothing more', async () => {
    const door = await openTestServer();
    const answer = await door.call('OPTIONS', '/api/tasks/x');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS');
    expect((await door.call('OPTIONS', '/nothing')).status).toBe(404);
  });

  it('asked with HEAD answers as with GET, without a body', async () => {
    const door = await openTestServer();
    for (const path of ['/api/memories', '/healthz', '/docs', '/metrics', '/api/events']) {
      const { status, text, headers } = await door.call('HEAD', path);
      expect({ status, text }, path).toEqual({ status: 200, text: '' });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await door.call('HEAD', '/api/memories/none')).status).toBe(404);
    expect((await door.call('HEAD', '/nothing')).status).toBe(404);
  });

  it.each(['/api/memories/%', '/api/memories/%zz', '/api/memories/%ff', '/api/memories?tag=100%'])(
    '%s is not percent-encoded properly',
    async (path) => {
      const door = await openTestServer();
      expect(await door.call('GET', path)).toMatchObject({ status: 400, body: refused('invalid_input') });
    },
  );

  it.each(['a/b', 'ü ñ 漢字', '100%', 'a%2Fb', '?x=1&y#z', 'a+b', '{id}', "it's", '..a', '😀'])(
    'can name the id %j',
    async (id) => {
      const door = await openTestServer();
      const made = await door.call('POST', '/api/tasks', { id, description: 'Odd name' });
      expect(made).toMatchObject({ status: 201, body: { id } });
      const path = `/api/tasks/${encodeURIComponent(id)}`;
      expect(await door.call('GET', path)).toMatchObject({ status: 200, body: { id } });
      expect(await door.call('PATCH', path, { status: 'done' })).toMatchObject({
        body: { id, status: 'done' },
      });
      await door.call('POST', `/api/sessions/${encodeURIComponent(id)}/messages`, { role: 'user' });
      expect(await door.call('GET', `/api/sessions/${encodeURIComponent(id)}`)).toMatchObject({
        body: { id },
      });
    },
  );
});

describe('the input of an operation', () => {
  it('is converted from the query to the types it has', async () => {
    const door = await openTestServer();
    await door.call('POST', '/api/memories', { kind: 'knowledge', text: 'A', tags: ['7'] });
    const found = await door.call('GET', '/api/memories?tag=7&limit=1&kind=knowledge');
    expect(found).toMatchObject({ status: 200, body: { items: [{ text: 'A' }], next: null } });
    for (const query of [
      'limit=x',
      'limit=',
      'limit=0',
      'limit=1.5',
      'limit=Infinity',
      'kind=none',
      'limit=1&limit=2',
    ]) {
      const answer = await door.call('GET', `/api/memories?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: refused('invalid_input') });
    }
  });

  it('has no fields that are not known, wherever they stand', async () => {
    const door = await openTestServer();
    const { id } = await door.engram.memories.record({ kind: 'knowledge', text: 'A' });
    const asks = [
      ['GET', '/api/stats?colour=red'],
      ['GET', `/api/memories/${id}?colour=red`],
      ['GET', '/api/memories?colour=red'],
      ['GET', '/api/events?colour=red'],
      ['DELETE', `/api/memories/${id}?colour=red`],
      ['POST', '/api/memories', { kind: 'knowledge', text: 'A', colour: 'red' }],
      ['POST', '/api/jobs/run', { colour: 'red' }],
      ['POST', '/api/memories', '{"kind":"knowledge","text":"A","__proto__":{"colour":"red"}}'],
    ] as const;
    for (const [method, path, body] of asks) {
      const answer = await door.call(method, path, body);
      expect(answer, path).toMatchObject({ status: 400, body: refused('invalid_input') });
      expect(answer.text).toMatch(/colour|__proto__/);
    }
    expect((await door.engram.memories.list()).items).toHaveLength(1);
  });

  it('may be said twice, but not in two ways', async () => {
    const door = await openTestServer();
    await door.call('POST', '/api/tasks', { id: 'a', description: 'A' });
    expect((await door.call('PATCH', '/api/tasks/a', { id: 'a', status: 'done' })).status).toBe(200);
    expect(await door.call('PATCH', '/api/tasks/a', { id: 'b', status: 'open' })).toMatchObject({
      status: 400,
    });
    expect(await door.call('GET', '/api/tasks/a?id=b')).toMatchObject({ status: 400 });
    expect((await door.engram.tasks.show('a')).status).toBe('done');
  });

  it('is checked by the engine, whose words come through', async () => {
    const door = await openTestServer();
    const { status, body } = await door.call('POST', '/api/tasks', { description: 7 });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'invalid_input', details: { fields: ['id', 'description'] } },
    });
    expect(await door.call('POST', '/api/tasks', { id: 'a', description: 'A' })).toMatchObject({
      status: 201,
    });
    expect(await door.call('POST', '/api/tasks', { id: 'a', description: 'A' })).toMatchObject({
      status: 409,
      body: refused('conflict'),
    });
  });
});

describe('a list', () => {
  it('is read page by page with its cursor, each record once (API-2)', async () => {
    const door = await openTestServer();
    for (let number = 0; number < 7; number += 1) {
      await door.engram.memories.record({ kind: 'knowledge', text: `memory ${number}` });
      door.engram.time.advance(1);
    }
    const texts: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await door.call('GET', `/api/memories?limit=3${cursor}`);
      const { items, next } = body as { items: Array<{ text: string }>; next: string | null };
      texts.push(...items.map(({ text }) => text));
      if (next === null) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `memory ${number}`));
    expect((await door.call('GET', '/api/memories?cursor=nonsense')).status).toBe(400);
  });
});

describe('every answer', () => {
  it('carries the id of its request: the one it came with when that is harmless, a new one otherwise', async () => {
    const door = await openTestServer();
    const idFor = async (headers: Record<string, string>, path = '/api/stats') =>
      (await door.call('GET', path, undefined, headers)).headers.get('x-request-id');
    expect(await idFor({ 'X-Request-Id': 'trace-1.2:3' })).toBe('trace-1.2:3');
    expect(await idFor({ 'X-Request-Id': 'trace-4' }, '/nothing')).toBe('trace-4');
    expect(await idFor({ 'X-Request-Id': '<script>' })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor({ 'X-Request-Id': 'x'.repeat(101) })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor({})).not.toBe(await idFor({}));
  });

  it('is kept by no cache and taken for nothing but what it is', async () => {
    const door = await openTestServer();
    for (const path of ['/api/stats', '/nothing', '/docs', '/openapi.json']) {
      const { headers } = await door.call('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('when something unexpected happens inside', () => {
  it('the client learns the id of its request and nothing else, and the server hears the rest', async () => {
    const onProblem = vi.fn();
    const stats = async () => {
      throw new TypeError('the password is hunter2');
    };
    const door = await openTestServer({ onProblem, instead: { count: stats } });
    const { status, body, text } = await door.call('GET', '/api/stats', undefined, { 'X-Request-Id': 'r-1' });
    expect({ status, body }).toMatchObject({ status: 500, body: refused('internal') });
    expect(text).toContain('r-1');
    expect(text).not.toMatch(/hunter2|TypeError|\.ts/);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith('r-1', expect.objectContaining({ code: 'internal' }));
  });

  it.each(['a string', undefined, null, { odd: true }])('even when %j is thrown', async (thrown) => {
    const stats = () => Promise.reject(thrown);
    const door = await openTestServer({ instead: { count: stats } });
    expect(await door.call('GET', '/api/stats')).toMatchObject({ status: 500, body: refused('internal') });
  });
});

describe('a server with much to do', () => {
  it('answers that it is busy, but is still alive', async () => {
    const gate = createGate();
    const door = await openTestServer({
      limits: { requestsInFlight: 1 },
      instead: { count: () => gate.opened.then(() => ({}) as never) },
    });
    const first = door.call('GET', '/api/stats');
    await vi.waitFor(async () => {
      const second = await door.call('GET', '/api/tasks');
      expect(second).toMatchObject({ status: 503, body: refused('store_busy') });
      expect(second.headers.get('retry-after')).toBe('1');
    });
    expect((await door.call('GET', '/healthz')).status).toBe(200);
    gate.open();
    expect((await first).status).toBe(200);
    expect((await door.call('GET', '/api/tasks')).status).toBe(200);
  });

  it('does not let an operation take for ever', async () => {
    const door = await openTestServer({
      limits: { handlingMs: 20 },
      instead: { count: () => new Promise(() => {}) },
    });
    const { status, body } = await door.call('GET', '/api/stats');
    expect(status).toBe(408);
    expect(body).toMatchObject({
      error: { code: 'timeout', message: expect.stringContaining('look before you repeat') },
    });
  });
});
