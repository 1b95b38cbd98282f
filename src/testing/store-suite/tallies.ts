import { expect } from 'vitest';
import type { RunTally } from '../../records/execution.ts';
import type { Run } from '../../records/run.ts';
import type { Step } from '../../records/step.ts';
import { aMemory, aModelStep, aRun, aStep, aUse } from '../builders.ts';
import {
  ali,
  alice,
  append,
  finish,
  noteUses,
  record,
  remove,
  type StoreCase,
  shop,
  start,
} from './store-case.ts';

const day = 86_400_000;
const failure = { type: 'Error', message: 'locked', signature: 'locked' };

/** A run that has ended, of this many milliseconds. */
function over(overrides: Partial<Run> & { category?: string }, duration = 100): Run {
  const { category = null, ...rest } = overrides;
  const finishedAt = rest.finishedAt ?? 10 * day;
  const task = { ...aRun().task, category };
  return aRun({ outcome: 'success', task, createdAt: finishedAt - duration, ...rest, finishedAt });
}

const nothingDone = { toolCalls: 0, modelCalls: 0, failedSteps: 0, inputTokens: 0, outputTokens: 0 };
const one: RunTally = {
  agent: 'ali',
  category: null,
  approach: null,
  outcome: 'success',
  informed: false,
  templateId: null,
  style: null,
  day: 10,
  runs: 1,
  durationMs: 100,
  ...nothingDone,
};

const inOrder = <Item>(items: readonly Item[]): Item[] =>
  items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

const failedAt = (createdAt: number, overrides: Partial<Extract<Step, { kind: 'tool' }>> = {}) =>
  append(aStep({ createdAt, success: false, error: failure, runId: 'r', ...overrides }));

