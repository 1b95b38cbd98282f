import type * as z from 'zod';
import { EngramError, invalidInput } from '../errors.ts';
import { type Json, type JsonObject, sameJson } from '../json/json.ts';
import type { updateMemoryInput } from '../records/inputs.ts';
import { type Memory, memorySchema } from '../records/memory.ts';
import { checkedContent } from './memory-content.ts';

/** What is to change of a memory. */
export type MemoryUpdate = z.output<typeof updateMemoryInput>;

/** The fields that an update can change. */
const changeable = [
  'text',
  'content',
  'tags',
  'confidence',
  'confirmedAt',
  'relevance',
  'expiresAt',
  'visibility',
] as const;

/** The next revision of a memory. Its kind stays, and so does everything that nobody asked to change. */
export function updatedMemory(before: Memory, update: MemoryUpdate, now: number): Memory {
  const { text = before.text, content, tags, confidence, relevance, expiresAt, visibility } = update;
  if (typeof expiresAt === 'number' && expiresAt <= now) {
    throw invalidInput('The memory would have expired already. Delete it, or choose a later time.', {
      details: { fields: ['expiresAt'] },
    });
  }
  return memorySchema.parse({
    ...before,
    text,
    content:
      content === undefined
        ? before.content
        : checkedContent(before.kind, text, mergedFields(before.content as JsonObject, content)),
    tags: tags ?? before.tags,
    relevance: relevance ?? before.relevance,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt,
    visibility: visibility ?? before.visibility,
    // Who says how sure it is says it now: it fades from now on.
    ...(confidence === undefined ? {} : { confidence, confirmedAt: now }),
    revision: before.revision + 1,
  });
}

function mergedFields(before: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null));
}

/** Whether two states of a memory say the same. */
export function saysTheSame(before: Memory, after: Memory): boolean {
  const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));
  return changeable.every((name) => sameJson(asJson(before[name]), asJson(after[name])));
}

/** A model must not put words into the mouth of the user, whose own prompts tell them as the user's. */
export function refuseRewording(memory: Memory, update: MemoryUpdate): void {
  const { text, content, confidence, expiresAt } = update;
  const isTouched = [text, content, confidence, expiresAt].some((value) => value !== undefined);
  if (memory.provenance.byPerson !== true || !isTouched) return;
  throw new EngramError(
    'forbidden',
    `The user stated the ${memory.kind} "${memory.id}", and a model cannot change it. Record a memory of your own instead, or ask the user to change it.`,
    { details: { id: memory.id } },
  );
}
