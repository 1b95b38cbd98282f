import * as z from 'zod';
import { boundedJson, boundedJsonObject, nameText, storableText } from '../text/text.ts';
import { meanings } from './field.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { fraction, outcomeSchema, recordId, timestamp } from './record.ts';

const text = storableText.optional();
const name = nameText.optional();
const texts = lazySchema(() => z.array(storableText).optional());
const names = lazySchema(() => z.array(nameText).optional());
const count = z.number().int().nonnegative().optional();

/** What is known about a case that is to be decided: values by name. */
export const caseFeatures = z.record(nameText, z.union([storableText, z.number(), z.boolean()]));

/**
 * The fields of each kind of memory. Every field is optional, because for every kind `text` alone is valid
 * too; a field that the kind does not have is refused.
 */
export const memoryContents = {
  decision: lazyStrictObject(() => ({
    context: text,
    action: text,
    outcome: outcomeSchema.optional(),
    /** 0–1, where "partial" is too coarse; without it the outcome counts as 1, 0.5 or 0. */
    outcomeQuality: fraction.optional(),
    alternatives: texts,
    /** What was known about the case, such as `{"retries": 4}`: rules that tell the best action are drawn from it. */
    features: caseFeatures.optional(),
  })),
  failure: lazyStrictObject(() => ({
    errorSignature: text,
    rootCause: text,
    solution: text,
    prevention: text,
  })),
  success: lazyStrictObject(() => ({
    context: text,
    approach: text,
    keyFactors: texts,
    replicationSteps: texts,
  })),
  collaboration: lazyStrictObject(() => ({
    partners: names,
    interaction: name,
    outcome: outcomeSchema.optional(),
    lessons: texts,
  })),
  knowledge: lazyStrictObject(() => ({
    domain: name,
    knowledgeKind: name,
    expertise: name,
    relatedEntities: names,
  })),
  experience: lazyStrictObject(() => ({
    context: text,
    action: text,
    tools: names,
    outcome: outcomeSchema.optional(),
    metrics: z.record(z.string(), z.number()).optional(),
    lesson: text,
    issueId: recordId.optional(),
    pullRequestId: recordId.optional(),
  })),
  entity: lazyStrictObject(() => ({
    entityType: name,
    name,
    properties: boundedJsonObject.optional(),
    firstSeen: timestamp.optional().register(meanings, { form: 'time' }),
    lastUpdated: timestamp.optional().register(meanings, { form: 'time' }),
    interactionCount: count,
    relations: z.array(z.strictObject({ relation: nameText, entity: nameText })).optional(),
  })),
  rule: lazyStrictObject(() => ({
    ruleKind: z.enum(['guideline', 'constraint', 'preference']).optional(),
    learnedFrom: recordId.optional(),
    timesApplied: count,
    ruleSuccessRate: fraction.optional(),
  })),
  preference: lazyStrictObject(() => ({
    key: name,
    value: boundedJson.optional(),
    metadata: boundedJsonObject.optional(),
  })),
} as const;

/** The nine kinds of memory. */
export type MemoryKind = keyof typeof memoryContents;
export const memoryKinds = Object.keys(memoryContents) as [MemoryKind, ...MemoryKind[]];
/** The fields of one kind of memory: `MemoryContent<'decision'>`. */
export type MemoryContent<Kind extends MemoryKind> = z.infer<(typeof memoryContents)[Kind]>;
