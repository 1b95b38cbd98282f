import type { Operation } from '../../operations/operation.ts';
import type { Route } from './routes.ts';

/** What operations are about, in the order of the reference. */
const descriptions: Readonly<Record<string, string>> = {
  memory: 'What agents know: record, find, delete.',
  knowledge: 'What agents know, as files, and from one agent to another.',
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
  agent: 'Agents that were registered or left records.',
  github: 'Issues and pull requests at GitHub.',
  audit: 'Who did what to whose records, and why.',
  user: 'A user as a whole.',
  token: 'Tokens for HTTP and MCP.',
  job: 'Work in the background.',
  server: 'The installation, and what it is doing.',
};

export interface OperationGroup {
  readonly name: string;
  readonly description: string;
}

/** The first part of a name, unless the operation says otherwise. */
export function groupOf({ name, group }: Operation): string {
  return group ?? name.split('.')[0] ?? name;
}

/** Every group there is, those not described here at the end. */
export function describedGroups(routes: readonly Route[]): OperationGroup[] {
  const names = new Set([...Object.keys(descriptions), ...routes.map(({ operation }) => groupOf(operation))]);
  return [...names].map((name) => ({ name, description: descriptions[name] ?? '' }));
}
