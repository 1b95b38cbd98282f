import type * as z from 'zod';
import { notFound } from '../errors.ts';
import { recordMemoryInput } from '../model/inputs.ts';
import { type Memory, memoryContents, memorySchema } from '../model/memory.ts';
import { parseInput } from '../model/parse.ts';
import { schemaVersion } from '../model/record.ts';
import type { Viewer } from '../model/scope.ts';
import { mayChange } from '../model/scope.ts';
import type { Context } from '../ports/context.ts';

export type RecordMemory = z.input<typeof recordMemoryInput>;

/** Writes a memory down, owned by whoever acts. */
export async function recordMemory(context: Context, viewer: Viewer, raw: RecordMemory): Promise<Memory> {
  const input = parseInput(recordMemoryInput, raw, 'memory');
  parseInput(
    memoryContents[input.kind],
    input.content,
    `${input.kind} memory (its fields are ${fieldsOf(input.kind)})`,
  );
  const memory = parseInput(
    memorySchema,
    {
      ...input,
      schemaVersion,
      id: context.ids('mem'),
      scope: viewer,
      createdAt: context.clock.now(),
    },
    'memory',
  );
  await context.store.commit([{ type: 'record-memory', memory }]);
  context.emit({ type: 'memory-recorded', memoryId: memory.id });
  return memory;
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
  context.emit({ type: 'memory-deleted', memoryId: id });
  return { deleted: id };
}

function fieldsOf(kind: keyof typeof memoryContents): string {
  return Object.keys(memoryContents[kind].shape).join(', ');
}
