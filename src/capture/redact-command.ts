import type { Command, CommandOf, CommandType } from '../ports/store.ts';
import { definitionOf } from '../store/records/records.ts';

/** On commands whose caller redacted them already, to show what is stored: once is enough. */
const alreadyRedacted = Symbol('already redacted');

/** The command as it is stored. */
export function redacted(command: Command): Command {
  return alreadyRedacted in command ? command : redactByType(command);
}

/** The command as it is stored, for who shows it before it is committed. */
export function redactCommand<Type extends CommandType>(command: CommandOf<Type>): CommandOf<Type>;
export function redactCommand(command: Command): Command {
  // A mark on the command itself, because a WeakSet of commands cost more than redacting them; not enumerable, so
  // that a changed copy of the command loses it.
  return Object.defineProperty(redactByType(command), alreadyRedacted, { value: true });
}

function redactByType(command: Command): Command {
  return definitionOf(command).redact?.(command) ?? command;
}
