import type { Command, Store } from '../../src/ports/store.ts';
import type { Execution, FailureTally, RunTally } from '../../src/records/execution.ts';
import { everyone } from './faults.ts';
import { changing, type Mutant, replacing } from './mutant.ts';

const executing = (change: (executions: readonly Execution[]) => readonly Execution[]) =>
  replacing((sound) => ({
    listExecutions: async (viewer, filter, limit) =>
      change(await sound.listExecutions(viewer, filter, limit)),
  }));

/** Ignores one part of the filter. */
const notAskingFor = (part: 'outcome' | 'category' | 'approach' | 'templateId') =>
  replacing((sound) => ({
    listExecutions: (viewer, filter, limit) =>
      sound.listExecutions(viewer, { ...filter, [part]: undefined }, limit),
  }));

/** Counts the steps of a run as they were when this happened to it, and none that come later. */
const countingOnceAt = (isMoment: (command: Command) => string | undefined): Mutant['breakStore'] =>
  replacing((sound) => {
    const counted = new Map<string, Execution>();
    const commit: Store['commit'] = async (commands) => {
      const committed = await sound.commit(commands);
      for (const command of commands) {
        const runId = isMoment(command);
        if (runId === undefined || counted.has(runId) || !('owner' in command || 'run' in command)) continue;
        const owner = 'run' in command ? command.run.scope : command.owner;
        const executions = await sound.listExecutions({ ...owner, agent: null }, {}, 1_000);
        const execution = executions.find((each) => each.runId === runId);
        if (execution !== undefined) counted.set(runId, execution);
      }
      return committed;
    };
    const listExecutions: Store['listExecutions'] = async (viewer, filter, limit) =>
      (await sound.listExecutions(viewer, filter, limit)).map((execution) => {
        const { memories, successFactors, finishedAt } = execution;
        const first = counted.get(execution.runId) ?? execution;
        return { ...first, memories, successFactors, finishedAt };
      });
    return { commit, listExecutions };
  });

/** Those with the same key made one, as a store does that groups by less than it should. */
function grouped<Tally extends object>(
  tallies: readonly Tally[],
  keyOf: (tally: Tally) => unknown,
  summed: ReadonlyArray<keyof Tally>,
): Tally[] {
  const byKey = new Map<string, Tally>();
  for (const tally of tallies) {
    const key = JSON.stringify(keyOf(tally));
    const known = byKey.get(key);
    const sums = summed.map((name) => [name, Number(known?.[name] ?? 0) + Number(tally[name])]);
    byKey.set(key, { ...(known ?? tally), ...Object.fromEntries(sums) });
  }
  return [...byKey.values()];
}

const tallying = (change: (tallies: readonly RunTally[]) => readonly RunTally[]) =>
  replacing((sound) => ({ tallyRuns: async (viewer) => change(await sound.tallyRuns(viewer)) }));

const runSums = [
  'runs',
  'durationMs',
  'toolCalls',
  'modelCalls',
  'failedSteps',
  'inputTokens',
  'outputTokens',
] as const satisfies ReadonlyArray<keyof RunTally>;

const tallyKeys = [
  'agent',
  'category',
  'approach',
  'outcome',
  'informed',
  'templateId',
  'style',
  'day',
] as const satisfies ReadonlyArray<keyof RunTally>;

const notApartBy = (part: (typeof tallyKeys)[number]): Mutant => ({
  fault: `counts runs together that differ in ${part}`,
  caughtBy: 'runs and failures, counted',
  breakStore: tallying((tallies) =>
    grouped(
      tallies,
      (tally) => tallyKeys.filter((name) => name !== part).map((name) => tally[name]),
      runSums,
    ),
  ),
});

const notSumming = (part: (typeof runSums)[number]): Mutant => ({
  fault: `does not sum up ${part}`,
  caughtBy: 'runs and failures, counted',
  breakStore: tallying((tallies) => tallies.map((tally) => ({ ...tally, [part]: 1 }))),
});

const tallyingFailures = (change: (tallies: readonly FailureTally[]) => readonly FailureTally[]) =>
  replacing((sound) => ({
    tallyFailures: async (viewer, since, signatures) =>
      change(await sound.tallyFailures(viewer, since, signatures)),
  }));

