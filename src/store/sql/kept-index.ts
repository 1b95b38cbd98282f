import type { Dialect, SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { CommandOf, Store } from '../../ports/store.ts';
import { equals, inPieces, oneOf, orNothing, select } from './rows.ts';

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

/** The first statement decides between processes that build at once: only one of them finds what it has read. */
export function keepIndex(
  { place: { user, project }, index, dropped, parts }: CommandOf<'keep-index'>,
  { columnTypes }: Dialect,
): SqlStatement[] {
  const blob = columnTypes['BLOB'] ?? 'BLOB';
  const here = { sql: 'user_name = ? AND project = ?', parameters: [user, project] };
  const taken: SqlStatement =
    index.generation === 0
      ? {
          sql: `INSERT INTO kept_indexes (user_name, project, generation, about)
                SELECT CAST(? AS TEXT), CAST(? AS TEXT), 1, CAST(? AS ${blob})
                WHERE EXISTS (SELECT 1 FROM memories WHERE ${here.sql}) ${orNothing}`,
          parameters: [user, project, index.about, ...here.parameters],
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
      sql: `INSERT INTO index_parts (user_name, project, segment, name, bytes) VALUES (?, ?, ?, ?, CAST(? AS ${blob}))
            ON CONFLICT (user_name, project, segment, name) DO UPDATE SET bytes = excluded.bytes`,
      parameters: [user, project, segment, name, bytes],
    })),
  ];
}

export function readKeptIndex(client: SqlClient): Pick<Store, 'keptIndex' | 'indexParts'> {
  return {
    async keptIndex({ user, project }) {
      const here = [...equals('user_name', user), ...equals('project', project)];
      const [row] = await client.query(select('SELECT generation, about FROM kept_indexes', here));
      return row && { generation: Number(row['generation']), about: row['about'] as Uint8Array };
    },
    async indexParts({ user, project }, wanted) {
      const segmentsOf = new Map<string, Set<number>>();
      for (const { segment, name } of wanted)
        segmentsOf.set(name, (segmentsOf.get(name) ?? new Set()).add(segment));
      const questions = [...segmentsOf].flatMap(([name, segments]) =>
        inPieces([...segments]).map((piece) =>
          client.query(
            select('SELECT segment, name, bytes FROM index_parts', [
              ...equals('user_name', user),
              ...equals('project', project),
              oneOf('segment', piece),
              ...equals('name', name),
            ]),
          ),
        ),
      );
      return (await Promise.all(questions)).flat().map((row) => ({
        segment: Number(row['segment']),
        name: String(row['name']),
        bytes: row['bytes'] as Uint8Array,
      }));
    },
  };
}
