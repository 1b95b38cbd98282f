import type { Json, JsonObject } from '../json/json.ts';

/** What a step is given. */
export interface StepContext {
  /** The same for every attempt of a step, so that a service that accepts such keys does the work only once. */
  readonly idempotencyKey: string;
  /** Aborted when the step times out or its result is no longer needed. */
  readonly signal: AbortSignal;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/** How often a step that fails is tried again, and after how long. */
export interface RetryPolicy {
  /** Attempts in total; 1 by default, so that no side effect is repeated unless you allow it. */
  readonly attempts?: number;
  /** Delay before the second attempt; 1,000 by default. It doubles with each attempt and has random jitter. */
  readonly delayMs?: number;
  /** 60,000 by default. */
  readonly maxDelayMs?: number;
  /** Whether to retry after this error; by default after every error. */
  readonly isWorthRetrying?: (error: unknown) => boolean;
}

/** How a step is done. */
export interface StepOptions {
  readonly retry?: RetryPolicy;
  /** After this time the step fails, and its signal is aborted. */
  readonly timeoutMs?: number;
}

/** A step may return any JSON value; undefined becomes null. */
// biome-ignore lint/suspicious/noConfusingVoidType: a step may return nothing
type StepResult = Json | undefined | void;

/** The result as its checkpoint holds it, because after a crash it is read from there. */
type Kept<Result> = Result extends Json ? Result : null;

/** One task of a graph: a step that begins when those it needs are done. */
export interface DagTask extends StepOptions {
  /** Tasks whose results it takes. */
  readonly needs?: readonly string[];
  /** `results` holds those of the tasks it needs, by name. */
  readonly run: (
    results: Readonly<Record<string, Json>>,
    step: StepContext,
  ) => StepResult | Promise<StepResult>;
}

/** The durable operations of a workflow. Everything that must not be done twice goes through them. */
export interface Flow {
  /** The id of the workflow. */
  readonly id: string;
  /**
   * Runs a step once. Its result is on disk before this resolves, and after a crash it is read from there.
   * The key names the step within the workflow; it must not depend on time or chance.
   *
   * @example
   * const plan = await flow.step('plan', async ({ signal }) => makePlan(issue, signal), { retry: { attempts: 3 } });
   */
  step<Result extends StepResult>(
    key: string,
    work: (step: StepContext) => Result | Promise<Result>,
    options?: StepOptions,
  ): Promise<Kept<Result>>;
  /**
   * Runs tasks concurrently, each as soon as those it needs are done. Returns their results by name.
   *
   * @example
   * await flow.dag('checks', { build: { run: build }, test: { needs: ['build'], run: test }, lint: { run: lint } });
   */
  dag(
    key: string,
    tasks: Readonly<Record<string, DagTask>>,
    options?: { readonly concurrency?: number },
  ): Promise<Readonly<Record<string, Json>>>;
  /** Waits this long. No process holds the workflow meanwhile, so it may be days. */
  sleep(key: string, milliseconds: number): Promise<void>;
  /**
   * Waits for a signal of this topic and returns its value, or null after the timeout. Signals that arrived before are
   * returned in the order of their arrival, each once.
   */
  waitFor(topic: string, options?: { readonly key?: string; readonly timeoutMs?: number }): Promise<Json>;
  /** Starts another workflow and waits for its end. It fails when that one does. */
  child<Input extends JsonObject, Output extends Json>(
    key: string,
    definition: WorkflowDefinition<Input, Output>,
    input: Input,
  ): Promise<Output>;
}

/** A workflow: its name, its version, and what it does. */
export interface WorkflowDefinition<Input extends JsonObject = JsonObject, Output extends Json = Json> {
  readonly name: string;
  /** A running workflow is continued only by a definition of the same version. */
  readonly version: string;
  run(flow: Flow, input: Input): Promise<Output>;
}

/** A definition with any input and output. */
export type AnyWorkflow = WorkflowDefinition<never, Json>;
