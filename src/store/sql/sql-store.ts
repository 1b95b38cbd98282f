import { EngramError } from '../../errors.ts';
import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import type { Command, Store } from '../../ports/store.ts';
import { refusalOf } from '../refusals.ts';
import { statementsOf } from './commands.ts';
import { readMemories } from './read-memories.ts';
import { readOverview, readTemplates } from './read-overview.ts';
import { readRuns } from './read-runs.ts';
import { readSessions } from './read-sessions.ts';
import { readTasks } from './read-tasks.ts';
import { defaultIndexAfter } from './text-index.ts';

/** The store on any SQL database: all its SQL is shared, the client and the dialect are what differs. */
export function createSqlStore(
  client: SqlClient,
  dialect: Dialect,
  formatVersion: number,
  indexAfter: number = defaultIndexAfter,
): Store {
  async function commit(commands: readonly Command[]): Promise<void> {
    const result = await client.batch(commands.flatMap(statementsOf));
    if (!result.committed) throw refusalAt(commands, result.unaffected);
    if (commands.some((command) => command.type === 'delete-memory')) await client.scrub();
  }

  return {
    name: dialect.name,
    keeps: true,
    commit,
    ...readTasks(client),
    ...readRuns(client),
    ...readSessions(client),
    ...readMemories(client, dialect, indexAfter),
    ...readTemplates(client),
    ...readOverview(client),
    async health(depth = 'thorough') {
      return { backend: dialect.name, formatVersion, ...(await client.inspect(depth)) };
    },
    close: () => client.close(),
  };
}

/** Why the statement of this index, counted over all commands, changed nothing. */
function refusalAt(commands: readonly Command[], statementIndex: number): EngramError {
  let index = statementIndex;
  for (const command of commands) {
    const { length } = statementsOf(command);
    // A first statement that finds its record and a later one that fails: the record is there.
    if (index < length) return refusalOf(command, index > 0);
    index -= length;
  }
  return new EngramError('internal', `No command has the statement ${statementIndex}.`);
}
