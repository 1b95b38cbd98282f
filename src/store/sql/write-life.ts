import type { Dialect, SqlStatement } from '../../ports/sql-client.ts';
import type { Command, KeptVector } from '../../ports/store.ts';
import { type Memory, memoryTopic } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import { heldByLostTag, heldMemory } from './held.ts';
import { changeOwn, insert, orNothing, ownedBy } from './rows.ts';
import { memoryBody } from './write-memories.ts';

/** A memory is found and locked first, then checked for changes, then replaced: that order tells the refusals apart. */
export function reviseMemory(
  { owner, memory, change }: Extract<Command, { type: 'revise-memory' }>,
  dialect: Dialect,
): SqlStatement[] {
  const lost = heldByLostTag(memory.tags);
  return [
    changeOwn('UPDATE memories SET access_count = access_count', owner, memory.id),
    {
      sql: `INSERT INTO memory_revisions (${revisionColumns})
            SELECT id, revision, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), expires_at, last_accessed_at,
              access_count, standing, body
            FROM memories WHERE id = ? AND revision = ? ${orNothing}`,
      parameters: [change.at, change.reason, change.note, memory.id, memory.revision - 1],
      mustAffect: true,
    },
    // Else a hold by a tag would be escaped by taking the tag away first.
    {
      sql: `UPDATE memories SET access_count = access_count WHERE id = ? AND NOT ${lost.sql}`,
      parameters: [memory.id, ...lost.parameters],
      mustAffect: true,
    },
    {
      sql: `UPDATE memories SET topic = ?, expires_at = ?, standing = ?, revision = ?, body = ?, ${dialect.changes.touch}
            WHERE id = ?`,
      parameters: [
        memoryTopic(memory),
        memory.expiresAt,
        memory.standing,
        memory.revision,
        JSON.stringify(memoryBody(memory)),
        memory.id,
      ],
    },
    { sql: 'DELETE FROM memory_tags WHERE memory_id = ?', parameters: [memory.id] },
    ...[...new Set(memory.tags)].map((tag) =>
      insert('memory_tags', { memory_id: memory.id, tag }, orNothing),
    ),
    { sql: 'DELETE FROM memory_sources WHERE memory_id = ?', parameters: [memory.id] },
    ...sourcesOf(memory),
  ];
}

function sourcesOf({ id, derivedFrom }: Memory): SqlStatement[] {
  return derivedFrom.map((source) =>
    insert('memory_sources', { memory_id: id, source_kind: source.kind, source_id: source.id }, orNothing),
  );
}

const revisionColumns =
  'memory_id, revision, changed_at, reason, note, expires_at, last_accessed_at, access_count, standing, body';

/** A revision that the memory has not reached yet would collide with the real one later. */
export function keepRevision({ at, reason, note, before }: Revision): SqlStatement {
  const owned = ownedBy(before.scope);
  return {
    sql: `INSERT INTO memory_revisions (${revisionColumns})
          SELECT id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT),
            CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT)
          FROM memories WHERE id = ? AND ${owned.sql} AND revision > ? ${orNothing}`,
    parameters: [
      before.revision,
      at,
      reason,
      note,
      before.expiresAt,
      before.lastAccessedAt,
      before.accessCount,
      before.standing,
      JSON.stringify(memoryBody(before)),
      before.id,
      ...owned.parameters,
      before.revision,
    ],
  };
}

export function pruneMemory(id: string, now: number): SqlStatement {
  return {
    sql: `DELETE FROM memories WHERE id = ? AND expires_at <= ? AND NOT ${heldMemory()}`,
    parameters: [id, now],
  };
}

export function noteUse({ memoryId, runId, at, settled }: MemoryUse): SqlStatement {
  return {
    sql: `INSERT INTO memory_uses (memory_id, run_id, used_at, settled)
          SELECT id, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM memories WHERE id = ?
          ON CONFLICT (memory_id, run_id) DO UPDATE
            SET settled = CASE WHEN excluded.settled = 1 THEN 1 ELSE memory_uses.settled END`,
    parameters: [runId, at, settled ? 1 : 0, memoryId],
  };
}

export function keepVector(embedder: string, kept: KeptVector, { columnTypes }: Dialect): SqlStatement {
  return {
    sql: `INSERT INTO memory_vectors (memory_id, revision, embedder, vector)
          SELECT id, revision, CAST(? AS TEXT), CAST(? AS ${columnTypes['BLOB'] ?? 'BLOB'})
          FROM memories WHERE id = ? AND revision = ?
          ON CONFLICT (memory_id) DO UPDATE
            SET revision = excluded.revision, embedder = excluded.embedder, vector = excluded.vector`,
    parameters: [embedder, kept.vector, kept.id, kept.revision],
  };
}
