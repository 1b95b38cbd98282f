import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { EngramError, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { recordMemoryInput, updateMemoryInput } from '../records/inputs.ts';
import { shortTermMs } from '../records/lifetime.ts';
import { isExpired, type Memory, newLife } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { changedMeanwhile } from '../store/records/refusals.ts';
import { checkedContent, refuseOthersWords } from './memory-content.ts';
import { redactCommand } from './redact-command.ts';
import { refuseRewording, saysTheSame, updatedMemory } from './updated-memory.ts';

export type RecordMemory = z.input<typeof recordMemoryInput>;
type UpdateMemory = z.input<typeof updateMemoryInput>;

/** Records a memory, owned by the viewer. */
export async function recordMemory(context: Context, viewer: Viewer, raw: RecordMemory): Promise<Memory> {
  const input = parseInput(recordMemoryInput, raw, 'memory');
  const content = checkedContent(input.kind, input.text, input.content);
  if (input.stated) refuseOthersWords(viewer, input);
  const createdAt = context.clock.now();
  const memory = {
    schemaVersion,
    id: context.ids('mem'),
    scope: viewer,
    createdAt,
    kind: input.kind,
    text: input.text,
    content,
    tags: input.tags,
    confidence: input.confidence,
    relevance: input.relevance,
    successRate: input.successRate,
    expiresAt: expiryOf(context, input, createdAt),
    visibility: input.visibility,
    provenance: { ...input.provenance, byPerson: input.stated ? true : null },
    derivedFrom: input.derivedFrom,
    ...newLife(),
  } as Memory;
  const command = redactCommand({ type: 'record-memory', memory });
  await context.store.commit([command]);
  return command.memory;
}

/** The given expiry; otherwise a short-term memory lasts as long as configured. */
function expiryOf(
  { settings }: Context,
  { lifetime, expiresAt }: z.output<typeof recordMemoryInput>,
  createdAt: number,
): number | null {
  if (expiresAt !== null || lifetime === 'long-term') return expiresAt;
  return createdAt + shortTermMs(settings.memory);
}

/** How often a change is tried while others change the same memory. */
const maxTries = 5;

/**
 * Changes a memory and keeps what it was in its history (MEM-8). One that has expired, or that the viewer may not change, is
 * not found. Without an expected revision the change is made to whatever the memory is by then.
 */
export async function updateMemory(
  context: Context,
  viewer: Viewer,
  raw: UpdateMemory,
  isModel: boolean,
): Promise<Memory> {
  const input = parseInput(updateMemoryInput, raw, 'update');
  for (let tries = 1; ; tries += 1) {
    const before = await context.store.getMemory(viewer, input.id);
    const now = context.clock.now();
    if (before === undefined || !mayChange(viewer, before.scope) || isExpired(before, now))
      throw notFound('memory', input.id);
    if (isModel) refuseRewording(before, input);
    const command = redactCommand<'revise-memory'>({
      type: 'revise-memory',
      owner: before.scope,
      memory: updatedMemory(before, input, now),
      change: { at: now, reason: 'updated', note: input.reason },
    });
    const isExpected = input.expectRevision === undefined || input.expectRevision === before.revision;
    if (isExpected && saysTheSame(before, command.memory)) return before;
    try {
      if (!isExpected) throw changedMeanwhile('memory', input.id);
      await context.store.commit([command]);
      return command.memory;
    } catch (error) {
      const mayRepeat = EngramError.is(error) && error.code === 'conflict' && tries < maxTries;
      if (!mayRepeat || input.expectRevision !== undefined) throw error;
    }
  }
}

/** Removes a memory and all that was derived from it. What the viewer may not change is answered as absent. */
export async function deleteMemory(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<{ deleted: string }> {
  const memory = await context.store.getMemory(viewer, id);
  if (context.store.keeps && (memory === undefined || !mayChange(viewer, memory.scope)))
    throw notFound('memory', id);
  await context.store.commit([{ type: 'delete-memory', owner: memory?.scope ?? viewer, id }]);
  return { deleted: id };
}
