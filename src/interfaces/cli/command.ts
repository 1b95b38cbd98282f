import type { Operation } from '../operations/operation.ts';
import { type Flag, flagsOf } from './flags.ts';
import type { Presentation } from './presentation.ts';

export interface Command extends Presentation {
  readonly operation: Operation;
  /** The words that call it: `memory record`. */
  readonly words: readonly string[];
}

/** An operation without a presentation of its own is printed as JSON, so a new one works at once. */
const asJson: Presentation = { present: (output: unknown) => JSON.stringify(output, null, 2), examples: [] };

/** A command for each operation; its presentation is found by the name of the operation. */
export function commandsOf(
  operations: readonly Operation[],
  presentations: Readonly<Record<string, Presentation>>,
): readonly Command[] {
  return operations.map((operation) => ({
    words: operation.name.split('.'),
    ...(presentations[operation.name] ?? asJson),
    operation,
  }));
}

/** All the flags of a command: those of its operation, and its own. */
export function flagsOfCommand(command: Command): Flag[] {
  const fields = command.withoutFlags ?? [];
  const ofOperation = flagsOf(command.operation, command).filter(({ field }) => !fields.includes(field));
  return [...ofOperation, ...(command.ownFlags ?? [])];
}
