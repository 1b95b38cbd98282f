import type { Dialect, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { MemoryEntry, MemoryFilter, Page, Store } from '../../ports/store.ts';
import type { GrantedViewer } from '../../records/grant.ts';
import { type Memory, memorySchema } from '../../records/memory.ts';
import { isAfter, newestFirst } from '../../records/page.ts';
import { placeOf, readPageRows } from './bounded-rows.ts';
import { createKnownRows, versionsText } from './known-rows.ts';
import { catchUp, indexed } from './list-index.ts';
import { entryOf } from './memory-entry.ts';
import { rowsWithWords } from './read-by-words.ts';
import {
  decode,
  decodePage,
  entryFields,
  equals,
  inPieces,
  oneOf,
  ownerColumns,
  pageOf,
  type SqlCondition,
  select,
} from './rows.ts';
import { visibleMemories } from './visible-memories.ts';

/** What `decodeMemory` reads: each further column of a row takes as long as a small statement. */
const memoryColumns = [
  ...ownerColumns.split(', '),
  ...['id', 'created_at', 'kind', 'expires_at', 'last_accessed_at', 'access_count', 'standing', 'revision'],
  ...['schema_version', 'body'],
]
  .map((column) => `m.${column}`)
  .join(', ');

export const decodeMemory = (row: SqlRow): Memory =>
  decode(memorySchema, row, {
    kind: row['kind'],
    expiresAt: row['expires_at'],
    lastAccessedAt: row['last_accessed_at'],
    accessCount: row['access_count'],
    standing: row['standing'],
    revision: row['revision'],
  });

function matching(filter: MemoryFilter, dialect: Dialect): SqlCondition[] {
  const about =
    filter.topic === undefined
      ? []
      : [{ sql: `${dialect.indexKey('m.topic')} = ${dialect.indexKey('?')}`, parameters: [filter.topic] }];
  const tagged =
    filter.tag === undefined
      ? []
      : [{ sql: 'm.id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)', parameters: [filter.tag] }];
  return [
    { sql: 'm.standing = ?', parameters: [filter.standing ?? 'active'] },
    { sql: '(m.expires_at IS NULL OR m.expires_at > ?)', parameters: [filter.now] },
    // Written out, or the index of these memories is not used.
    ...(filter.kind === 'failure'
      ? [{ sql: "m.kind = 'failure'", parameters: [] }]
      : equals('m.kind', filter.kind)),
    ...about,
    ...tagged,
  ];
}

/** The order of every list, before anything is decoded: most rows that wait are not on the page. */
function newestRowFirst(left: SqlRow, right: SqlRow): number {
  return isAfter(placeOf(left), placeOf(right)) ? 1 : -1;
}

/** Memories as `decodeMemory` reads them. */
export const memoryHead: string = `SELECT ${memoryColumns} FROM memories m`;
const isIndexed: SqlCondition = { sql: indexed, parameters: [] };

/** Until something else is removed, no row gets the number of another. */
const lastRemoval = '(SELECT COALESCE(MAX(number), 0) FROM memory_removals)';

export function readMemories(
  client: SqlClient,
  dialect: Dialect,
  indexAfter: number,
): Pick<Store, 'getMemory' | 'listMemories' | 'listEntries' | 'getEntries' | 'findEntriesByWords'> {
  /** Whether the last list met memories that wait: then the next one probably does. */
  let hadWaiting = true;

  /** The rows of a page, newest first, and one more when there are more. */
  async function rowsOf(viewer: GrantedViewer, filter: MemoryFilter, page: Page): Promise<readonly SqlRow[]> {
    const { conditions, tail, parameters } = pageOf(page, 'm.');
    const where = [visibleMemories(viewer, dialect, 'm.'), ...matching(filter, dialect), ...conditions];
    const readIndexed = (head: string) => client.query(select(head, [isIndexed, ...where], tail, parameters));
    if (!hadWaiting) {
      // One statement sees both at the same moment: the indexed rows, and that these are all there are.
      const rows = await readIndexed(countingHead);
      if (rows[0] !== undefined && Number(rows[0]['waiting']) <= 0) return rows;
    }
    hadWaiting = await catchUp(client, dialect, indexAfter);
    if (!hadWaiting) return readIndexed(memoryHead);
    // Before the others: what another process indexes in between is then met twice, and not missed.
    const waiting = await client.query(select(memoryHead, [waits, ...where]));
    const each = new Map([...waiting, ...(await readIndexed(memoryHead))].map((row) => [row['id'], row]));
    return [...each.values()].sort(newestRowFirst).slice(0, page.limit + 1);
  }

  const countingHead = `SELECT ${memoryColumns}, (${dialect.countWaiting}) AS waiting FROM memories m`;
  const waits: SqlCondition = { sql: dialect.waiting, parameters: [] };
  const entryHead = `SELECT ${entryFields}, ${dialect.changes.version} AS version, ${lastRemoval} AS removal FROM memories m`;
  const known = createKnownRows<MemoryEntry>((numbers) =>
    client.query(select(entryHead, [oneOf('m.row', numbers)])),
  );
  const versionHead = `SELECT ${dialect.changes.version} AS version FROM memories m`;

  /** The entries of rows as one statement sees them, in no order. Null when they changed while they were read. */
  async function entriesOf(...statements: readonly SqlStatement[]): Promise<MemoryEntry[] | null> {
    const columns = statements.map(({ sql }, number) => `${versionsText(sql)} AS versions${number}`);
    const [row = {}] = await client.query({
      sql: `SELECT ${[`${lastRemoval} AS removal`, ...columns].join(', ')}`,
      parameters: statements.flatMap(({ parameters }) => parameters),
    });
    const { removal, ...texts } = row;
    const versions = { texts: Object.values(texts), removal: Number(removal) };
    return known.read(versions, entryOf);
  }

  return {
    async getMemory(viewer, id) {
      const [row] = await client.query(
        select(memoryHead, [visibleMemories(viewer, dialect, 'm.'), ...equals('m.id', id)]),
      );
      return row === undefined ? undefined : decodeMemory(row);
    },
    async listMemories(viewer, filter, page) {
      const { rows, limit } = await readPageRows(page, (piece) => rowsOf(viewer, filter, piece));
      return decodePage(rows, limit, decodeMemory);
    },
    async listEntries(viewer, filter, limit) {
      await catchUp(client, dialect, indexAfter);
      const { tail, parameters } = pageOf({ limit }, 'm.');
      const where = [visibleMemories(viewer, dialect, 'm.'), ...matching(filter, dialect)];
      const entries = await entriesOf(
        select(versionHead, [waits, ...where]),
        select(versionHead, [isIndexed, ...where], tail, parameters),
      );
      if (entries !== null) return entries.sort(newestFirst).slice(0, limit);
      return (await rowsOf(viewer, filter, { limit })).slice(0, limit).map(entryOf);
    },
    async getEntries(viewer, ids) {
      const pieces = inPieces([...new Set(ids)]).map(async (piece) => {
        const where = [visibleMemories(viewer, dialect, 'm.'), oneOf('m.id', piece)];
        const entries = await entriesOf(select(versionHead, where));
        return entries ?? (await client.query(select(entryHead, where))).map(entryOf);
      });
      return (await Promise.all(pieces)).flat();
    },
    async findEntriesByWords(reader, words, limit) {
      const where = [visibleMemories(reader, dialect, 'm.')];
      const said = { columns: entryFields, table: 'memories', said: ['m.body'], where };
      return (await rowsWithWords(client, said, words, limit)).map(entryOf);
    },
  };
}
