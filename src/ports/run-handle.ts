import type { JsonObject } from '../json/json.ts';
import type { Finding } from '../records/check.ts';
import type { Outcome } from '../records/record.ts';
import type { RunEnd } from './store.ts';
import type { ToolCheck } from './tool-check.ts';

/** A tool: a function of one argument, usually an object. */
export type ToolFunction = (toolArguments: never) => unknown;
/** A tool that says what it is. A model needs that to choose it, and a replay to know what it may repeat. */
export interface ToolDefinition {
  /**
   * The signal is aborted when the result is no longer awaited. The key is the same for every attempt of a change in a
   * replay: hand it to a service that accepts idempotency keys.
   */
  readonly execute: (
    toolArguments: never,
    context: { readonly signal?: AbortSignal; readonly idempotencyKey?: string },
  ) => unknown;
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema?: JsonObject;
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** What it changes, it may also destroy. */
  readonly destructive?: boolean;
  /**
   * Calling it again with the same arguments, or the same `idempotencyKey`, changes nothing more; its result may be kept, and a
   * call that gave no answer may be made again.
   */
  readonly idempotent?: boolean;
  /** Its check: captured with each recorded call, and compared before a replay makes that call. */
  readonly check?: ToolCheck;
}
/** Tools that Engram may call by itself, by name: functions, or functions with what is to be said about them. */
export type Tools = Readonly<Record<string, ToolFunction | ToolDefinition>>;
/** Tools by name, to be recorded. */
export type Toolset = Tools;

/** The function that a tool is, or has. */
type Executed<Tool> = Tool extends { readonly execute: infer Execute } ? Execute : Tool;
/** What a recorded tool is called with: its arguments, and nothing that Engram adds to them. */
type ArgumentsOf<Tool> = Tool extends { readonly execute: (...given: infer Given) => unknown }
  ? Given extends [infer First, ...unknown[]]
    ? [toolArguments: First]
    : []
  : Tool extends (...given: infer Given) => unknown
    ? Given
    : never;
type ResultOf<Tool> =
  Executed<Tool> extends (...given: never[]) => infer Result ? Promise<Awaited<Result>> : never;

/** The same tools, recorded. They always answer with a promise. */
export type RecordedTools<Tools extends Toolset> = {
  readonly [Name in keyof Tools]: (...toolArguments: ArgumentsOf<Tools[Name]>) => ResultOf<Tools[Name]>;
};

/** What is known of a call beside its arguments. */
export interface CallOptions {
  /** Captured just before the call. If capturing fails, that is recorded and the call is still made. */
  readonly check?: Pick<ToolCheck, 'capture'> | undefined;
}

/** A part of a larger task, and the agent that does it when that is not the run's own. */
export interface SubTask {
  readonly id: string;
  readonly text: string;
  readonly index?: number;
  readonly agent?: string | undefined;
}

/** A model call that was made. */
export interface ModelCall {
  readonly model: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly durationMs?: number;
}

/** How a run ended. */
export interface RunOutcome {
  readonly outcome: Outcome;
  /** What came of it; the message of `error` when it is left out. */
  readonly summary?: string;
  /** The error that ended it, whatever was thrown: recorded as `noteError` does, unless the outcome is success. */
  readonly error?: unknown;
  readonly successFactors?: readonly string[];
  /** How it was done in the end, when that differs from what was begun. */
  readonly approach?: string;
}

/** Records that could not be kept, and why. */
export interface Loss {
  readonly records: number;
  readonly reason: string | null;
}

/** The end of a run, and how many of its records the store could not take. */
export interface RunReport extends RunEnd {
  readonly id: string;
  readonly lost: Loss;
}

/** Listeners of a run. */
export interface RunOptions {
  /**
   * Called with the warning of a check before the call that it is about, once per run and check. What it throws is
   * ignored, and it is not awaited.
   */
  readonly onWarning?: ((warning: Finding) => void) | undefined;
}

/**
 * A run that is being recorded. Recording never breaks the agent's work: when the store fails, the calls go
 * on, and `finish` reports what was lost.
 */
export interface RunHandle {
  readonly id: string;
  /**
   * Calls a tool and records the call. What the tool throws is recorded and thrown on, untouched. When a check blocks
   * the call, the tool is not called: it rejects with `blocked`, and the message says how to go on.
   */
  call<Arguments, Result>(
    tool: string,
    toolArguments: Arguments,
    execute: (toolArguments: Arguments) => Result,
    options?: CallOptions,
  ): Promise<Awaited<Result>>;
  /** Wraps a set of tools once; every call through them is recorded, with what the check of a tool captures before it. */
  tools<Tools extends Toolset>(tools: Tools): RecordedTools<Tools>;
  /** Records a model call that was made. */
  model(call: ModelCall): Promise<void>;
  note(text: string): Promise<void>;
  /**
   * Records an error that was thrown outside of a call, so that it becomes a failure pattern. One that a failed step of the run
   * has recorded already, also inside a longer message, is not recorded again.
   *
   * @example run.noteError(new TypeError('rows is undefined'));
   */
  noteError(error: unknown): Promise<void>;
  /**
   * Lets calls that a check blocks be made in the rest of this run. How the call ends counts for or against the check.
   *
   * @example run.acknowledge('verify-npm-cache-status');
   */
  acknowledge(check: string): void;
  /**
   * The same run, seen from one part of its task: steps recorded here carry the sub-task, and name its agent if it has one.
   *
   * @example
   * const coding = run.subTask({ id: 'code', index: 1, text: 'Write the fix', agent: 'coder' });
   * await coding.call('writeFile', { path }, writeFile);
   */
  subTask(subTask: SubTask): RunHandle;
  /**
   * The same run for another agent, which takes part in it from now on: steps recorded here name that agent, and it sees the
   * whole run. A run of the project itself has no other agents; start it with `agents`.
   *
   * @example
   * await run.as('reviewer').call('review', { change }, review);
   */
  as(agent: string): RunHandle;
  finish(end: RunOutcome): Promise<RunReport>;
}
