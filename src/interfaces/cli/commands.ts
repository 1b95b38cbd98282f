import { administrationCommands } from './administration-commands.ts';
import type { Command } from './command.ts';
import { learningCommands } from './learning-commands.ts';
import { memoryCommands } from './memory-commands.ts';
import { preventionCommands } from './prevention-commands.ts';
import { sessionTemplateCommands } from './session-template-commands.ts';
import { templateCommands } from './template-commands.ts';
import { workCommands } from './work-commands.ts';

/** All commands that stand for an operation, by the group they are loaded with. */
export const commandGroups = {
  memory: memoryCommands,
  work: workCommands,
  learning: learningCommands,
  prevention: preventionCommands,
  template: templateCommands,
  sessionTemplate: sessionTemplateCommands,
  administration: administrationCommands,
} as const satisfies Record<string, readonly Command[]>;

export const commands: readonly Command[] = Object.values(commandGroups).flat();
