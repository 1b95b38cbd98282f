import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction, outcomeSchema, recordId, timestamp } from './record.ts';

export const sessionTypes = ['code', 'file', 'research', 'mixed'] as const;
/** What a session was about, by the tools it called (SES-1). */
export type SessionType = (typeof sessionTypes)[number];

/** Examples that a template has at most (SES-2). */
export const maxExamples = 10;

/** A successful call of a session with its own result. */
export type SessionExample = z.infer<typeof sessionExampleSchema>;
export const sessionExampleSchema = lazyStrictObject(() => ({
  callId: nameText,
  tool: nameText,
  arguments: jsonObject,
  result: json,
  /** Which turn of the session it was made in, from 0; templates of earlier versions do not say it. */
  turn: count.optional(),
}));

/** How one version of a template fared. */
const versionFigures = {
  usage: count.default(0),
  /** How sessions that were seeded with it ended; a partial success counts half on either side. */
  successes: z.number().nonnegative().default(0),
  failures: z.number().nonnegative().default(0),
};

/** A replaced version. Its examples are not kept, only the session they came from. */
export type EarlierVersion = z.infer<typeof earlierVersionSchema>;
export const earlierVersionSchema = lazyStrictObject(() => ({
  version: z.number().int().positive(),
  sessionId: recordId,
  ...versionFigures,
}));

/** A session that was seeded with a version. Its outcome counts for or against that version. */
export type Seeding = z.infer<typeof seedingSchema>;
export const seedingSchema = lazyStrictObject(() => ({
  version: z.number().int().positive(),
  at: timestamp,
  sessionId: recordId.nullable(),
  runId: recordId.nullable(),
  /** Null until it is known. */
  outcome: outcomeSchema.nullable().default(null),
}));

/** A template keeps only the latest seedings and earlier versions. */
export const maxSeedings = 300;
export const maxEarlierVersions = 100;

/** Calls of a session that worked, to seed another session with. Its name is the slug of the lesson. */
export type SessionTemplateContent = z.infer<typeof sessionTemplateContentSchema>;
export const sessionTemplateContentSchema = lazyStrictObject(() => ({
  /** The session, or the run, its examples come from. */
  sessionId: recordId,
  type: z.enum(sessionTypes),
  tags: z.array(nameText).max(50).default([]),
  description: storableText.default(''),
  examples: z.array(sessionExampleSchema).max(maxExamples),
  version: z.number().int().positive().default(1),
  status: z.enum(['active', 'retired']).default('active'),
  /** Why it was retired. */
  retiredBecause: storableText.nullable().default(null),
  /** Whether Engram made it by itself from a successful session (SES-6). */
  automatic: z.boolean().default(false),
  /** It came from a file, which claims that it was used this often. That counts for nothing here. */
  imported: z.strictObject({ usage: count }).nullable().default(null),
  ...versionFigures,
  lastUsedAt: timestamp.nullable().default(null),
  earlier: z.array(earlierVersionSchema).max(maxEarlierVersions).default([]),
  seedings: z.array(seedingSchema).max(maxSeedings).default([]),
}));

/** How one session of an experiment went (SES-5). */
export type TrialFigures = z.infer<typeof trialFiguresSchema>;
export const trialFiguresSchema = lazyStrictObject(() => ({
  sessionId: recordId,
  turns: count,
  /** Errors among the calls of the first 30 turns. */
  earlyErrors: count,
  earlyCalls: count,
  /** Milliseconds, and calls, to the first success; null when there was none. */
  timeToFirstSuccessMs: z.number().nonnegative().nullable(),
  callsToFirstSuccess: z.number().int().positive().nullable(),
  totalErrors: count,
  toolDiversity: count,
}));

/** What is compared between cold and seeded sessions. */
export const comparedFigures = [
  'earlyErrorRate',
  'timeToFirstSuccessMs',
  'callsToFirstSuccess',
  'totalErrors',
  'toolDiversity',
] as const;
export type ComparedFigure = (typeof comparedFigures)[number];

/** One figure, cold against seeded. */
export type Comparison = z.infer<typeof comparisonSchema>;
export const comparisonSchema = lazyStrictObject(() => ({
  figure: z.enum(comparedFigures),
  /** Means over the sessions that have the figure; medians for durations, because a few sessions last very long. */
  cold: z.number().nullable(),
  seeded: z.number().nullable(),
  /** Sessions that have the figure. */
  coldSessions: count,
  seededSessions: count,
  /**
   * Cliff's delta: of all pairs of a cold and a seeded session, the share in which the seeded one has more minus the share
   * in which it has less. From -1 to 1, 0 without a difference, null when a group is empty.
   */
  effect: z.number().min(-1).max(1).nullable(),
  /** How likely so large a difference is by chance; null when so few sessions cannot tell. */
  p: fraction.nullable(),
}));

/** The same task cold against seeded. */
export const experimentContentSchema = lazyStrictObject(() => ({
  template: nameText,
  version: z.number().int().positive(),
  cold: z.array(trialFiguresSchema),
  seeded: z.array(trialFiguresSchema),
  comparisons: z.array(comparisonSchema).default([]),
  /** How likely so large a difference is by chance, for each figure; null when too few sessions can tell. */
  significance: z.record(z.string(), fraction.nullable()),
  /** What it comes to, in words. */
  summary: storableText.default(''),
}));
