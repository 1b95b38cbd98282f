import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { memoryKinds } from './memory-kinds.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { recordId, timestamp } from './record.ts';
import type { Scope } from './scope.ts';

/** Memories that fit everything that is said here; null says nothing. */
const selectedMemories = () => ({
  of: z.literal('memories'),
  id: recordId.nullable().default(null),
  kind: z.enum(memoryKinds).nullable().default(null),
  /** The domain of knowledge, or a tag of that name on a memory of any kind. */
  domain: nameText.nullable().default(null),
  /** What they are about, normalised: a pattern of decisions is all decisions about one situation. */
  topic: storableText.nullable().default(null),
  /** All of these. */
  tags: z.array(nameText).default([]),
});

/** What is shared. Whoever shares on what was shared with them can only narrow it. */
export type Selection = z.infer<typeof selectionSchema>;
export const selectionSchema = lazySchema(() =>
  z.discriminatedUnion('of', [
    z.object(selectedMemories()),
    /** Failures with their solutions: of one pattern, or all of them. */
    z.object({ of: z.literal('failures'), pattern: recordId.nullable().default(null) }),
    /** A pattern that is computed from runs when it is read. */
    z.object({ of: z.literal('pattern'), slug: nameText }),
  ]),
);

/** Who receives what is shared: an agent, or with null every agent of the project. */
export const receiverSchema = lazyObject(() => ({ project: nameText, agent: nameText.nullable() }));

/**
 * That an owner agrees to let others read some of its records. Its scope is the owner; no agent there means the whole
 * project, which only the project's owner can share.
 */
export type Grant = z.infer<typeof grantSchema>;
export const grantSchema = lazyObject(() => ({
  ...ownedBase,
  /** By which it is revoked, such as `alice-to-bob`. */
  name: nameText,
  what: selectionSchema,
  to: receiverSchema,
  /** Who gave it: the owner, or somebody with whom it was shared for sharing on. */
  by: receiverSchema,
  until: timestamp.nullable(),
  /** Whether those who receive it may share it on. */
  onward: z.boolean(),
  /** The grant by which it was shared on. It ends with that one. */
  parent: recordId.nullable(),
  revokedAt: timestamp.nullable(),
  /** The agent that revoked it, `(project)` for the owner, or `(time)` when its time had passed; null while it is open. */
  revokedBy: nameText.nullable(),
  /** Why, in the words of who gave it. */
  note: storableText.nullable(),
}));

/** Consent, as the store keeps it (SHR-1). */
export const grants = defineOwned({
  label: 'grant',
  table: 'grants',
  schema: grantSchema,
  key: 'name',
  filters: ['revokedBy'],
  redact: { what: 'value', to: 'value', by: 'value', parent: 'name', revokedBy: 'name', note: 'text' },
  sample: {
    name: 'alice-to-bob',
    what: { of: 'memories', id: null, kind: 'knowledge', domain: 'auth', topic: null, tags: ['reviewed'] },
    to: { project: 'shop', agent: 'bob' },
    by: { project: 'shop', agent: 'alice' },
    until: 1_900_000_000_000,
    onward: true,
    parent: 'rec_before',
    revokedAt: 1_800_000_000_000,
    revokedBy: 'alice',
    note: 'Bob takes over the sign-in service.',
  },
});

/** Somebody who reads, with what others have shared with them. */
export interface GrantedViewer extends Scope {
  /** Grants to them that hold right now. */
  readonly granted?: readonly Grant[];
  /** Grants that let them have copies of what was shared: those to them, and those to others that may be shared on. */
  readonly carriers?: readonly Grant[];
}
