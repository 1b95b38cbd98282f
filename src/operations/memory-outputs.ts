import * as z from 'zod';
import { json } from '../json/json.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { linkSchema, memorySchema, standings } from '../records/memory.ts';
import { memoryUseSchema, revisionReasons } from '../records/memory-life.ts';
import { count } from '../records/number.ts';
import { outcomeSchema, sourceSchema, timestamp } from '../records/record.ts';

const ids = lazySchema(() => z.array(z.string()).readonly());
const title = z.string().nullable();
const outcome = outcomeSchema.nullable();
const reason = lazySchema(() => z.enum(revisionReasons));

export const recalled = lazyObject(() => ({
  items: z
    .array(
      z.object({
        memory: memorySchema,
        score: z.number(),
        parts: z.object({
          relevance: z.number(),
          recency: z.number(),
          confidence: z.number(),
          success: z.number(),
        }),
        match: z.object({
          topic: z.number(),
          words: z.number(),
          meaning: z.number(),
          speaker: z.number(),
          date: z.number(),
          similarity: z.number(),
        }),
        duplicates: ids,
      }),
    )
    .readonly(),
}));

export const promptContext = lazyObject(() => ({
  text: z.string(),
  memories: ids,
  tokens: count,
  leftOut: count,
}));

export const why = lazyObject(() => ({
  memory: memorySchema,
  title: z.string(),
  sources: z.array(sourceSchema.extend({ title })).readonly(),
  derived: z.array(sourceSchema.extend({ title })).readonly(),
  links: z.array(linkSchema.extend({ title })).readonly(),
  confidence: z.object({
    stated: z.number(),
    earned: z.number(),
    now: z.number(),
    halfLifeDays: z.number(),
    fadesSince: timestamp,
  }),
  standing: z.object({
    now: z.enum(standings),
    since: timestamp,
    reason: reason.nullable(),
    note: z.string(),
  }),
  lifetime: z.enum(['long-term', 'short-term', 'dated']),
  uses: z.array(memoryUseSchema.extend({ outcome })).readonly(),
}));

export const history = lazyObject(() => ({
  items: z
    .array(
      z.discriminatedUnion('what', [
        z.object({ at: timestamp, what: z.literal('recorded') }),
        z.object({
          at: timestamp,
          what: z.literal('revised'),
          reason,
          note: z.string(),
          changes: z.array(z.object({ field: z.string(), before: json, after: json })).readonly(),
        }),
        z.object({
          at: timestamp,
          what: z.literal('used'),
          runId: z.string(),
          settled: z.boolean(),
          outcome,
        }),
      ]),
    )
    .readonly(),
}));

export const pruned = lazyObject(() => ({ dryRun: z.boolean(), pruned: count, ids, promoted: ids }));

export const consolidated = lazyObject(() => ({
  dryRun: z.boolean(),
  examined: count,
  merged: z.array(z.object({ into: z.string(), from: ids })),
  contradictions: z.array(z.object({ winner: z.string(), loser: z.string(), why: z.string() })),
  promoted: z.array(z.string()),
  demoted: z.array(z.string()),
  restored: z.array(z.string()),
  summarised: z.array(z.object({ into: z.string().nullable(), from: ids })),
  archived: z.array(z.string()),
  rules: z.array(z.object({ id: z.string().nullable(), text: z.string(), support: count })),
  skipped: count,
}));
