import type { EngramError } from '../../errors.ts';
import type { EngramEvent } from '../../ports/events.ts';
import type { Command, CommandType } from '../../ports/store.ts';
import { audit } from './audit.ts';
import { counters } from './counters.ts';
import { type CommandDefinition, type ExportedTable, refusalBy } from './define-record.ts';
import { jobs } from './jobs.ts';
import { keptIndexes } from './kept-index.ts';
import { lessons } from './lessons.ts';
import { memories } from './memories.ts';
import { memoryLinks } from './memory-links.ts';
import { owned } from './owned.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { tokens } from './tokens.ts';
import { workflows } from './workflows.ts';

/** Every kind of record, in the order of an export. An interrupted move continues by its place in this list. */
export const records = [
  tasks,
  runs,
  sessions,
  memories,
  lessons,
  templates,
  tokens,
  workflows,
  jobs,
  owned,
  audit,
  memoryLinks,
  keptIndexes,
  counters,
] as const;

/** A command without a definition does not compile; one with two fails a test. */
const definitions: { readonly [Type in CommandType]: CommandDefinition<Type> } = {
  ...tasks.commands,
  ...runs.commands,
  ...sessions.commands,
  ...memories.commands,
  ...lessons.commands,
  ...templates.commands,
  ...tokens.commands,
  ...workflows.commands,
  ...jobs.commands,
  ...owned.commands,
  ...memoryLinks.commands,
  ...keptIndexes.commands,
  ...audit.commands,
  ...counters.commands,
};

/** All tables of an export, in the order they must be written: a step needs its run. */
export const exportedTables: readonly ExportedTable[] = records.flatMap(({ exported }) => exported);

/**
 * What is known about a command.
 *
 * @example
 * const statements = definitionOf(command).statements(command, dialect);
 */
export function definitionOf(command: Command): CommandDefinition {
  // Sound as long as a definition is only asked about the command it was looked up by.
  return definitions[command.type] as CommandDefinition;
}

/** Why a command was refused, as the error its caller gets. */
export function refusalOf(command: Command, exists: boolean, unchanged = false): EngramError {
  return refusalBy(definitionOf(command), command, exists, unchanged);
}

/** The event that a committed command causes; undefined for commands without one. */
export function eventOf(command: Command, at: number): EngramEvent | undefined {
  const event = definitionOf(command).event?.(command);
  return event && { ...event, at };
}
