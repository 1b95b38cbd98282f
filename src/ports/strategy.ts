import type { ShownSolution } from '../records/pattern.ts';
import type { RunHandle, SubTask } from './run-handle.ts';

/** The run as work sees it: everything but ending it, which `execute` does. */
export interface WorkRun extends Omit<RunHandle, 'finish' | 'subTask' | 'as'> {
  subTask(subTask: SubTask): WorkRun;
  as(agent: string): WorkRun;
}

/** What helped against an error before. It is words for people and agents; a remedy puts it into effect. */
export interface KnownSolution extends ShownSolution {
  /** How well it fits the error. */
  readonly score: number;
}

/** What a piece of work is told about the attempt it is in. */
export interface PartContext {
  /** Aborted when the whole is cancelled, or when this attempt has taken too long. Hand it to what can be aborted. */
  readonly signal: AbortSignal;
  /** 1 the first time. */
  readonly attempt: number;
  /** What was applied before this attempt, for work that has to go another way because of it. */
  readonly solution: KnownSolution | null;
  /** How long this attempt may take; null without a limit. */
  readonly timeoutMs: number | null;
  /** Results of the parts that are done, by name. */
  readonly results: Readonly<Record<string, unknown>>;
}

/** A piece of work. What it calls through `run` is recorded. */
export type PartWork<Result> = (run: WorkRun, context: PartContext) => Result | Promise<Result>;

/** A part with more to say than its work. */
export interface PartDetails {
  readonly work: PartWork<unknown>;
  /** Names of the parts that must be done first. Once one part has `after`, parts without it wait for none. */
  readonly after?: readonly string[];
  /** Whether the result is right. What comes after is not begun when it is not. */
  check?(result: unknown): boolean | Promise<boolean>;
}

/** Parts by name, in the order they are done in unless they say `after`. */
export type Parts = Readonly<Record<string, PartWork<unknown> | PartDetails>>;

/** Work in named parts. */
export interface PartsWork<Named extends Parts = Parts> {
  readonly parts: Named;
  /** How many may go on at the same time. 4 unless given. */
  readonly atOnce?: number;
}

/** The results of parts, by name. */
export type ResultsOf<Named extends Parts> = {
  readonly [Name in keyof Named]: Named[Name] extends PartWork<infer Result>
    ? Awaited<Result>
    : Named[Name] extends { readonly work: PartWork<infer Result> }
      ? Awaited<Result>
      : never;
};

/** Many items to be done alike, by calls that take several of them. */
export interface ItemsWork<Item = unknown, Result = unknown, Endpoint = unknown> {
  readonly items: readonly Item[];
  /** Does some of the items; answers as many results, in the same order. */
  batch(
    items: readonly Item[],
    run: WorkRun,
    context: PartContext & { readonly endpoint: Endpoint },
  ): readonly Result[] | Promise<readonly Result[]>;
  /** Items in a batch. 10 unless given. */
  readonly batchSize?: number;
  /** Batches that may go on at the same time. 4 unless given. */
  readonly atOnce?: number;
  /** Batches that each endpoint may be asked to do in a second. No limit unless given. */
  readonly ratePerSecond?: number;
  /** Batches that may be begun at once before the rate counts. 1 unless given. */
  readonly burst?: number;
  /** Addresses or keys that take turns. They are neither recorded nor reported. */
  readonly endpoints?: readonly Endpoint[];
}

/** What is to be done, by the caller's own functions. */
export type Work = PartWork<unknown> | PartsWork | ItemsWork;

/** A part as a strategy sees it. */
export interface PlannedPart {
  readonly name: string;
  /** Names of the parts that must be done first. */
  readonly after: readonly string[];
  readonly checked: boolean;
}

/** How a part is to be run. */
export interface PartRules {
  /** Tries again once when the check does not hold, even when no solution is known. */
  readonly repeatFailedCheck?: boolean;
  /** Waits and tries again when told to slow down; goes on at another endpoint when one is in trouble. */
  readonly patient?: boolean;
}

/** What a strategy is given: the parts, and how to run them. */
export interface Plan {
  readonly form: 'function' | 'parts' | 'items';
  /** Every part after those it waits for. A single function is one part; items are a part a batch. */
  readonly parts: readonly PlannedPart[];
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /**
   * Runs a part: recorded, checked, and tried again when a known solution applies. Answers whether its check holds;
   * throws what the part threw.
   */
  run(part: PlannedPart, rules?: PartRules): Promise<boolean>;
  /** Cancels the rest: no part begins any more, and those going on are told by their signal. */
  stop(reason: unknown): void;
  /** Waits, and not longer than until the whole is cancelled. */
  wait(milliseconds: number): Promise<void>;
  /** Records what made it work. */
  factor(name: string): void;
}

/**
 * A way of doing work. Parts it does not run are reported as skipped.
 *
 * @example
 * const canary: Strategy = {
 *   description: 'The first part alone, then the rest at once',
 *   async execute({ parts: [first, ...rest], run }) {
 *     if (first !== undefined && (await run(first))) await Promise.all(rest.map((part) => run(part)));
 *   },
 * };
 */
export interface Strategy {
  readonly description: string;
  execute(plan: Plan): Promise<void>;
}

/** What a remedy has at hand. */
export interface RemedyContext {
  readonly solution: KnownSolution;
  /** What the last attempt threw. */
  readonly error: unknown;
  /** How long the error asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
  readonly part: string;
  /** Times this remedy was applied to this part before. */
  readonly applied: number;
  readonly signal: AbortSignal;
  readonly run: WorkRun;
  /** A number from 0 to just below 1. */
  random(): number;
  wait(milliseconds: number): Promise<void>;
  /** Lets the endpoint that was used rest; false when there is no other. */
  rotateEndpoint(): boolean;
  /** Gives the next attempts this many times as long; false when there is no limit. */
  extendTimeout(factor: number): boolean;
}

/** Puts a solution into effect before its part is tried again. */
export interface Remedy {
  readonly description: string;
  /** How often it may be applied to a part, with a try after each. Once unless given. */
  readonly tries?: number;
  /** Answers `false` when it does not apply here; the next solution is looked at then. */
  apply(context: RemedyContext): unknown;
}
