import { parseInput } from '../records/parse.ts';
import { scopeSchema, type Viewer } from '../records/scope.ts';

/** Viewers that are remembered: a server has few that ask again and again, and names are made up easily. */
const maxRemembered = 200;

/**
 * Makes the function that checks the names of a viewer and gives them their proper form. The same few ask a server all the time, and
 * checking takes longer than most of what they ask for.
 *
 * @example
 * const parseViewer = rememberingViewers();
 * parseViewer({ user: 'ann ', project: 'shop', agent: null }); // { user: 'ann', project: 'shop', agent: null }
 */
export function rememberingViewers(): (viewer: Viewer) => Viewer {
  const known = new Map<string, Viewer>();
  return (viewer) => {
    const { user, project, agent } = viewer;
    // What is no name is refused each time: as JSON, an agent that is undefined would be the owner of the project.
    const isNamed = [user, project, agent ?? ''].every((name) => typeof name === 'string');
    if (!isNamed || agent === undefined) return parseInput(scopeSchema, viewer, 'viewer');
    // As JSON, no two viewers have the same key, whatever is in their names.
    const key = JSON.stringify([user, project, agent]);
    const parsed = known.get(key);
    if (parsed !== undefined) return parsed;
    const checked = Object.freeze(parseInput(scopeSchema, viewer, 'viewer'));
    if (known.size >= maxRemembered) known.clear();
    known.set(key, checked);
    return checked;
  };
}
