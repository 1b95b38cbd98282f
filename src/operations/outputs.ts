import * as z from 'zod';
import { json } from '../json/json.ts';
import { shownJobSchema } from '../records/job.ts';
import { lazySchema } from '../records/lazy-schema.ts';
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

export const runWithTotals = lazySchema(() =>
  z.object({
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
  }),
);

export const runDetails = lazySchema(() =>
  z.object({ ...runWithTotals.shape, steps: z.array(stepSchema).readonly() }),
);

export const finishedRun = lazySchema(() =>
  z.object({
    id: z.string(),
    outcome: outcomeSchema,
    finishedAt: timestamp,
    summary: z.string().nullable(),
    successFactors: z.array(z.string()).readonly(),
    approach: z.string().optional(),
  }),
);

export const sessionSummary = lazySchema(() =>
  z.object({ ...sessionSchema.shape, messages: count, lastMessageAt: timestamp }),
);
export const sessionDetails = lazySchema(() =>
  z.object({
    ...sessionSchema.shape,
    lastMessageAt: timestamp,
    messages: z.array(messageSchema).readonly(),
  }),
);

export const similarTasks = lazySchema(() =>
  z.object({
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
  }),
);

export const importReport = lazySchema(() =>
  z.object({
    imported: count,
    already: count,
    skipped: z.array(z.object({ item: count, reason: z.string() })).readonly(),
  }),
);

export const sessionImport = lazySchema(() =>
  z.object({
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
  }),
);

export const jobs = lazySchema(() => z.object({ items: z.array(shownJobSchema).readonly() }));

const shownToken = lazySchema(() => tokenSchema.omit({ hash: true }));
export const createdToken = lazySchema(() => shownToken.extend({ secret: z.string() }));
export const tokens = lazySchema(() => z.object({ items: z.array(shownToken).readonly() }));

export const statistics = lazySchema(() =>
  z.object({
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
  }),
);

export const settingsList = lazySchema(() =>
  z.object({
    settings: z.array(z.object({ name: z.string(), value: json, from: z.string() })),
  }),
);

export const diagnosis = lazySchema(() =>
  z.object({
    healthy: z.boolean(),
    checks: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['ok', 'warning', 'problem']),
        found: z.string(),
        fix: z.string().nullable(),
      }),
    ),
  }),
);
