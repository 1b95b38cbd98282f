import * as z from 'zod';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { coordinationSchema, durabilitySchema } from './coordination.ts';
import {
  approachRecordSchema,
  toolSequenceSchema,
  trendDirections,
  trendSchema,
} from './execution-pattern.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { figureSchema, learningQualitySchema } from './quality.ts';
import { fraction, recordId, timestamp } from './record.ts';

const milliseconds = z.number().nonnegative();

/** Sums over finished runs. */
export type Performance = z.infer<typeof performanceSchema>;
export const performanceSchema = lazyObject(() => ({
  runs: count,
  succeeded: count,
  partly: count,
  failed: count,
  /** A partial success counts half. */
  successRate: figureSchema,
  /** Null without runs. */
  meanMs: milliseconds.nullable(),
  /** Of the latest executions; null when none was looked at. */
  medianMs: milliseconds.nullable(),
  inputTokens: count,
  outputTokens: count,
  modelCalls: count,
  toolCalls: count,
  /** Steps that failed. */
  failedSteps: count,
}));

/** How tasks of one category go. */
export type CategoryReport = z.infer<typeof categoryReportSchema>;
export const categoryReportSchema = lazySchema(() =>
  performanceSchema.extend({
    /** Null for tasks without one. */
    category: nameText.nullable(),
    /** Null when its latest executions were not looked at. */
    trend: trendSchema.nullable(),
    /** Over the whole record, best first; at most 3. */
    bestApproaches: z.array(approachRecordSchema),
  }),
);

/** How one agent does in one place. */
export const agentPlaceSchema = lazyObject(() => ({
  category: nameText.nullable(),
  approach: nameText.nullable(),
  runs: count,
  successRate: figureSchema,
}));

/** How one agent does (MET-2). */
export type AgentFigures = z.infer<typeof agentReportSchema>;
export const agentReportSchema = lazyObject(() => ({
  agent: nameText,
  memories: count,
  runs: count,
  successRate: figureSchema,
  /** Where it is going, from its latest executions. */
  trend: z.enum(trendDirections),
  /** Where it is best, surest first; at most 3. */
  topSuccesses: z.array(agentPlaceSchema),
  /** Categories below the wanted success rate, worst first; at most 3. */
  areasToImprove: z.array(agentPlaceSchema),
}));

/** A failure that keeps happening, and what is known against it. */
export type ReportedFailure = z.infer<typeof reportedFailureSchema>;
export const reportedFailureSchema = lazyObject(() => ({
  slug: slugSchema,
  /** What its messages have in common. */
  message: storableText,
  occurrences: count,
  /** Who met it, most often first; null is the project itself. */
  agents: z.array(nameText.nullable()),
  lastSeenAt: timestamp.nullable(),
  tools: z.array(nameText),
  /** Best first. */
  solutions: z.array(
    z.object({
      approach: storableText,
      successes: z.number().nonnegative(),
      failures: z.number().nonnegative(),
    }),
  ),
  /** How many checks guard against it. */
  checks: count,
}));

/** A check and what came of it. */
export type ReportedCheck = z.infer<typeof reportedCheckSchema>;
export const reportedCheckSchema = lazyObject(() => ({
  name: nameText,
  message: storableText,
  action: z.enum(['warn', 'block']),
  enabled: z.boolean(),
  fired: count,
  /** Share of judged firings that were right: the failure was prevented, or happened as foretold. */
  right: figureSchema,
  /** Share of right firings after which the failure did not happen. */
  prevented: figureSchema,
}));

/** Finished runs of one day. */
export type ReportedDay = z.infer<typeof reportedDaySchema>;
export const reportedDaySchema = lazyObject(() => ({
  /** As in `2026-03-31`, in UTC. */
  date: z.iso.date(),
  succeeded: count,
  partly: count,
  failed: count,
  /** Over the seven days that end with this one. */
  successRate: figureSchema,
}));

/** Something worth doing, or worth knowing. */
export type Remark = z.infer<typeof remarkSchema>;
export const remarkSchema = lazyObject(() => ({
  /** What it is about. */
  about: z.enum([
    'success',
    'trend',
    'time',
    'approach',
    'sequence',
    'failure',
    'memory',
    'prevention',
    'prediction',
  ]),
  /** A sentence or two with the figures in them. */
  text: storableText,
  /** Runs that show it; may be empty. */
  evidence: z.array(recordId),
}));

/** How work goes, what was learned and whether it helps (ADP-3, MET-1, MET-2). */
export type Report = z.infer<typeof reportSchema>;
export const reportSchema = lazyObject(() => ({
  project: nameText,
  /** The agent it is about; null for the whole project. */
  agent: nameText.nullable(),
  generatedAt: timestamp,
  /** The days it looks at, in UTC. */
  period: z.object({ from: z.iso.date().nullable(), to: z.iso.date() }),
  /** What re-runs of templates saved against the runs they were saved from; below zero they cost more. */
  savings: z.object({
    /** Re-runs it is drawn from, failed ones included. */
    runs: count,
    modelCalls: z.number(),
    /** Read and written. */
    tokens: z.number(),
    timeMs: z.number(),
    /** Re-runs of templates that are gone. */
    runsLeftOut: count,
  }),
  overall: performanceSchema,
  /** Most runs first; at most 100. */
  categories: z.array(categoryReportSchema),
  /** Most runs first; at most 100. */
  agents: z.array(agentReportSchema),
  /** Most frequent first; at most 20. */
  failures: z.array(reportedFailureSchema),
  /** Those that fired most first; at most 50. */
  prevention: z.array(reportedCheckSchema),
  quality: learningQualitySchema,
  /** Of outcomes; null until some could be compared with what happened. */
  predictions: z
    .object({
      /** Mean squared error of the predicted chances: 0 is perfect, 0.25 is a coin. */
      brier: fraction,
      /** That of always predicting the rate of all. */
      baseRateBrier: fraction,
      n: count,
      /** `better` and `worse` only where chance would hardly do it. */
      verdict: z.enum(['better', 'no better', 'worse', 'too few']),
    })
    .nullable(),
  health: z.object({
    memories: count,
    /** As overall; null without runs. */
    successRate: fraction.nullable(),
    /** How long finding memories took on average, in every process; null when nothing was measured. */
    meanRetrievalMs: milliseconds.nullable(),
    /** Nineteen of twenty searches took at most so long. */
    p95RetrievalMs: milliseconds.nullable(),
    /** Of the whole store; null for a token without the scope `admin`. */
    storageBytes: count.nullable(),
    /** By experience: memories and runs, most first; at most 5. */
    topAgents: z.array(z.object({ agent: nameText, memories: count, runs: count })),
  }),
  coordination: coordinationSchema,
  durability: durabilitySchema,
  /** The last 90 days, oldest first; from the first day with runs on. */
  days: z.array(reportedDaySchema),
  /** Tools that are called one after the other in runs that succeed; at most 10. */
  sequences: z.array(toolSequenceSchema),
  /** What to do, most pressing first. */
  recommendations: z.array(remarkSchema),
  /** What was found out. */
  insights: z.array(remarkSchema),
}));
