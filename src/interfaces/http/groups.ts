import type { Operation } from '../operations/operation.ts';
import type { Route } from './routes.ts';

/** What operations are about, in the order of the reference. */
const descriptions: Readonly<Record<string, string>> = {
  memory: 'What agents know: record, find, delete.',
  run: 'What agents did, step by step.',
  session: 'Conversations, message by message.',
  import: 'What was recorded elsewhere.',
  task: 'What is to be done.',
  learning: 'Advice from what happened before, and whether it helps.',
  prevention: 'Checks before tool calls.',
  template: 'Runs that can be executed again: without a model, or by one that knows how it was done.',
  'session-templates': 'Calls that worked in one session, shown to the next.',
  'agent-memory': 'What agents know about the work of a template, as rows in snake case.',
  'tool-execution-history': 'Calls that worked, as rows in snake case.',
  agent: 'Who left records.',
  token: 'Keys to this door.',
  job: 'Work in the background.',
  server: 'The installation, and what it is doing.',
};

export interface Group {
  readonly name: string;
  readonly description: string;
}

/** Where what has only one word for a name belongs, when it does not concern the server. */
const groupsOfWords: Readonly<Record<string, string>> = { report: 'learning', solve: 'template' };

/** The first part of a name; what has only one part, and the configuration, concerns the server, but for a few. */
export function groupOf({ name }: Operation): string {
  const known = groupsOfWords[name];
  if (known !== undefined) return known;
  const [group = '', verb] = name.split('.');
  return verb === undefined || group === 'config' ? 'server' : group;
}

/** Every group there is, those not described here at the end. */
export function describedGroups(routes: readonly Route[]): Group[] {
  const names = new Set([...Object.keys(descriptions), ...routes.map(({ operation }) => groupOf(operation))]);
  return [...names].map((name) => ({ name, description: descriptions[name] ?? '' }));
}
