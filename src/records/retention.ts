import * as z from 'zod';
import { durationSchema } from '../text/duration.ts';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { memoryKinds } from './memory-kinds.ts';
import { count } from './number.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { timestamp } from './record.ts';

/** What a policy is about: memories of a kind or of every kind, runs with their steps, sessions with their messages, or all. */
export const retainedKinds = [...memoryKinds, 'memory', 'run', 'session', 'all'] as const;
export const retentionActions = ['delete', 'archive'] as const;
/** What the age of a memory is counted from. */
export const ageMeasures = ['created', 'last-used'] as const;

/** How long records of an owner are kept, and what happens then. One of the project may concern all its agents. */
export type RetentionPolicy = z.infer<typeof retentionPolicySchema>;
export const retentionPolicySchema = lazyObject(() => ({
  ...ownedBase,
  name: nameText,
  kind: z.enum(retainedKinds),
  /** For a policy of the project: the agent it is about; null: all of them and the project itself. */
  ofAgent: nameText.nullable(),
  tag: nameText.nullable(),
  olderThan: durationSchema,
  by: z.enum(ageMeasures),
  action: z.enum(retentionActions),
}));

export const retentionPolicies = defineOwned({
  label: 'policy',
  table: 'retention_policies',
  schema: retentionPolicySchema,
  key: 'name',
  filters: [],
  redact: { ofAgent: 'name', tag: 'name', olderThan: 'text' },
  sample: {
    name: 'old-runs',
    kind: 'run',
    ofAgent: 'accountant',
    tag: 'invoices',
    olderThan: '90d',
    by: 'last-used',
    action: 'archive',
  },
});

/** What a policy did on one day. */
export type Removal = z.infer<typeof removalSchema>;
export const removalSchema = lazyObject(() => ({
  ...ownedBase,
  /** The policy and the day. */
  name: nameText,
  policy: nameText,
  day: nameText,
  deleted: count,
  archived: count,
  /** Deletions that a hold on something derived did not allow. */
  held: count,
  byKind: z.record(z.string(), count),
  /** The oldest and the newest record that went. */
  oldest: timestamp,
  newest: timestamp,
}));

/** What policies removed, kept for the report (SHR-4). It names no content. */
export const removals = defineOwned({
  label: 'removal',
  table: 'removals',
  schema: removalSchema,
  key: 'name',
  filters: ['policy'],
  redact: { policy: 'name', day: 'name', byKind: 'value' },
  sample: {
    name: 'old-runs 2026-01-31',
    policy: 'old-runs',
    day: '2026-01-31',
    deleted: 12,
    archived: 3,
    held: 1,
    byKind: { run: 15 },
    oldest: 1_700_000_000_000,
    newest: 1_750_000_000_000,
  },
});