const failuresNotApartBy = (part: 'agent' | 'signature' | 'tool'): Mutant => ({
  fault: `counts failures together that differ in ${part}`,
  caughtBy: 'runs and failures, counted',
  breakStore: tallyingFailures((tallies) =>
    grouped(
      tallies,
      ({ agent, signature, tool }) =>
        Object.entries({ agent, signature, tool }).filter(([name]) => name !== part),
      ['occurrences'],
    ),
  ),
});

/** Ways to get what is counted over runs and failures wrong. */
export const executionMutants: Readonly<
  Record<'listExecutions' | 'tallyRuns' | 'tallyFailures', readonly Mutant[]>
> = {
  listExecutions: [
    {
      fault: 'shows the executions of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listExecutions: (viewer, filter, limit) => sound.listExecutions(everyone(viewer), filter, limit),
      })),
    },
    {
      fault: 'ignores the outcome asked for',
      caughtBy: 'runs that have ended',
      breakStore: notAskingFor('outcome'),
    },
    {
      fault: 'ignores the category asked for',
      caughtBy: 'runs that have ended',
      breakStore: notAskingFor('category'),
    },
    {
      fault: 'ignores the approach asked for',
      caughtBy: 'runs that have ended',
      breakStore: notAskingFor('approach'),
    },
    {
      fault: 'ignores the template asked for',
      caughtBy: 'runs that have ended',
      breakStore: notAskingFor('templateId'),
    },
    {
      fault: 'does not know the template of a run',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.map((each) => ({ ...each, templateId: null }))),
    },
    {
      fault: 'takes every run of a template for a replay',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.map((each) => ({ ...each, style: each.style && 'replay' }))),
    },
    {
      fault: 'cuts before it chooses',
      caughtBy: 'runs that have ended',
      breakStore: replacing((sound) => ({
        async listExecutions(viewer, { category }, limit) {
          const executions = await sound.listExecutions(viewer, {}, limit);
          return executions.filter((each) => category === undefined || each.category === category);
        },
      })),
    },
    {
      fault: 'ignores the limit',
      caughtBy: 'runs that have ended',
      breakStore: replacing((sound) => ({
        listExecutions: (viewer, filter) => sound.listExecutions(viewer, filter, 1_000),
      })),
    },
    {
      fault: 'gives first what began last',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.toSorted((left, right) => right.startedAt - left.startedAt)),
    },
    {
      fault: 'gives what ended in one moment by the lowest id first',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) =>
        all.toSorted(
          (left, right) => right.finishedAt - left.finishedAt || (left.runId < right.runId ? -1 : 1),
        ),
      ),
    },
    {
      fault: 'counts no step that comes after the end',
      caughtBy: 'runs that have ended',
      breakStore: countingOnceAt((command) => (command.type === 'finish-run' ? command.runId : undefined)),
    },
    {
      fault: 'counts no step of a run that is written with its end',
      caughtBy: 'runs that have ended',
      breakStore: countingOnceAt((command) => (command.type === 'start-run' ? command.run.id : undefined)),
    },
    {
      fault: 'shows runs that go on',
      caughtBy: 'runs that have ended',
      breakStore: replacing((sound) => ({
        async listExecutions(viewer, filter, limit) {
          const { items } = await sound.listRuns(viewer, { outcome: 'running' }, { limit });
          const goingOn = items.map(
            ({ id, scope, task, approach, successFactors, createdAt, totals }): Execution => ({
              ...{ runId: id, agent: scope.agent, taskId: task.id, description: task.description },
              ...{ category: task.category, type: task.type, complexity: 'low', dependencies: 0 },
              ...{
                approach,
                successFactors,
                outcome: 'partial',
                startedAt: createdAt,
                finishedAt: createdAt,
              },
              ...{ toolCalls: totals.toolCalls, modelCalls: totals.modelCalls, memories: 0 },
              ...{ failedSteps: totals.failedSteps, inputTokens: totals.inputTokens },
              ...{ outputTokens: totals.outputTokens, templateId: null, style: null },
            }),
          );
          return [...(await sound.listExecutions(viewer, filter, limit)), ...goingOn].slice(0, limit);
        },
      })),
    },
    {
      fault: 'counts memories as one at most',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.map((each) => ({ ...each, memories: Math.min(each.memories, 1) }))),
    },
    {
      fault: 'takes every task for a simple one',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.map((each) => ({ ...each, complexity: 'low' }))),
    },
    {
      fault: 'does not know what a task depends on',
      caughtBy: 'runs that have ended',
      breakStore: executing((all) => all.map((each) => ({ ...each, dependencies: 0 }))),
    },
    {
      fault: 'takes runs without an end for runs that ended long ago',
      caughtBy: 'runs that have ended',
      breakStore: changing('start-run', (command) => {
        const { run } = command;
        const finishedAt = run.outcome === null ? run.finishedAt : (run.finishedAt ?? 0);
        return [{ ...command, run: { ...run, finishedAt } }];
      }),
    },
  ],
  tallyRuns: [
    {
      fault: 'counts the runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ tallyRuns: (viewer) => sound.tallyRuns(everyone(viewer)) })),
    },
    ...tallyKeys.map(notApartBy),
    ...runSums.map(notSumming),
    {
      fault: 'counts time back for runs that ended before they started',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({
        async tallyRuns(viewer) {
          const executions = await sound.listExecutions(viewer, {}, 10_000);
          const back = executions.reduce(
            (sum, { startedAt, finishedAt }) => sum + Math.min(0, finishedAt - startedAt),
            0,
          );
          const tallies = await sound.tallyRuns(viewer);
          return tallies.map((tally) => ({ ...tally, durationMs: tally.durationMs + back }));
        },
      })),
    },
    {
      fault: 'counts from noon to noon',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({
        async tallyRuns(viewer) {
          const half = 43_200_000;
          const executions = await sound.listExecutions(viewer, {}, 10_000);
          return executions.map(({ agent, category, approach, outcome, startedAt, finishedAt, ...rest }) => ({
            ...{ agent, category, approach, outcome, informed: rest.memories > 0 },
            ...{ templateId: rest.templateId, style: rest.style },
            ...{ day: Math.floor((finishedAt - half) / 86_400_000), runs: 1 },
            ...{ durationMs: finishedAt - startedAt, toolCalls: rest.toolCalls, modelCalls: rest.modelCalls },
            ...{ failedSteps: rest.failedSteps, inputTokens: rest.inputTokens },
            outputTokens: rest.outputTokens,
          }));
        },
      })),
    },
  ],
  tallyFailures: [
    {
      fault: 'counts the failures of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        tallyFailures: (viewer, since, signatures) =>
          sound.tallyFailures(everyone(viewer), since, signatures),
      })),
    },
    {
      fault: 'counts failures of every signature when some are asked for',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({
        tallyFailures: (viewer, since) => sound.tallyFailures(viewer, since),
      })),
    },
    ...(['agent', 'signature', 'tool'] as const).map(failuresNotApartBy),
    {
      fault: 'counts failures of all times',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({ tallyFailures: (viewer) => sound.tallyFailures(viewer, 0) })),
    },
    {
      fault: 'leaves out what was recorded in the very moment',
      caughtBy: 'runs and failures, counted',
      breakStore: replacing((sound) => ({
        tallyFailures: (viewer, since) => sound.tallyFailures(viewer, since === 0 ? 0 : since + 1),
      })),
    },
    {
      fault: 'takes the first for the last',
      caughtBy: 'runs and failures, counted',
      breakStore: tallyingFailures((all) =>
        all.map((tally) => ({ ...tally, lastSeenAt: tally.firstSeenAt })),
      ),
    },
    {
      fault: 'takes the last for the first',
      caughtBy: 'runs and failures, counted',
      breakStore: tallyingFailures((all) =>
        all.map((tally) => ({ ...tally, firstSeenAt: tally.lastSeenAt })),
      ),
    },
    {
      fault: 'counts each failure once',
      caughtBy: 'runs and failures, counted',
      breakStore: tallyingFailures((all) => all.map((tally) => ({ ...tally, occurrences: 1 }))),
    },
  ],
};
