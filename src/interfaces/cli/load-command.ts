import { EngramError } from '../../errors.ts';
import type { Command } from './command.ts';
import type { CommandEntry } from './command-table.ts';
import type { commandGroups } from './commands.ts';

const groups: Readonly<Record<keyof typeof commandGroups, () => Promise<readonly Command[]>>> = {
  memory: async () => (await import('./memory-commands.ts')).memoryCommands,
  work: async () => (await import('./work-commands.ts')).workCommands,
  learning: async () => (await import('./learning-commands.ts')).learningCommands,
  prevention: async () => (await import('./prevention-commands.ts')).preventionCommands,
  template: async () => (await import('./template-commands.ts')).templateCommands,
  sessionTemplate: async () => (await import('./session-template-commands.ts')).sessionTemplateCommands,
  administration: async () => (await import('./administration-commands.ts')).administrationCommands,
};

/** The command that an entry of the table describes. Only its group is loaded: the others have schemas of their own to build. */
export async function loadCommand({ group, operation }: CommandEntry): Promise<Command> {
  const command = (await groups[group]()).find((candidate) => candidate.operation.name === operation);
  if (command !== undefined) return command;
  throw new EngramError('internal', `The command for ${operation} is missing in this build.`);
}
