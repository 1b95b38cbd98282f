import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const day = 86_400_000;

/** A run that is given what is known about a query, and ends so. */
async function informedRun(view: View, query: string, outcome: 'success' | 'failure' | 'partial') {
  const run = await view.startRun({ description: 'Refund an order' });
  await view.memories.search({ query, run: run.id });
  await run.finish({ outcome });
  return run.id;
}

describe('REC-5 recalling counts, and what came of it moves confidence (MEM-4)', () => {
  it('is tied to the run: its success speaks for the memory', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const { id } = await alice.memories.record({ kind: 'knowledge', text: 'Refunds need the payment id' });
    engram.time.advance(1_000);
    const runId = await informedRun(alice, 'refund', 'success');
    expect((await alice.memories.get(id)).confidence).toBe(0.5);
    await engram.jobs.run();
    expect(await alice.memories.get(id)).toMatchObject({
      accessCount: 1,
      evidence: { successes: 1, failures: 0 },
      successRate: 1,
      confirmedAt: engram.time.now(),
    });
    expect((await alice.memories.get(id)).confidence).toBeCloseTo(2 / 3);
    expect(await alice.memories.why(id)).toMatchObject({
      confidence: { stated: 0.5, halfLifeDays: 90 },
      uses: [{ runId, outcome: 'success', settled: true }],
    });
    expect(await alice.memories.history(id)).toMatchObject([
      { what: 'recorded' },
      { what: 'used', runId, outcome: 'success' },
      { what: 'revised', reason: 'confirmed', changes: expect.arrayContaining([expect.anything()]) },
    ]);
  });

  it('a failure speaks against it, a partial success for both sides', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'Refunds need the payment id' });
    await informedRun(engram, 'refund', 'failure');
    await engram.jobs.run();
    expect((await engram.memories.get(id)).confidence).toBeCloseTo(1 / 3);
    await informedRun(engram, 'refund', 'partial');
    await engram.jobs.run();
    expect((await engram.memories.get(id)).evidence).toEqual({ successes: 0.5, failures: 1.5 });
  });

  it('counts a run once, however often it looked, and only when it has ended', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'Refunds need the payment id' });
    const run = await engram.startRun({ description: 'Refund' });
    await engram.memories.search({ query: 'refund', run: run.id });
    await engram.memories.retrieve({ context: 'refund', run: run.id });
    await engram.memories.context({ query: 'refund', run: run.id });
    await engram.jobs.run();
    expect(await engram.memories.why(id)).toMatchObject({ uses: [{ outcome: null, settled: false }] });
    await run.finish({ outcome: 'success' });
    await engram.jobs.run();
    await engram.jobs.run();
    expect((await engram.memories.get(id)).evidence).toEqual({ successes: 1, failures: 0 });
  });

  it('counts only what stood in the text, when a run is given context', async () => {
    const engram = await openForTest();
    await engram.memories.record({ kind: 'knowledge', text: 'Refunds need the payment id' });
    await engram.memories.record({ kind: 'knowledge', text: 'Refunds take two days to arrive' });
    const run = await engram.startRun({ description: 'Refund' });
    const { memories } = await engram.memories.context({ query: 'refunds', limit: 1, run: run.id });
    await run.finish({ outcome: 'success' });
    await engram.jobs.run();
    const { items } = await engram.memories.list();
    expect(items.filter(({ evidence }) => evidence.successes === 1).map(({ id }) => id)).toEqual(memories);
  });

  it('demotes by itself what keeps hurting, which is then no longer found, but not lost', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({
      kind: 'rule',
      text: 'Refund without looking at the order',
    });
    for (let times = 0; times < 3; times += 1) await informedRun(engram, 'refund', 'failure');
    await engram.jobs.run();
    expect((await engram.memories.search({ query: 'refund' })).flatMap(({ memory }) => memory ?? [])).toEqual(
      [],
    );
    expect((await engram.memories.list({ standing: 'demoted' })).items).toMatchObject([{ id }]);
    expect(await engram.memories.why(id)).toMatchObject({ standing: { now: 'demoted', reason: 'demoted' } });
  });

  it('takes feedback without a run, and lets confidence fade until it is refreshed', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'VPN', confidence: 0.8 });
    engram.time.advance(90 * day);
    expect((await engram.memories.why(id)).confidence.now).toBeCloseTo(0.6);
    const { confidence } = await engram.memories.feedback({ id, outcome: 'success' });
    expect(confidence).toBeGreaterThan(0.8);
    expect((await engram.memories.why(id)).confidence).toMatchObject({ stated: 0.8, now: confidence });
  });

  it('a run of somebody else neither learns from it nor tells how it ended', async () => {
    const engram = await openForTest();
    const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
    const run = await alice.startRun({ description: 'Secret work' });
    const { id } = await bob.memories.record({ kind: 'knowledge', text: 'Refunds need the payment id' });
    await bob.memories.search({ query: 'refund', run: run.id });
    await run.finish({ outcome: 'failure' });
    await engram.jobs.run();
    expect(await bob.memories.get(id)).toMatchObject({ confidence: 0.5, evidence: { failures: 0 } });
    expect((await bob.memories.why(id)).uses).toEqual([]);
  });
});

