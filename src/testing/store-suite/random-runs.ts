import { expect } from 'vitest';
import type { Command, Store } from '../../ports/store.ts';
import { outcomes } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory, aModelStep, aNoteStep, aRun, aStep, aUse } from '../builders.ts';
import { numbersFrom } from './random-history.ts';
import { ali, alice, append, finish, noteUses, record, type StoreCase, shop, start } from './store-case.ts';

const historyLength = 300;
const memoryIds = ['m', 'n'];

/** A history of runs that nobody planned: some are written with their end, some steps come late or again. */
function createHistory(seed: number): { next(): Command } {
  const below = numbersFrom(seed);
  const runs: Run[] = [];
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = <Value>(value: Value): Value | null => (below(2) === 0 ? value : null);

  function startOne(): Command {
    const task = { ...aRun().task, category: maybe('refunds') };
    const scope = oneOf<Scope>([ali, ali, alice, shop]);
    const run = aRun({ scope, task, approach: maybe('retry'), createdAt: below(1_000) });
    runs.push(run);
    const finishedAt = 1_000 + below(3) * 86_400_000;
    return start(below(3) === 0 ? { ...run, outcome: oneOf(outcomes), finishedAt } : run);
  }

  function appendOne({ id: runId, scope }: Run): Command {
    // Few ids, so that some come again.
    const step = { id: `s${below(12)}`, runId, scope, position: below(9), success: below(4) > 0 };
    const tokens = { inputTokens: below(100), outputTokens: below(100) };
    return append(oneOf([aStep(step), aModelStep({ ...step, ...tokens }), aNoteStep(step)]));
  }

  return {
    next() {
      const chance = below(10);
      if (runs.length < 2 || chance < 2) return startOne();
      const run = oneOf(runs);
      if (chance < 7) return appendOne(run);
      if (chance < 8) return noteUses(aUse({ memoryId: oneOf(memoryIds), runId: run.id }));
      const finishedAt = 1_000 + below(3) * 86_400_000;
      return finish(run, { outcome: oneOf(outcomes), finishedAt });
    },
  };
}

/** What runs did, from the runs themselves. */
async function endedRuns(store: Store) {
  const { items } = await store.listRuns(shop, {}, { limit: 1_000 });
  const uses = (await Promise.all(memoryIds.map((id) => store.listUses(shop, id, 1_000)))).flat();
  return items
    .filter(({ outcome }) => outcome !== null)
    .map(({ id, scope, task, approach, outcome, finishedAt, totals }) => ({
      ...{ runId: id, agent: scope.agent, category: task.category, approach, outcome, finishedAt },
      toolCalls: totals.toolCalls,
      modelCalls: totals.modelCalls,
      failedSteps: totals.failedSteps,
      inputTokens: totals.inputTokens,
      outputTokens: totals.outputTokens,
      memories: uses.filter(({ runId }) => runId === id).length,
      durationMs: totals.wallTimeMs,
    }))
    .sort((left, right) => (left.runId < right.runId ? -1 : 1));
}

type Sums = Record<string, number>;

function addTo(sums: Sums, key: unknown, value: number): void {
  const name = JSON.stringify(key);
  sums[name] = (sums[name] ?? 0) + value;
}

/** Any seed makes a history; `npm run campaigns` tries many. */
export const randomRunCase = (seed: number): StoreCase => ({
  title: `LRN-9: after a history of ${historyLength} commands (${seed}) what was counted is what the runs say`,
  async check(store) {
    const history = createHistory(seed);
    await store.commit(memoryIds.map((id) => record(aMemory({ id, scope: shop }))));
    for (let done = 0; done < historyLength; done += 1) {
      // A run may end once.
      await store.commit([history.next()]).catch(() => {});
    }
    const expected = await endedRuns(store);
    expect(expected.length).toBeGreaterThan(10);
    const executions = await store.listExecutions(shop, {}, 1_000);
    expect(executions.toSorted((left, right) => (left.runId < right.runId ? -1 : 1))).toMatchObject(
      expected.map(({ durationMs: _, ...rest }) => rest),
    );
    const [sums, tallied]: [Sums, Sums] = [{}, {}];
    for (const run of expected) {
      const day = Math.floor((run.finishedAt ?? 0) / 86_400_000);
      const key = [run.agent, run.category, run.approach, run.outcome, run.memories > 0, day];
      addTo(sums, [key, 'runs'], 1);
      addTo(sums, [key, 'duration'], run.durationMs);
      addTo(sums, [key, 'tokens'], run.inputTokens + run.outputTokens);
      addTo(sums, [key, 'steps'], run.toolCalls + run.modelCalls + run.failedSteps);
    }
    for (const tally of await store.tallyRuns(shop)) {
      const { agent, category, approach, outcome, informed, day } = tally;
      const key = [agent, category, approach, outcome, informed, day];
      addTo(tallied, [key, 'runs'], tally.runs);
      addTo(tallied, [key, 'duration'], tally.durationMs);
      addTo(tallied, [key, 'tokens'], tally.inputTokens + tally.outputTokens);
      addTo(tallied, [key, 'steps'], tally.toolCalls + tally.modelCalls + tally.failedSteps);
    }
    expect(tallied).toStrictEqual(sums);
  },
});

export const randomRunCases: readonly StoreCase[] = [4, 50, 600].map(randomRunCase);
