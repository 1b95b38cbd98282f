import type { Command, CommandType } from '../../ports/store.ts';
import { refusalOf } from '../records/records.ts';
import { audit } from './audit.ts';
import { counters } from './counters.ts';
import type { Handler } from './handler.ts';
import { jobs } from './jobs.ts';
import type { UndoJournal } from './journal.ts';
import { keptIndexes } from './kept-index.ts';
import { lessons } from './lessons.ts';
import { memories } from './memories.ts';
import { memoryLinks } from './memory-links.ts';
import { owned } from './owned.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';
import type { State } from './state.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { tokens } from './tokens.ts';
import { workflows } from './workflows.ts';

/** In the order a store is written again. */
const records = [
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
];

const handlers: { readonly [Type in CommandType]: Handler<Type> } = {
  ...tasks.handlers,
  ...runs.handlers,
  ...sessions.handlers,
  ...memories.handlers,
  ...lessons.handlers,
  ...templates.handlers,
  ...tokens.handlers,
  ...workflows.handlers,
  ...jobs.handlers,
  ...owned.handlers,
  ...memoryLinks.handlers,
  ...keptIndexes.handlers,
  ...audit.handlers,
  ...counters.handlers,
};

/**
 * Carries out one command, or throws the error that refuses it. Answers false when the command was ignored because its
 * record is there.
 */
export function applyCommand(state: State, command: Command, journal: UndoJournal): boolean {
  const handler = handlers[command.type] as Handler;
  if (handler.isTaken?.(state, command) === true) {
    if ('ifAbsent' in command && command.ifAbsent === true) {
      handler.whenTaken?.(state, command, journal);
      return false;
    }
    throw refusalOf(command, true);
  }
  handler.apply(state, command, journal);
  return true;
}

/** A command with its place in an export. */
interface PlacedCommand {
  readonly place: string;
  readonly command: Command;
}

/**
 * All that is there, as the commands that write it again: a step after its run, messages in their order. A place
 * is made of the record itself, so what others delete moves nothing else to another place.
 */
export function commandsThatWrite(state: State): PlacedCommand[] {
  const tables = records.flatMap((record) => record.exported(state));
  const placed = tables.flatMap((table, index) =>
    [...table].map(([key, command]) => ({ place: `${String(index).padStart(2, '0')} ${key}`, command })),
  );
  return placed.sort((left, right) => (left.place < right.place ? -1 : 1));
}
