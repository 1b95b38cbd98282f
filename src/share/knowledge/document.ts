import { EngramError, phrase } from '../../errors.ts';
import {
  type KnowledgeDocument,
  type KnowledgeRecord,
  knowledgeFormat,
  knowledgeVersion,
  maxKnowledgeRecords,
} from '../../records/knowledge.ts';
import type { Viewer } from '../../records/scope.ts';
import { sealed } from './checksum.ts';
import type { KnowledgeSelection } from './selection.ts';

/** The document of an export, with its checksum. */
export function knowledgeDocument(
  { project, agent }: Viewer,
  { domain, kind, tags }: KnowledgeSelection,
  memories: KnowledgeRecord[],
  exportedAt: number,
): KnowledgeDocument {
  if (memories.length > maxKnowledgeRecords) throw tooMany(memories.length);
  return sealed({
    format: knowledgeFormat,
    version: knowledgeVersion,
    exportedAt,
    from: { project, agent },
    selection: { domain: domain ?? null, kind: kind ?? null, tags: [...tags] },
    memories,
  });
}

function tooMany(count: number): EngramError {
  return new EngramError(
    'too_large',
    `${count} memories fit, and a file holds at most ${maxKnowledgeRecords}.`,
    {
      details: { count, limit: maxKnowledgeRecords },
      hint: phrase`Export them in parts, by ${{ field: 'domain' }}, ${{ field: 'kind' }} or ${{ field: 'tags' }}.`,
    },
  );
}
