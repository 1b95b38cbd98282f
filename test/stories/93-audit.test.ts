import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Engram, EngramError, type EngramOptions, openEngram, type View } from '../../src/index.ts';
import type { Store } from '../../src/ports/store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from './open-for-test.ts';

/** Alice knows something about signing in and shares it with bob. */
async function sharing(options: EngramOptions = {}) {
  const engram = await openForTest(options);
  const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
  const { id } = await alice.memories.record({
    kind: 'knowledge',
    text: 'The sign-in token expires after 5 minutes',
    tags: ['auth'],
  });
  await alice.memories.share({ to: 'bob', tags: ['auth'], note: 'bob works on signing in' });
  return { engram, alice, bob, id };
}

/** What was written down that a viewer may know, in short, oldest first. */
async function told(view: View): Promise<string[]> {
  const { items } = await view.audit.list({ limit: 1_000 });
  return items
    .map(
      ({ by, action, kind, of, why }) => `${by?.agent ?? 'owner'} ${action} ${kind} of ${of.agent} (${why})`,
    )
    .reverse();
}

describe('SHR-3: what is written down', () => {
  it('is who shared what, who read it by which grant, and who took it back, with what was given as the reason', async () => {
    const { engram, alice, bob, id } = await sharing();
    await bob.memories.search({ query: 'sign-in token' });
    await engram.memories.revoke('alice-to-bob');
    await alice.memories.delete(id);
    expect(await told(engram)).toEqual([
      'alice share grant of alice (bob works on signing in)',
      'bob access memory of alice (by alice-to-bob)',
      'owner revoke grant of alice (null)',
      'alice delete memory of alice (null)',
    ]);
    const { items } = await engram.audit.list({ action: 'access' });
    expect(items).toMatchObject([
      { ids: [id], count: 1, operation: 'memory.search', by: { agent: 'bob' }, to: null },
    ]);
  });

  it('is each way to read what others share, once for an operation', async () => {
    const { bob, id } = await sharing();
    await bob.memories.get(id);
    await bob.memories.list({});
    await bob.memories.search({ query: 'sign-in' });
    await bob.memories.retrieve({ context: 'sign-in' });
    await bob.memories.context({ query: 'sign-in token' });
    const { items } = await bob.audit.list({ action: 'access' });
    expect(items.map(({ operation }) => operation).reverse()).toEqual([
      'memory.get',
      'memory.list',
      'memory.search',
      'memory.retrieve',
      'memory.context',
    ]);
  });

  it('is that decisions of others were weighed in a suggestion', async () => {
    const { engram, alice, bob } = await sharing();
    const content = { context: 'api-auth-timeout', action: 'retry', outcome: 'success' };
    await alice.memories.record({ kind: 'decision', content });
    await alice.memories.share({ to: 'bob', pattern: 'api-auth-timeout' });
    await bob.learning.suggest({ context: 'api-auth-timeout' });
    expect((await engram.audit.list({ action: 'access' })).items).toMatchObject([
      { operation: 'learning.suggest', by: { agent: 'bob' }, of: { agent: 'alice' }, count: 1 },
    ]);
  });

  it('comes first: where it cannot be written, nothing of others is handed out, and nothing is deleted', async () => {
    const sound = createReferenceStore();
    let isFull = false;
    const store: Store = {
      ...sound,
      commit: async (commands) => {
        if (isFull && commands.some(({ type }) => type === 'append-audit'))
          throw new EngramError('store_full', 'The disk is full.');
        return sound.commit(commands);
      },
    };
    const { alice, bob, id } = await sharing({ store });
    isFull = true;
    await expect(bob.memories.get(id)).rejects.toMatchObject({ code: 'store_full' });
    await expect(bob.memories.search({ query: 'sign-in token' })).rejects.toMatchObject({
      code: 'store_full',
    });
    await expect(alice.memories.delete(id)).rejects.toMatchObject({ code: 'store_full' });
    expect((await alice.memories.get(id)).id).toBe(id);
  });

  it('is nothing for reading what is one’s own, nor for looking where nothing is shared', async () => {
    const { engram, alice } = await sharing();
    await alice.memories.search({ query: 'sign-in token' });
    await engram.memories.search({ query: 'sign-in token' });
    await engram.agent('carol').memories.search({ query: 'sign-in token' });
    expect((await engram.audit.list({ action: 'access' })).items).toEqual([]);
  });

  it('is that failures of others were read, when they are shared', async () => {
    const { engram, alice, bob } = await sharing();
    const run = await alice.startRun({ description: 'Install the packages' });
    await expect(
      run.call('npm_install', {}, () => Promise.reject(new TypeError('registry timed out after 30 s'))),
    ).rejects.toThrow();
    await run.finish({ outcome: 'failure' });
    await bob.learning.failures({});
    expect((await engram.audit.list({ action: 'access' })).items).toEqual([]);
    await engram.memories.share({ failures: true });
    await bob.learning.failures({});
    expect((await engram.audit.list({ action: 'access' })).items).toMatchObject([
      { kind: 'failure', by: { agent: 'bob' }, of: { agent: 'alice' }, operation: 'learning.failures' },
    ]);
  });

  it('is each export, import, merge, hold and policy that removed something, by whom and why', async () => {
    const { engram, alice, bob, id } = await sharing();
    const document = await alice.knowledge.export({});
    await bob.knowledge.import({ document });
    await bob.knowledge.merge({ fromAgent: 'alice' });
    await engram.retention.hold({ name: 'case-7', reason: 'The court asked for it.' });
    await expect(alice.memories.delete(id)).rejects.toMatchObject({ code: 'held' });
    await engram.retention.release('case-7');
    await alice.retention.set({ name: 'short', kind: 'all', olderThan: '1d' });
    engram.time.advance(2 * 24 * 60 * 60 * 1_000);
    await engram.jobs.run();
    const done = (await told(engram)).filter((line) => !line.includes(' access '));
    expect(done).toEqual([
      'alice share grant of alice (bob works on signing in)',
      'alice export memory of alice (null)',
      'bob import memory of bob (null)',
      'bob merge memory of alice (null)',
      'owner hold hold of null (The court asked for it.)',
      'owner release hold of null (null)',
      'owner delete memory of alice (policy short)',
    ]);
  });

  it('is told to those it concerns: what was done to theirs, by them, or given to them', async () => {
    const { engram, alice, bob } = await sharing();
    await bob.memories.search({ query: 'sign-in token' });
    await engram.memories.share({ from: 'alice', to: 'dora', tags: ['auth'] });
    expect(await told(alice)).toHaveLength(3);
    expect(await told(bob)).toEqual([
      'alice share grant of alice (bob works on signing in)',
      'bob access memory of alice (by alice-to-bob)',
    ]);
    expect(await told(engram.agent('carol'))).toEqual([]);
    expect(await told(engram.as({ project: 'another' }))).toEqual([]);
    expect(await told(engram.as({ user: 'mallory' }))).toEqual([]);
  });

  it('can be searched by what was done, by whom, to what and since when, page by page', async () => {
    const { engram, bob, id } = await sharing();
    for (let times = 0; times < 5; times += 1) await bob.memories.get(id);
    expect((await engram.audit.list({ record: id })).items).toHaveLength(5);
    expect((await engram.audit.list({ record: 'alice-to-bob' })).items).toHaveLength(1);
    expect((await engram.audit.list({ who: 'carol' })).items).toHaveLength(0);
    expect((await engram.audit.list({ since: Date.UTC(2100, 0, 1) })).items).toHaveLength(0);
    const first = await engram.audit.list({ limit: 4 });
    const second = await engram.audit.list({ limit: 4, cursor: first.next ?? '' });
    expect([...first.items, ...second.items].map(({ action }) => action)).toEqual([
      ...Array.from({ length: 5 }, () => 'access'),
      'share',
    ]);
    expect(second.next).toBeNull();
    await expect(engram.audit.list({ cursor: 'made up' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('names every record, however many one operation reads', async () => {
    const { engram, alice, bob } = await sharing();
    for (let number = 0; number < 150; number += 1)
      await alice.memories.record({ kind: 'knowledge', text: `Fact ${number}`, tags: ['auth'] });
    const { items } = await bob.memories.list({ limit: 1_000 });
    expect(items).toHaveLength(151);
    const written = (await engram.audit.list({ action: 'access' })).items.flatMap(({ ids }) => ids);
    expect(written.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  });

  it('keeps a record small, however many grants its reader has', async () => {
    const store = createReferenceStore();
    const { alice, bob, id } = await sharing({ store });
    for (let number = 0; number < 50; number += 1)
      await alice.memories.share({ to: 'bob', domain: `domain-${number}` });
    await bob.memories.get(id);
    const last = await store.auditHead();
    expect(last?.action).toBe('access');
    expect(last?.sealed.length).toBeLessThan(1_000);
  });

  it('has lost its secrets', async () => {
    const { engram, alice } = await sharing();
    const secret = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
    await alice.memories.share({ to: 'bob', kind: 'rule', note: `use ${secret} to sign in` });
    const said = JSON.stringify(await engram.audit.export({}));
    expect(said).not.toContain(secret);
    expect(said).toContain('to sign in');
  });

  it('is exported as a document, oldest first, and that it was is written down', async () => {
    const { engram } = await sharing();
    const document = await engram.audit.export({});
    expect(document).toMatchObject({ format: 'engram-audit', version: 1 });
    expect(document.records.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'share grant',
      'export audit',
    ]);
    expect(document.head).toBe(document.records.at(-1)?.hash);
    expect(await engram.audit.verify({ head: document.head ?? '' })).toMatchObject({ whole: true });
  });

  it('is nothing when memory is switched off', async () => {
    const engram = await openForTest({ db: 'null:' });
    expect(await engram.audit.list({})).toEqual({ items: [], next: null });
    expect(await engram.audit.verify({})).toMatchObject({ whole: true, records: 0, head: null });
  });
});

/** As any process opens it, with ids that no other has. */
const openFile = (db: string): Promise<Engram> =>
  openEngram({ db, surroundings: { environment: {}, folder: temporaryFolder(), home: '/nowhere' } });

/** A file with ten audit records, closed. */
async function auditedFile(): Promise<{ path: string; head: string }> {
  const path = join(temporaryFolder(), 'memory.db');
  const engram = await openFile(path);
  for (let number = 0; number < 10; number += 1) {
    await engram.agent('alice').memories.share({ to: 'bob', domain: `domain-${number}` });
  }
  const { head } = await engram.audit.verify({});
  await engram.close();
  return { path, head: head ?? '' };
}

async function tampered(path: string, ...statements: readonly string[]): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const raw = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  for (const statement of statements) raw.exec(statement);
  raw.close();
}

async function verified(path: string, head?: string) {
  const engram = await openFile(path);
  onTestFinished(() => engram.close());
  return engram.audit.verify(head === undefined ? {} : { head });
}

describe('SHR-3: verifying finds', () => {
  it('nothing wrong with what nobody touched, also with more behind a head that was kept', async () => {
    const { path, head } = await auditedFile();
    const engram = await openFile(path);
    await engram.agent('alice').memories.share({ to: 'carol', domain: 'more' });
    await engram.close();
    expect(await verified(path, head)).toMatchObject({ whole: true, records: 11, problems: [] });
  });

  const alterations = ['at = at + 1', "action = 'access'", "subject = 'x'", "sealed = 'AAAA'", "hash = 'x'"];
  it.each(alterations)('a record in which somebody set %s', async (change) => {
    const { path } = await auditedFile();
    await tampered(path, `UPDATE audit_records SET ${change} WHERE position = 5`);
    const { whole, problems } = await verified(path);
    expect(whole).toBe(false);
    expect(problems[0]).toMatchObject({ position: 5, problem: 'altered' });
  });

  it('records that were removed: the first, one between, several', async () => {
    for (const [where, position] of [
      ['position = 1', 1],
      ['position = 4', 4],
      ['position IN (4, 5, 6)', 4],
    ] as const) {
      const { path } = await auditedFile();
      await tampered(path, `DELETE FROM audit_records WHERE ${where}`);
      expect((await verified(path)).problems[0]).toMatchObject({ position, problem: 'missing' });
    }
  });

  it('records that were removed, with the others moved up', async () => {
    const { path } = await auditedFile();
    await tampered(
      path,
      'DELETE FROM audit_records WHERE position = 4',
      'UPDATE audit_records SET position = -position WHERE position > 4',
      'UPDATE audit_records SET position = -position - 1 WHERE position < 0',
    );
    expect((await verified(path)).whole).toBe(false);
  });

  it('two records that changed places', async () => {
    const { path } = await auditedFile();
    await tampered(
      path,
      'UPDATE audit_records SET position = 0 WHERE position = 3',
      'UPDATE audit_records SET position = 3 WHERE position = 4',
      'UPDATE audit_records SET position = 4 WHERE position = 0',
    );
    expect((await verified(path)).whole).toBe(false);
  });

  it('a tail that was cut off, by a head that was kept elsewhere; without one nobody can tell', async () => {
    const { path, head } = await auditedFile();
    await tampered(path, 'DELETE FROM audit_records WHERE position > 7');
    expect((await verified(path)).whole).toBe(true);
    expect((await verified(path, head)).problems).toMatchObject([{ position: null, problem: 'cut' }]);
  });

  it('keys that were taken away or exchanged: what they sealed cannot be read, and nobody was erased', async () => {
    for (const change of ['DELETE FROM audit_keys', `UPDATE audit_keys SET secret = '${'A'.repeat(43)}'`]) {
      const { path } = await auditedFile();
      await tampered(path, change);
      expect((await verified(path)).problems).toMatchObject([{ position: 10, problem: 'unreadable' }]);
    }
  });

  it('a cut tail also when others were written in its place', async () => {
    const { path, head } = await auditedFile();
    await tampered(path, 'DELETE FROM audit_records WHERE position > 7');
    const engram = await openFile(path);
    for (let number = 0; number < 5; number += 1)
      await engram.agent('alice').memories.share({ to: 'bob', domain: `new-${number}` });
    await engram.close();
    expect(await verified(path)).toMatchObject({ whole: true, records: 12 });
    expect((await verified(path, head)).whole).toBe(false);
  });

  it('names of people, agents and records in the file only as long as their key is there', async () => {
    const { path } = await auditedFile();
    const { DatabaseSync } = await loadDriver();
    const raw = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    const rows = JSON.stringify(raw.prepare('SELECT * FROM audit_records').all());
    raw.close();
    // As whole words: sealed bytes are random, and three letters stand somewhere in one file of twenty-five.
    for (const word of ['alice', 'bob', 'domain-3', 'local'])
      expect(rows).not.toMatch(new RegExp(`\\b${word}\\b`));
    expect(readFileSync(path).includes('alice')).toBe(true);
  });
});

describe('SHR-3: several who write at the same time', () => {
  it('make one chain: none is lost, and none takes the place of another', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const engines = await Promise.all([openFile(path), openFile(path), openFile(path), openFile(path)]);
    await Promise.all(
      engines.flatMap((engram, engine) =>
        Array.from({ length: 10 }, (_, number) =>
          engram.agent(`agent-${engine}`).memories.share({ to: 'bob', domain: `domain-${number}` }),
        ),
      ),
    );
    expect(await engines[0]?.audit.verify({})).toMatchObject({ whole: true, records: 40 });
    for (const engram of engines) await engram.close();
  });
});
