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
    const compiled = commands.map((command) => ({ command, statements: statementsOf(command) }));
    const result = await client.batch(compiled.flatMap(({ statements }) => statements));
    if (!result.committed) throw refusalAt(compiled, result.unaffected);
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
function refusalAt(
  compiled: ReadonlyArray<{ command: Command; statements: readonly unknown[] }>,
  statementIndex: number,
): EngramError {
  let index = statementIndex;
  for (const { command, statements } of compiled) {
    // A first statement that finds its record and a later one that fails: the record is there.
    if (index < statements.length) return refusalOf(command, index > 0);
    index -= statements.length;
  }
  return new EngramError('internal', `No command has the statement ${statementIndex}.`);
}
