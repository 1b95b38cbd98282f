import type * as z from 'zod';
import { actingItself } from '../../audit/acting.ts';
import { redactCommand } from '../../capture/redact-command.ts';
import { retryOnConflict } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import { importedId } from '../../records/imported-id.ts';
import { importKnowledgeInput, type KnowledgeReport } from '../../records/knowledge.ts';
import { isExpired, type Memory, standings } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import { importedMemory } from './imported-memory.ts';
import { type OwnKnowledge, ownKnowledge } from './own-knowledge.ts';
import { readDocument } from './read-document.ts';
import { readMemories, readSolutions } from './read-knowledge.ts';
import { type Incoming, settle } from './settle.ts';
import { commitsOf, reportOf } from './write-settled.ts';

type ImportKnowledge = z.input<typeof importKnowledgeInput>;

/**
 * Brings the knowledge of a file in (SHR-2), as memories of the viewer. The whole file is checked before anything is written;
 * importing it again changes nothing.
 */
export async function importKnowledge(
  context: Context,
  viewer: Viewer,
  raw: ImportKnowledge,
): Promise<KnowledgeReport> {
  const { document: given, onConflict, dryRun } = parseInput(importKnowledgeInput, raw, 'import');
  const document = readDocument(given);
  const now = context.clock.now();
  const incoming = document.memories.map((record) => {
    const memory = importedMemory(record, document.from.project, viewer, now);
    const secondId = importedId('mem', viewer, 'knowledge', record.id, record.checksum);
    return { id: record.id, memory: cleaned(memory), secondId };
  });
  if (!dryRun) {
    const ids = incoming.map(({ id }) => id);
    await context.audit.note({ action: 'import', of: viewer, kind: 'memory', ids });
  }
  return bringIn(context, viewer, incoming, {
    rule: onConflict,
    dryRun,
    note: 'A knowledge file was imported.',
  });
}

/** How knowledge is brought in. */
export interface BringingIn {
  readonly rule: Parameters<typeof settle>[2];
  readonly dryRun: boolean;
  /** Why a memory says something else from now on. */
  readonly note: string;
  readonly skipped?: KnowledgeReport['skipped'];
}

/** Writes what comes in to the memories of an owner, after comparing it with what the owner knows. */
export async function bringIn(
  context: Context,
  owner: Scope,
  incoming: readonly Incoming[],
  { rule, dryRun, note, skipped = [] }: BringingIn,
): Promise<KnowledgeReport> {
  const now = context.clock.now();
  const [over, current] = [
    incoming.filter(({ memory }) => isExpired(memory, now)),
    incoming.filter(({ memory }) => !isExpired(memory, now)),
  ];
  const left = [...skipped, ...over.map(({ id }) => ({ id, reason: 'it has expired' }))];
  return retryOnConflict(context, async () => {
    const settled = settle(current, await actingItself('knowledge', () => knownTo(context, owner)), rule);
    const report = reportOf(settled, left, dryRun);
    if (dryRun) return report;
    for (const commands of commitsOf(settled, note, now)) await context.store.commit(commands);
    return report;
  });
}

/** All that an owner knows itself, whatever its standing: ids are taken, also by what was archived. */
async function knownTo(context: Context, owner: Scope): Promise<OwnKnowledge> {
  const own = ({ scope }: Memory): boolean => sameScope(scope, owner);
  const memories: Memory[] = [];
  for (const standing of standings)
    memories.push(...(await readMemories(context, owner, undefined, standing)).filter(own));
  return ownKnowledge(memories, (await readSolutions(context, owner)).filter(own));
}

/** As it will be stored, so that it is compared with what is stored. */
export function cleaned(memory: Memory): Memory {
  return redactCommand({ type: 'record-memory', memory }).memory;
}
