import { EngramError } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Command, commandsOf } from './command.ts';
import type { CommandEntry } from './command-table.ts';

const files: Readonly<Record<CommandEntry['file'], () => Promise<readonly Operation[]>>> = {
  memories: async () => (await import('../../operations/memories.ts')).memoryOperations,
  memoryLife: async () => (await import('../../operations/memory-life.ts')).memoryLifeOperations,
  runs: async () => (await import('../../operations/runs.ts')).runOperations,
  sessions: async () => (await import('../../operations/sessions.ts')).sessionOperations,
  tasks: async () => (await import('../../operations/tasks.ts')).taskOperations,
  patterns: async () => (await import('../../operations/patterns.ts')).patternOperations,
  failures: async () => (await import('../../operations/failures.ts')).failureOperations,
  advice: async () => (await import('../../operations/advice.ts')).adviceOperations,
  prevention: async () => (await import('../../operations/prevention.ts')).preventionOperations,
  templates: async () => (await import('../../operations/templates.ts')).templateOperations,
  templateKnowledge: async () =>
    (await import('../../operations/template-knowledge.ts')).templateKnowledgeOperations,
  sessionTemplates: async () =>
    (await import('../../operations/session-templates.ts')).sessionTemplateOperations,
  administration: async () => (await import('../../operations/administration.ts')).administrationOperations,
};

/** The command that an entry of the table describes. Only its file is loaded: the others have schemas of their own to build. */
export async function loadCommand({ file, operation }: CommandEntry): Promise<Command> {
  const command = commandsOf(await files[file]()).find((candidate) => candidate.operation.name === operation);
  if (command !== undefined) return command;
  throw new EngramError('internal', `The command for ${operation} is missing in this build.`);
}
