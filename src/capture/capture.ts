import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../ports/clock.ts';
import type { Context } from '../ports/context.ts';
import type { Guard } from '../ports/guard.ts';
import type { CallOptions, RecordedTools, RunHandle, RunOptions, Toolset } from '../ports/run-handle.ts';
import type { Captured } from '../records/captured.ts';
import { schemaVersion } from '../records/record.ts';
import type { Run, RunMode } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Provenance, Step, StepError, ToolStep } from '../records/step.ts';
import { describeThrown } from '../text/thrown.ts';
import { type Crew, createCrew } from './crew.ts';
import { blockedCall, blockedNote, type GuardedRun, guardRun } from './guard.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { prepareRun, type StartRun, toolValues } from './runs.ts';
import { snapshot, snapshotArguments, storableCopy } from './snapshot.ts';
import { repeatsError, safeName, stepError } from './steps.ts';
import { type FactorWatch, watchFactors } from './success-factors.ts';
import { takeCaptured } from './take-captured.ts';

/** The step that is going on, so that calls inside calls know their parent. */
const current = new AsyncLocalStorage<{ readonly runId: string; readonly stepId: string }>();

/**
 * Starts a run and returns its handle, which records what an agent does. A guard, if there is one, looks at its calls
 * before they are made.
 *
 * @param options.provenance how its steps are known: `made` where Engram makes the calls, else `wrapped`
 */
export async function openRun(
  context: Context,
  viewer: Viewer,
  input: StartRun,
  mode: RunMode = { kind: 'normal' },
  {
    guard,
    onWarning,
    provenance,
  }: RunOptions & { readonly guard?: Guard | undefined; readonly provenance: Provenance },
): Promise<RunHandle> {
  const run = await prepareRun(context, viewer, input, mode);
  const recorder = createRecorder(context.store, (count, reason) =>
    context.emit({ type: 'records-lost', at: context.clock.now(), scope: run.scope, count, reason }),
  );
  await recorder.write({ type: 'start-run', run });
  const guarded = guard === undefined ? null : guardRun(context, run, recorder, guard, onWarning);
  const course = createCourse(context.clock, run.createdAt);
  const factors = watchFactors(run, context.settings.learning.factorRules);
  const crew = createCrew(run, recorder);
  const recording: Recording = {
    ...{ context, run, recorder, guarded, course, crew, factors, provenance },
    errors: [],
  };
  return runHandle(recording, { subTask: null, agent: null });
}

/** A run that is being recorded. */
interface Recording {
  readonly context: Context;
  readonly run: Run;
  readonly recorder: Recorder;
  readonly guarded: GuardedRun | null;
  readonly course: RunCourse;
  readonly crew: Crew;
  /** What it succeeds by, when nobody says so. */
  readonly factors: FactorWatch;
  /** How its steps are known: by who makes the calls. */
  readonly provenance: Provenance;
  /** Messages of the failures recorded so far. */
  readonly errors: string[];
}

/** Where a run has got to. */
interface RunCourse {
  /** Given out when a step starts, so that parallel calls keep the order they were made in. */
  nextPosition(): number;
  /** The time, which within a run does not go back although the machine's clock may. */
  now(): number;
}

function createCourse(clock: Clock, startedAt: number): RunCourse {
  const since = clock.elapsed();
  let next = 0;
  return {
    nextPosition: () => next++,
    now: () => Math.max(clock.now(), startedAt + Math.floor(clock.elapsed() - since)),
  };
}

