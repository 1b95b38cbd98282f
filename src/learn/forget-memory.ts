import { deleteMemory } from '../capture/memories.ts';
import type { Context } from '../ports/context.ts';
import { byId } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { forgetPattern } from './failures/forget.ts';

/** Deletes a memory, and the failure pattern that only this memory told of. */
export async function forgetMemory(
  context: Context,
  viewer: Viewer,
  rawId: string,
): Promise<{ deleted: string }> {
  const { id } = parseInput(byId, { id: rawId }, 'memory');
  const memory = await context.store.getMemory(viewer, id);
  const deleted = await deleteMemory(context, viewer, id);
  if (memory !== undefined) await forgetPattern(context, viewer, memory);
  return deleted;
}
