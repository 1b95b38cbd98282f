import { type Memory, memoryTopic } from '../../model/memory.ts';
import type { Scope } from '../../model/scope.ts';
import type { Statement } from '../../ports/sql-client.ts';
import { insert, orNothing, ownedBy, ownerValues } from './rows.ts';

const memoryColumnNames = [
  'id',
  'user_name',
  'project',
  'agent',
  'created_at',
  'kind',
  'topic',
  'expires_at',
  'last_accessed_at',
  'access_count',
  'schema_version',
  'body',
  'indexed',
];

const recordMemorySql = `INSERT INTO memories (${memoryColumnNames.join(', ')})
  VALUES (${memoryColumnNames.map((name) => (name === 'indexed' ? '0' : '?')).join(', ')}) ${orNothing}`;

export function recordMemory(memory: Memory): Statement[] {
  const record: Statement = {
    sql: recordMemorySql,
    parameters: [
      memory.id,
      ...ownerValues(memory.scope),
      memory.createdAt,
      memory.kind,
      memoryTopic(memory),
      memory.expiresAt,
      memory.lastAccessedAt,
      memory.accessCount,
      memory.schemaVersion,
      JSON.stringify(memoryBody(memory)),
    ],
    mustAffect: true,
  };
  const tags = [...new Set(memory.tags)].map((tag) =>
    insert('memory_tags', { memory_id: memory.id, tag }, orNothing),
  );
  const sources = memory.derivedFrom.map((source) =>
    insert(
      'memory_sources',
      { memory_id: memory.id, source_kind: source.kind, source_id: source.id },
      orNothing,
    ),
  );
  return [record, ...tags, ...sources];
}

function memoryBody(memory: Memory): object {
  return {
    text: memory.text,
    content: memory.content,
    tags: memory.tags,
    confidence: memory.confidence,
    relevance: memory.relevance,
    successRate: memory.successRate,
    visibility: memory.visibility,
    provenance: memory.provenance,
    derivedFrom: memory.derivedFrom,
    embedding: memory.embedding,
  };
}

/** What was derived from a deleted memory carries its content, so it goes too, in whatever scope it is. */
export function deleteMemory(owner: Scope, id: string): Statement {
  const owned = ownedBy(owner);
  return {
    sql: `DELETE FROM memories WHERE id IN (
            WITH RECURSIVE doomed (id) AS (
              SELECT id FROM memories WHERE id = ? AND ${owned.sql}
              UNION
              SELECT s.memory_id FROM memory_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
            )
            SELECT id FROM doomed
          )`,
    parameters: [id, ...owned.parameters],
    mustAffect: true,
  };
}

export function countAccess(id: string, at: number): Statement {
  return {
    sql: `UPDATE memories SET access_count = access_count + 1,
            last_accessed_at = CASE WHEN last_accessed_at > ? THEN last_accessed_at ELSE ? END WHERE id = ?`,
    parameters: [at, at, id],
  };
}
