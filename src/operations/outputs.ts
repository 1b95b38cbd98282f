import * as z from 'zod';
import { json } from '../json/json.ts';
import { shownJobSchema } from '../records/job.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { memoryKinds } from '../records/memory-kinds.ts';
import { count } from '../records/number.ts';
import { fraction, outcomeSchema, timestamp } from '../records/record.ts';
import { runSchema } from '../records/run.ts';
import { messageSchema, sessionSchema } from '../records/session.ts';
import { stepSchema } from '../records/step.ts';
import { tokenSchema } from '../records/token.ts';

/** One page of a list. */
export const listingOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).readonly(), next: z.string().nullable() });

export const runWithTotals = lazyObject(() => ({
  ...runSchema.shape,
  totals: z.object({
    steps: count,
    toolCalls: count,
    modelCalls: count,
    failedSteps: count,
    inputTokens: count,
    outputTokens: count,
    wallTimeMs: z.number(),
  }),
}));

export const runDetails = lazyObject(() => ({
  ...runWithTotals.shape,
  steps: z.array(stepSchema).readonly(),
}));

export const finishedRun = lazyObject(() => ({
  id: z.string(),
  outcome: outcomeSchema,
  finishedAt: timestamp,
  summary: z.string().nullable(),
  successFactors: z.array(z.string()).readonly(),
  approach: z.string().optional(),
}));

export const sessionSummary = lazyObject(() => ({
  ...sessionSchema.shape,
  messages: count,
  lastMessageAt: timestamp,
}));
export const sessionDetails = lazyObject(() => ({
  ...sessionSchema.shape,
  lastMessageAt: timestamp,
  messages: z.array(messageSchema).readonly(),
}));

export const similarTasks = lazyObject(() => ({
  items: z
    .array(
      z.object({
        run: runWithTotals,
        score: z.number(),
        parts: z.object({
          category: z.number(),
          type: z.number(),
          complexity: z.number(),
          description: z.number(),
        }),
      }),
    )
    .readonly(),
}));

export const importReport = lazyObject(() => ({
  imported: count,
  already: count,
  skipped: z.array(z.object({ item: count, reason: z.string() })).readonly(),
}));

export const sessionImport = lazyObject(() => ({
  runs: z
    .array(
      z.object({
        runId: z.string(),
        sessionId: z.string(),
        description: z.string(),
        steps: count,
        failedSteps: count,
        messages: count,
        outcome: outcomeSchema.nullable(),
        already: z.boolean(),
      }),
    )
    .readonly(),
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })).readonly(),
  ignored: count,
}));

export const jobs = lazyObject(() => ({ items: z.array(shownJobSchema).readonly() }));

const shownToken = lazySchema(() => tokenSchema.omit({ hash: true }));
export const createdToken = lazySchema(() => shownToken.extend({ secret: z.string() }));
export const tokens = lazyObject(() => ({ items: z.array(shownToken).readonly() }));

export const statistics = lazyObject(() => ({
  tasks: count,
  runs: count,
  finishedRuns: count,
  successfulRuns: count,
  successRate: fraction.nullable(),
  steps: count,
  sessions: count,
  messages: count,
  memories: count,
  memoriesByKind: z.partialRecord(z.enum(memoryKinds), count),
  templates: count,
  backend: z.string(),
  sizeBytes: count,
  /** Results of idempotent calls that this process has kept (TPL-7). */
  resultCache: z.object({
    hits: count,
    misses: count,
    hitRate: fraction.nullable(),
    entries: count,
    bytes: count,
  }),
}));

export const settingsList = lazyObject(() => ({
  settings: z.array(z.object({ name: z.string(), value: json, from: z.string() })),
}));

export const diagnosis = lazyObject(() => ({
  healthy: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      found: z.string(),
      fix: z.string().nullable(),
    }),
  ),
}));
