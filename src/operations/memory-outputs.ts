import * as z from 'zod';
import { json } from '../json/json.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { connectionSchema } from '../records/link-inputs.ts';
import { linkSchema, memoryKinds, memorySchema, standings } from '../records/memory.ts';
import { memoryUseSchema, revisionReasons } from '../records/memory-life.ts';
import { count } from '../records/number.ts';
import { outcomeSchema, sourceSchema, timestamp } from '../records/record.ts';
import { recordedKinds } from '../records/recorded.ts';
import { scopeSchema } from '../records/scope.ts';
import { messageRoles } from '../records/session.ts';
import { itemsOf } from './outputs.ts';

const ids = lazySchema(() => z.array(z.string()).readonly());
const title = z.string().nullable();
const outcome = outcomeSchema.nullable();
const reason = lazySchema(() => z.enum(revisionReasons));

const part = z.number();
/** How well a hit fits, and why. */
const scored = lazyObject(() => ({
  score: z.number(),
  parts: z.object({ relevance: part, recency: part, confidence: part, success: part }),
  match: z.object({
    topic: part,
    name: part,
    words: part,
    meaning: part,
    speaker: part,
    date: part,
    similarity: part,
  }),
  duplicates: ids,
}));

const recalledMemory = lazyObject(() => ({
  kind: z.enum(memoryKinds),
  memory: memorySchema,
  ...scored.shape,
  linked: connectionSchema.omit({ id: true }).extend({ with: z.string() }).optional(),
}));

export const recalled = itemsOf(recalledMemory);

/** A message of a session, or a run. */
const recalledRecorded = lazyObject(() => ({
  kind: z.enum(recordedKinds),
  record: z.object({
    kind: z.enum(recordedKinds),
    id: z.string(),
    scope: scopeSchema,
    createdAt: timestamp,
    session: z.string().nullable(),
    number: count.nullable(),
    role: z.enum(messageRoles).nullable(),
    outcome,
    excerpt: z.string(),
  }),
  ...scored.shape,
}));

export const searched = itemsOf(lazySchema(() => z.union([recalledMemory, recalledRecorded])));

export const promptContext = lazyObject(() => ({
  text: z.string(),
  memories: ids,
  recorded: z.array(z.object({ kind: z.enum(recordedKinds), id: z.string() })).readonly(),
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
    stated: part,
    earned: part,
    now: part,
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

export const history = itemsOf(
  lazySchema(() =>
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
  ),
);

export const pruned = lazyObject(() => ({
  dryRun: z.boolean(),
  pruned: count,
  ids,
  promoted: ids,
  /** Expired ones that a legal hold keeps. */
  held: count,
}));

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
