import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { receiverSchema, selectionSchema } from './grant.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { memoryKinds } from './memory.ts';
import { recordId, timestamp } from './record.ts';

/** What callers may ask for about sharing. */

export const shareInput = lazyStrictObject(() => ({
  from: field(
    nameText.optional(),
    'The agent whose records are shared; who acts when left out, and the whole project for its owner',
  ),
  to: field(nameText.optional(), 'The agent that receives them'),
  toProject: field(
    nameText.optional(),
    'The project that receives them, all its agents unless one is named; this project when left out',
  ),
  memory: field(recordId.optional(), 'One memory, by its id'),
  pattern: field(nameText.optional(), 'One pattern, by its name'),
  kind: field(z.enum(memoryKinds).optional(), 'Memories of this kind'),
  domain: field(nameText.optional(), 'Memories of this domain, or with a tag of that name'),
  tags: field(z.array(nameText).max(20).default([]), 'Memories with this tag; several must all be there', {
    flag: 'tag',
  }),
  failures: field(
    z.boolean().default(false),
    'All failures with their solutions; given by the owner of a project, those of all its agents',
  ),
  until: field(timestamp.nullable().default(null), 'When it ends; left out: when it is revoked', {
    form: 'time',
  }),
  onward: field(z.boolean().default(false), 'Whether who receives it may share it on'),
  grant: field(recordId.optional(), 'Share on what this grant gives you, or a part of it'),
  note: field(storableText.nullable().default(null), 'Why, for whoever reads the list later'),
}));

export const grantsInput = lazyStrictObject(() => ({
  all: field(z.boolean().default(false), 'Those that have ended as well'),
}));

export const revokeGrantInput = lazyStrictObject(() => ({
  id: field(recordId, 'The name or id of the grant', { argument: true }),
  reason: field(storableText.optional(), 'Why, for the audit'),
}));

/** Whether a grant opens something: one that was shared on also ends with the grant it came from. */
export const grantStates = ['open', 'revoked', 'expired', 'ended'] as const;

/** A grant as it is shown. */
export type ShownGrant = z.infer<typeof shownGrantSchema>;
export const shownGrantSchema = lazyObject(() => ({
  id: recordId,
  name: nameText,
  /** Whose records are shared; no agent is the whole project. */
  from: receiverSchema,
  to: receiverSchema,
  what: selectionSchema,
  state: z.enum(grantStates),
  until: timestamp.nullable(),
  onward: z.boolean(),
  by: receiverSchema,
  parent: recordId.nullable(),
  createdAt: timestamp,
  revokedAt: timestamp.nullable(),
  revokedBy: nameText.nullable(),
  note: storableText.nullable(),
}));
