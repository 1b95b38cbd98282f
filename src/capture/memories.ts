import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { invalidInput, notFound } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import { recordMemoryInput } from '../records/inputs.ts';
import { shortTermMs } from '../records/lifetime.ts';
import { type Memory, type MemoryKind, memoryContents, newLife } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { redactCommand } from './redact-command.ts';

export type RecordMemory = z.input<typeof recordMemoryInput>;

/** Records a memory, owned by the viewer. */
export async function recordMemory(context: Context, viewer: Viewer, raw: RecordMemory): Promise<Memory> {
  const input = parseInput(recordMemoryInput, raw, 'memory');
  refuseForeignFields(input.kind, input.content);
  const content = parseInput(memoryContents[input.kind], input.content, `${input.kind} memory`);
  if (input.text.trim() === '' && Object.keys(content).length === 0) {
    throw invalidInput('A memory needs "text" or at least one field of its kind.');
  }
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

/** What agents are told as the user's own must be that: not of an agent, and not made from anything else. */
function refuseOthersWords(
  { agent }: Viewer,
  { kind, provenance, derivedFrom }: z.output<typeof recordMemoryInput>,
): void {
  const isFromElsewhere = derivedFrom.length > 0 || Object.values(provenance).some((value) => value !== null);
  const problem =
    kind !== 'preference' && kind !== 'rule'
      ? 'only a preference or a rule can be stated'
      : agent !== null
        ? `it would be the word of the agent "${agent}"; record it as the owner, without an agent`
        : isFromElsewhere
          ? 'it comes from somewhere else, as its provenance says'
          : undefined;
  if (problem === undefined) return;
  throw invalidInput(`A memory can be stated by the user only: ${problem}. Or leave "stated" out.`, {
    details: { fields: ['stated'] },
  });
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

function refuseForeignFields(kind: MemoryKind, content: JsonObject): void {
  const { shape } = memoryContents[kind];
  const foreign = Object.keys(content).filter((field) => !Object.hasOwn(shape, field));
  if (foreign.length === 0) return;
  throw invalidInput(
    `A memory of kind ${kind} has no field "${foreign.join('", "')}". Its fields are: ${Object.keys(shape).join(', ')}.`,
    { details: { fields: foreign.map((field) => `content.${field}`) } },
  );
}
