import type { Dialect, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { CommandOf, Store } from '../../ports/store.ts';
import { type MemoryLink, memoryLinkSchema } from '../../records/memory-link.ts';
import {
  decode,
  inPieces,
  oneOf,
  orNothing,
  ownedBy,
  ownerColumns,
  ownerValues,
  select,
  visibleTo,
} from './rows.ts';
import { visibleMemories } from './visible-memories.ts';

export const linksHead = 'SELECT l.* FROM memory_links l';

export function decodeLink(row: SqlRow): MemoryLink {
  const { from_id: from, relation, to_id: to } = row;
  return decode(memoryLinkSchema, row, { from, relation, to });
}

/** Both ends must be there, which an end that is being deleted meanwhile is not: the key to it refuses the row. */
export function linkMemories({
  id,
  scope,
  createdAt,
  from,
  relation,
  to,
  schemaVersion,
  note,
}: MemoryLink): SqlStatement {
  return {
    sql: `INSERT INTO memory_links (id, ${ownerColumns}, created_at, from_id, relation, to_id, schema_version, body)
          SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), f.id,
            CAST(? AS TEXT), t.id, CAST(? AS BIGINT), CAST(? AS TEXT)
          FROM memories f, memories t WHERE f.id = ? AND t.id = ? ${orNothing}`,
    parameters: [
      id,
      ...ownerValues(scope),
      createdAt,
      relation,
      schemaVersion,
      JSON.stringify({ note }),
      from,
      to,
    ],
  };
}

export function unlinkMemories({ owner, from, relation, to }: CommandOf<'unlink-memories'>): SqlStatement {
  const { sql, parameters } = ownedBy(owner);
  return {
    sql: `DELETE FROM memory_links WHERE from_id = ? AND relation = ? AND to_id = ? AND ${sql}`,
    parameters: [from, relation, to, ...parameters],
    mustAffect: true,
  };
}

export function readLinks(client: SqlClient, dialect: Dialect): Pick<Store, 'listLinks'> {
  return {
    async listLinks(reader, ids, limit) {
      const pieces = inPieces([...new Set(ids)], 200).map((piece) => {
        const ends = [oneOf('l.from_id', piece), oneOf('l.to_id', piece)] as const;
        return client.query(
          select(
            `${linksHead} JOIN memories f ON f.id = l.from_id JOIN memories t ON t.id = l.to_id`,
            [
              visibleTo(reader, 'l.'),
              visibleMemories(reader, dialect, 'f.'),
              visibleMemories(reader, dialect, 't.'),
              {
                sql: `(${ends.map(({ sql }) => sql).join(' OR ')})`,
                parameters: ends.flatMap(({ parameters }) => parameters),
              },
            ],
            'ORDER BY l.created_at DESC, l.id DESC LIMIT ?',
            [limit],
          ),
        );
      });
      const links = (await Promise.all(pieces)).flat().map(decodeLink);
      const each = [...new Map(links.map((link) => [link.id, link])).values()];
      return each.sort(newestLinkFirst).slice(0, limit);
    },
  };
}

function newestLinkFirst(left: MemoryLink, right: MemoryLink): number {
  return right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);
}
