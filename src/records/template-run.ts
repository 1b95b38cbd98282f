import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { explainedArgumentSchema, explainedCheckSchema, explainedGuardSchema } from './explained-plan.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { loopSchema } from './loop-schema.ts';
import { count } from './number.ts';
import { bindingSchema, effects } from './plan.ts';
import { outcomeSchema, timestamp } from './record.ts';
import { runCostSchema } from './template.ts';

const isSet = z.literal(true).exactOptional();

/** One call of a template run, as it was made. Secrets are concealed. */
export type RanCall = z.infer<typeof ranCallSchema>;
export const ranCallSchema = lazyObject(() => ({
  tool: z.string(),
  /** The agent that made the recorded call, in a template of several. */
  agent: z.string().exactOptional(),
  arguments: jsonObject,
  result: json,
  /** Whether the result was what the recorded one promised. Calls that a model chose have nothing to match. */
  matched: z.boolean(),
  /** Whether the result was kept from an earlier call, and the tool was not called. */
  cached: isSet,
  /** Whether it was made by the run that this one resumes. */
  earlier: isSet,
  /** Whether it gave no answer, and a look showed that it took effect. */
  verified: isSet,
}));

/** Something to do about a stop: an operation of any interface, with its input. */
export type NextStep = z.infer<typeof nextStepSchema>;
const nextStepSchema = lazyObject(() => ({
  /** In which case, as the beginning of a sentence. */
  when: z.string(),
  operation: z.string(),
  input: jsonObject,
}));

/** Where and why a replay stopped, and what it did not do. */
export type Divergence = z.infer<typeof divergenceSchema>;
const divergenceSchema = lazyObject(() => ({
  /** Number of the call in the plan, from 1. */
  call: count,
  /** In a loop: which round, from 1. */
  round: count.exactOptional(),
  tool: z.string(),
  reason: z.string(),
  expected: z.string(),
  found: z.string(),
  /** Tools of the plan that were not called. */
  remaining: z.array(z.string()).readonly(),
  /** The place of the answer that differs, as `template edit --free` takes it: `1:$.customer`. */
  place: z.string().exactOptional(),
  /** Set when the check of the tool did not let the call be made. */
  check: isSet,
  /** Set when a prevention check blocked the call. */
  blocked: isSet,
  /** Set when a call that may change something was made and its outcome is not known: it is never repeated. */
  uncertain: isSet,
  /** Why the replay does not go on although it could. */
  matters: z.string().exactOptional(),
  /** What to do now, the likeliest first. */
  next: z.array(nextStepSchema).readonly().exactOptional(),
}));

/** An open argument that a model was asked for, with what that cost. */
export type FilledArgument = z.infer<typeof filledArgumentSchema>;
const filledArgumentSchema = lazyObject(() => ({
  parameter: z.string(),
  /** `2:$.amount` */
  place: z.string(),
  /** Null when it could not be filled. */
  value: json,
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** Why it could not be filled. */
  problem: z.string().exactOptional(),
}));

/** A parameter that was not given, and the recorded value that it has. */
export type RecordedValue = z.infer<typeof recordedValueSchema>;
const recordedValueSchema = lazyObject(() => ({ parameter: z.string(), value: json }));

export const endedStatus = lazySchema(() => z.enum(['completed', 'failed']));

/** What a template run did. */
export type TemplateRun = z.infer<typeof templateRunSchema>;
export const templateRunSchema = lazyObject(() => ({
  /**
   * `diverged`: the world is not as recorded; `failed`: a tool or the model failed; `needs_input`: it was resumed, and a value that
   * it needs was not kept, because it is a secret or came with an answer that was lost. Each stops at once.
   */
  status: z.enum(['completed', 'diverged', 'failed', 'needs_input']),
  templateId: z.string(),
  runId: z.string(),
  mode: z.enum(['replay', 'adaptive']),
  modelCalls: count,
  toolCalls: z.array(ranCallSchema).readonly(),
  divergence: divergenceSchema.exactOptional(),
  /** Open arguments that a model filled, one by one. */
  filled: z.array(filledArgumentSchema).readonly().exactOptional(),
  /** Parameters that were not given and have a recorded value: the caller asked for it, or the plan only looks. */
  recorded: z.array(recordedValueSchema).readonly().exactOptional(),
  /** What the model did from the divergence on, when one is configured. */
  fallback: z.object({ status: endedStatus, text: z.string() }).exactOptional(),
  /** What the model said at the end of an adaptive run. */
  text: z.string().exactOptional(),
  durationMs: z.number(),
  /** The run that this one resumed. */
  resumed: z.string().exactOptional(),
  /** Set when the same request was answered before: this is that answer, and nothing was called. */
  repeated: isSet,
}));

