import type { Operation } from '../../operations/operation.ts';
import { argumentsOf, type Flag, flagsOf } from './flags.ts';
import type { Presentation } from './presentation.ts';

export interface CliCommand extends Presentation {
  readonly operation: Operation;
  /** The words that call it: `memory record`. */
  readonly words: readonly string[];
  /** Fields given as positional arguments. */
  readonly positional: readonly string[];
}

/** The CLI commands of operations, from their `cli` definitions. */
export function commandsOf(operations: readonly Operation[]): CliCommand[] {
  return operations.flatMap((operation) =>
    operation.cli === null
      ? []
      : [
          {
            words: operation.name.split('.'),
            positional: argumentsOf(operation),
            ...operation.cli,
            operation,
          },
        ],
  );
}

/** All the flags of a command: those of its operation, and its own. */
export function flagsOfCommand(command: CliCommand): Flag[] {
  const fields = command.withoutFlags ?? [];
  const ofOperation = flagsOf(command.operation).filter(({ field }) => !fields.includes(field));
  return [...ofOperation, ...(command.ownFlags ?? [])];
}
