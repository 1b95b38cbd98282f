import type * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { memoryKinds } from './memory-kinds.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { recordId } from './record.ts';

/** What a hold can be limited to: memories of a kind, runs with their steps, or sessions with their messages. */
export const heldKinds = [...memoryKinds, 'run', 'session'] as const;

/**
 * A legal hold: while it stands, nothing that it covers is deleted, by nobody and by no policy. It covers the records of its
 * project that fit everything it says; null says nothing. Only one that the project itself owns counts.
 */
export type Hold = z.infer<typeof holdSchema>;
export const holdSchema = lazyObject(() => ({
  ...ownedBase,
  name: nameText,
  /** The agent whose records are held; null: everybody's, the project's own among them. */
  ofAgent: nameText.nullable(),
  /** One of `heldKinds`; null: every kind. */
  ofKind: nameText.nullable(),
  tag: nameText.nullable(),
  /** One memory, by its id. */
  memory: recordId.nullable(),
  reason: storableText,
}));

/** Holds, as the store keeps them (SHR-4). Their fields are columns, so that every statement that deletes asks for them. */
export const holds = defineOwned({
  label: 'hold',
  table: 'holds',
  schema: holdSchema,
  key: 'name',
  filters: ['ofAgent', 'ofKind', 'tag', 'memory'],
  redact: { ofAgent: 'name', ofKind: 'name', tag: 'name', memory: 'name', reason: 'text' },
  sample: {
    name: 'case-7',
    ofAgent: 'accountant',
    ofKind: 'decision',
    tag: 'invoices',
    memory: 'mem_held',
    reason: 'The court asked for it.',
  },
});
