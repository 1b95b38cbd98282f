import type { RetentionReads } from '../../ports/retention-reads.ts';
import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { RecordSelection, SelectedRecord } from '../../records/record-selection.ts';
import { retentionPolicies } from '../../records/retention.ts';
import { heldMemory, heldRecord } from './held.ts';
import { decodeOwned } from './owned.ts';
import { agentOf, equals, oneOf, projectItself, type SqlCondition, select } from './rows.ts';

/** A table of records that grow: how its rows are called, walked, aged and held. */
interface GrowingTable {
  readonly table: string;
  /** The kind of a row. */
  readonly kind: string;
  /** What its rows are walked by. */
  readonly key: string;
  readonly held: string;
  /** When a row came to rest, or NULL. */
  age(by: RecordSelection['by']): string;
}

const lastMessage = `(SELECT MAX(x.created_at) FROM messages x WHERE x.user_name = m.user_name AND x.project = m.project
  AND x.session_id = m.id AND x.agent = m.agent)`;

const tables: Readonly<Record<RecordSelection['of'], GrowingTable>> = {
  memory: {
    table: 'memories',
    kind: 'm.kind',
    key: 'm.id',
    held: heldMemory('m.'),
    age: (by) =>
      by === 'last-used'
        ? 'CASE WHEN m.last_accessed_at > m.created_at THEN m.last_accessed_at ELSE m.created_at END'
        : 'm.created_at',
  },
  run: {
    table: 'runs',
    kind: "'run'",
    key: 'm.id',
    held: heldRecord('run', 'm.'),
    age: () => 'CASE WHEN m.outcome IS NOT NULL THEN COALESCE(m.finished_at, m.created_at) END',
  },
  session: {
    table: 'sessions',
    kind: "'session'",
    // The same id is another session for each agent. No name has a control character in it.
    key: "m.id || '\u0001' || m.agent",
    held: heldRecord('session', 'm.'),
    age: () => lastMessage,
  },
};

function conditionsOf(selection: RecordSelection, dialect: Dialect): SqlCondition[] {
  const { user, project, agent, before, by, kind, tags = [], topic, standings } = selection;
  const own = agent === undefined ? undefined : (agent ?? projectItself);
  const ofMemories =
    selection.of !== 'memory'
      ? []
      : [
          ...equals('m.kind', kind),
          ...tags.map((tag) => ({
            sql: 'm.id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)',
            parameters: [tag],
          })),
          ...(topic === undefined
            ? []
            : [{ sql: `${dialect.indexKey('m.topic')} = ${dialect.indexKey('?')}`, parameters: [topic] }]),
          ...(standings === undefined ? [] : [oneOf('m.standing', standings)]),
        ];
  return [
    { sql: 'm.user_name = ? AND m.project = ?', parameters: [user, project] },
    ...equals('m.agent', own),
    ...(before === undefined ? [] : [{ sql: `${tables[selection.of].age(by)} <= ?`, parameters: [before] }]),
    ...ofMemories,
  ];
}

function decodeSelected(row: SqlRow): SelectedRecord {
  return {
    id: String(row['id']),
    scope: { user: String(row['user_name']), project: String(row['project']), agent: agentOf(row) },
    createdAt: Number(row['created_at']),
    kind: String(row['kind']),
  };
}

export function readSelections(client: SqlClient, dialect: Dialect): RetentionReads {
  return {
    async selectRecords(selection, after, limit) {
      const { table, kind, key, held } = tables[selection.of];
      const rows = await client.query(
        select(
          `SELECT m.id, m.user_name, m.project, m.agent, m.created_at, ${kind} AS kind, ${key} AS place FROM ${table} m`,
          [
            ...conditionsOf(selection, dialect),
            { sql: `NOT ${held}`, parameters: [] },
            ...(after === null ? [] : [{ sql: `${key} > ?`, parameters: [after] }]),
          ],
          `ORDER BY ${key} LIMIT ?`,
          [limit],
        ),
      );
      const next = rows.length < limit ? null : String(rows.at(-1)?.['place'] ?? null);
      return { items: rows.map(decodeSelected), next };
    },
    async surveyRecords(selection) {
      const { table, kind, held } = tables[selection.of];
      const { sql, parameters } = select(
        `SELECT ${kind} AS kind, CASE WHEN ${held} THEN 1 ELSE 0 END AS held, m.created_at FROM ${table} m`,
        conditionsOf(selection, dialect),
      );
      const rows = await client.query({
        sql: `SELECT kind, held, COUNT(*) AS records, MIN(created_at) AS oldest, MAX(created_at) AS newest
              FROM (${sql}) AS selected GROUP BY kind, held ORDER BY kind, held`,
        parameters,
      });
      return rows.map((row) => ({
        kind: String(row['kind']),
        held: Number(row['held']) === 1,
        count: Number(row['records']),
        oldest: Number(row['oldest']),
        newest: Number(row['newest']),
      }));
    },
    async retentionPolicies() {
      const rows = await client.query({
        sql: `SELECT * FROM ${retentionPolicies.table} ORDER BY id`,
        parameters: [],
      });
      return rows.map((row) => decodeOwned('policy', row));
    },
  };
}
