import type * as z from 'zod';
import { invalidInput } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { recordMemoryInput } from '../records/inputs.ts';
import { type MemoryContent, type MemoryKind, memoryContents } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';

/** The fields of a memory of this kind, when they are fields it has and the memory says something. */
export function checkedContent(kind: MemoryKind, text: string, given: JsonObject): MemoryContent<MemoryKind> {
  refuseForeignFields(kind, given);
  const content = parseInput(memoryContents[kind], given, `${kind} memory`);
  if (text.trim() !== '' || Object.keys(content).length > 0) return content;
  throw invalidInput('A memory needs "text" or at least one field of its kind.');
}

/** What agents are told as the user's own must be that: not of an agent, and not made from anything else. */
export function refuseOthersWords(
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

function refuseForeignFields(kind: MemoryKind, content: JsonObject): void {
  const { shape } = memoryContents[kind];
  const foreign = Object.keys(content).filter((field) => !Object.hasOwn(shape, field));
  if (foreign.length === 0) return;
  throw invalidInput(
    `A memory of kind ${kind} has no field "${foreign.join('", "')}". Its fields are: ${Object.keys(shape).join(', ')}.`,
    { details: { fields: foreign.map((field) => `content.${field}`) } },
  );
}
