import type { Command, CommandOf, CommandType } from '../../ports/store.ts';
import { type Scope, sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import type { UndoJournal } from './journal.ts';
import type { State } from './state.ts';

/** What a command does, in the words of ports/commands.ts, as code. */
export interface Handler<Type extends CommandType = CommandType> {
  /** Whether what the command would create is there already. */
  isTaken?(state: State, command: CommandOf<Type>): boolean;
  /** What the command does all the same when its record is there and it was written with `ifAbsent`. */
  whenTaken?(state: State, command: CommandOf<Type>, journal: UndoJournal): void;
  /** Carries out the command, or throws the error that refuses it. */
  apply(state: State, command: CommandOf<Type>, journal: UndoJournal): void;
}

/** The commands of one kind of record, and how all that is there of it is written again. */
export interface ReferenceRecord<Type extends CommandType> {
  readonly handlers: { readonly [Each in Type]: Handler<Each> };
  /** By table, in the order they must be written: commands with keys made of the records themselves. */
  exported(state: State): ReadonlyArray<Iterable<readonly [string, Command]>>;
}

/** Lets TypeScript see which commands a record has. */
export function referenceRecord<Type extends CommandType>(
  record: ReferenceRecord<Type>,
): ReferenceRecord<Type> {
  return record;
}

/** The commands that write these records again. */
export function rewritten<Item>(
  items: ReadonlyMap<string, Item>,
  commandOf: (item: Item) => Command,
): Array<readonly [string, Command]> {
  return [...items].map(([key, item]) => [key, commandOf(item)]);
}

/** The record that a command of its owner names; the command is refused when the owner has none of this id. */
export function ownRecord<Item extends { readonly scope: Scope }>(
  records: ReadonlyMap<string, Item>,
  id: string,
  owner: Scope,
  command: Command,
): Item {
  const record = records.get(id);
  if (record === undefined || !sameScope(record.scope, owner)) throw refusalOf(command, false);
  return record;
}
