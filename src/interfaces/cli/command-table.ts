import { operationsIn } from '../../operations/operation.ts';
import { type OperationFiles, operationFiles } from '../../operations/operations.ts';
import { commandsOf, flagsOfCommand } from './command.ts';
import type { Flag } from './flags.ts';

/** All that is known about a command before it is loaded: enough to find it, read its flags and print its help. */
export interface CommandEntry {
  /** The name of its operation. */
  readonly operation: string;
  /** The file that defines it. */
  readonly file: keyof OperationFiles;
  readonly words: readonly string[];
  readonly summary: string;
  readonly positional: readonly string[];
  readonly flags: readonly Flag[];
  /** Fields of the flags that only the command line has. */
  readonly ownFields: readonly string[];
  readonly examples: readonly string[];
}

/**
 * Every command that stands for an operation. The build computes this table and puts the result in the place of this file:
 * deriving flags from schemas takes longer than most commands take to run.
 */
export const commandTable: readonly CommandEntry[] = Object.entries(operationFiles).flatMap(
  ([file, defined]) =>
    commandsOf(operationsIn(defined)).map((command) => ({
      operation: command.operation.name,
      file: file as keyof OperationFiles,
      words: command.words,
      summary: command.operation.summary,
      positional: command.positional,
      flags: flagsOfCommand(command),
      ownFields: (command.ownFlags ?? []).map(({ field }) => field),
      examples: command.examples,
    })),
);
