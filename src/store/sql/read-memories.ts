import { type Memory, memorySchema } from '../../model/memory.ts';
import { cutPage, isAfter, type Position } from '../../model/page.ts';
import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { MemoryFilter, Store, TextCandidate } from '../../ports/store.ts';
import { type Condition, decode, equals, pageOf, select, visibleTo } from './rows.ts';
import { catchUp, indexed, termsIn } from './text-index.ts';

export const decodeMemory = (row: SqlRow): Memory =>
  decode(memorySchema, row, {
    kind: row['kind'],
    expiresAt: row['expires_at'],
    lastAccessedAt: row['last_accessed_at'],
    accessCount: row['access_count'],
  });

function matching(filter: MemoryFilter, dialect: Dialect): Condition[] {
  const about =
    filter.topic === undefined
      ? []
      : [{ sql: `${dialect.indexKey('m.topic')} = ${dialect.indexKey('?')}`, parameters: [filter.topic] }];
  const tagged =
    filter.tag === undefined
      ? []
      : [{ sql: 'm.id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)', parameters: [filter.tag] }];
  return [
    { sql: '(m.expires_at IS NULL OR m.expires_at > ?)', parameters: [filter.now] },
    ...equals('m.kind', filter.kind),
    ...about,
    ...tagged,
  ];
}

/** A row as a search sees it: how often it has each of the terms, and how many terms in all. */
interface CountedRow extends Omit<TextCandidate, 'memory'> {
  readonly row: SqlRow;
}

function countTerms(row: SqlRow, wanted: ReadonlySet<string>): CountedRow {
  const terms = typeof row['terms'] === 'string' ? row['terms'].split(' ') : termsIn(String(row['body']));
  const termCounts = new Map<string, number>();
  for (const term of terms) {
    if (wanted.has(term)) termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
  }
  return { row, termCounts, length: terms.length };
}

/** The order of every list, before anything is decoded: most rows that wait are not on the page. */
function newestRowFirst(left: SqlRow, right: SqlRow): number {
  return isAfter(placeOf(left), placeOf(right)) ? 1 : -1;
}

function placeOf(row: SqlRow): Position {
  return { createdAt: Number(row['created_at']), id: String(row['id']), agent: String(row['agent']) };
}

export function readMemories(
  client: SqlClient,
  dialect: Dialect,
  indexAfter: number,
): Pick<Store, 'getMemory' | 'listMemories' | 'findByTerms' | 'countMemories'> {
  /**
   * Rows of both sorts, each once. Those that wait are read first: what another process indexes in between is
   * then met twice, and not missed.
   */
  async function readAll(wanted: readonly Condition[], readIndexed: () => Promise<readonly SqlRow[]>) {
    await catchUp(client, dialect, indexAfter);
    const waiting = await client.query(
      select('SELECT m.* FROM memories m', [{ sql: dialect.text.waiting, parameters: [] }, ...wanted]),
    );
    const rows = [...waiting, ...(await readIndexed())];
    return [...new Map(rows.map((row) => [row['id'], row])).values()];
  }

  return {
    async getMemory(viewer, id) {
      const [row] = await client.query(
        select('SELECT * FROM memories', [visibleTo(viewer), ...equals('id', id)]),
      );
      return row === undefined ? undefined : decodeMemory(row);
    },
    async listMemories(viewer, filter, page) {
      const { conditions, tail, parameters } = pageOf(page, 'm.');
      const wanted = [visibleTo(viewer, 'm.'), ...matching(filter, dialect), ...conditions];
      const rows = await readAll(wanted, () =>
        client.query(
          select(
            'SELECT m.* FROM memories m',
            [{ sql: indexed, parameters: [] }, ...wanted],
            tail,
            parameters,
          ),
        ),
      );
      const onPage = rows.sort(newestRowFirst).slice(0, page.limit + 1);
      return cutPage(onPage.map(decodeMemory), page.limit);
    },
    async countMemories(viewer, filter) {
      const countOf = async (sort: string): Promise<number> => {
        const wanted = [{ sql: sort, parameters: [] }, visibleTo(viewer, 'm.'), ...matching(filter, dialect)];
        const [row] = await client.query(select('SELECT COUNT(*) AS total FROM memories m', wanted));
        return Number(row?.['total'] ?? 0);
      };
      return (await countOf(dialect.text.waiting)) + (await countOf(indexed));
    },
    async findByTerms(viewer, terms, filter, limit) {
      const asked = new Set(terms);
      asked.delete('');
      if (asked.size === 0) return [];
      const { from, condition, bestFirst, parameters } = dialect.text.search([...asked]);
      const wanted = [visibleTo(viewer, 'm.'), ...matching(filter, dialect)];
      const rows = await readAll(wanted, () =>
        client.query(
          select(
            `SELECT m.*, w.terms FROM ${from}`,
            [{ sql: condition, parameters }, ...wanted],
            `ORDER BY ${bestFirst} LIMIT ?`,
            [limit],
          ),
        ),
      );
      return (
        rows
          .map((row) => countTerms(row, asked))
          // The index splits a term at signs and so may find its parts; only whole terms count.
          .filter(({ termCounts }) => termCounts.size > 0)
          .sort((left, right) => right.termCounts.size - left.termCounts.size)
          .slice(0, limit)
          .map(({ row, termCounts, length }) => ({ memory: decodeMemory(row), termCounts, length }))
      );
    },
  };
}
