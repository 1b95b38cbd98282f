import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import {
  explainedArgumentSchema,
  explainedCallSchema,
  explainedCheckSchema,
  explainedGuardSchema,
  learnedChangeSchema,
} from '../records/explained-plan.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { agentMemorySchema } from '../records/lesson.ts';
import { loopSchema } from '../records/loop-schema.ts';
import { count } from '../records/number.ts';
import { bindingSchema, effects } from '../records/plan.ts';
import { outcomeSchema, timestamp } from '../records/record.ts';
import { exampleSchema, runCostSchema, templateSchema } from '../records/template.ts';

/** A template with its plan in words. */
export const shownTemplate = lazySchema(() =>
  templateSchema.extend({ explained: z.array(explainedCallSchema).readonly() }),
);

/** What could not be found out while a template was made of runs. */
const warnings = z.array(z.string()).readonly().optional();

/** A template that learned from another run, with what that changed. */
export const learnedTemplate = lazySchema(() =>
  shownTemplate.extend({ warnings, changes: z.array(learnedChangeSchema).readonly() }),
);

export const savedTemplate = lazySchema(() => templateSchema.extend({ warnings, templateId: z.string() }));

export const templateVersions = lazyObject(() => ({ items: z.array(templateSchema).readonly() }));

const ranCall = lazyObject(() => ({
  tool: z.string(),
  arguments: jsonObject,
  result: json,
  matched: z.boolean(),
  cached: z.literal(true).optional(),
  earlier: z.literal(true).optional(),
  verified: z.literal(true).optional(),
}));

const divergence = lazyObject(() => ({
  call: count,
  round: count.optional(),
  tool: z.string(),
  reason: z.string(),
  expected: z.string(),
  found: z.string(),
  remaining: z.array(z.string()).readonly(),
  place: z.string().optional(),
  check: z.literal(true).optional(),
  uncertain: z.literal(true).optional(),
  matters: z.string().optional(),
  next: z
    .array(z.object({ when: z.string(), operation: z.string(), input: jsonObject }))
    .readonly()
    .optional(),
}));

const ended = lazySchema(() => z.enum(['completed', 'failed']));

export const templateRun = lazySchema(() =>
  z.discriminatedUnion('status', [
    z.object({
      status: z.enum(['completed', 'diverged', 'failed', 'needs_input']),
      templateId: z.string(),
      runId: z.string(),
      mode: z.enum(['replay', 'adaptive']),
      modelCalls: count,
      toolCalls: z.array(ranCall).readonly(),
      divergence: divergence.optional(),
      filled: z
        .array(
          z.object({
            parameter: z.string(),
            place: z.string(),
            value: json,
            modelCalls: count,
            inputTokens: count,
            outputTokens: count,
            problem: z.string().optional(),
          }),
        )
        .readonly()
        .optional(),
      fallback: z.object({ status: ended, text: z.string() }).optional(),
      text: z.string().optional(),
      durationMs: z.number(),
      resumed: z.string().optional(),
      repeated: z.literal(true).optional(),
    }),
    z.object({
      status: z.literal('planned'),
      templateId: z.string(),
      parameters: jsonObject,
      calls: z
        .array(
          z.object({
            tool: z.string(),
            effect: z.enum(effects),
            arguments: bindingSchema,
            preview: json,
            loop: loopSchema.optional(),
            explained: z.array(explainedArgumentSchema).readonly().optional(),
            guards: z.array(explainedGuardSchema).readonly().optional(),
            check: explainedCheckSchema.optional(),
            asksAsRecorded: z.boolean().optional(),
          }),
        )
        .readonly(),
      asks: z
        .array(z.object({ parameter: z.string(), example: json, places: z.array(z.string()).readonly() }))
        .readonly()
        .optional(),
      problems: z.array(z.string()).readonly(),
    }),
  ]),
);

export const solved = lazyObject(() => ({
  status: ended,
  runId: z.string(),
  text: z.string(),
  modelCalls: count,
  toolCalls: z.array(ranCall).readonly(),
  reason: z.string().optional(),
  durationMs: z.number(),
}));

const ratio = z.number().nullable();
const runCosts = lazySchema(() =>
  runCostSchema.extend({
    runs: count,
    successes: count,
    modelCallsPerSubTask: z.number(),
  }),
);
const ratios = lazySchema(() =>
  z.object({ modelCalls: ratio, steps: ratio, tokens: ratio, wallTimeMs: ratio }).nullable(),
);

export const templateComparison = lazyObject(() => ({
  templateId: z.string(),
  slug: z.string(),
  version: count,
  first: runCosts,
  adaptive: runCosts.nullable(),
  replay: runCosts.nullable(),
  ratios: z.object({ adaptive: ratios, replay: ratios }),
  runs: z
    .array(
      runCostSchema.extend({
        runId: z.string(),
        style: z.enum(['first', 'adaptive', 'replay']),
        outcome: outcomeSchema,
        finishedAt: timestamp,
      }),
    )
    .readonly(),
}));

export const templateDiff = lazyObject(() => ({
  templateId: z.string(),
  slug: z.string(),
  from: count,
  to: count,
  changes: z
    .array(z.object({ at: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .readonly(),
}));

export const agentMemories = lazyObject(() => ({ items: z.array(agentMemorySchema).readonly() }));

export const examples = lazyObject(() => ({
  items: z
    .array(
      exampleSchema.extend({
        id: z.string(),
        templateId: z.string(),
        sourceTaskId: z.string().nullable(),
        at: timestamp,
      }),
    )
    .readonly(),
}));

export const counted = lazyObject(() => ({ count }));
export const deleted = lazyObject(() => ({ deleted: z.string() }));
