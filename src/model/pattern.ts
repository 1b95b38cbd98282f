import * as z from 'zod';
import { fraction, recordId, sourceSchema, timestamp } from './record.ts';
import { slugSchema } from './slug.ts';
import { nameText, storableText } from './text.ts';

/** How one action went, over all attempts in one situation. */
export const actionStatisticsSchema = z.object({
  action: storableText,
  attempts: z.number().int().positive(),
  /** Sum of outcome qualities: a success counts 1, a partial success 0.5. */
  successes: z.number().nonnegative(),
  successRate: fraction,
  /** What the success rate is at least, with 90 % certainty. Ranking goes by this, so 1 of 1 does not beat 95 of 100. */
  lowerBound: fraction,
  lastAttemptAt: timestamp,
});
/** How one action went, over all attempts in one situation. */
export type ActionStatistics = z.infer<typeof actionStatisticsSchema>;

/** Statistics over many records. Derived: `derivedFrom` names the evidence. */
export const patternSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decision'),
    slug: slugSchema,
    context: storableText,
    actions: z.array(actionStatisticsSchema),
    derivedFrom: z.array(sourceSchema),
  }),
  z.object({
    kind: z.literal('failure'),
    slug: slugSchema,
    signature: storableText,
    occurrences: z.number().int().nonnegative(),
    firstSeenAt: timestamp.nullable(),
    lastSeenAt: timestamp.nullable(),
    tools: z.array(nameText),
    runs: z.array(recordId),
    derivedFrom: z.array(sourceSchema),
  }),
]);
/** Statistics over many records, with the evidence they were made from. */
export type Pattern = z.infer<typeof patternSchema>;
/** Every action tried in one situation, the most promising first. */
export type DecisionPattern = Extract<Pattern, { kind: 'decision' }>;
/** One failure, wherever and whenever it happened. */
export type FailurePattern = Extract<Pattern, { kind: 'failure' }>;