/** @param part whose work it is, and which part of the task */
function runHandle(recording: Recording, part: Pick<ToolStep, 'subTask' | 'agent'>): RunHandle {
  const { context, run, recorder, guarded, course, crew, factors, provenance, errors } = recording;
  const { clock, ids } = context;

  function beginStep() {
    const parent = current.getStore();
    const now = course.now();
    return {
      schemaVersion,
      id: ids('step'),
      scope: run.scope,
      createdAt: now,
      runId: run.id,
      parentId: parent?.runId === run.id ? parent.stepId : null,
      subTask: part.subTask,
      agent: part.agent,
      position: course.nextPosition(),
      provenance,
      startedAt: now,
    } as const;
  }

  const record = (step: Step): Promise<void> => {
    factors.saw(step);
    return recorder.write({ type: 'append-step', step, ...crew.heardBy() });
  };

  const recordNote = (begun: ReturnType<typeof beginStep>, text: string): Promise<void> =>
    record({ ...begun, kind: 'note', text: storableCopy(text), durationMs: 0, success: true, error: null });

  async function noteError(thrown: unknown): Promise<void> {
    const { type, message } = describeThrown(thrown);
    if (errors.some((known) => repeatsError(message, known))) return;
    errors.push(message);
    const error = stepError(type, message);
    await record({ ...beginStep(), kind: 'note', text: error.message, durationMs: 0, success: false, error });
  }

  async function call<Arguments, Result>(
    tool: string,
    toolArguments: Arguments,
    execute: (toolArguments: Arguments) => Result,
    { check }: CallOptions = {},
  ): Promise<Awaited<Result>> {
    const begun = beginStep();
    const given = snapshotArguments(toolArguments);
    if (guarded !== null) {
      const name = safeName(tool);
      const blocking = guarded.before(name, given, begun);
      if (blocking.length > 0) {
        // A note and no failed call: a tool that was not called did not fail.
        await recordNote(begun, blockedNote(name, blocking));
        guarded.told(blocking);
        throw blockedCall(name, blocking);
      }
    }
    const here = { runId: run.id, stepId: begun.id };
    // Without a check there is no await here: a tool that streams its answer must be called at once.
    const captured: Captured | undefined =
      check === undefined
        ? undefined
        : await current.run(here, takeCaptured, check, given.value, {
            timeoutMs: context.settings.tools.checkTimeoutMs,
            maxBytes: context.settings.capture.maxValueBytes,
          });
    const since = clock.elapsed();
    const recordCall = (result: unknown, error: StepError | null): Promise<void> => {
      const durationMs = clock.elapsed() - since;
      guarded?.after(safeName(tool), error === null);
      const values = toolValues(context, given, snapshot(result));
      // Spelled out and not spread: every tool call passes here, and spreading costs more than all the rest.
      return record({
        kind: 'tool',
        schemaVersion,
        id: begun.id,
        scope: begun.scope,
        createdAt: begun.createdAt,
        runId: begun.runId,
        parentId: begun.parentId,
        subTask: begun.subTask,
        agent: begun.agent,
        position: begun.position,
        provenance,
        startedAt: begun.startedAt,
        tool: safeName(tool),
        arguments: values.arguments,
        result: values.result,
        truncated: values.truncated,
        captured,
        durationMs,
        success: error === null,
        error,
      });
    };
    let result: Awaited<Result>;
    try {
      result = await current.run(here, execute, toolArguments);
    } catch (thrown) {
      const { type, message } = describeThrown(thrown);
      errors.push(message);
      await recordCall(null, stepError(type, message));
      throw thrown;
    }
    await recordCall(result, null);
    return result;
  }

  return {
    id: run.id,
    call,
    tools<Tools extends Toolset>(tools: Tools): RecordedTools<Tools> {
      const wrapped = Object.entries(tools).map(([name, tool]) => [
        name,
        typeof tool === 'function'
          ? (toolArguments: never) => call(name, toolArguments, tool)
          : (toolArguments: never) => call(name, toolArguments, (given) => tool.execute(given, {}), tool),
      ]);
      return Object.fromEntries(wrapped);
    },
    async model({ model, inputTokens = 0, outputTokens = 0, durationMs: told = 0 }) {
      const begun = beginStep();
      // Callers that measure by the time of day report a negative duration when their clock is set back.
      const durationMs = Math.max(0, told);
      await record({
        ...begun,
        // It is told after it happened.
        startedAt: Math.max(0, Math.round(begun.startedAt - durationMs)),
        kind: 'model',
        model: safeName(model),
        inputTokens,
        outputTokens,
        durationMs,
        success: true,
        error: null,
      });
    },
    note: async (text) => recordNote(beginStep(), text),
    noteError,
    acknowledge: (check) => guarded?.acknowledge(check),
    subTask: ({ id, text, index = 0, agent }) =>
      runHandle(recording, {
        subTask: { id: safeName(id), text, index },
        agent: agent === undefined ? part.agent : crew.join(agent),
      }),
    as: (agent) => runHandle(recording, { ...part, agent: crew.join(agent) }),
    async finish({ outcome, error, summary = summaryOf(error), successFactors = [], approach }) {
      if (error !== undefined && outcome !== 'success') await noteError(error);
      const isNamed = successFactors.length > 0 || outcome === 'failure';
      const end = {
        outcome,
        finishedAt: course.now(),
        summary: summary === null ? null : storableCopy(summary),
        successFactors: (isNamed ? successFactors : factors.found(summary)).map(safeName),
        ...(approach === undefined ? {} : { approach: safeName(approach) }),
      };
      await recorder.write({
        type: 'finish-run',
        owner: run.scope,
        runId: run.id,
        end,
        ...crew.heardBy(),
      });
      const lost = await recorder.flush();
      return { id: run.id, ...end, lost };
    },
  };
}

/** What is said of a run that an error ended. */
function summaryOf(error: unknown): string | null {
  return error === undefined ? null : describeThrown(error).message.slice(0, 1_000).toWellFormed();
}

/**
 * Runs a piece of work as a run and closes it: success when it returns, failure when it throws. The error
 * goes on to the caller.
 */
export async function recordRun<Result>(
  handle: RunHandle,
  work: (run: RunHandle) => Promise<Result> | Result,
): Promise<Result> {
  let result: Result;
  try {
    result = await work(handle);
  } catch (thrown) {
    await handle.finish({ outcome: 'failure', error: thrown });
    throw thrown;
  }
  await handle.finish({ outcome: 'success' });
  return result;
}
