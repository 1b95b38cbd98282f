import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { standings } from '../../src/records/memory.ts';
import { openForTest } from './open-for-test.ts';

const day = 86_400_000;

const texts = async (view: View, query: string): Promise<string[]> =>
  (await view.memories.search({ query })).flatMap(({ memory }) => memory?.text ?? []);

describe('MEM-3 short-term memories', () => {
  const shortTerm = { kind: 'knowledge', text: 'The build is red', lifetime: 'short-term' } as const;

  it('expire after 7 days and are never returned from then on, by no door into memory', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record(shortTerm);
    const stays = await engram.memories.record({ kind: 'knowledge', text: 'The build runs nightly' });
    engram.time.advance(7 * day - 1);
    expect((await texts(engram, 'build')).sort()).toEqual(['The build is red', 'The build runs nightly']);
    engram.time.advance(1);
    expect(await texts(engram, 'build')).toEqual(['The build runs nightly']);
    expect((await engram.memories.retrieve({ context: 'build' })).map(({ memory }) => memory.id)).toEqual([
      stays.id,
    ]);
    expect((await engram.memories.context({ query: 'build' })).memories).toEqual([stays.id]);
    for (const standing of standings) {
      const { items } = await engram.memories.list({ standing });
      expect(items.map((memory) => memory.id)).not.toContain(id);
    }
  });

  it('are not found by their id once they have expired, but can be deleted by it', async () => {
    const { memories, time } = await openForTest();
    const { id } = await memories.record(shortTerm);
    const derivedFrom = [{ kind: 'memory' as const, id }];
    const rule = await memories.record({ kind: 'rule', text: 'Do not deploy a red build', derivedFrom });
    time.advance(7 * day - 1);
    expect(await memories.get(id)).toMatchObject({ id });
    time.advance(1);
    await expect(memories.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.why(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.history(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.feedback({ id, outcome: 'success' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await memories.why(rule.id)).toMatchObject({ sources: [{ id, title: null }] });
    expect(await memories.delete(id)).toEqual({ deleted: id });
    expect(await memories.prune()).toMatchObject({ pruned: 0 });
  });

  it('that name their own moment go at that moment', async () => {
    const engram = await openForTest();
    const expiresAt = engram.time.now() + day;
    const memory = await engram.memories.record({ ...shortTerm, expiresAt });
    expect(memory.expiresAt).toBe(expiresAt);
  });

  it('are pruned, with the count reported', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record(shortTerm);
    await engram.memories.record({ ...shortTerm, text: 'The lift is broken' });
    expect(await engram.memories.prune()).toMatchObject({ pruned: 0 });
    engram.time.advance(7 * day);
    expect(await engram.memories.prune({ dryRun: true })).toMatchObject({ dryRun: true, pruned: 2 });
    expect(await engram.memories.prune()).toMatchObject({ pruned: 2, ids: expect.arrayContaining([id]) });
    expect(await engram.memories.prune()).toMatchObject({ pruned: 0, ids: [] });
    await expect(engram.memories.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are pruned by themselves where jobs run', async () => {
    const engram = await openForTest();
    await engram.memories.record(shortTerm);
    engram.time.advance(7 * day);
    const jobs = await engram.jobs.run();
    expect(jobs.find(({ name }) => name === 'prune-memories')).toMatchObject({ done: 1, error: null });
    expect((await engram.stats()).memories).toBe(0);
  });

  it('are only pruned by those they belong to', async () => {
    const engram = await openForTest();
    await engram.agent('alice').memories.record(shortTerm);
    engram.time.advance(7 * day);
    expect(await engram.agent('bob').memories.prune()).toMatchObject({ pruned: 0 });
    expect(await engram.agent('alice').memories.prune()).toMatchObject({ pruned: 1 });
  });

  it('stay when they keep being used', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record(shortTerm);
    for (let times = 0; times < 3; times += 1) {
      engram.time.advance(day);
      await engram.memories.search({ query: 'build' });
      await new Promise(setImmediate);
    }
    expect(await engram.memories.consolidate()).toMatchObject({ promoted: [id] });
    engram.time.advance(30 * day);
    expect(await texts(engram, 'build')).toEqual(['The build is red']);
    expect(await engram.memories.why(id)).toMatchObject({ lifetime: 'long-term' });
    expect(await engram.memories.history(id)).toMatchObject([{}, { reason: 'promoted' }]);
  });

  it('with an expiry of their own go at that moment, however useful they are', async () => {
    const engram = await openForTest();
    const expiresAt = engram.time.now() + day;
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'Code 1234', expiresAt });
    for (let times = 0; times < 5; times += 1) await engram.memories.feedback({ id, outcome: 'success' });
    engram.time.advance(day);
    expect(await engram.memories.prune()).toMatchObject({ pruned: 1, promoted: [] });
  });
});

