import { EngramError } from '../../errors.ts';
import type { Dialect, SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { Command, Committed } from '../../ports/store.ts';
import { once } from '../once.ts';
import { areCounters, counters } from '../records/counters.ts';
import { type CommandDefinition, refusalBy } from '../records/define-record.ts';

/** Loaded with the first record that is written: a process that only searches counts what it found, and no more. */
const loadRecords = once(() => import('../records/records.ts'));

async function definitionsOf(commands: readonly Command[]): Promise<readonly CommandDefinition[]> {
  if (areCounters(commands)) return commands.map(({ type }) => counters.commands[type] as CommandDefinition);
  const { definitionOf } = await loadRecords();
  return commands.map(definitionOf);
}

/** Carries out commands in one transaction. */
export async function commitTo(
  client: SqlClient,
  dialect: Dialect,
  commands: readonly Command[],
): Promise<Committed> {
  const definitions = await definitionsOf(commands);
  const writes = commands.map((command, place): Write => {
    const definition = definitions[place] as CommandDefinition;
    return { command, definition, statements: definition.statements(command, dialect) };
  });
  const isForced = writes.some(({ command, definition }) => definition.mustBeOnDisk?.(command) === true);
  const statements = writes.flatMap((write) => write.statements);
  const result = await client.batch(statements, isForced);
  if (!result.committed) throw refusalAt(writes, result.unaffected);
  if (definitions.some(({ erases }) => erases === true)) await client.scrub();
  return { ignored: ignoredIn(writes, result.changes) };
}

/** A command with what is known about it, and what carries it out. */
interface Write {
  readonly command: Command;
  readonly definition: CommandDefinition;
  readonly statements: readonly SqlStatement[];
}

const nothingIgnored: readonly number[] = [];

/** The commands that may be ignored and whose first statement, which inserts the record, changed nothing. */
function ignoredIn(writes: readonly Write[], changes: readonly number[]): readonly number[] {
  if (!writes.some(mayBeIgnored)) return nothingIgnored;
  const ignored: number[] = [];
  let first = 0;
  writes.forEach((write, index) => {
    if (mayBeIgnored(write) && changes[first] === 0) ignored.push(index);
    first += write.statements.length;
  });
  return ignored;
}

function mayBeIgnored({ command }: Write): boolean {
  return 'ifAbsent' in command && command.ifAbsent === true;
}

/** Why the statement of this index, counted over all commands, changed nothing. */
function refusalAt(writes: readonly Write[], statementIndex: number): EngramError {
  let index = statementIndex;
  for (const { command, definition, statements } of writes) {
    // A first statement that finds its record and a later one that fails: the record is there. A second one that
    // finds it as it was read: it was not changed.
    if (index < statements.length) return refusalBy(definition, command, index > 0, index > 1);
    index -= statements.length;
  }
  return new EngramError('internal', `No command has the statement ${statementIndex}.`);
}
