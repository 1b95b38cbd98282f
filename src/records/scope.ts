import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazySchema } from './lazy-schema.ts';

/**
 * Who owns a record. `agent: null` is the project itself: tasks and knowledge its owner laid down for
 * every agent of the project.
 */
export const scopeSchema = lazySchema(() =>
  z.object({
    user: nameText,
    project: nameText,
    agent: nameText.nullable(),
  }),
);
/** Who owns a record. */
export type Scope = z.infer<typeof scopeSchema>;

/**
 * Who is asking. With an agent: that agent's records and the project's own. Without: the project's owner,
 * who sees every agent's records of that project. Never another user, never another project.
 */
export type Viewer = Scope;

/**
 * The reading rule, label by label. A prefix match would leak `alice` to `ali`.
 *
 * @example
 * maySee({ user: 'u', project: 'p', agent: 'ali' }, { user: 'u', project: 'p', agent: 'alice' }); // false
 */
export function maySee(viewer: Viewer, owner: Scope): boolean {
  if (viewer.user !== owner.user || viewer.project !== owner.project) return false;
  return viewer.agent === null || owner.agent === null || viewer.agent === owner.agent;
}

/**
 * The changing rule: an agent changes its own records, the owner those of the whole project. Seeing the
 * project's records does not allow an agent to change them.
 */
export function mayChange(viewer: Viewer, owner: Scope): boolean {
  return maySee(viewer, owner) && (viewer.agent === null || viewer.agent === owner.agent);
}

export function sameScope(left: Scope, right: Scope): boolean {
  return left.user === right.user && left.project === right.project && left.agent === right.agent;
}
