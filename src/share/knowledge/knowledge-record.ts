import type { JsonObject } from '../../json/json.ts';
import type { KnowledgeRecord } from '../../records/knowledge.ts';
import type { Memory } from '../../records/memory.ts';
import { sealed } from './checksum.ts';

/** Figures and ids of the store a rule was learned in: elsewhere they would be claims that nobody can check. */
const figuresOfItsStore = new Set(['learnedFrom', 'timesApplied', 'ruleSuccessRate']);

/** The fields of a memory that say something elsewhere, too. */
export function travellingContent(content: object): JsonObject {
  return Object.fromEntries(
    Object.entries(content).filter(([name, value]) => !figuresOfItsStore.has(name) && value !== undefined),
  );
}

/**
 * A memory as it travels in a file. Left out is what means nothing elsewhere: vectors, counts, uses, standing, and who
 * stated it.
 *
 * @param isOwn Whether who exports it sees the run it comes from; the ids of other people's runs stay with them.
 */
export function knowledgeRecord(memory: Memory, isOwn: boolean): KnowledgeRecord {
  const { id, scope, createdAt, kind, text, tags, confidence, relevance, expiresAt, provenance } = memory;
  return sealed({
    id,
    owner: scope.agent,
    createdAt,
    kind,
    text,
    content: travellingContent(memory.content),
    tags,
    confidence,
    relevance,
    expiresAt,
    provenance: {
      runId: isOwn ? provenance.runId : null,
      importedFrom: provenance.importedFrom,
      agent: provenance.agent,
    },
  });
}
