import type { Finding } from '../model/check.ts';
import type { JsonObject } from '../model/json.ts';
import type { Outcome } from '../model/record.ts';
import type { RunEnd } from './store.ts';

/** A tool: a function of one argument, usually an object. */
export type ToolFunction = (toolArguments: never) => unknown;
/** Tools by name. */
export type Toolset = Readonly<Record<string, ToolFunction>>;

/** A tool that says what it is. A model needs that to choose it, and a replay to know what it may repeat. */
export interface ToolDefinition {
  /**
   * The signal is aborted when nobody waits for the result any more. The key is the same for the same change of a replay,
   * however often it is tried: hand it to a service that takes one.
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
}
/** Tools that Engram may call by itself, by name: functions, or functions with what is to be said about them. */
export type Tools = Readonly<Record<string, ToolFunction | ToolDefinition>>;

/** The same tools, recorded. They always answer with a promise. */
export type RecordedTools<Tools extends Toolset> = {
  readonly [Name in keyof Tools]: (
    ...toolArguments: Parameters<Tools[Name]>
  ) => Promise<Awaited<ReturnType<Tools[Name]>>>;
};

/** A part of a larger task. */
export interface SubTask {
  readonly id: string;
  readonly text: string;
  readonly index?: number;
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
  readonly summary?: string;
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

/** Who hears what in a run. */
export interface RunOptions {
  /**
   * Hears the warning of a check before the call it is about is made, once in a run for each check. What it throws is
   * ignored, and nobody waits for it.
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
  ): Promise<Awaited<Result>>;
  /** Wraps a set of tools once; every call through them is recorded. */
  tools<Tools extends Toolset>(tools: Tools): RecordedTools<Tools>;
  /** Records a model call that was made. */
  model(call: ModelCall): Promise<void>;
  note(text: string): Promise<void>;
  /**
   * Says that what a check blocks is to be called all the same, in the rest of this run. How the call then ends is held
   * for or against the check.
   *
   * @example run.acknowledge('verify-npm-cache-status');
   */
  acknowledge(check: string): void;
  /** The same run, seen from one part of its task: steps recorded here carry the sub-task. */
  subTask(subTask: SubTask): RunHandle;
  finish(end: RunOutcome): Promise<RunReport>;
}
