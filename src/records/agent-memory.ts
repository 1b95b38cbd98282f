import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction, recordId, timestamp } from './record.ts';

const points = lazySchema(() => z.array(storableText).max(50).default([]));

/** What an agent knows about the work of a template (TPL-2), as a model or the rules distilled it from logs. */
export type Distilled = z.infer<typeof distilledSchema>;
export const distilledSchema = lazyStrictObject(() => ({
  strategies: points,
  toolSequence: z
    .array(z.strictObject({ step: z.number().int().positive(), tool: nameText, rationale: storableText }))
    .max(100)
    .default([]),
  pitfalls: points,
  tips: points,
  insights: points,
}));

/** What a client sent that the fields would not give back: fields of its own, and its own way to write ours. */
const sent = lazySchema(() => jsonObject.default({}));

/** The memory of one agent for one template. */
export type AgentMemoryContent = z.infer<typeof agentMemoryContentSchema>;
export const agentMemoryContentSchema = lazySchema(() =>
  distilledSchema.extend({
    templateId: recordId,
    /** Null for work that no agent is named for. */
    agent: nameText.nullable(),
    /** The part of the task it is about; null for all that the agent did. */
    subTask: recordId.nullable().default(null),
    confidence: fraction.default(0.5),
    /** Times it was distilled: once when the template was saved, then after each re-execution. */
    distillations: count.default(0),
    successes: count.default(0),
    executions: count.default(0),
    meanSteps: z.number().nonnegative().default(0),
    /** Who distilled it last: a language model, the rules, or somebody outside. */
    origin: z.enum(['model', 'rules', 'outside']).default('rules'),
    lastUpdatedAt: timestamp,
    sent,
  }),
);

/** A call that was reported for a template from outside (API-2). */
export const givenExampleContentSchema = lazyStrictObject(() => ({
  templateId: recordId,
  agent: nameText.nullable(),
  subTask: recordId.nullable().default(null),
  sourceTaskId: recordId.nullable().default(null),
  tool: nameText,
  arguments: jsonObject,
  result: json,
  /** A failed one is kept, and neither listed nor shown to an agent. */
  success: z.boolean().default(true),
  /** When the call was made, as far as that was said. */
  at: timestamp,
  sent,
}));
