import * as z from 'zod';
import { durationSchema } from '../text/duration.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { heldKinds } from './hold.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { memoryKinds, standings } from './memory.ts';
import { count, wholeNumber } from './number.ts';
import { recordId, timestamp } from './record.ts';
import { ageMeasures, retainedKinds, retentionActions, retentionPolicySchema } from './retention.ts';

/** What callers may ask for about deleting many memories, retention and legal holds. */

const whose = (text: string) => field(nameText.optional(), text);

export const deleteManyInput = lazyStrictObject(() => ({
  kind: field(z.enum(memoryKinds).optional(), 'Memories of this kind', { flag: 'type' }),
  tags: field(z.array(nameText).max(20).default([]), 'Memories with this tag; several must all be there', {
    flag: 'tag',
  }),
  topic: field(storableText.optional(), 'Memories about exactly this situation'),
  olderThan: field(durationSchema.optional(), 'Memories that are older, such as 90d'),
  by: field(z.enum(ageMeasures).default('created'), 'What their age is counted from'),
  standing: field(z.enum(standings).optional(), 'Only memories with this standing; all when left out'),
  of: whose('For the owner of the project: only memories of this agent'),
  all: field(z.boolean().default(false), 'Every memory, when there is no other condition'),
  confirm: field(z.boolean().default(false), 'Delete them; without, it is only shown what would go', {
    flag: 'yes',
  }),
}));

export const setPolicyInput = lazyStrictObject(() => ({
  name: field(nameText.max(150), 'Your name for the policy', { argument: true }),
  kind: field(
    z.enum(retainedKinds),
    'What it is about: a kind of memory, memory (of every kind), run (with steps), session (with messages) or all',
  ),
  olderThan: field(durationSchema, 'How long they are kept, such as 90d'),
  by: field(z.enum(ageMeasures).default('created'), 'What the age of a memory is counted from'),
  tag: field(nameText.optional(), 'Only memories with this tag'),
  of: whose('For the owner of the project: only records of this agent; all agents when left out'),
  action: field(
    z.enum(retentionActions).default('delete'),
    'What happens to them; only memories can be archived',
  ),
}));

export const policyNameInput = lazyStrictObject(() => ({
  name: field(nameText, 'The name of the policy', { argument: true }),
}));

export const somePolicyInput = lazyStrictObject(() => ({
  name: field(nameText.optional(), 'One policy; all of them when left out', { argument: true }),
}));

export const retentionReportInput = lazyStrictObject(() => ({
  policy: field(nameText.optional(), 'Only what this policy did', { argument: true }),
  limit: field(wholeNumber(1, 1_000).default(50), 'How many days of policies to answer at most'),
}));

export const setHoldInput = lazyStrictObject(() => ({
  name: field(nameText, 'Your name for the hold', { argument: true }),
  of: whose('Only records of this agent; everybody’s in the project when left out'),
  kind: field(z.enum(heldKinds).optional(), 'Only memories of this kind, or only runs or sessions'),
  tag: field(nameText.optional(), 'Only memories with this tag'),
  memory: field(recordId.optional(), 'Only this memory, by its id'),
  reason: field(requiredText, 'Why; shown to everybody who is refused'),
}));

export const holdNameInput = lazyStrictObject(() => ({
  name: field(nameText, 'The name of the hold', { argument: true }),
}));

/** What of some records would go, or went. */
const sums = () => ({
  count,
  byKind: z.record(z.string(), count),
  /** When the oldest and the newest were created; null when there are none. */
  oldest: timestamp.nullable(),
  newest: timestamp.nullable(),
});

const heldBack = () => ({
  /** How many stay because of a hold. */
  held: count,
  /** The holds that may be the reason. */
  holds: z.array(z.object({ name: z.string(), reason: z.string() })).readonly(),
});

const sample = () =>
  z.array(z.object({ id: z.string(), kind: z.string(), title: z.string(), createdAt: timestamp })).readonly();

/** What a deletion of many memories did, or would do. */
export type ManyDeleted = z.infer<typeof manyDeletedSchema>;
export const manyDeletedSchema = lazyObject(() => ({
  confirmed: z.boolean(),
  ...sums(),
  ...heldBack(),
  /** Some of those that would go; none when they went. */
  sample: sample(),
}));

/** What a policy would do now. */
export type PolicyPreview = z.infer<typeof policyPreviewSchema>;
export const policyPreviewSchema = lazyObject(() => ({
  policy: retentionPolicySchema,
  ...sums(),
  ...heldBack(),
  sample: sample(),
}));

/** What a policy did. */
export type PolicyResult = z.infer<typeof policyResultSchema>;
export const policyResultSchema = lazyObject(() => ({
  policy: z.string(),
  deleted: count,
  archived: count,
  held: count,
  byKind: z.record(z.string(), count),
}));
