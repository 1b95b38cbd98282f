import type * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';

/**
 * Who owns a record. `agent: null` is the project itself: tasks and knowledge its owner laid down for
 * every agent of the project.
 */
export type Scope = z.infer<typeof scopeSchema>;
export const scopeSchema = lazyObject(() => ({
  user: nameText,
  project: nameText,
  agent: nameText.nullable(),
}));

/**
 * Who is asking. With an agent: that agent's records and the project's own. Without: the project's owner,
 * who sees every agent's records of that project. Never another user, never another project.
 */
export type Viewer = Scope;

/** Whether two scopes are the same owner. */
export function sameScope(left: Scope, right: Scope): boolean {
  return left.user === right.user && left.project === right.project && left.agent === right.agent;
}