describe('MEM-5 consolidation', () => {
  it('merges what says the same, and keeps tags, evidence and what was merged', async () => {
    const engram = await openForTest();
    const rule = (text: string, tags: string[]) => engram.memories.record({ kind: 'rule', text, tags });
    const first = await rule('Never deploy on a Friday', ['ops']);
    const second = await rule("Don't deploy on Fridays!", ['deploys']);
    await engram.memories.feedback({ id: second.id, outcome: 'success' });
    expect(await engram.memories.consolidate({ dryRun: true })).toMatchObject({ merged: [{}], dryRun: true });
    expect((await engram.memories.list()).items).toHaveLength(2);
    expect(await engram.memories.consolidate()).toMatchObject({
      merged: [{ into: second.id, from: [first.id] }],
    });
    const [stayed] = (await engram.memories.list()).items;
    expect(stayed).toMatchObject({ id: second.id, evidence: { successes: 1 } });
    expect(stayed?.tags.toSorted()).toEqual(['deploys', 'ops']);
    expect((await engram.memories.list({ standing: 'merged' })).items).toMatchObject([
      { id: first.id, links: [{ kind: 'merged-into', id: second.id }] },
    ]);
    expect(await texts(engram, 'deploy friday')).toEqual(["Don't deploy on Fridays!"]);
  });

  it('lets the newer of two contradicting memories win, without deleting the other', async () => {
    const engram = await openForTest();
    const old = await engram.memories.record({ kind: 'knowledge', text: 'The rate limit is 100' });
    engram.time.advance(day);
    const young = await engram.memories.record({ kind: 'knowledge', text: 'The rate limit is 500' });
    expect(await engram.memories.consolidate()).toMatchObject({
      contradictions: [{ winner: young.id, loser: old.id }],
    });
    expect(await texts(engram, 'rate limit')).toEqual(['The rate limit is 500']);
    expect((await engram.memories.list({ standing: 'superseded' })).items).toMatchObject([
      { id: old.id, validUntil: young.createdAt, links: [{ kind: 'superseded-by', id: young.id }] },
    ]);
    expect(await engram.memories.why(old.id)).toMatchObject({
      standing: { now: 'superseded', reason: 'superseded' },
      links: [{ title: 'The rate limit is 500' }],
    });
  });

  it('archives what is old and of little value, and loses nothing', async () => {
    const engram = await openForTest();
    const facts = ['The cafeteria has red chairs', 'The printer hums', 'The plant is a fern'];
    for (const text of facts) await engram.memories.record({ kind: 'knowledge', text, relevance: 0.1 });
    await engram.memories.record({ kind: 'knowledge', text: 'Payments need two approvals' });
    engram.time.advance(181 * day);
    expect((await engram.memories.consolidate()).archived).toHaveLength(3);
    expect((await engram.memories.list()).items.map(({ text }) => text)).toEqual([
      'Payments need two approvals',
    ]);
    const { items } = await engram.memories.list({ standing: 'archived' });
    expect(items.map(({ text }) => text).sort()).toEqual(facts.toSorted());
    expect(await texts(engram, 'fern')).not.toContain('The plant is a fern');
    const fern = items.find(({ text }) => text.includes('fern'));
    await engram.memories.feedback({ id: fern?.id ?? '', outcome: 'success' });
    expect((await texts(engram, 'fern'))[0]).toBe('The plant is a fern');
  });

  it('compares only what belongs to one owner', async () => {
    const engram = await openForTest();
    const text = 'Never deploy on a Friday';
    for (const view of [engram, engram.agent('alice'), engram.agent('bob')]) {
      await view.memories.record({ kind: 'rule', text });
    }
    expect(await engram.memories.consolidate()).toMatchObject({ merged: [], examined: 3 });
    expect(await engram.agent('alice').memories.consolidate()).toMatchObject({ examined: 1 });
  });

  it('is done by itself once a day where jobs run', async () => {
    const engram = await openForTest();
    const rule = (text: string) => engram.memories.record({ kind: 'rule', text });
    await rule('Never deploy on a Friday');
    await engram.jobs.run();
    await rule("Don't deploy on Fridays!");
    await engram.jobs.run();
    expect((await engram.memories.list()).items).toHaveLength(2);
    engram.time.advance(day + 60_000);
    await engram.jobs.run();
    expect((await engram.memories.list()).items).toHaveLength(1);
  });
});

