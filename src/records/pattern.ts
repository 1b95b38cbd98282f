import * as z from 'zod';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction, outcomeSchema, recordId, sourceSchema, timestamp } from './record.ts';

/** How one action went, over all attempts in one situation. */
export type ActionStatistics = z.infer<typeof actionStatisticsSchema>;
export const actionStatisticsSchema = lazyObject(() => ({
  action: storableText,
  attempts: z.number().int().positive(),
  /** Sum of outcome qualities: a success counts 1, a partial success 0.5. */
  successes: z.number().nonnegative(),
  successRate: fraction,
  /** How many attempts the evidence is worth now: older ones, and those in other situations, count less. */
  effective: z.number().nonnegative(),
  /** What the success rate most likely is, by what the evidence is worth now. */
  mean: fraction,
  /** What the success rate is at least, with 90 % certainty. Ranking goes by this, so 1 of 1 does not beat 95 of 100. */
  lowerBound: fraction,
  sureness: z.enum(['unsure', 'fairly sure', 'sure']),
  lastAttemptAt: timestamp,
  /** The records it was counted from, newest first, the latest of them. */
  evidence: z.array(sourceSchema),
}));

/** One way through a decision tree: in cases in which the conditions hold, take the action. */
export type DecisionBranch = z.infer<typeof decisionBranchSchema>;
export const decisionBranchSchema = lazyObject(() => ({
  /** All must be as `holds` says; a case without the feature answers no. None where one action is best in every case. */
  conditions: z.array(
    z.object({
      feature: nameText,
      /** The value asked about; or the number it must be above. */
      is: z.union([storableText, z.boolean()]).optional(),
      above: z.number().optional(),
      holds: z.boolean(),
    }),
  ),
  /** The action to take; null when nothing that was tried here ever worked. */
  recommended: storableText.nullable(),
  /** Attempts of the recommended action; of all actions when none is recommended. */
  attempts: count,
  successes: z.number().nonnegative(),
  successRate: fraction,
  /** What the success rate is at least, with 90 % certainty. */
  lowerBound: fraction,
}));

/** Every action tried in one situation, the most promising first; and a template for decisions to come (LRN-14). */
export type DecisionPattern = z.infer<typeof decisionPatternSchema>;
export const decisionPatternSchema = lazyObject(() => ({
  kind: z.literal('decision'),
  slug: slugSchema,
  context: storableText,
  actions: z.array(actionStatisticsSchema),
  /** The context with its variable parts masked: situations that share it are decided alike. */
  signature: storableText,
  /** The decision tree as its branches, in order; the first whose conditions hold decides a case. */
  tree: z.array(decisionBranchSchema),
  /** How much success a branch must promise at least for a suggestion to follow it. */
  threshold: fraction,
  /** How decisions went, the latest first; at most 50. */
  history: z.array(
    z.object({ at: timestamp, action: storableText, quality: fraction, source: sourceSchema }),
  ),
  /** Rules that tell the best action by what is known about a case, one line each; empty when there are none. */
  rules: z.array(storableText),
  derivedFrom: z.array(sourceSchema),
}));

/** What helps against a failure, and how often it did. */
export type ShownSolution = z.infer<typeof shownSolutionSchema>;
export const shownSolutionSchema = lazyObject(() => ({
  /** To say how it went with; null when it was inferred from runs, which say it themselves. */
  id: recordId.nullable(),
  approach: storableText,
  steps: z.array(storableText),
  categories: z.array(nameText),
  attempts: z.number().nonnegative(),
  successRate: fraction.nullable(),
  /** `stated`: somebody said so · `memory`: a failure memory says so · `inferred`: it is what was done before things worked. */
  source: z.enum(['stated', 'memory', 'inferred']),
  lastTriedAt: timestamp.nullable(),
}));

/** One failure, wherever and whenever it happened. */
export type FailurePattern = z.infer<typeof failurePatternSchema>;
export const failurePatternSchema = lazyObject(() => ({
  kind: z.literal('failure'),
  /** Null when it was never met. */
  id: recordId.nullable(),
  slug: slugSchema,
  /** Whose it is; null for the project's own. */
  agent: nameText.nullable(),
  /** Everybody who met it, as far as the viewer may know, most often first; null is the project itself. */
  agents: z.array(z.object({ agent: nameText.nullable(), occurrences: count })),
  /** The words of its messages, with `<*>` where they differ. */
  template: storableText,
  signature: storableText,
  rootCause: storableText.nullable(),
  occurrences: count,
  firstSeenAt: timestamp.nullable(),
  lastSeenAt: timestamp.nullable(),
  tools: z.array(nameText),
  solutions: z.array(shownSolutionSchema),
  /** Names of the checks that guard against it. */
  checks: z.array(slugSchema),
}));

/** What an agent did right after a failure that then worked. */
export type WorkedNext = z.infer<typeof workedNextSchema>;
export const workedNextSchema = lazyObject(() => ({
  tool: nameText,
  times: count,
  /** How likely it is what works next, from 0 to 1. */
  probability: fraction,
}));

/** Where a failure happened: in which tools, stages of work and kinds of tasks, most often first. */
export type FailurePlaces = z.infer<typeof failurePlacesSchema>;
const failurePlacesSchema = lazyObject(() => ({
  tools: z.array(nameText),
  /** Of the latest runs it happened in. */
  stages: z.array(nameText),
  categories: z.array(nameText),
  agents: z.array(nameText),
}));

/** Where a failure happened last, and what worked after it. */
export type FailureDetails = z.infer<typeof failureDetailsSchema>;
export const failureDetailsSchema = lazySchema(() =>
  failurePatternSchema.extend({
    where: failurePlacesSchema,
    runs: z.array(recordId),
    seenAt: z
      .array(timestamp)
      .describe('When it happened, the latest first, as far as its occurrences are read'),
    workedNext: z.array(workedNextSchema),
    derivedFrom: z.array(sourceSchema),
  }),
);

/** How a pattern fared when it was applied to tasks. */
export const applicationsSchema = lazyObject(() => ({
  applied: count,
  worked: count,
  failed: count,
}));

/** A piece of a pattern that was attached to a task. */
export type Guidance = z.infer<typeof guidanceSchema>;
export const guidanceSchema = lazyObject(() => ({
  pattern: slugSchema,
  kind: z.enum(['decision', 'failure', 'success', 'sequence']),
  context: storableText,
  steps: z.array(storableText),
  checks: z.array(slugSchema),
  appliedAt: timestamp,
  /** How the task ended; null until it has. */
  outcome: outcomeSchema.nullable().default(null),
}));
