import type { IndexPartName } from '../../ports/kept-index.ts';
import type { Dialect, SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { CommandOf, Corpus, IndexPlace, Store } from '../../ports/store.ts';
import { inPieces, orNothing, type SqlCondition, select } from './rows.ts';

/** The statements of the migration that brings kept indexes. Released, so it is never edited. */
export const createIndexTables: readonly string[] = [
  `CREATE TABLE kept_indexes (
    user_name TEXT NOT NULL, project TEXT NOT NULL, generation BIGINT NOT NULL, about BLOB NOT NULL,
    PRIMARY KEY (user_name, project)
  )`,
  `CREATE TABLE index_parts (
    user_name TEXT NOT NULL, project TEXT NOT NULL, segment BIGINT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (user_name, project, segment, name)
  )`,
];

/** The statements of the migration that brings indexes of what else is recorded. Those that were kept are made again. */
export const recreateIndexTables: readonly string[] = [
  'DROP TABLE kept_indexes',
  'DROP TABLE index_parts',
  `CREATE TABLE kept_indexes (
    user_name TEXT NOT NULL, project TEXT NOT NULL, corpus TEXT NOT NULL, generation BIGINT NOT NULL, about BLOB NOT NULL,
    PRIMARY KEY (user_name, project, corpus)
  )`,
  `CREATE TABLE index_parts (
    user_name TEXT NOT NULL, project TEXT NOT NULL, corpus TEXT NOT NULL, segment BIGINT NOT NULL, name TEXT NOT NULL,
    bytes BLOB NOT NULL, PRIMARY KEY (user_name, project, corpus, segment, name)
  )`,
];

/** The tables an index is made of: what is kept of a project that has nothing there would never be removed. */
const tablesOf = (corpus: Corpus): readonly string[] =>
  corpus === 'recorded' ? ['messages', 'executions'] : ['memories'];

const hereIn = ({ user, project, corpus = 'memories' }: IndexPlace): SqlCondition => ({
  sql: 'user_name = ? AND project = ? AND corpus = ?',
  parameters: [user, project, corpus],
});

/** The first statement decides between processes that build at once: only one of them finds what it has read. */
export function keepIndex(
  { place, index, dropped, parts }: CommandOf<'keep-index'>,
  { columnTypes }: Dialect,
): SqlStatement[] {
  const blob = columnTypes['BLOB'] ?? 'BLOB';
  const { user, project, corpus = 'memories' } = place;
  const here = hereIn(place);
  const ofProject = tablesOf(corpus).map(
    (table) => `EXISTS (SELECT 1 FROM ${table} WHERE user_name = ? AND project = ?)`,
  );
  const taken: SqlStatement =
    index.generation === 0
      ? {
          sql: `INSERT INTO kept_indexes (user_name, project, corpus, generation, about)
                SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), 1, CAST(? AS ${blob})
                WHERE ${ofProject.join(' OR ')} ${orNothing}`,
          parameters: [user, project, corpus, index.about, ...ofProject.flatMap(() => [user, project])],
          mustAffect: true,
        }
      : {
          sql: `UPDATE kept_indexes SET generation = generation + 1, about = ? WHERE ${here.sql} AND generation = ?`,
          parameters: [index.about, ...here.parameters, index.generation],
          mustAffect: true,
        };
  return [
    taken,
    ...(dropped === 'all'
      ? [{ sql: `DELETE FROM index_parts WHERE ${here.sql}`, parameters: here.parameters }]
      : dropped.map((segment) => ({
          sql: `DELETE FROM index_parts WHERE ${here.sql} AND segment = ?`,
          parameters: [...here.parameters, segment],
        }))),
    ...parts.map(({ segment, name, bytes }) => ({
      sql: `INSERT INTO index_parts (user_name, project, corpus, segment, name, bytes)
            VALUES (?, ?, ?, ?, ?, CAST(? AS ${blob}))
            ON CONFLICT (user_name, project, corpus, segment, name) DO UPDATE SET bytes = excluded.bytes`,
      parameters: [user, project, corpus, segment, name, bytes],
    })),
  ];
}

/** The parts first: they are found by the indexes. */
export function forgetSharedIndexes({
  place: { user, project },
}: CommandOf<'forget-shared-indexes'>): SqlStatement[] {
  const here = "user_name = ? AND project = ? AND corpus LIKE 'shared %'";
  const named = `SELECT corpus FROM kept_indexes WHERE ${here}`;
  return [
    {
      sql: `DELETE FROM index_parts WHERE user_name = ? AND project = ? AND corpus IN (${named})`,
      parameters: [user, project, user, project],
    },
    { sql: `DELETE FROM kept_indexes WHERE ${here}`, parameters: [user, project] },
  ];
}

export function readKeptIndex(client: SqlClient): Pick<Store, 'keptIndex' | 'indexParts'> {
  return {
    async keptIndex(place) {
      const [row] = await client.query(select('SELECT generation, about FROM kept_indexes', [hereIn(place)]));
      return row && { generation: Number(row['generation']), about: row['about'] as Uint8Array };
    },
    async indexParts(place, wanted) {
      const rows = await Promise.all(
        inPieces(wanted, maxPartsAtOnce).map((piece) => {
          const asked = filledUp(piece);
          return client.query(
            select('SELECT segment, name, bytes FROM index_parts', [
              hereIn(place),
              {
                sql: `(segment, name) IN (VALUES ${asked.map(() => '(CAST(? AS BIGINT), CAST(? AS TEXT))').join(', ')})`,
                parameters: asked.flatMap(({ segment, name }) => [segment, name]),
              },
            ]),
          );
        }),
      );
      return rows.flat().map((row) => ({
        segment: Number(row['segment']),
        name: String(row['name']),
        bytes: row['bytes'] as Uint8Array,
      }));
    },
  };
}

const maxPartsAtOnce = 256;

/** The last is asked for again until their number is a power of two, so that databases see few different statements. */
function filledUp(parts: readonly IndexPartName[]): readonly IndexPartName[] {
  const last = parts.at(-1);
  const missing = 2 ** Math.ceil(Math.log2(parts.length)) - parts.length;
  return last === undefined ? parts : [...parts, ...Array.from({ length: missing }, () => last)];
}