describe('MEM-6 rules from repeated experience', () => {
  async function learn(view: View, lesson: string): Promise<void> {
    const run = await view.startRun({ description: 'Migrate the database' });
    await view.memories.record({
      kind: 'experience',
      content: { context: 'migration', action: 'migrated', outcome: 'failure', lesson },
      provenance: { runId: run.id },
    });
    await run.finish({ outcome: 'failure' });
  }

  it('are made of a lesson that three runs taught, and name all that taught it', async () => {
    const engram = await openForTest();
    await learn(engram, 'Always take a backup before a migration');
    await learn(engram, 'Take a backup before a migration');
    expect((await engram.memories.consolidate()).rules).toEqual([]);
    await learn(engram, 'Please take a backup before the migration!');
    const { rules } = await engram.memories.consolidate();
    expect(rules).toMatchObject([{ support: 3 }]);
    const rule = await engram.memories.get(rules[0]?.id ?? '');
    expect(rule).toMatchObject({ kind: 'rule', tags: ['generated'], standing: 'active' });
    expect(rule.derivedFrom).toHaveLength(3);
    expect(rule.confidence).toBeCloseTo(4 / 5);
    expect((await engram.memories.why(rule.id)).sources).toHaveLength(3);
    const [source] = rule.derivedFrom;
    expect((await engram.memories.why(source?.id ?? '')).derived).toMatchObject([{ id: rule.id }]);
    expect((await engram.memories.consolidate()).rules).toEqual([]);
  });

  it('are made of memories without runs too, one for each thing that happened', async () => {
    const engram = await openForTest();
    const record = (context: string) =>
      engram.memories.record({
        kind: 'experience',
        text: `${context}: the disk filled up`,
        content: { context, action: 'imported', lesson: 'Check the free space before an import' },
      });
    for (let times = 0; times < 3; times += 1) await record('import of March');
    expect((await engram.memories.consolidate()).rules).toEqual([]);
    await record('import of April');
    await record('import of May');
    expect((await engram.memories.consolidate()).rules).toMatchObject([{ support: 3 }]);
  });

  it('track how often they were applied and how that went', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'rule', text: 'Take a backup before a migration' });
    for (const outcome of ['success', 'success', 'failure'] as const) {
      const run = await engram.startRun({ description: 'Migrate' });
      await engram.memories.context({ query: 'migration', run: run.id });
      await run.finish({ outcome });
    }
    await engram.jobs.run();
    const { content } = await engram.memories.get(id);
    expect(content).toMatchObject({ timesApplied: 3 });
    expect((content as { ruleSuccessRate: number }).ruleSuccessRate).toBeCloseTo(2 / 3);
  });
});
