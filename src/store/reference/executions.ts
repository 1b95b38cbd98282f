import type { Store } from '../../ports/store.ts';
import { complexityOf } from '../../records/complexity.ts';
import {
  type Call,
  type CallAround,
  durationOf,
  type Execution,
  type FailureTally,
  type RunTally,
} from '../../records/execution.ts';
import { dayMs } from '../../records/lifetime.ts';
import { handedOverReplay, isByAgent, type Run, type RunTotals } from '../../records/run.ts';
import type { Viewer } from '../../records/scope.ts';
import { makerOf, type Step } from '../../records/step.ts';
import { pageOf } from './page.ts';
import { type State, visible, visibleRuns, visibleSteps } from './state.ts';

export function totalsOf(state: State, run: Run): RunTotals {
  const steps = [...state.steps.values()].filter((step) => step.runId === run.id);
  const modelSteps = steps.filter((step) => step.kind === 'model');
  const lastEnd = Math.max(run.createdAt, ...steps.map((step) => step.startedAt + step.durationMs));
  return {
    steps: steps.length,
    toolCalls: steps.filter((step) => step.kind === 'tool').length,
    modelCalls: modelSteps.length,
    failedSteps: steps.filter((step) => !step.success).length,
    inputTokens: modelSteps.reduce((sum, step) => sum + step.inputTokens, 0),
    outputTokens: modelSteps.reduce((sum, step) => sum + step.outputTokens, 0),
    wallTimeMs: durationOf({ startedAt: run.createdAt, finishedAt: run.finishedAt ?? lastEnd }),
  };
}

/** The run without its steps; nothing while it goes on. */
function executionsOf(state: State, run: Run): Execution[] {
  if (run.outcome === null) return [];
  const { toolCalls, modelCalls, failedSteps, inputTokens, outputTokens } = totalsOf(state, run);
  const { id: taskId, description, category, type, dependencies } = run.task;
  return [
    {
      runId: run.id,
      agent: run.scope.agent,
      taskId,
      description,
      category,
      type,
      complexity: complexityOf(run.task),
      dependencies: dependencies.length,
      approach: run.approach === handedOverReplay ? null : run.approach,
      successFactors: [...run.successFactors],
      outcome: run.outcome,
      startedAt: run.createdAt,
      finishedAt: run.finishedAt ?? run.createdAt,
      toolCalls,
      modelCalls,
      failedSteps,
      inputTokens,
      outputTokens,
      memories: [...state.uses.values()].filter(({ runId }) => runId === run.id).length,
      templateId: run.mode.kind === 'template' ? run.mode.templateId : null,
      style: run.mode.kind === 'template' ? run.mode.style : null,
    },
  ];
}

function tallyOf({ agent, category, approach, outcome, ...execution }: Execution): RunTally {
  const { finishedAt, toolCalls, modelCalls, failedSteps, inputTokens, outputTokens } = execution;
  return {
    agent,
    category,
    approach,
    outcome,
    informed: execution.memories > 0,
    templateId: execution.templateId,
    style: execution.style,
    day: Math.floor(finishedAt / dayMs),
    runs: 1,
    durationMs: durationOf(execution),
    toolCalls,
    modelCalls,
    failedSteps,
    inputTokens,
    outputTokens,
  };
}

function failuresOf(step: Step): FailureTally[] {
  if (step.success || step.error === null) return [];
  const { createdAt: firstSeenAt, error } = step;
  const tool = step.kind === 'tool' ? step.tool : null;
  const { signature } = error;
  return [{ agent: makerOf(step), signature, tool, occurrences: 1, firstSeenAt, lastSeenAt: firstSeenAt }];
}

/** Those with the same key made one. */
function tallied<Tally>(
  tallies: readonly Tally[],
  keyOf: (tally: Tally) => readonly unknown[],
  together: (left: Tally, right: Tally) => Tally,
): Tally[] {
  const byKey = new Map<string, Tally>();
  for (const tally of tallies) {
    const key = JSON.stringify(keyOf(tally));
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? tally : together(known, tally));
  }
  return [...byKey.values()];
}

const bothRuns = (left: RunTally, right: RunTally): RunTally => ({
  ...left,
  runs: left.runs + right.runs,
  durationMs: left.durationMs + right.durationMs,
  toolCalls: left.toolCalls + right.toolCalls,
  modelCalls: left.modelCalls + right.modelCalls,
  failedSteps: left.failedSteps + right.failedSteps,
  inputTokens: left.inputTokens + right.inputTokens,
  outputTokens: left.outputTokens + right.outputTokens,
});

const bothFailures = (left: FailureTally, right: FailureTally): FailureTally => ({
  ...left,
  occurrences: left.occurrences + right.occurrences,
  firstSeenAt: Math.min(left.firstSeenAt, right.firstSeenAt),
  lastSeenAt: Math.max(left.lastSeenAt, right.lastSeenAt),
});

