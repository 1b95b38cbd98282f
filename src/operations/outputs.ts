import * as z from 'zod';
import { json } from '../json/json.ts';
import { coordinationSchema, durabilitySchema } from '../records/coordination.ts';
import { shownJobSchema } from '../records/job.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { memoryKinds } from '../records/memory-kinds.ts';
import { count } from '../records/number.ts';
import { fraction, outcomeSchema, timestamp } from '../records/record.ts';
import { runWithTotalsSchema } from '../records/run.ts';
import { messageSchema, sessionSchema } from '../records/session.ts';
import { stepSchema } from '../records/step.ts';
import { tokenSchema } from '../records/token.ts';

/** One page of a list. */
export const listingOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).readonly(), next: z.string().nullable() });

/** A whole list. */
export const itemsOf = <Item extends z.ZodType>(item: Item) =>
  lazyObject(() => ({ items: z.array(item).readonly() }));

export const runDetails = lazyObject(() => ({
  ...runWithTotalsSchema.shape,
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

export const sessionDetails = lazyObject(() => ({
  ...sessionSchema.shape,
  lastMessageAt: timestamp,
  messages: z.array(messageSchema).readonly(),
  first: count.optional(),
}));

export const similarTasks = itemsOf(
  lazyObject(() => ({
    run: runWithTotalsSchema,
    score: z.number(),
    parts: z.object({
      category: z.number(),
      type: z.number(),
      complexity: z.number(),
      description: z.number(),
    }),
  })),
);

export const jobs = itemsOf(shownJobSchema);

const shownToken = lazySchema(() => tokenSchema.omit({ hash: true }));
export const createdToken = lazySchema(() => shownToken.extend({ secret: z.string() }));
export const tokens = itemsOf(shownToken);

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
  /** Of the whole store; null for a token without the scope `admin`. */
  sizeBytes: count.nullable(),
  coordination: coordinationSchema,
  durability: durabilitySchema,
  /** Results of idempotent calls that this process has kept (TPL-7). */
  resultCache: z.object({
    hits: count,
    misses: count,
    hitRate: fraction.nullable(),
    entries: count,
    bytes: count,
  }),
}));

/** Each setting with the place it came from. */
export type SettingsList = z.infer<typeof settingsList>;
export const settingsList = lazyObject(() => ({
  settings: z.array(z.object({ name: z.string(), value: json, from: z.string() })),
  /** What files of the project say and the user does not trust; a program has no settings, as it is not run. */
  notInForce: z.array(z.object({ file: z.string(), settings: z.array(z.string()) })),
}));

/** What an examination of the installation found, one check for each thing that was looked at. */
export type Diagnosis = z.infer<typeof diagnosis>;
export const diagnosis = lazyObject(() => ({
  healthy: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      found: z.string(),
      /** What to do about it; null when nothing is wrong. */
      fix: z.string().nullable(),
    }),
  ),
}));
