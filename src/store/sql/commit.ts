import { EngramError } from '../../errors.ts';
import type { Dialect, SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { Command, Committed } from '../../ports/store.ts';
import { definitionOf, refusalOf } from '../records/records.ts';

/** Carries out commands in one transaction. */
export async function commitTo(
  client: SqlClient,
  dialect: Dialect,
  commands: readonly Command[],
): Promise<Committed> {
  const statements = commands.map((command) => definitionOf(command).statements(command, dialect));
  const isForced = commands.some((command) => definitionOf(command).mustBeOnDisk?.(command) === true);
  const result = await client.batch(statements.flat(), isForced);
  if (!result.committed) throw refusalAt(commands, statements, result.unaffected);
  if (commands.some((command) => definitionOf(command).erases === true)) await client.scrub();
  return { ignored: ignoredIn(commands, statements, result.changes) };
}

const nothingIgnored: readonly number[] = [];

/** The commands that may be ignored and whose first statement, which inserts the record, changed nothing. */
function ignoredIn(
  commands: readonly Command[],
  statements: ReadonlyArray<readonly SqlStatement[]>,
  changes: readonly number[],
): readonly number[] {
  if (!commands.some(mayBeIgnored)) return nothingIgnored;
  const ignored: number[] = [];
  let first = 0;
  commands.forEach((command, index) => {
    if (mayBeIgnored(command) && changes[first] === 0) ignored.push(index);
    first += statements[index]?.length ?? 0;
  });
  return ignored;
}

function mayBeIgnored(command: Command): boolean {
  return 'ifAbsent' in command && command.ifAbsent === true;
}

/** Why the statement of this index, counted over all commands, changed nothing. */
function refusalAt(
  commands: readonly Command[],
  statements: ReadonlyArray<readonly SqlStatement[]>,
  statementIndex: number,
): EngramError {
  let index = statementIndex;
  for (const [place, command] of commands.entries()) {
    const length = statements[place]?.length ?? 0;
    // A first statement that finds its record and a later one that fails: the record is there. A second one that
    // finds it as it was read: it was not changed.
    if (index < length) return refusalOf(command, index > 0, index > 1);
    index -= length;
  }
  return new EngramError('internal', `No command has the statement ${statementIndex}.`);
}
