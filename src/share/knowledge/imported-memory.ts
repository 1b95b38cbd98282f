import { importedId } from '../../records/imported-id.ts';
import type { KnowledgeRecord } from '../../records/knowledge.ts';
import { type Memory, newLife } from '../../records/memory.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import { maximumNameLength } from '../../text/text.ts';
import { travellingContent } from './knowledge-record.ts';
import { nowhere, unjudged } from './taught-solution.ts';

/**
 * The memory that a record of a file becomes. What a file says about itself is the claim of a stranger: it is worth no more
 * than a memory that nobody has judged, was not learned later than now, and is never the user's own word.
 */
export function importedMemory(record: KnowledgeRecord, project: string, owner: Scope, now: number): Memory {
  const { id, createdAt, kind, text, content, tags, confidence, relevance, expiresAt, provenance } = record;
  return {
    schemaVersion,
    id: importedId('mem', owner, 'knowledge', id),
    scope: owner,
    createdAt: Math.min(createdAt, now),
    kind,
    text,
    content: travellingContent(content),
    tags,
    confidence: Math.min(confidence, unjudged),
    relevance: Math.min(relevance, unjudged),
    successRate: null,
    expiresAt,
    visibility: 'private',
    provenance: {
      ...nowhere,
      importedFrom: `knowledge of ${project}`.slice(0, maximumNameLength).toWellFormed().trim(),
      agent: provenance.agent ?? record.owner,
    },
    derivedFrom: [],
    ...newLife(),
  } as Memory;
}
