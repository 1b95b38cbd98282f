import { type Memory, memorySchema } from '../../model/memory.ts';
import { cutPage } from '../../model/page.ts';
import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { MemoryFilter, Store } from '../../ports/store.ts';
import { type Condition, decode, equals, pageOf, select, visibleTo } from './rows.ts';

const decodeMemory = (row: SqlRow): Memory =>
  decode(memorySchema, row, {
    kind: row['kind'],
    expiresAt: row['expires_at'],
    lastAccessedAt: row['last_accessed_at'],
    accessCount: row['access_count'],
  });

function matching(filter: MemoryFilter): Condition[] {
  const tagged =
    filter.tag === undefined
      ? []
      : [{ sql: 'm.id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)', parameters: [filter.tag] }];
  return [
    { sql: '(m.expires_at IS NULL OR m.expires_at > ?)', parameters: [filter.now] },
    ...equals('m.kind', filter.kind),
    ...equals('m.topic', filter.topic),
    ...tagged,
  ];
}

function countTerms(
  wanted: readonly string[],
  stored: string,
): { termCounts: Map<string, number>; length: number } {
  const termCounts = new Map<string, number>();
  const terms = stored.split(' ');
  const interesting = new Set(wanted);
  for (const term of terms) {
    if (interesting.has(term)) termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
  }
  return { termCounts, length: terms.length };
}

export function readMemories(
  client: SqlClient,
  dialect: Dialect,
): Pick<Store, 'getMemory' | 'listMemories' | 'findByTerms' | 'countMemories'> {
  return {
    async getMemory(viewer, id) {
      const [row] = await client.query(
        select('SELECT * FROM memories', [visibleTo(viewer), ...equals('id', id)]),
      );
      return row === undefined ? undefined : decodeMemory(row);
    },
    async listMemories(viewer, filter, page) {
      const { conditions, tail, parameters } = pageOf(page, 'm.');
      const rows = await client.query(
        select(
          'SELECT m.* FROM memories m',
          [visibleTo(viewer, 'm.'), ...matching(filter), ...conditions],
          tail,
          parameters,
        ),
      );
      return cutPage(rows.map(decodeMemory), page.limit);
    },
    async countMemories(viewer, filter) {
      const [row] = await client.query(
        select('SELECT COUNT(*) AS total FROM memories m', [visibleTo(viewer, 'm.'), ...matching(filter)]),
      );
      return Number(row?.['total'] ?? 0);
    },
    async findByTerms(viewer, terms, filter, limit) {
      if (terms.length === 0) return [];
      const { from, condition, bestFirst, query } = dialect.text;
      const found = { sql: condition, parameters: [query(terms)] };
      const rows = await client.query(
        select(
          `SELECT m.* FROM ${from}`,
          [found, visibleTo(viewer, 'm.'), ...matching(filter)],
          `ORDER BY ${bestFirst} LIMIT ?`,
          [limit],
        ),
      );
      const candidates = rows.map((row) => ({
        memory: decodeMemory(row),
        ...countTerms(terms, String(row['terms'])),
      }));
      // The index splits a term at signs and so may find its parts; only whole terms count.
      return candidates.filter(({ termCounts }) => termCounts.size > 0);
    },
  };
}
