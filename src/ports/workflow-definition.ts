import type { Json, JsonObject } from '../json/json.ts';

/** What a step is given. */
export interface StepContext {
  /**
   * The same for the same step of the same workflow, however often it is tried: hand it to a service that takes one, and what
   * the step does there is done once.
   */
  readonly idempotencyKey: string;
  /** Aborted when the time of the step is over, or nobody wants its result any more. */
  readonly signal: AbortSignal;
  /** How often it was tried, with this time. */
  readonly attempt: number;
}

/** How often a step that fails is tried again, and after how long. */
export interface RetryPolicy {
  /** Tries in all. 1 unless it is said: what a step does outside is not done twice without being asked for. */
  readonly attempts?: number;
  /** Before the second try; 1,000 unless it is said. It doubles with each try, and a part of it is left to chance. */
  readonly delayMs?: number;
  /** 60,000 unless it is said. */
  readonly maxDelayMs?: number;
  /** Whether an error is worth another try; each is, unless it is said. */
  readonly isWorthRetrying?: (error: unknown) => boolean;
}

/** How a step is done. */
export interface StepOptions {
  readonly retry?: RetryPolicy;
  /** After this it has failed, and its signal is aborted. */
  readonly timeoutMs?: number;
}

/** What a step may answer: what JSON can say. Nothing becomes null. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that answers nothing is a step, too
type StepResult = Json | undefined | void;

/** What comes back: after a crash the result is read again from its checkpoint. */
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

/** What a workflow is done with. Everything that must not be done twice goes through it. */
export interface Flow {
  /** The id of the workflow. */
  readonly id: string;
  /**
   * Does something once. Its result is on the disk before this resolves, and after a crash it is read from there.
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
   * Does tasks as soon as those they need are done, side by side. Answers their results by name.
   *
   * @example
   * await flow.dag('checks', { build: { run: build }, test: { needs: ['build'], run: test }, lint: { run: lint } });
   */
  dag(
    key: string,
    tasks: Readonly<Record<string, DagTask>>,
    options?: { readonly concurrency?: number },
  ): Promise<Readonly<Record<string, Json>>>;
  /** Waits so long. Nobody holds the workflow meanwhile, so it may be days. */
  sleep(key: string, milliseconds: number): Promise<void>;
  /**
   * Waits for a signal of this topic, and answers what it carries; null when the time is over. Signals that came before are
   * answered in the order they came, each once.
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
  /** A running workflow is only gone on with by a definition of its own version. */
  readonly version: string;
  run(flow: Flow, input: Input): Promise<Output>;
}

/** A definition whatever it takes and answers. */
export type AnyWorkflow = WorkflowDefinition<never, Json>;