describe('REC-6 similar tasks of the past', () => {
  const login = { description: 'Fix the login timeout', category: 'auth', type: 'bug', effort: 3 };

  async function done(view: View, task: Partial<typeof login> & { description: string }) {
    const run = await view.startRun(task);
    await run.finish({ outcome: 'success' });
    return run.id;
  }

  it('weighs category 0.4, type 0.3, complexity 0.2 and description 0.1', async () => {
    const engram = await openForTest();
    const same = await done(engram, login);
    const category = await done(engram, {
      description: 'Zebra',
      category: 'auth',
      type: 'feature',
      effort: 9,
    });
    const type = await done(engram, {
      description: 'Zebra crossing',
      category: 'docs',
      type: 'bug',
      effort: 3,
    });
    const scores = new Map(
      (await engram.tasks.similar(login)).map(({ run, score, parts }) => [run.id, { score, parts }]),
    );
    expect(scores.get(same)?.score).toBeCloseTo(1);
    expect(scores.get(category)).toMatchObject({ parts: { category: 1, type: 0, complexity: 0 } });
    expect(scores.get(category)?.score).toBeCloseTo(
      0.4 + 0.1 * (scores.get(category)?.parts.description ?? 0),
    );
    expect(scores.get(type)).toMatchObject({ parts: { category: 0, type: 1, complexity: 1 } });
    expect(scores.get(type)?.score).toBeCloseTo(0.5 + 0.1 * (scores.get(type)?.parts.description ?? 0));
    expect([...scores.keys()]).toEqual([same, type, category]);
  });

  it('answers none below 0.3, and no run that did not succeed', async () => {
    const engram = await openForTest();
    await done(engram, { description: 'Paint the fence', category: 'garden', type: 'chore' });
    const failed = await engram.startRun(login);
    await failed.finish({ outcome: 'failure' });
    await engram.startRun(login);
    expect(await engram.tasks.similar(login)).toEqual([]);
  });

  it('compares descriptions by words and meaning', async () => {
    const engram = await openForTest();
    const near = await done(engram, { ...login, description: 'Repair the slow sign-in' });
    const far = await done(engram, { ...login, description: 'Translate the handbook' });
    const found = await engram.tasks.similar(login);
    expect(found.map(({ run }) => run.id)).toEqual([near, far]);
    expect(found[0]?.parts.description).toBeGreaterThan(found[1]?.parts.description ?? 1);
  });

  it('takes a stored task, and what is said in the question before what the task says', async () => {
    const engram = await openForTest();
    const id = await done(engram, login);
    await engram.tasks.create({ id: 'auth-7', ...login, type: 'feature' });
    expect(await engram.tasks.similar({ task: 'auth-7' })).toMatchObject([
      { run: { id }, parts: { type: 0 } },
    ]);
    expect(await engram.tasks.similar({ task: 'auth-7', type: 'BUG' })).toMatchObject([
      { parts: { type: 1 } },
    ]);
  });

  it('needs a task or a description, and sees neither tasks nor runs of others', async () => {
    const engram = await openForTest();
    const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
    await done(alice, login);
    await alice.tasks.create({ id: 'auth-7', ...login });
    await expect(bob.tasks.similar({})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bob.tasks.similar({ task: 'auth-7' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await bob.tasks.similar(login)).toEqual([]);
    expect(await alice.tasks.similar(login)).toHaveLength(1);
  });
});
