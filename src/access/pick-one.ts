import { EngramError, notFound, phrase } from '../errors.ts';
import { type Scope, sameScope, type Viewer } from '../records/scope.ts';

/**
 * The record a name means, among those the viewer may see: its own before the project's. The owner, who sees
 * every agent's, is asked to say whose it is when several fit.
 */
export function pickOne<Item extends { scope: Scope }>(
  what: string,
  id: string,
  viewer: Viewer,
  found: readonly Item[],
): Item {
  const own = found.filter((item) => sameScope(item.scope, viewer));
  const [first, second] = own.length > 0 ? own : found;
  if (first === undefined) throw notFound(what, id);
  if (second === undefined) return first;
  const agents = found.map((item) => item.scope.agent ?? '(project)').join(', ');
  throw new EngramError('ambiguous', `Several agents have a ${what} "${id}": ${agents}.`, {
    details: { what, id, agents: found.map((item) => item.scope.agent) },
    hint: phrase`Say whose with ${{ acting: 'agent' }}.`,
  });
}
