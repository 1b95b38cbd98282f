import type { Outcome } from '../model/record.ts';
import type { RunEnd } from './store.ts';

/** A tool: a function of one argument, usually an object. */
export type ToolFunction = (toolArguments: never) => unknown;
/** Tools by name. */
export type Toolset = Readonly<Record<string, ToolFunction>>;

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

/**
 * A run that is being recorded. Recording never breaks the agent's work: when the store fails, the calls go
 * on, and `finish` reports what was lost.
 */
export interface RunHandle {
  readonly id: string;
  /** Calls a tool and records the call. What the tool throws is recorded and thrown on, untouched. */
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
  /** The same run, seen from one part of its task: steps recorded here carry the sub-task. */
  subTask(subTask: SubTask): RunHandle;
  finish(end: RunOutcome): Promise<RunReport>;
}
