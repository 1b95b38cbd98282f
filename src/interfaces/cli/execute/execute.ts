import { snapshot } from '../../../capture/snapshot.ts';
import { loadRun } from '../../../engine/stages.ts';
import { EngramError, invalidInput } from '../../../errors.ts';
import type { Work } from '../../../ports/strategy.ts';
import { parseInput } from '../../../records/parse.ts';
import type { Outcome } from '../../../records/record.ts';
import type {
  ExecuteOptions,
  ExecuteProgress,
  ExecuteReport,
  ExecuteTask,
} from '../../../run/execute/contract.ts';
import { readWorkModule } from '../../../run/execute/work-module.ts';
import { describeThrown } from '../../../text/thrown.ts';
import type { CommandCall } from '../call.ts';
import { loadModule } from '../load-module.ts';
import { presentExecution, progressLine } from '../present/execution.ts';
import { errorLine, safe } from '../present/presenter.ts';
import { abortWhenStopped } from '../terminal.ts';
import { executedTask, optionFields } from './flags.ts';

/** The report is printed whatever the outcome; scripts see by this how it went. */
const exitCodes: Readonly<Record<Outcome, number>> = { success: 0, partial: 6, failure: 1 };

/** `execute`: runs the work of a module and shows its result (ADP-1, ADP-2). */
export async function executeModule(call: CommandCall): Promise<number> {
  const { own, terminal, paint, asJson } = call;
  const task = taskOf(call);
  const { work, options } = readWorkModule(await loadModule(String(own['module']), terminal.folder));
  const stopping = abortWhenStopped(terminal);
  const { report, failure } = await carryOut(call, task, work, {
    ...options,
    ...fieldsOf(own, optionFields),
    signal: AbortSignal.any([stopping.signal, ...(options.signal === undefined ? [] : [options.signal])]),
  });
  // Without a report nothing was begun: that is a refusal like that of any other command.
  if (report === undefined && failure !== undefined && !stopping.signal.aborted) throw failure.error;
  if (report !== undefined) {
    const text = asJson
      ? JSON.stringify(snapshot(report).value)
      : presentExecution(report, paint, terminal.columns);
    terminal.write(`${text}\n`);
  }
  if (failure !== undefined) tellFailure(call, failure.error, stopping.signal.aborted);
  return report === undefined ? exitCodes.failure : exitCodes[report.outcome];
}

function fieldsOf(values: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** From the flags, and from a body. */
function taskOf({ input, own }: CommandCall): ExecuteTask {
  const given = { ...input, ...fieldsOf(own, Object.keys(executedTask.shape)) };
  const task = parseInput(executedTask, given, 'task');
  if (task.task === undefined && task.description === undefined) {
    throw invalidInput('Say what is to be done: --task with the id of a stored task, or --description.', {
      details: { fields: ['task', 'description'] },
    });
  }
  return task;
}

interface End {
  /** Undefined when it was refused before anything was begun. */
  readonly report: ExecuteReport | undefined;
  readonly failure?: { readonly error: unknown };
}

async function carryOut(
  { request, terminal, paint }: CommandCall,
  task: ExecuteTask,
  work: Work,
  options: ExecuteOptions,
): Promise<End> {
  const reports: ExecuteReport[] = [];
  const onProgress = (event: ExecuteProgress): void => {
    if (event.type === 'finished') reports.push(event.report);
    const line = terminal.showsProgress ? progressLine(event, paint) : undefined;
    if (line !== undefined) terminal.writeError(`${line}\n`);
    options.onProgress?.(event);
  };
  const [context, { executeTask }] = await Promise.all([request.open(), loadRun()]);
  try {
    return { report: await executeTask(context, context.viewer, task, work, { ...options, onProgress }) };
  } catch (error) {
    return { report: reports[0], failure: { error } };
  }
}

/** The error of the caller's own work: shown unchanged, with its place in the source. */
function tellFailure({ terminal, paint, asJson }: CommandCall, error: unknown, stopped: boolean): void {
  const { type, message } = describeThrown(error);
  if (asJson) {
    const code = EngramError.is(error) ? error.code : 'internal';
    terminal.writeError(`${JSON.stringify({ error: { code, message, details: { type } } })}\n`);
    return;
  }
  terminal.writeError(errorLine(message, paint));
  if (stopped || EngramError.is(error) || !(error instanceof Error)) return;
  terminal.writeError(`${paint.dim(safe(String(error.stack ?? '')))}\n`);
}
