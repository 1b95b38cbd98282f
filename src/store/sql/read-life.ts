import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { LifeReads } from '../../ports/store.ts';
import { type MemoryUse, memoryUseSchema, type Revision, revisionSchema } from '../../records/memory-life.ts';
import { outcomeSchema } from '../../records/record.ts';
import { heldMemory } from './held.ts';
import { entryOf } from './memory-entry.ts';
import { decodeMemory, memoryHead } from './read-memories.ts';
import { checked, equals, inPieces, oneOf, select, visibleTo } from './rows.ts';
import { visibleMemories } from './visible-memories.ts';

export function decodeUse(row: SqlRow): MemoryUse {
  const { memory_id: memoryId = null, run_id: runId, used_at: at, settled } = row;
  return checked(memoryUseSchema, { memoryId, runId, at, settled: settled === 1 }, { id: memoryId });
}

/** A row of history beside the columns of the memory it belongs to, which never change. */
export const revisionsHead = `SELECT m.id, m.user_name, m.project, m.agent, m.created_at, m.kind, m.schema_version,
  r.revision, r.changed_at, r.reason, r.note, r.expires_at, r.last_accessed_at, r.access_count, r.standing, r.body
  FROM memory_revisions r JOIN memories m ON m.id = r.memory_id`;

export function decodeRevision(row: SqlRow): Revision {
  const { changed_at: at, reason, note } = row;
  return checked(revisionSchema, { at, reason, note, before: decodeMemory(row) }, row);
}

export const usesHead = 'SELECT u.memory_id, u.run_id, u.used_at, u.settled FROM memory_uses u';

export function readLife(client: SqlClient, dialect: Dialect): LifeReads {
  return {
    async getMemories(viewer, ids) {
      const pieces = inPieces([...new Set(ids)]).map((piece) =>
        client.query(select(memoryHead, [visibleMemories(viewer, dialect, 'm.'), oneOf('m.id', piece)])),
      );
      return (await Promise.all(pieces)).flat().map(decodeMemory);
    },
    async listRevisions(viewer, id) {
      const where = [visibleTo(viewer, 'm.'), ...equals('m.id', id)];
      return (await client.query(select(revisionsHead, where, 'ORDER BY r.revision'))).map(decodeRevision);
    },
    async listUses(viewer, memoryId, limit) {
      const rows = await client.query(
        select(
          `${usesHead} JOIN memories m ON m.id = u.memory_id`,
          [visibleTo(viewer, 'm.'), ...equals('u.memory_id', memoryId)],
          'ORDER BY u.used_at DESC, u.run_id DESC LIMIT ?',
          [limit],
        ),
      );
      return rows.map(decodeUse);
    },
    async memoryChanges(place, mark, limit) {
      const { rows, ...rest } = await dialect.changes.read(client, place, mark, limit);
      return { entries: rows.map(entryOf), ...rest };
    },
    async vectorsOf(embedder, ids) {
      const pieces = inPieces([...new Set(ids)]).map((piece) =>
        client.query(
          select('SELECT memory_id, revision, vector FROM memory_vectors', [
            { sql: 'embedder = ?', parameters: [embedder] },
            oneOf('memory_id', piece),
          ]),
        ),
      );
      return (await Promise.all(pieces)).flat().map((row) => ({
        id: String(row['memory_id']),
        revision: Number(row['revision']),
        vector: row['vector'] as Uint8Array,
      }));
    },
    async dueUses(limit) {
      // One statement: read apart, the memory could be newer than the use, and the use be counted twice.
      const rows = await client.query({
        sql: `SELECT m.*, u.memory_id, u.run_id, u.used_at, u.settled, r.outcome FROM memory_uses u
              JOIN runs r ON r.id = u.run_id JOIN memories m ON m.id = u.memory_id
              WHERE u.settled = 0 AND r.outcome IS NOT NULL ORDER BY u.run_id, u.memory_id LIMIT ?`,
        parameters: [limit],
      });
      return rows.map((row) => ({
        use: decodeUse(row),
        outcome: checked(outcomeSchema, row['outcome'], { id: row['run_id'] ?? null }),
        memory: decodeMemory(row),
      }));
    },
    async expiredMemories(now, limit, which = 'removable') {
      const fits = which === 'held' ? heldMemory() : `NOT ${heldMemory()}`;
      const rows = await client.query({
        sql: `SELECT * FROM memories WHERE expires_at <= ? AND ${fits} ORDER BY expires_at, id LIMIT ?`,
        parameters: [now, limit],
      });
      return rows.map(decodeMemory);
    },
    async listPlaces() {
      const rows = await client.query({
        sql: 'SELECT DISTINCT user_name, project FROM memories ORDER BY user_name, project',
        parameters: [],
      });
      return rows.map((row) => ({ user: String(row['user_name']), project: String(row['project']) }));
    },
  };
}