const plannedCallSchema = lazyObject(() => ({
  tool: z.string(),
  effect: z.enum(effects),
  arguments: bindingSchema,
  /** The arguments as far as they are known before anything is called; null where they are not. */
  preview: json,
  loop: loopSchema.optional(),
  /** Each argument as explained, constant or open. */
  explained: z.array(explainedArgumentSchema).readonly().exactOptional(),
  /** What must hold in its answer. */
  guards: z.array(explainedGuardSchema).readonly().exactOptional(),
  /** What the check of the tool is compared with before the call. */
  check: explainedCheckSchema.exactOptional(),
  /** Whether it asks what a recorded run asked: then the whole answer must be as recorded. */
  asksAsRecorded: z.boolean().exactOptional(),
}));

const askedValueSchema = lazyObject(() => ({
  parameter: z.string(),
  example: json,
  /** The arguments that the value is for: `2:$.amount`. */
  places: z.array(z.string()).readonly(),
}));

/** The calls a replay would make, with where each value would come from. */
export type DryRun = z.infer<typeof dryRunSchema>;
export const dryRunSchema = lazyObject(() => ({
  status: z.literal('planned'),
  templateId: z.string(),
  parameters: jsonObject,
  /** Those among them that are recorded values. */
  recorded: z.array(recordedValueSchema).readonly().exactOptional(),
  calls: z.array(plannedCallSchema).readonly(),
  /** Values that it would ask for: open arguments, and secrets. */
  asks: z.array(askedValueSchema).readonly().exactOptional(),
  /** What would keep it from being run. */
  problems: z.array(z.string()).readonly(),
}));

/** Runs of a template counted together (TPL-10). */
export type RunCosts = z.infer<typeof runCostsSchema>;
const runCostsSchema = lazySchema(() =>
  runCostSchema.extend({
    runs: count,
    successes: count,
    /** Model calls for each part of the task; a task without parts counts as one. */
    modelCallsPerSubTask: z.number(),
  }),
);

const ratio = z.number().nullable();

/** Each figure of re-runs divided by that of the first run; null where the first had none. */
export type CostRatios = z.infer<typeof costRatiosSchema>;
const costRatiosSchema = lazyObject(() => ({
  modelCalls: ratio,
  steps: ratio,
  tokens: ratio,
  wallTimeMs: ratio,
}));

const comparedRunSchema = lazySchema(() =>
  runCostSchema.extend({
    runId: z.string(),
    style: z.enum(['first', 'adaptive', 'replay']),
    outcome: outcomeSchema,
    finishedAt: timestamp,
    /** Set for a replay that stopped by itself before it changed anything: it did what it should. */
    stoppedInTime: isSet,
  }),
);

/** First run against re-runs. Means over the runs. */
export type TemplateComparison = z.infer<typeof templateComparisonSchema>;
export const templateComparisonSchema = lazyObject(() => ({
  templateId: z.string(),
  slug: z.string(),
  version: count,
  first: runCostsSchema,
  adaptive: runCostsSchema.nullable(),
  replay: runCostsSchema.nullable(),
  /** Replays that stopped by themselves before they changed anything. They are no failures, and count in no mean. */
  stoppedInTime: count,
  ratios: z.object({ adaptive: costRatiosSchema.nullable(), replay: costRatiosSchema.nullable() }),
  /** One row a run, oldest first, for a chart. */
  runs: z.array(comparedRunSchema).readonly(),
}));
