import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import { aMemory, aRun } from '../../testing/index.ts';
import { consolidate } from './consolidate.ts';
import { ali, bob, owner, testContext } from './context.fixture.ts';
import { historyOf, whyOf } from './explain.ts';
import { historyFrom } from './history.ts';
import { feedback, settleUses } from './uses.ts';

describe('why a memory is there and what it is worth', () => {
  it('is told by its sources, its evidence, and what time has made of it', async () => {
    const context = testContext();
    const run = aRun({ task: { ...aRun().task, description: 'Refund order 42' } });
    const source = aMemory({ text: 'Ann said so' });
    const memory = aMemory({
      createdAt: context.clock.now(),
      derivedFrom: [
        { kind: 'memory', id: source.id },
        { kind: 'run', id: run.id },
        { kind: 'step', id: 'step_1' },
        { kind: 'memory', id: 'mem_gone' },
      ],
    });
    await context.store.commit([{ type: 'start-run', run }]);
    await context.recorded(source, memory);
    await feedback(context, ali, { id: memory.id, outcome: 'success' });
    context.clock.advance(90 * dayMs);
    const why = await whyOf(context, ali, memory.id);
    expect(why.sources.map(({ id, title }) => [id, title])).toEqual([
      [source.id, 'Ann said so'],
      ['mem_gone', null],
      [run.id, 'Refund order 42'],
      ['step_1', null],
    ]);
    expect(why.confidence).toEqual({
      stated: 0.5,
      earned: expect.closeTo(2 / 3, 10),
      now: expect.closeTo(0.5, 10),
      halfLifeDays: 90,
      fadesSince: memory.createdAt,
    });
    expect(why).toMatchObject({
      title: memory.text,
      lifetime: 'long-term',
      memory: { evidence: { successes: 1, failures: 0 } },
      standing: { now: 'active', since: memory.createdAt, reason: null, note: '' },
    });
  });

  it('is told by what happened to it, and where it leads', async () => {
    const context = testContext();
    const [older, newer] = [aMemory({ text: 'The limit is 100' }), aMemory({ text: 'The limit is 500' })];
    await context.recorded(older, newer);
    await consolidate(context, ali);
    await feedback(context, ali, { id: older.id, outcome: 'failure' });
    expect(await whyOf(context, ali, older.id)).toMatchObject({
      standing: {
        now: 'superseded',
        since: context.clock.now(),
        reason: 'superseded',
        note: `${newer.id} says otherwise: another number.`,
      },
      links: [{ kind: 'superseded-by', id: newer.id, title: 'The limit is 500' }],
    });
  });

  it('is told by the last turn of its life', async () => {
    const context = testContext();
    const memory = aMemory({ createdAt: context.clock.now() });
    await context.recorded(memory);
    for (const outcome of ['failure', 'success'] as const) {
      for (let times = 0; times < 3; times += 1) await feedback(context, ali, { id: memory.id, outcome });
    }
    const { standing, confidence } = await whyOf(context, ali, memory.id);
    expect(standing).toMatchObject({ now: 'active', reason: 'restored' });
    expect(confidence).toMatchObject({ stated: 0.5, earned: 0.5 });
  });

  it('is told by the rules that were made from it', async () => {
    const context = testContext();
    const lessons = ['run_1', 'run_2', 'run_3'].map((runId) =>
      aMemory({
        kind: 'experience',
        content: { lesson: 'Ask Ann about refunds' },
        provenance: { ...aMemory().provenance, runId },
      }),
    );
    await context.recorded(...lessons);
    const { rules } = await consolidate(context, ali);
    const why = await whyOf(context, ali, lessons[0]?.id ?? '');
    expect(why.derived).toEqual([
      { kind: 'memory', id: rules[0]?.id, title: expect.stringContaining('Ask Ann') },
    ]);
  });

  it('has a title of one short line', async () => {
    const context = testContext();
    const memory = aMemory({ text: `first\n${'😀'.repeat(500)}` });
    await context.recorded(memory);
    const { title } = await whyOf(context, ali, memory.id);
    expect(title).toMatch(/^first 😀/u);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('the history of a memory', () => {
  it('is what happened to it, oldest first, with what each change changed', async () => {
    const context = testContext();
    const memory = aMemory({ createdAt: context.clock.now() });
    await context.recorded(memory);
    context.clock.advance(1_000);
    const runId = await context.used(memory, 'failure');
    await settleUses(context, 10);
    context.clock.advance(1_000);
    await feedback(context, ali, { id: memory.id, outcome: 'success' });
    const history = await historyOf(context, ali, memory.id);
    expect(history.map(({ what, at }) => [what, at - memory.createdAt])).toEqual([
      ['recorded', 0],
      ['used', 1_000],
      ['revised', 1_000],
      ['revised', 2_000],
    ]);
    expect(history[1]).toMatchObject({ runId, outcome: 'failure', settled: true });
    expect(history[2]).toMatchObject({ reason: 'contradicted', note: 'It hurt once.' });
    const [, , revised] = history;
    const changes = revised?.what === 'revised' ? revised.changes : [];
    expect(changes.map(({ field }) => field).sort()).toEqual([
      'confidence',
      'confirmedAt',
      'evidence',
      'successRate',
    ]);
    expect(changes.find(({ field }) => field === 'evidence')).toEqual({
      field: 'evidence',
      before: { successes: 0, failures: 0 },
      after: { successes: 0, failures: 1 },
    });
  });
});

describe('the history of a memory whose clock was set back', () => {
  it('tells its changes as they followed each other', async () => {
    const memory = aMemory({ createdAt: 1_000, revision: 2, confidence: 0.7 });
    const past = (revision: number, confidence: number) => ({ ...memory, revision, confidence });
    const revisions = [
      { at: 2_000, reason: 'contradicted' as const, note: 'second', before: past(1, 0.6) },
      { at: 5_000, reason: 'confirmed' as const, note: 'first', before: past(0, 0.5) },
    ];
    const [, ...changes] = historyFrom(memory, revisions, []);
    expect(changes).toMatchObject([
      { at: 5_000, note: 'first', changes: [{ before: 0.5, after: 0.6 }] },
      { at: 2_000, note: 'second', changes: [{ before: 0.6, after: 0.7 }] },
    ]);
  });
});

describe('what a viewer may not see', () => {
  it('has neither a why nor a history', async () => {
    const context = testContext();
    const foreign = aMemory({ scope: bob });
    await context.recorded(foreign);
    for (const id of [foreign.id, 'mem_unknown']) {
      await expect(whyOf(context, ali, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(historyOf(context, ali, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('includes the runs of other agents that used what the project laid down', async () => {
    const context = testContext();
    const shared = aMemory({ scope: owner });
    await context.recorded(shared);
    const [mine, theirs] = [
      await context.used(shared, 'success'),
      await context.used(shared, 'success', bob),
    ];
    const runs = async (viewer: typeof ali) =>
      (await whyOf(context, viewer, shared.id)).uses.map((use) => use.runId);
    expect(await runs(ali)).toEqual([mine]);
    expect(await runs(bob)).toEqual([theirs]);
    expect((await runs(owner)).sort()).toEqual([mine, theirs].sort());
  });
});
