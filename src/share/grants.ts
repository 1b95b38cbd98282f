import type * as z from 'zod';
import { isAddressedTo } from '../access/grants.ts';
import { mayChange } from '../access/reach.ts';
import { EngramError, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Grant } from '../records/grant.ts';
import { newestFirst } from '../records/page.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { grantsInput, revokeGrantInput, type ShownGrant } from '../records/share-inputs.ts';
import { shownGrant } from './shown-grant.ts';

type AskGrants = z.input<typeof grantsInput>;

const maxListed = 1_000;

/** The grants a viewer gives, gave on or receives, newest first. */
export async function listGrants(context: Context, viewer: Viewer, raw: AskGrants): Promise<ShownGrant[]> {
  const { all } = parseInput(grantsInput, raw, 'grants');
  const { known, byId } = await knownGrants(context, viewer);
  const now = context.clock.now();
  return known
    .toSorted(newestFirst)
    .map((grant) => shownGrant(grant, byId, now))
    .filter(({ state }) => all || state === 'open');
}

/** Takes a grant back: from now on it opens nothing, nor does what was shared on by it. */
export async function revokeGrant(context: Context, viewer: Viewer, name: string): Promise<ShownGrant> {
  const { id } = parseInput(revokeGrantInput, { id: name }, 'grant');
  const { known, byId } = await knownGrants(context, viewer);
  const [grant, another] = known.filter((each) => each.id === id || each.name === id);
  if (grant === undefined) throw notFound('grant', id);
  if (another !== undefined)
    throw new EngramError('ambiguous', `Several grants are called "${id}": name one by its id.`, {
      details: { what: 'grant', id, ids: [grant.id, another.id] },
    });
  if (!mayRevoke(viewer, grant)) {
    throw new EngramError('forbidden', `"${id}" was given to you; only who gave it can take it back.`);
  }
  const now = context.clock.now();
  if (grant.revokedBy !== null) return shownGrant(grant, byId, now);
  const record: Grant = {
    ...grant,
    updatedAt: now,
    revision: grant.revision + 1,
    revokedAt: now,
    revokedBy: viewer.agent ?? '(project)',
  };
  const { user, project } = grant.scope;
  await context.store.commit([
    { type: 'revise-record', kind: 'grant', owner: grant.scope, record },
    // A reader without grants never opens its index again, so its searches would not clean it.
    { type: 'forget-shared-indexes', place: { user, project } },
  ]);
  return shownGrant(record, byId, now);
}

function mayRevoke(viewer: Viewer, { scope, by }: Grant): boolean {
  return mayChange(viewer, scope) || isFrom(viewer, by);
}

function isFrom({ project, agent }: Viewer, by: Grant['by']): boolean {
  return by.project === project && (agent === null || by.agent === agent);
}

/** Grants of the viewer's own records, those it gave on, and those it receives; revoked ones only of its own records. */
async function knownGrants(context: Context, viewer: Viewer) {
  const open = await context.store.openGrants(viewer.user);
  const { items: own } = await context.store.listRecords(viewer, 'grant', {}, { limit: maxListed });
  const others = open.filter(
    (grant) => isAddressedTo(grant, viewer) || isFrom(viewer, grant.by) || mayChange(viewer, grant.scope),
  );
  const known = [...new Map([...own, ...others].map((grant) => [grant.id, grant])).values()];
  return { known, byId: new Map(open.map((grant) => [grant.id, grant])) };
}
