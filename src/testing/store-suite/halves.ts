import { expect } from 'vitest';
import type { DecisionTally, RunHalves } from '../../records/execution.ts';
import type { Memory } from '../../records/memory.ts';
import type { Outcome } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import { aMemory, aRun, aStep, aUse } from '../builders.ts';
import { ali, alice, append, finish, noteUses, record, type StoreCase, shop, start } from './store-case.ts';

const day = 86_400_000;

const inOrder = <Item>(items: readonly Item[]): Item[] =>
  items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

function ended(
  finishedAt: number,
  outcome: Outcome,
  overrides: Partial<Run> & { category?: string } = {},
): Run {
  const { category = null, ...rest } = overrides;
  return aRun({ createdAt: 0, task: { ...aRun().task, category }, ...rest, outcome, finishedAt });
}

const failure = { type: 'Error', message: 'locked', signature: 'locked' };

const replay = { kind: 'template', style: 'replay', templateId: 'tpl' } as const;

const decision = (overrides: Partial<Memory>): Memory =>
  aMemory({
    kind: 'decision',
    content: { context: 'x', action: 'y' },
    createdAt: day,
    ...overrides,
  } as Partial<Memory>);

export const halvesCases: readonly StoreCase[] = [
  {
    title:
      'LRN-9: all runs of a category are compared, the earlier half with the later by the time they ended',
    async check(store) {
      await store.commit(
        [
          // Written in another order than they ended in; of five, two are the earlier half.
          ended(500, 'success'),
          ended(100, 'failure'),
          ended(300, 'success'),
          ended(200, 'partial'),
          ended(400, 'failure'),
          ended(150, 'success', { category: 'refunds' }),
        ].map(start),
      );
      const refunds = { of: 'refunds', runs: 1, earlierSuccesses: 0, laterSuccesses: 1 };
      expect(inOrder(await store.tallyHalves(ali, 'category', 0))).toStrictEqual(
        inOrder<RunHalves>([{ of: null, runs: 5, earlierSuccesses: 0.5, laterSuccesses: 2 }, refunds]),
      );
      expect(await store.tallyHalves(ali, 'category', 300)).toStrictEqual([
        { of: null, runs: 3, earlierSuccesses: 1, laterSuccesses: 1 },
      ]);
    },
  },
  {
    title: 'LRN-9: runs that ended at the same moment are in halves by their id',
    async check(store) {
      await store.commit(
        [
          ended(1, 'success', { id: 'b' }),
          ended(1, 'failure', { id: 'a' }),
          ended(1, 'failure', { id: 'B' }),
        ].map(start),
      );
      expect(await store.tallyHalves(ali, 'category', 0)).toStrictEqual([
        { of: null, runs: 3, earlierSuccesses: 0, laterSuccesses: 1 },
      ]);
    },
  },
  {
    title: 'MET-2: runs are halved for each agent over all categories, and for the project itself',
    async check(store) {
      await store.commit(
        [
          ended(1, 'failure', { category: 'a' }),
          ended(2, 'success', { category: 'b' }),
          ended(1, 'success', { scope: alice }),
          ended(1, 'success', { scope: shop }),
        ].map(start),
      );
      const once = { runs: 1, earlierSuccesses: 0, laterSuccesses: 1 };
      expect(inOrder(await store.tallyHalves(shop, 'agent', 0))).toStrictEqual(
        inOrder<RunHalves>([
          { of: 'ali', runs: 2, earlierSuccesses: 0, laterSuccesses: 1 },
          { of: 'alice', ...once },
          { of: null, ...once },
        ]),
      );
    },
  },
  {
    title:
      'TPL-10, DUR-3: replays and the logs of workflows are in no figure; replays stay runs of their template',
    async check(store) {
      const runs = [
        ended(1, 'success'),
        ended(2, 'failure', { mode: { ...replay, style: 'adaptive' } }),
        ended(3, 'failure', { approach: 'replay_stopped' }),
        ended(4, 'success', { mode: replay, approach: 'replay' }),
        ended(5, 'failure', { mode: replay }),
        ended(6, 'failure', { mode: replay, approach: 'replay_stopped' }),
        ended(7, 'success', { mode: { kind: 'workflow' } }),
        aRun({ mode: { kind: 'workflow' } }),
      ];
      await store.commit(runs.map(start));
      const halves = [{ runs: 3, earlierSuccesses: 1, laterSuccesses: 0 }];
      expect(await store.tallyHalves(ali, 'category', 0)).toMatchObject(halves);
      const sumOf = async (of?: 'agents' | 'templates') =>
        (await store.tallyRuns(ali, of)).reduce((sum, { runs }) => sum + runs, 0);
      expect([await sumOf(), await sumOf('agents'), await sumOf('templates')]).toStrictEqual([3, 3, 4]);
      expect(await store.listExecutions(ali, {}, 10)).toHaveLength(3);
      expect(await store.listExecutions(ali, { templateId: 'tpl' }, 10)).toHaveLength(4);
      const ids = runs.map(({ id }) => id);
      expect(await store.getExecutions(ali, ids)).toHaveLength(3);
      expect(await store.tallyDecisions(ali)).toMatchObject([{ decisions: 3 }]);
      expect(await store.count(ali, 0)).toMatchObject({ runs: 8, finishedRuns: 3, successfulRuns: 1 });
      expect(await store.listAgents(ali)).toMatchObject([{ runs: 3, finished: 3, successes: 1 }]);
    },
  },
  {
    title: 'LRN-2: failures of replays and workflows are none that something is learned from',
    async check(store) {
      const modes: Run['mode'][] = [replay, { kind: 'workflow' }, { ...replay, style: 'adaptive' }];
      const runs = modes.map((mode) => aRun({ mode }));
      const failed = runs.map(({ id: runId }) => append(aStep({ runId, success: false, error: failure })));
      await store.commit([...runs.slice(0, 2).map(start), ...failed.slice(0, 2)]);
      expect(await store.unsortedFailures(ali)).toStrictEqual([]);
      await store.commit([...runs.slice(2).map(start), ...failed.slice(2)]);
      expect(await store.unsortedFailures(ali)).toHaveLength(1);
      expect(await store.tallyFailures(ali, 0)).toMatchObject([{ occurrences: 1 }]);
      expect(await store.findFailedSteps(ali, ['locked'], 10)).toMatchObject([{ runId: runs[2]?.id }]);
      const asked = { makers: ['ali'], signatures: ['locked'] };
      expect(await store.latestFailures(ali, asked, 10)).toMatchObject([{ runId: runs[2]?.id }]);
      expect(await store.listSteps(ali, runs[0]?.id ?? '')).toMatchObject([{ error: failure }]);
    },
  },
  {
    title:
      'TPL-6, LRN-2: a replay whose rest was handed to a model counts as done by an agent, also after a move',
    async check(store) {
      const run = aRun({ mode: replay, approach: 'replay' });
      const over = { approach: 'replay_then_adaptive', finishedAt: 9 };
      await store.commit([start(run), append(aStep({ runId: run.id, success: false, error: failure }))]);
      expect(await store.tallyFailures(ali, 0)).toStrictEqual([]);
      await store.commit([finish(run, over)]);
      const moved = aRun({ ...run, ...over, id: 'moved', outcome: 'success' });
      await store.commit([start(moved), append(aStep({ runId: 'moved', success: false, error: failure }))]);
      expect(await store.tallyFailures(ali, 0)).toMatchObject([{ signature: 'locked', occurrences: 2 }]);
      expect(await store.unsortedFailures(ali)).toHaveLength(1);
      expect(await store.tallyRuns(ali)).toMatchObject([{ approach: null, style: 'replay', runs: 2 }]);
      expect(await store.listAgents(ali)).toMatchObject([{ runs: 2, finished: 2, successes: 2 }]);
    },
  },
  {
    title: 'LRN-11: a decision is informed when its run was given another memory before it was recorded',
    async check(store) {
      const of = (runId: string | null) => ({ provenance: { ...aMemory().provenance, runId } });
      await store.commit([
        record(aMemory({ id: 'known' })),
        record(decision({ id: 'before', ...of('r1') })),
        record(decision({ id: 'after', createdAt: day + 10, ...of('r2') })),
        record(decision({ id: 'alone', ...of('r3') })),
        record(decision({ id: 'itself', ...of('r4') })),
        record(decision({ id: 'without', ...of(null) })),
        record(decision({ id: 'old', standing: 'archived', createdAt: 2 * day, ...of('r1') })),
        record(decision({ id: 'copy', derivedFrom: [{ kind: 'memory', id: 'before' }], ...of('r1') })),
        record(decision({ id: 'hers', scope: alice, ...of('r1') })),
        noteUses(
          aUse({ memoryId: 'known', runId: 'r1', at: day }),
          aUse({ memoryId: 'known', runId: 'r2', at: day + 11 }),
          aUse({ memoryId: 'itself', runId: 'r4', at: day }),
        ),
      ]);
      const tally = { agent: 'ali', informed: true, day: 1, decisions: 1 };
      const informed: DecisionTally[] = [tally, { ...tally, day: 2 }];
      const others = [{ ...tally, informed: false, decisions: 3 }];
      expect(inOrder(await store.tallyDecisions(ali))).toStrictEqual(inOrder([...informed, ...others]));
      expect(inOrder(await store.tallyDecisions(shop))).toStrictEqual(
        inOrder([...informed, ...others, { ...tally, agent: 'alice' }]),
      );
    },
  },
  {
    title: 'LRN-11: a finished run that records no decision is one, the choice of how to do it',
    async check(store) {
      const runs = ['given', 'alone', 'told'].map((id) => ended(3 * day, 'success', { id }));
      const runId = 'told';
      await store.commit([
        ...runs.map(start),
        start(aRun({ id: 'going on' })),
        record(aMemory({ id: 'known' })),
        ...['a', 'b'].map((id) =>
          record(decision({ id, createdAt: 3 * day, provenance: { ...aMemory().provenance, runId } })),
        ),
        noteUses(aUse({ memoryId: 'known', runId: 'given', at: day })),
      ]);
      const tally = { agent: 'ali', day: 3 };
      expect(inOrder(await store.tallyDecisions(ali))).toStrictEqual(
        inOrder([
          { ...tally, informed: true, decisions: 1 },
          { ...tally, informed: false, decisions: 3 },
        ]),
      );
    },
  },
];