const before = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** By run, then position, then id. */
function inOrder(left: Step, right: Step): number {
  return before(left.runId, right.runId) || left.position - right.position || before(left.id, right.id);
}

type ExecutionReads = Pick<
  Store,
  | 'findFailedSteps'
  | 'latestFailures'
  | 'listCallsAfter'
  | 'listCalls'
  | 'listExecutions'
  | 'getExecutions'
  | 'tallyRuns'
  | 'tallyFailures'
  | 'unsortedFailures'
>;

/** Finished runs that an agent did. */
export function countedExecutions(state: State, viewer: Viewer): Execution[] {
  return visibleRuns(state, viewer)
    .filter(isByAgent)
    .flatMap((run) => executionsOf(state, run));
}

export function readExecutions(state: State): ExecutionReads {
  const stepsFor = (viewer: Viewer): Step[] => visibleSteps(state, viewer);
  const failuresFor = (viewer: Viewer): Step[] =>
    stepsFor(viewer).filter(({ runId }) => isByAgent(state.runs.get(runId) as Run));
  const executionsFor = (viewer: Viewer): Execution[] =>
    visibleRuns(state, viewer).flatMap((run) => executionsOf(state, run));
  return {
    async findFailedSteps(viewer, signatures, limit) {
      const failed = failuresFor(viewer).filter(
        ({ success, error }) => !success && error !== null && signatures.includes(error.signature),
      );
      return pageOf(failed, { limit }).items;
    },
    async latestFailures(viewer, { makers, signatures, except = [] }, limit) {
      const steps = stepsFor(viewer);
      const fitting = failuresFor(viewer).filter((step) => {
        if (step.success || step.error === null || !makers.includes(makerOf(step))) return false;
        const { signature } = step.error;
        return signatures?.includes(signature) ?? (step.kind === 'tool' && !except.includes(signature));
      });
      return pageOf(fitting, { limit }).items.map(({ id, runId, position, createdAt, ...step }) => ({
        id,
        runId,
        agent: makerOf(step),
        position,
        createdAt,
        signature: step.error?.signature ?? '',
        tool: step.kind === 'tool' ? step.tool : null,
        callsInRun: steps.filter((other) => other.runId === runId && other.kind === 'tool').length,
      }));
    },
    async listCallsAfter(viewer, places, count) {
      const following = stepsFor(viewer).filter((step) =>
        places.some(
          ({ runId, position }) =>
            runId === step.runId && step.position > position && step.position <= position + count,
        ),
      );
      return following.sort(inOrder).flatMap((step): CallAround[] => {
        if (step.kind !== 'tool') return [];
        const { id, runId, parentId, position, tool, success, error, startedAt, durationMs } = step;
        return [
          {
            ...{ id, runId, parentId, position, tool, success, error, startedAt, durationMs },
            arguments: step.arguments,
          },
        ];
      });
    },
    async listCalls(viewer, runIds) {
      const ofRuns = stepsFor(viewer).filter(({ runId }) => runIds.includes(runId));
      return ofRuns.sort(inOrder).flatMap((step): Call[] => {
        if (step.kind !== 'tool') return [];
        const { runId, position, tool, success, durationMs } = step;
        return [{ runId, position, tool, success, durationMs }];
      });
    },
    async listExecutions(viewer, filter, limit) {
      const of = filter.templateId === undefined ? countedExecutions(state, viewer) : executionsFor(viewer);
      const fitting = of.filter(
        ({ outcome, category, approach, templateId }) =>
          (filter.outcome ?? outcome) === outcome &&
          (filter.category === undefined || filter.category === category) &&
          (filter.approach ?? approach) === approach &&
          (filter.templateId ?? templateId) === templateId,
      );
      return fitting
        .sort((left, right) => right.finishedAt - left.finishedAt || before(right.runId, left.runId))
        .slice(0, limit);
    },
    async getExecutions(viewer, runIds) {
      return countedExecutions(state, viewer).filter(({ runId }) => runIds.includes(runId));
    },
    async tallyRuns(viewer, of = 'agents') {
      const executions =
        of === 'agents'
          ? countedExecutions(state, viewer)
          : executionsFor(viewer).filter(({ templateId }) => templateId !== null);
      const keyOf = ({ agent, category, approach, ...tally }: RunTally) => [
        agent,
        category,
        approach,
        tally.outcome,
        tally.informed,
        tally.templateId,
        tally.style,
        tally.day,
      ];
      return tallied(executions.map(tallyOf), keyOf, bothRuns);
    },
    async tallyFailures(viewer, since, signatures) {
      const recent = failuresFor(viewer).filter(
        ({ createdAt, error }) =>
          createdAt >= since && (signatures?.includes(error?.signature ?? '') ?? true),
      );
      return tallied(
        recent.flatMap(failuresOf),
        ({ agent, signature, tool }) => [agent, signature, tool],
        bothFailures,
      );
    },
    async unsortedFailures(viewer) {
      return visible(state.unsorted, viewer).map(({ scope: { agent }, mark }) => ({ agent, mark }));
    },
  };
}