export const tallyCases: readonly StoreCase[] = [
  {
    title:
      'LRN-9: runs of one agent, category, approach, outcome and day are counted together, and all that they did',
    async check(store) {
      const [first, second] = [
        over({ category: 'refunds', approach: 'retry', finishedAt: 10 * day }),
        over({ category: 'refunds', approach: 'retry', finishedAt: 11 * day - 1 }, 250),
      ];
      await store.commit([
        start(first),
        start(second),
        append(aStep({ runId: first.id, success: false })),
        append(aStep({ runId: second.id })),
        append(aModelStep({ runId: second.id, position: 1, inputTokens: 7, outputTokens: 5 })),
        append(aModelStep({ runId: first.id, position: 1, inputTokens: 10, outputTokens: 1 })),
      ]);
      const sums = { toolCalls: 2, modelCalls: 2, failedSteps: 1, inputTokens: 17, outputTokens: 6 };
      expect(await store.tallyRuns(ali)).toStrictEqual([
        { ...one, category: 'refunds', approach: 'retry', runs: 2, durationMs: 350, ...sums },
      ]);
    },
  },
  {
    title: 'LRN-9: a run that ended before it started takes no time off the others',
    async check(store) {
      await store.commit([over({}), over({}, -60_000)].map(start));
      expect(await store.tallyRuns(ali)).toStrictEqual([{ ...one, runs: 2 }]);
    },
  },
  {
    title:
      'LRN-9: what differs in agent, category, approach, outcome, template, style or day is counted apart',
    async check(store) {
      const runs = [
        over({}),
        over({ scope: alice }),
        over({ scope: shop }),
        over({ category: 'refunds' }),
        over({ approach: 'refunds' }),
        over({ outcome: 'failure' }),
        over({ outcome: 'partial' }),
        over({ finishedAt: 11 * day }),
        over({ finishedAt: 10 * day - 1 }),
        over({ mode: { kind: 'template', style: 'replay', templateId: 'tpl' } }),
        over({ mode: { kind: 'template', style: 'adaptive', templateId: 'tpl' } }),
        over({ mode: { kind: 'template', style: 'adaptive', templateId: 'tpl2' } }),
      ];
      const ofTemplates: RunTally[] = [
        { ...one, templateId: 'tpl', style: 'adaptive' },
        { ...one, templateId: 'tpl2', style: 'adaptive' },
      ];
      await store.commit([...runs.map(start), start(aRun())]);
      expect(inOrder(await store.tallyRuns(shop))).toStrictEqual(
        inOrder<RunTally>([
          one,
          { ...one, agent: 'alice' },
          { ...one, agent: null },
          { ...one, category: 'refunds' },
          { ...one, approach: 'refunds' },
          { ...one, outcome: 'failure' },
          { ...one, outcome: 'partial' },
          { ...one, day: 11 },
          { ...one, day: 9 },
          ...ofTemplates,
        ]),
      );
      expect(inOrder(await store.tallyRuns(shop, 'templates'))).toStrictEqual(
        inOrder<RunTally>([...ofTemplates, { ...one, templateId: 'tpl', style: 'replay' }]),
      );
    },
  },
  {
    title:
      'LRN-11: runs that were given memories are counted apart, whenever that is noted and while they are there',
    async check(store) {
      const runs = [over({ id: 'a' }), over({ id: 'b' }), over({ id: 'c' })];
      const memories = [aMemory({ id: 'm' }), aMemory({ id: 'n' })];
      await store.commit([...memories.map(record), noteUses(aUse({ memoryId: 'm', runId: 'a' }))]);
      await store.commit(runs.map(start));
      const uses = ['m', 'n'].map((memoryId) => aUse({ memoryId, runId: 'b' }));
      await store.commit([noteUses(...uses)]);
      const informed = { ...one, informed: true };
      expect(inOrder(await store.tallyRuns(ali))).toStrictEqual(
        inOrder([one, { ...informed, runs: 2, durationMs: 200 }]),
      );
      await store.commit(memories.slice(0, 1).map(remove));
      expect(inOrder(await store.tallyRuns(ali))).toStrictEqual(
        inOrder([{ ...one, runs: 2, durationMs: 200 }, informed]),
      );
    },
  },
  {
    title: 'LRN-9: a run is counted from its end on, with the steps before it and those that come later',
    async check(store) {
      const run = aRun({ createdAt: 10 * day - 100 });
      await store.commit([start(run), append(aStep({ runId: run.id }))]);
      expect(await store.tallyRuns(ali)).toStrictEqual([]);
      await store.commit([finish(run, { finishedAt: 10 * day })]);
      expect(await store.tallyRuns(ali)).toStrictEqual([{ ...one, toolCalls: 1 }]);
      await store.commit([append(aStep({ runId: run.id, position: 1, success: false }))]);
      expect(await store.tallyRuns(ali)).toStrictEqual([{ ...one, toolCalls: 2, failedSteps: 1 }]);
    },
  },
  {
    title:
      'LRN-2: failures of one agent, signature and tool are counted together, from the first to the last',
    async check(store) {
      await store.commit([
        start(aRun({ id: 'r' })),
        start(aRun({ id: 'r2' })),
        failedAt(300),
        failedAt(100),
        failedAt(200, { runId: 'r2' }),
      ]);
      const together = { agent: 'ali', signature: 'locked', tool: 'get_order' };
      expect(await store.tallyFailures(ali, 0)).toStrictEqual([
        { ...together, occurrences: 3, firstSeenAt: 100, lastSeenAt: 300 },
      ]);
      expect(await store.tallyFailures(ali, 200)).toStrictEqual([
        { ...together, occurrences: 2, firstSeenAt: 200, lastSeenAt: 300 },
      ]);
      expect(await store.tallyFailures(ali, 301)).toStrictEqual([]);
      expect(await store.tallyFailures(ali, 200, ['lost', 'locked', 'locked'])).toStrictEqual([
        { ...together, occurrences: 2, firstSeenAt: 200, lastSeenAt: 300 },
      ]);
      expect(await store.tallyFailures(ali, 0, ['lock', 'lost'])).toStrictEqual([]);
      expect(await store.tallyFailures(ali, 0, [])).toStrictEqual([]);
    },
  },
  {
    title:
      'LRN-2: failures that differ in agent, signature or tool are counted apart; without an error they are not',
    async check(store) {
      const long = 'x'.repeat(2_000);
      await store.commit([
        start(aRun({ id: 'r' })),
        start(aRun({ id: 'hers', scope: alice })),
        failedAt(1),
        failedAt(1, { runId: 'hers', scope: alice }),
        failedAt(1, { tool: 'refund' }),
        failedAt(1, { error: { ...failure, signature: `${long}1` } }),
        failedAt(1, { error: { ...failure, signature: `${long}2` } }),
        append(aModelStep({ runId: 'r', createdAt: 1, success: false, error: failure })),
        failedAt(1, { error: null }),
        append(aStep({ runId: 'r' })),
      ]);
      const seen = { occurrences: 1, firstSeenAt: 1, lastSeenAt: 1 };
      const mine = { agent: 'ali', signature: 'locked', tool: 'get_order' as string | null };
      expect(inOrder(await store.tallyFailures(shop, 0))).toStrictEqual(
        inOrder([
          { ...mine, ...seen },
          { ...mine, agent: 'alice', ...seen },
          { ...mine, tool: 'refund', ...seen },
          { ...mine, signature: `${long}1`, ...seen },
          { ...mine, signature: `${long}2`, ...seen },
          { ...mine, tool: null, ...seen },
        ]),
      );
    },
  },
];
