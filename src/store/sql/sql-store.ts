import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import type { Command, Store } from '../../ports/store.ts';
import { refusalOf } from '../refusals.ts';
import { statementsOf } from './commands.ts';
import { readMemories } from './read-memories.ts';
import { readOverview, readTemplates } from './read-overview.ts';
import { readRuns } from './read-runs.ts';
import { readSessions } from './read-sessions.ts';
import { readTasks } from './read-tasks.ts';
import { ownedBy, select } from './rows.ts';

/** The store on any SQL database: all its SQL is shared, the client and the dialect are what differs. */
export function createSqlStore(client: SqlClient, dialect: Dialect, formatVersion: number): Store {
  async function commit(commands: readonly Command[]): Promise<void> {
    const compiled = commands.map((command) => ({ command, statements: statementsOf(command) }));
    const result = await client.batch(compiled.flatMap(({ statements }) => statements));
    if (!result.committed) throw await explain(commandAt(compiled, result.unaffected));
    if (commands.some((command) => command.type === 'delete-memory')) await client.scrub();
  }

  async function explain(command: Command | undefined): Promise<Error> {
    if (command?.type === 'finish-run') {
      return refusalOf(command, await exists('runs', command.runId, command.owner));
    }
    if (command?.type === 'update-task') {
      return refusalOf(command, await exists('tasks', command.task.id, command.owner));
    }
    return refusalOf(command ?? { type: 'count-access', ids: [], at: 0 }, false);
  }

  async function exists(table: string, id: string, owner: Parameters<typeof ownedBy>[0]): Promise<boolean> {
    const rows = await client.query(
      select(`SELECT id FROM ${table}`, [{ sql: 'id = ?', parameters: [id] }, ownedBy(owner)]),
    );
    return rows.length > 0;
  }

  return {
    name: dialect.name,
    keeps: true,
    commit,
    ...readTasks(client),
    ...readRuns(client),
    ...readSessions(client),
    ...readMemories(client, dialect),
    ...readTemplates(client),
    ...readOverview(client),
    async health() {
      return { backend: dialect.name, formatVersion, ...(await client.inspect()) };
    },
    close: () => client.close(),
  };
}

/** The command whose statements include the statement of this index. */
function commandAt(
  compiled: ReadonlyArray<{ command: Command; statements: readonly unknown[] }>,
  statementIndex: number,
): Command | undefined {
  let seen = 0;
  return compiled.find(({ statements }) => {
    seen += statements.length;
    return statementIndex < seen;
  })?.command;
}
