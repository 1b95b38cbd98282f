import type { SqlStatement } from '../../ports/sql-client.ts';
import { ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import { orNothing } from './rows.ts';
import { revokedOnes } from './tokens.ts';

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
  'lessons',
  'memories',
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

/** Removes everything of a user. What is in tables without users goes by their foreign keys. */
export function eraseUser(user: string): SqlStatement[] {
  return [
    keepRestricted(user),
    ...tablesOfUsers.map((table) => ({
      sql: `DELETE FROM ${table} WHERE user_name = ?`,
      parameters: [user],
    })),
  ];
}
