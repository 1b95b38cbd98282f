import { EngramError } from '../../errors.ts';
import type { EngramEvent } from '../../ports/events.ts';
import type { Dialect, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Command, CommandOf, CommandType } from '../../ports/store.ts';

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** Everything the store and those around it need to know about one command. */
export interface CommandDefinition<Type extends CommandType = CommandType> {
  /**
   * The command without secrets. Names, ids and times stay; everything a person, a model or a tool wrote is redacted, and
   * redacting twice changes nothing more. Left out when there is no such text.
   */
  redact?(command: CommandOf<Type>): CommandOf<Type>;
  /** Paths of random and sealed bytes that Engram made itself. They are not searched for secrets: by chance, some look like a vendor's key. */
  readonly opaque?: readonly string[];
  /** The event that the committed command causes. Left out for commands without one. */
  event?(command: CommandOf<Type>): WithoutTime<EngramEvent> | undefined;
  /**
   * Why the command was refused. `exists` tells whether the owner has the record the command names: what another owner
   * has is never mentioned. `unchanged` tells whether that record is still as the caller has read it. Left out when the
   * command cannot be refused.
   */
  refuse?(command: CommandOf<Type>, exists: boolean, unchanged: boolean): EngramError;
  /**
   * The statements that carry out the command. Exactly those marked `mustAffect` can refuse it: the first, because
   * what it names is not there or its place is taken; a later one, because what it names is there and in the way.
   */
  statements(command: CommandOf<Type>, dialect: Dialect): SqlStatement[];
  /** Whether deleted content must become unreadable in the files underneath. */
  readonly erases?: boolean;
  /** Whether the command must survive a power failure once it was committed. */
  mustBeOnDisk?(command: CommandOf<Type>): boolean;
}

/** Why a command was refused, as the error its caller gets. */
export function refusalBy(
  definition: CommandDefinition,
  command: Command,
  exists: boolean,
  unchanged: boolean,
): EngramError {
  return (
    definition.refuse?.(command, exists, unchanged) ??
    new EngramError('internal', `The command "${command.type}" cannot be refused.`)
  );
}

/** One table of an export: how to walk through it, and the command that writes a row of it again. */
export interface ExportedTable {
  readonly head: string;
  /** Columns that say where a row stands, in the order they are walked. */
  readonly key: readonly string[];
  /** The same columns in the answer, where they are not the names in `key` without their tables. */
  readonly columns?: readonly string[];
  command(row: SqlRow): Command;
}

/** One kind of record: its commands, and how a whole store of it is written again. */
export interface RecordDefinition<Type extends CommandType> {
  readonly commands: { readonly [Each in Type]: CommandDefinition<Each> };
  /** In the order they must be written. */
  readonly exported: readonly ExportedTable[];
}

/**
 * Defines a kind of record in one place. `records.ts` lists all of them.
 *
 * @example
 * export const tokens = defineRecord({ commands: { 'create-token': { … }, 'revoke-token': { … } }, exported: [ … ] });
 */
export function defineRecord<Type extends CommandType>(
  definition: RecordDefinition<Type>,
): RecordDefinition<Type> {
  return definition;
}
