import { type Command, flagsOfCommand } from './command.ts';
import { commandGroups } from './commands.ts';
import type { Flag } from './flags.ts';

/** All that is known about a command before it is loaded: enough to find it, read its flags and print its help. */
export interface CommandEntry {
  /** The name of its operation. */
  readonly operation: string;
  readonly group: keyof typeof commandGroups;
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
export const commandTable: readonly CommandEntry[] = Object.entries(commandGroups).flatMap(
  ([group, commands]) =>
    commands.map((command: Command) => ({
      operation: command.operation.name,
      group: group as keyof typeof commandGroups,
      words: command.words,
      summary: command.operation.summary,
      positional: command.positional ?? [],
      flags: flagsOfCommand(command),
      ownFields: (command.ownFlags ?? []).map(({ field }) => field),
      examples: command.examples,
    })),
);
