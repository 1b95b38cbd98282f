import type { Plan, Strategy, Work } from '../../ports/strategy.ts';
import type { TaskRecommendation } from '../../records/execution-pattern.ts';
import type { Outcome } from '../../records/record.ts';
import { chooseStrategy, recoveredMark } from './choose.ts';
import type { ExecuteOptions, ExecuteReport, ExecuteTask, PartReport } from './contract.ts';
import {
  beginExecution,
  type ExecuteServices,
  inWords,
  type OngoingExecution,
  orAborted,
  teller,
} from './execution.ts';
import { type PreparedWork, prepare } from './parts.ts';
import { checkOptions, checkWork } from './read-work.ts';
import { planFor } from './run-part.ts';
import { builtInStrategies } from './strategies.ts';
import { type CallCounts, watchedRun } from './watched-run.ts';

/**
 * Executes a task: asks for a recommendation, runs the strategy, records how it went (ADP-1). Throws what a part threw
 * when nothing known helps against it, the same object (ADP-2).
 */
export async function execute(
  services: ExecuteServices,
  task: ExecuteTask,
  work: Work,
  options: ExecuteOptions = {},
): Promise<ExecuteReport> {
  checkWork(work);
  checkOptions(options);
  options.signal?.throwIfAborted();
  const strategies: Readonly<Record<string, Strategy>> = { ...builtInStrategies, ...options.strategies };
  const prepared = prepare(work, options.strategy === 'parallel');
  const recommendation = await recommendationFor(services, task);
  const choice = chooseStrategy({
    asked: options.strategy,
    recommendation,
    minimumConfidence: options.minimumConfidence ?? services.settings.minimumConfidence,
    names: Object.keys(strategies),
    work: {
      form: prepared.form,
      independent: prepared.independent,
      checked: prepared.parts.some(({ checked }) => checked),
    },
  });
  const since = services.clock.elapsed();
  const tell = teller(options);
  const handle = await services.startRun(
    { ...task, approach: choice.name },
    { onWarning: (warning) => tell({ type: 'warning', warning }) },
  );
  const counts: CallCounts = new Map();
  const run = watchedRun(handle, counts);
  const { lanes } = prepared;
  const execution = beginExecution(services, { options, task, runId: handle.id, run, lanes, tell });
  tell({
    type: 'started',
    runId: handle.id,
    strategy: choice.name,
    parts: prepared.parts.map(({ name }) => name),
  });

  const failure = await carryOut(execution, prepared, strategies[choice.name]);
  const end = endOf(execution, prepared, choice.name, failure);
  const report: ExecuteReport = {
    runId: handle.id,
    strategy: choice.name,
    chosenBy: choice.by,
    recommendation,
    ...end,
    result: prepared.assemble(execution.results),
    recoveries: [...execution.recoveries],
    calls: [...counts.values()].reduce((sum, count) => sum + count, 0),
    tools: Object.fromEntries(counts),
    durationMs: services.clock.elapsed() - since,
  };
  const { outcome, approach, successFactors } = report;
  const isAborted = options.signal?.aborted === true;
  const error = failure === null || isAborted ? {} : { error: failure.error };
  const ending = { outcome, approach, successFactors, ...error, ...summaryOf(report, failure) };
  const finishing = handle.finish(ending);
  // The caller must get the error of the work, even when recording it fails.
  await (failure === null ? finishing : finishing.catch(() => {}));
  tell({ type: 'finished', report });
  if (failure !== null) throw failure.error;
  return report;
}

/** A recommendation that fails does not stop the work. */
async function recommendationFor(
  services: ExecuteServices,
  { inputs: _inputs, stage: _stage, ...question }: ExecuteTask,
): Promise<TaskRecommendation | null> {
  try {
    return await services.recommend(question);
  } catch {
    return null;
  }
}

interface PartFailure {
  readonly error: unknown;
}

/** Runs the strategy to its end, and returns the error to throw. An abort from outside does not wait for the parts. */
async function carryOut(
  execution: OngoingExecution,
  prepared: PreparedWork,
  strategy: Strategy | undefined,
): Promise<PartFailure | null> {
  const { signal: outer } = execution.options;
  const plan = planFor(execution, prepared);
  try {
    await orAborted(outer, begin(strategy, plan));
    await orAborted(outer, plan.settled());
  } catch (error) {
    execution.stop(error);
    await orAborted(outer, plan.settled()).catch(() => {});
    return { error };
  }
  const nothingDone = Object.keys(execution.results).length === 0;
  return nothingDone ? execution.firstError : null;
}

async function begin(strategy: Strategy | undefined, plan: Plan): Promise<void> {
  await strategy?.execute(plan);
}

const isDone = ({ status }: PartReport): boolean => status === 'done' || status === 'retried';

function endOf(
  execution: OngoingExecution,
  prepared: PreparedWork,
  strategy: string,
  failure: PartFailure | null,
) {
  const { ends, options, recoveries } = execution;
  const parts = prepared.parts.map(({ name }): PartReport => ends.get(name) ?? leftBehind(execution, name));
  const done = parts.filter(isDone).length;
  const cancelled = options.signal?.aborted === true;
  const outcome = failure === null || cancelled ? outcomeOf(done, parts.length, cancelled) : 'failure';
  const recovered = outcome !== 'failure' && recoveries.some(({ worked }) => worked);
  const { successFactors = [] } = options;
  const factors = [...execution.factors, ...(recovered ? ['error_recovery'] : []), ...successFactors];
  return {
    outcome,
    approach: recovered ? `${strategy}${recoveredMark}` : strategy,
    successFactors: outcome === 'failure' ? [] : [...new Set(factors)],
    parts,
  };
}

/** The report of a part that has not ended: it was never begun, or ignores the signal. */
function leftBehind({ begun, services }: OngoingExecution, name: string): PartReport {
  const going = begun.get(name);
  if (going === undefined) return { name, status: 'skipped', attempts: 0, durationMs: 0, error: null };
  const durationMs = services.clock.elapsed() - going.since;
  return { name, status: 'cancelled', attempts: going.attempt, durationMs, error: null };
}

function outcomeOf(done: number, total: number, cancelled: boolean): Outcome {
  if (done === total && !cancelled) return 'success';
  return done > 0 ? 'partial' : 'failure';
}

const maxSummaryLength = 1_000;

function summaryOf({ outcome, parts }: ExecuteReport, failure: PartFailure | null): { summary?: string } {
  if (outcome === 'success') return {};
  const [first] = parts.flatMap(({ error }) => error ?? []);
  const reason = (failure === null ? first : inWords(failure.error))?.message ?? 'the rest was left out';
  const done = parts.filter(isDone).length;
  const summary = parts.length === 1 ? reason : `${done} of ${parts.length} parts done: ${reason}`;
  return { summary: summary.slice(0, maxSummaryLength).toWellFormed() };
}
