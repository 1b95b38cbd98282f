import { EngramError } from '../errors.ts';
import type { Command, CommandOf, CommandType } from '../ports/store.ts';
import { definitionOf } from '../store/records/records.ts';
import { secretNameIn } from '../text/redact/secret-names.ts';

/** Marks commands that their caller has already redacted, to show them before they are stored. */
const alreadyRedacted = Symbol('already redacted');

/** The command as it is stored. */
export function redacted(command: Command): Command {
  return alreadyRedacted in command ? command : redactByType(command);
}

/** The command as it is stored, for callers that show it before they commit it. */
export function redactCommand<Type extends CommandType>(command: CommandOf<Type>): CommandOf<Type>;
export function redactCommand(command: Command): Command {
  // A mark on the command itself, because a WeakSet of commands cost more than redacting them; not enumerable, so
  // that a changed copy of the command loses it.
  return Object.defineProperty(redactByType(command), alreadyRedacted, { value: true });
}

function redactByType(command: Command): Command {
  const definition = definitionOf(command);
  const clean = definition.redact?.(command) ?? command;
  const field = secretNameIn(clean, definition.opaque);
  if (field === undefined) return clean;
  throw new EngramError(
    'invalid_input',
    `"${field}" holds a secret. Records are found by this name, so it can neither be kept nor replaced: choose another one.`,
    { details: { field } },
  );
}
