import { describe, expect, it } from 'vitest';
import { openForTest } from './open-for-test.ts';

const day = 86_400_000;
const knowledge = (text: string, more: object = {}) => ({ kind: 'knowledge' as const, text, ...more });

/** Engram with a run, a session and a memory of two agents, a hundred days ago, and as many of today. */
async function openWithHistory() {
  const engram = await openForTest();
  const record = async (when: string) => {
    for (const name of ['alice', 'bob']) {
      const agent = engram.agent(name);
      await agent.run({ description: `${when} work` }, () => 'done');
      await agent.session(`${when}-chat`).append({ role: 'user', content: when });
      await agent.memories.record(knowledge(`${when} of ${name}`, { tags: [when] }));
    }
  };
  await record('old');
  engram.time.advance(100 * day);
  await record('new');
  return engram;
}

describe('SHR-4 retention policies', () => {
  it('preview, delete and report what is older, and leave the rest', async () => {
    const engram = await openWithHistory();
    const { retention } = engram;
    await retention.set({ name: 'ninety', kind: 'all', olderThan: '90d' });
    const [preview] = await retention.preview();
    expect(preview).toMatchObject({ count: 6, byKind: { knowledge: 2, run: 2, session: 2 }, held: 0 });
    expect(await engram.stats()).toMatchObject({ memories: 4, runs: 4, sessions: 4 });
    expect(await retention.run()).toEqual([
      { policy: 'ninety', deleted: 6, archived: 0, held: 0, byKind: { knowledge: 2, run: 2, session: 2 } },
    ]);
    expect(await engram.stats()).toMatchObject({
      memories: 2,
      runs: 2,
      finishedRuns: 2,
      sessions: 2,
      messages: 2,
    });
    expect(await retention.run()).toMatchObject([{ deleted: 0 }]);
    engram.time.advance(7 * day);
    expect(await retention.report()).toMatchObject([{ policy: 'ninety', deleted: 6, archived: 0 }]);
  });

  it('are carried out by background jobs, and reported there', async () => {
    const engram = await openWithHistory();
    await engram.retention.set({ name: 'ninety', kind: 'memory', olderThan: '90d' });
    const jobs = await engram.jobs.run();
    expect(jobs.find(({ name }) => name === 'apply-retention')).toMatchObject({ done: 2, error: null });
    expect(await engram.stats()).toMatchObject({ memories: 2, runs: 4 });
    expect(await engram.retention.report()).toMatchObject([{ policy: 'ninety', deleted: 2 }]);
  });

  it('let the shortest one win where several apply', async () => {
    const engram = await openWithHistory();
    await engram.retention.set({ name: 'long', kind: 'memory', olderThan: '52w' });
    await engram.retention.set({ name: 'short', kind: 'knowledge', olderThan: '90d' });
    expect(await engram.retention.run()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ policy: 'long', deleted: 0 }),
        expect.objectContaining({ policy: 'short', deleted: 2 }),
      ]),
    );
  });

  it('of an agent touch its own records only, and are not for other agents to run or remove', async () => {
    const engram = await openWithHistory();
    const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
    await alice.retention.set({ name: 'mine', kind: 'all', olderThan: '1d' });
    await expect(bob.retention.run({ name: 'mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(bob.retention.remove('mine')).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      alice.retention.set({ name: 'x', kind: 'all', olderThan: '1d', of: 'bob' }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await alice.retention.run()).toMatchObject([{ deleted: 3 }]);
    expect(await bob.stats()).toMatchObject({ memories: 2, runs: 2, sessions: 2 });
    expect((await bob.retention.list()).length).toBe(0);
  });

  it('of the project may name one agent, a tag, and count from the last use', async () => {
    const engram = await openWithHistory();
    const { retention } = engram;
    await retention.set({ name: 'bobs', kind: 'memory', olderThan: '90d', of: 'bob', by: 'last-used' });
    await retention.set({ name: 'tagged', kind: 'memory', olderThan: '90d', tag: 'new' });
    await engram.agent('bob').memories.search({ query: 'old of bob' });
    expect((await retention.preview()).map(({ count }) => count)).toEqual([0, 0]);
    engram.time.advance(91 * day);
    expect((await retention.preview()).map(({ policy, count }) => [policy.name, count]).sort()).toEqual([
      ['bobs', 2],
      ['tagged', 2],
    ]);
  });

  it('archive instead of deleting, with a reason in the history', async () => {
    const engram = await openWithHistory();
    await engram.retention.set({ name: 'quiet', kind: 'memory', olderThan: '90d', action: 'archive' });
    expect(await engram.retention.run()).toMatchObject([{ deleted: 0, archived: 2 }]);
    const { items } = await engram.memories.list({ standing: 'archived' });
    expect(items.map(({ text }) => text).sort()).toEqual(['old of alice', 'old of bob']);
    expect(await engram.memories.history(items[0]?.id ?? '')).toMatchObject([{}, { reason: 'archived' }]);
    expect(await engram.retention.run()).toMatchObject([{ archived: 0 }]);
  });
});

describe('SHR-4 legal holds', () => {
  it('refuse every deletion of what they cover, with the name of the hold, until they are lifted', async () => {
    const { memories, retention } = await openForTest();
    const { id } = await memories.record(knowledge('Evidence', { tags: ['case'] }));
    await retention.hold({ name: 'case-7', tag: 'case', reason: 'A court asked' });
    await expect(memories.delete(id)).rejects.toMatchObject({
      code: 'held',
      details: { holds: ['case-7'] },
      message: expect.stringContaining('retention.release({ name: "case-7" })'),
    });
    expect(await memories.deleteMany({ all: true })).toMatchObject({
      count: 0,
      held: 1,
      holds: [{ name: 'case-7', reason: 'A court asked' }],
    });
    expect(await memories.deleteMany({ all: true, confirm: true })).toMatchObject({ count: 0, held: 1 });
    expect((await memories.get(id)).text).toBe('Evidence');
    expect(await retention.holds()).toMatchObject([{ name: 'case-7' }]);
    await retention.release('case-7');
    expect(await memories.delete(id)).toEqual({ deleted: id });
  });

  it('keep records from policies, runs and sessions among them', async () => {
    const engram = await openWithHistory();
    const { retention } = engram;
    await retention.set({ name: 'ninety', kind: 'all', olderThan: '90d' });
    await retention.hold({ name: 'alices', of: 'alice', reason: 'A court asked' });
    expect(await retention.preview()).toMatchObject([{ count: 3, held: 3, holds: [{ name: 'alices' }] }]);
    expect(await retention.run()).toMatchObject([{ deleted: 3 }]);
    expect(await engram.agent('alice').stats()).toMatchObject({ memories: 2, runs: 2, sessions: 2 });
    expect(await engram.agent('bob').stats()).toMatchObject({ memories: 1, runs: 1, sessions: 1 });
  });

  it('keep expired memories on the disk, but let nobody read them', async () => {
    const { memories, retention, time, jobs } = await openForTest();
    const { id } = await memories.record(knowledge('Short evidence', { lifetime: 'short-term' }));
    await retention.hold({ name: 'case', memory: id, reason: 'A court asked' });
    time.advance(8 * day);
    expect(await memories.prune()).toMatchObject({ pruned: 0, held: 1 });
    await jobs.run();
    await expect(memories.get(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await memories.search({ query: 'evidence' })).toEqual([]);
    expect((await memories.deleteMany({ all: true })).sample).toEqual([]);
    await expect(memories.delete(id)).rejects.toMatchObject({ code: 'held' });
    await retention.release('case');
    expect(await memories.prune()).toMatchObject({ pruned: 1, held: 0 });
  });

  it('are set and lifted by the owner of the project only', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const hold = { name: 'case', reason: 'A court asked' };
    await expect(alice.retention.hold(hold)).rejects.toMatchObject({ code: 'forbidden' });
    await engram.retention.hold(hold);
    await expect(alice.retention.release('case')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await alice.retention.holds()).toMatchObject([{ name: 'case' }]);
    await expect(engram.retention.hold(hold)).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      engram.retention.hold({ ...hold, name: 'odd', kind: 'run', tag: 'x' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('keep the source of what they cover', async () => {
    const { memories, retention } = await openForTest();
    const source = await memories.record(knowledge('The source'));
    const rule = await memories.record({
      kind: 'rule',
      text: 'Made of it',
      derivedFrom: [{ kind: 'memory', id: source.id }],
    });
    await retention.hold({ name: 'rules', kind: 'rule', reason: 'A court asked' });
    await expect(memories.delete(source.id)).rejects.toMatchObject({ code: 'held' });
    expect(await memories.deleteMany({ kind: 'knowledge', confirm: true })).toMatchObject({
      count: 0,
      held: 1,
    });
    expect((await memories.get(rule.id)).text).toBe('Made of it');
  });
});
