import type { SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import { ownedKinds, ownedRecords, severalOf } from '../../records/owned/owned-records.ts';
import { orNothing, projectItself } from './rows.ts';
import { revokedOnes } from './tokens.ts';

/** Tables whose rows stand for records that people know; the others repeat something of these. */
const sorts: Readonly<Record<string, string>> = {
  tasks: 'tasks',
  runs: 'runs',
  steps: 'steps',
  sessions: 'sessions',
  messages: 'messages',
  memories: 'memories',
  lessons: 'lessons',
  templates: 'templates',
  workflows: 'workflows',
  tokens: 'tokens',
  ...Object.fromEntries(ownedKinds.map((kind) => [severalOf(kind), ownedRecords[kind].table])),
};

/** How many records of each sort a user has. */
export async function countUser(client: SqlClient, user: string): Promise<Record<string, number>> {
  const counts = Object.entries(sorts).map(
    ([sort, table]) => `SELECT '${sort}' AS sort, COUNT(*) AS records FROM ${table} WHERE user_name = ?`,
  );
  const rows = await client.query({
    sql: counts.join(' UNION ALL '),
    parameters: counts.map(() => user),
  });
  return Object.fromEntries(
    rows
      .map((row) => [String(row['sort']), Number(row['records'])] as const)
      .filter(([, records]) => records > 0),
  );
}

/** Every table with a column `user_name` (a test compares). Others hold what goes with a row of one of these. */
export const tablesOfUsers: readonly string[] = [
  'steps',
  'run_agents',
  'executions',
  'runs',
  'messages',
  'sessions',
  'tasks',
  'lesson_keys',
  'unsorted_failures',
  'lessons',
  'memory_links',
  'memories',
  'kept_indexes',
  'index_parts',
  'templates',
  'workflows',
  'tokens',
  ...ownedKinds.map((kind) => ownedRecords[kind].table),
  'audit_keys',
];

/** Access that was restricted once stays restricted, also when the tokens that did so go with their user. */
function keepRestricted(user: string): SqlStatement {
  const columns = Object.keys(revokedOnes);
  return {
    sql: `INSERT INTO tokens (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
          WHERE EXISTS (SELECT 1 FROM tokens WHERE user_name = ?) ${orNothing}`,
    parameters: [...Object.values(revokedOnes), user],
  };
}

/** Changes nothing, and is refused while a legal hold of the user stands. The table has one row. */
function unlessHeld(user: string): SqlStatement {
  return {
    sql: `UPDATE memory_index SET indexed_through = indexed_through
          WHERE NOT EXISTS (SELECT 1 FROM ${ownedRecords.hold.table} WHERE user_name = ? AND agent = '${projectItself}')`,
    parameters: [user],
    mustAffect: true,
  };
}

/** Removes everything of a user. What is in tables without users goes by their foreign keys. */
export function eraseUser(user: string): SqlStatement[] {
  return [
    unlessHeld(user),
    keepRestricted(user),
    ...tablesOfUsers.map((table) => ({
      sql: `DELETE FROM ${table} WHERE user_name = ?`,
      parameters: [user],
    })),
  ];
}
