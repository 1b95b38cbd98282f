import { safeName, stepError } from '../capture/steps.ts';
import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import type { StepContext, StepOptions } from '../ports/workflow-definition.ts';
import { schemaVersion } from '../records/record.ts';
import type { ToolStep } from '../records/step.ts';
import type { Workflow } from '../records/workflow.ts';
import {
  asJson,
  type Checkpoints,
  inMicroseconds,
  metBefore,
  noteOf,
  type StepNote,
  toldError,
} from './checkpoints.ts';
import type { Halt, OneExecution } from './execution.ts';
import { delayBefore } from './retry.ts';

/** Larger results are only in their checkpoint; the run says how large they were. */
const maxRecordedBytes = 1_000;

/** Does a step once: what it answered before is answered again. */
export type StepRunner = (
  key: string,
  work: (step: StepContext) => unknown,
  options?: StepOptions,
) => Promise<Json>;

/** What came of one try. */
type Tried =
  | { readonly result: Json }
  | { readonly error: unknown; readonly retryAt: number | null }
  | { readonly halt: Halt };

interface StepParts {
  readonly context: Context;
  readonly workflow: Workflow;
  readonly execution: OneExecution;
  readonly checkpoints: Checkpoints;
  /** Results that were given again because they hold secrets, by step. */
  readonly given: Readonly<Record<string, Json>>;
}

export function createStepRunner(parts: StepParts): StepRunner {
  const { context, workflow, execution, checkpoints, given } = parts;
  const { clock, random } = context;

  return async (key, work, options = {}) => {
    const known = checkpoints.get(key);
    if (known?.state === 'done') {
      if (Object.hasOwn(given, key)) return given[key] ?? null;
      if (noteOf(known).isRedacted === true) {
        execution.halt({ kind: 'needs_input', step: key, message: withoutSecret(key) });
        return execution.forEver();
      }
      return known.result;
    }
    const failed = known?.state === 'failed' ? noteOf(known) : {};
    if (failed.retryAt === null) throw metBefore(known?.result as JsonObject);
    let retryAt = failed.retryAt ?? 0;
    for (let attempt = (failed.attempt ?? 0) + 1; ; attempt += 1) {
      if (retryAt > 0) {
        const until = retryAt;
        await execution.waitUntil(async () => (clock.now() >= until ? true : undefined), until);
      }
      if (execution.halted() !== undefined) return execution.forEver();
      const tried = await execution.during(() => tryOnce(key, attempt, work, options));
      if ('result' in tried) return tried.result;
      if ('halt' in tried) {
        execution.halt(tried.halt);
        return execution.forEver();
      }
      if (tried.retryAt === null) throw tried.error;
      retryAt = tried.retryAt;
    }
  };

  function timesOf(started: number): Pick<StepNote, 'workMs' | 'writeMs'> {
    const writeMs = checkpoints.writeMs();
    return {
      workMs: inMicroseconds(clock.elapsed() - started),
      ...(writeMs === undefined ? {} : { writeMs }),
    };
  }

  async function tryOnce(
    key: string,
    attempt: number,
    work: (step: StepContext) => unknown,
    { retry = {}, timeoutMs }: StepOptions,
  ): Promise<Tried> {
    const [startedAt, started] = [clock.now(), clock.elapsed()];
    const recorded = (fields: { result?: Json; error?: unknown }): Command[] => [
      recordedStep(parts, key, { startedAt, durationMs: clock.elapsed() - started, ...fields }),
    ];
    try {
      const idempotencyKey = `${workflow.id}/${key}`;
      const value = await inTime(execution.signal, timeoutMs, (signal) =>
        work({ idempotencyKey, signal, attempt }),
      );
      const result = asJson(value);
      const input = { order: checkpoints.done(), attempt, ...timesOf(started) };
      const halt = await checkpoints.keep({ key, state: 'done', input, result }, recorded({ result }));
      return halt === undefined ? { result } : { halt };
    } catch (error) {
      // One whose result nobody wants did not fail.
      const halted = execution.halted();
      if (execution.signal.aborted && halted !== undefined) return { halt: halted };
      const delay = delayBefore(retry, attempt, error, random);
      const retryAt = delay === null ? null : clock.now() + delay;
      const halt = await checkpoints.keep(
        {
          key,
          state: 'failed',
          input: { order: checkpoints.done(), attempt, retryAt },
          result: toldError(error),
        },
        recorded({ error }),
      );
      return halt === undefined ? { error, retryAt } : { halt };
    }
  }
}

function withoutSecret(key: string): string {
  return `The result of the step "${key}" held a secret, which is not kept. Give it again to go on.`;
}

/** A timer that is set to more than this goes off at once. It is 24 days. */
const longestTimerMs = 2 ** 31 - 1;

/** Work that is given up when its time is over, whether it hears of that or not. */
async function inTime(
  stopped: AbortSignal,
  timeoutMs: number | undefined,
  work: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  if (timeoutMs !== undefined && !(timeoutMs >= 0))
    throw new EngramError('invalid_input', `${timeoutMs} milliseconds are no time to take.`);
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort(stopped.reason);
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    stopped.addEventListener('abort', stop);
    if (stopped.aborted) stop();
    if (timeoutMs === undefined) return;
    const giveUp = () =>
      ending.abort(
        new EngramError('timeout', `It took longer than ${timeoutMs} ms.`, { details: { timeoutMs } }),
      );
    timer = setTimeout(giveUp, Math.min(timeoutMs, longestTimerMs));
  });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
    ended.catch(() => {});
  }
}

/** The step in the run that the workflow is recorded in. */
function recordedStep(
  { context, workflow, checkpoints }: StepParts,
  key: string,
  {
    startedAt,
    durationMs,
    result = null,
    error,
  }: {
    readonly startedAt: number;
    readonly durationMs: number;
    readonly result?: Json;
    readonly error?: unknown;
  },
): Command {
  const bytes = Buffer.byteLength(JSON.stringify(result));
  const isLarge = bytes > maxRecordedBytes;
  const step: ToolStep = {
    schemaVersion,
    id: context.ids('step'),
    scope: workflow.scope,
    createdAt: context.clock.now(),
    runId: workflow.runId,
    parentId: null,
    subTask: null,
    agent: null,
    position: checkpoints.done(),
    provenance: 'wrapped',
    startedAt,
    durationMs,
    success: error === undefined,
    error:
      error === undefined
        ? null
        : stepError(error instanceof Error ? error.name : 'Error', toldError(error).message),
    kind: 'tool',
    tool: safeName(key),
    arguments: {},
    result: isLarge ? { truncated: true, bytes } : result,
    truncated: isLarge ? ['result'] : [],
  };
  return { type: 'append-step', step };
}
