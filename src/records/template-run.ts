import type { Json, JsonObject } from '../json/json.ts';
import type { ExplainedArgument, ExplainedCheck, ExplainedGuard } from './explained-plan.ts';
import type { Binding, PlanStep } from './plan.ts';
import type { RunCost } from './template.ts';

/** One call of a template run, as it was made. Secrets are concealed. */
export interface RanCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  /** Whether the result was what the recorded one promised. Calls that a model chose have nothing to match. */
  readonly matched: boolean;
  /** Whether the result was kept from an earlier call, and the tool was not called. */
  readonly cached?: true;
  /** Whether it was made by the run that this one goes on with. */
  readonly earlier?: true;
  /** Whether it gave no answer, and a look showed that it took effect. */
  readonly verified?: true;
}

/** Where and why a replay stopped, and what it did not do. */
export interface Divergence {
  /** Number of the call in the plan, from 1. */
  readonly call: number;
  /** In a loop: which round, from 1. */
  readonly round?: number;
  readonly tool: string;
  readonly reason: string;
  readonly expected: string;
  readonly found: string;
  /** The place of the answer that differs, as `template edit --free` takes it: `1:$.customer`. */
  readonly place?: string;
  /** Set when the check of the tool did not let the call be made. */
  readonly check?: true;
  /** Tools of the plan that were not called. */
  readonly remaining: readonly string[];
  /** Why the replay does not go on although it could. */
  readonly matters?: string;
  /** What to do now, the likeliest first. */
  readonly next?: readonly NextStep[];
  /** Set when a call that may change something was made and its outcome is not known: it is never repeated. */
  readonly uncertain?: true;
}

/** Something to do about a stop: an operation of any interface, with its input. */
export interface NextStep {
  /** In which case, as the beginning of a sentence. */
  readonly when: string;
  readonly operation: string;
  readonly input: JsonObject;
}

/** An open argument that a model was asked for, with what that cost. */
export interface FilledArgument {
  readonly parameter: string;
  /** `2:$.amount` */
  readonly place: string;
  /** Null when it could not be filled. */
  readonly value: Json;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Why it could not be filled. */
  readonly problem?: string;
}

/** What a template run did. */
export interface TemplateRun {
  /**
   * `diverged`: the world is not as recorded; `failed`: a tool or the model failed; `needs_input`: it was resumed, and a value that
   * it needs was not kept, because it is a secret or came with an answer that was lost. Each stops at once.
   */
  readonly status: 'completed' | 'diverged' | 'failed' | 'needs_input';
  readonly templateId: string;
  readonly runId: string;
  readonly mode: 'replay' | 'adaptive';
  readonly modelCalls: number;
  readonly toolCalls: readonly RanCall[];
  readonly divergence?: Divergence;
  /** Open arguments that a model filled, one by one. */
  readonly filled?: readonly FilledArgument[];
  /** What the model did from the divergence on, when one is configured. */
  readonly fallback?: { readonly status: 'completed' | 'failed'; readonly text: string };
  /** What the model said at the end of an adaptive run. */
  readonly text?: string;
  readonly durationMs: number;
  /** The run that this one went on with. */
  readonly resumed?: string;
  /** Set when the same request was answered before: this is that answer, and nothing was called. */
  readonly repeated?: true;
}

/** The calls a replay would make, with where each value would come from. */
export interface DryRun {
  readonly status: 'planned';
  readonly templateId: string;
  readonly parameters: JsonObject;
  readonly calls: ReadonlyArray<
    Pick<PlanStep, 'tool' | 'effect' | 'loop'> & {
      readonly arguments: Binding;
      /** The arguments as far as they are known before anything is called; null where they are not. */
      readonly preview: Json;
      /** Each argument as explained, constant or open. */
      readonly explained?: readonly ExplainedArgument[];
      /** What must hold in its answer. */
      readonly guards?: readonly ExplainedGuard[];
      /** What the check of the tool is compared with before the call. */
      readonly check?: ExplainedCheck;
      /** Whether it asks what a recorded run asked: then the whole answer must be as recorded. */
      readonly asksAsRecorded?: boolean;
    }
  >;
  /** Values that it would ask for: open arguments, and secrets. */
  readonly asks?: ReadonlyArray<{
    readonly parameter: string;
    readonly example: Json;
    /** The arguments that the value is for: `2:$.amount`. */
    readonly places: readonly string[];
  }>;
  /** What would keep it from being run. */
  readonly problems: readonly string[];
}

/** Runs of a template counted together (TPL-10). */
export interface RunCosts extends RunCost {
  readonly runs: number;
  readonly successes: number;
  /** Model calls for each part of the task; a task without parts counts as one. */
  readonly modelCallsPerSubTask: number;
}

/** First run against re-runs. Means over the runs; `ratio` is re-runs to first run, null where the first had none. */
export interface TemplateComparison {
  readonly templateId: string;
  readonly slug: string;
  readonly version: number;
  readonly first: RunCosts;
  readonly adaptive: RunCosts | null;
  readonly replay: RunCosts | null;
  readonly ratios: {
    readonly adaptive: CostRatios | null;
    readonly replay: CostRatios | null;
  };
  /** One row a run, oldest first, for a chart. */
  readonly runs: ReadonlyArray<
    RunCost & {
      readonly runId: string;
      readonly style: 'first' | 'adaptive' | 'replay';
      readonly outcome: 'success' | 'failure' | 'partial';
      readonly finishedAt: number;
    }
  >;
}

/** Each figure of re-runs divided by that of the first run. */
export interface CostRatios {
  readonly modelCalls: number | null;
  readonly steps: number | null;
  readonly tokens: number | null;
  readonly wallTimeMs: number | null;
}
