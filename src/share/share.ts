import type * as z from 'zod';
import {
  carriedGrants,
  covers,
  grantsTo,
  holds,
  isAddressedTo,
  isOver,
  mayPassOn,
  readerWith,
} from '../access/grants.ts';
import { mayChange, maySee } from '../access/reach.ts';
import { EngramError, invalidInput, notFound, phrase } from '../errors.ts';
import { retryOnConflict } from '../learn/lessons.ts';
import { showPattern } from '../learn/patterns.ts';
import type { Context } from '../ports/context.ts';
import type { Grant, Selection } from '../records/grant.ts';
import { isExpired } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import { type ShownGrant, shareInput } from '../records/share-inputs.ts';
import { narrow } from './narrow.ts';
import { notOnward, ofAnother, ofTheProject, refuseReceiver } from './refusals.ts';
import { type AskedShare, selectionOf, selectPattern } from './select-records.ts';
import { closed, nameOfGrant, shownGrant } from './shown-grant.ts';

type Share = z.input<typeof shareInput>;

/** Every read looks through the open grants of its user. */
const maxOpen = 1_000;

/**
 * Lets somebody read records of an owner from now on (SHR-1). They stay where they are: nothing is copied.
 *
 * @param ownOnly the caller may not open what belongs to other agents
 */
export function share(
  context: Context,
  viewer: Viewer,
  raw: Share,
  { ownOnly = false }: { readonly ownOnly?: boolean | undefined } = {},
): Promise<ShownGrant> {
  // The name of a grant is made from those there are; another may take it meanwhile.
  return retryOnConflict(context, () => giveGrant(context, viewer, raw, ownOnly));
}

async function giveGrant(
  context: Context,
  viewer: Viewer,
  raw: Share,
  ownOnly: boolean,
): Promise<ShownGrant> {
  const asked = parseInput(shareInput, raw, 'share');
  const now = context.clock.now();
  if (asked.until !== null && asked.until <= now) {
    throw invalidInput('The grant would have ended already. Choose a later time.', {
      details: { fields: ['until'] },
    });
  }
  const sharer = sharerOf(viewer, asked.from);
  const open = await openGrants(context, viewer.user);
  if (open.length >= maxOpen) {
    throw invalidInput(`This user has ${maxOpen} open grants, which is the most there can be.`, {
      hint: phrase`Revoke some of them with ${{ operation: 'memory.revoke' }}, or share by kind, domain or tag instead of one by one.`,
    });
  }
  const selection = selectionOf(asked);
  const selected =
    selection !== null && 'pattern' in selection && !('of' in selection)
      ? selectPattern(await showPattern(context, sharer, selection.pattern))
      : selection;
  const source = await sourceOf(context, sharer, asked, selected, open);
  if (ownOnly && !isOwn(viewer, source)) throw ofAnother();
  const to = { project: asked.toProject ?? viewer.project, agent: asked.to ?? null };
  refuseReceiver(asked, viewer, { ...source, to });
  const known = await context.store.listRecords(
    { ...source.scope, agent: null },
    'grant',
    {},
    { limit: maxOpen },
  );
  const names = new Set([...open, ...known.items].map(({ name }) => name));
  const grant: Grant = {
    id: context.ids('rec'),
    schemaVersion,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    name: nameOfGrant({ scope: source.scope, to }, names),
    scope: source.scope,
    what: source.what,
    to,
    by: { project: viewer.project, agent: viewer.agent },
    until: earlier(asked.until, source.parent?.until ?? null),
    onward: asked.onward,
    parent: source.parent?.id ?? null,
    revokedAt: null,
    revokedBy: null,
    note: asked.note,
  };
  await context.store.commit([{ type: 'create-record', kind: 'grant', record: grant }]);
  return shownGrant(grant, new Map([...open, grant].map((each) => [each.id, each])), now);
}

/** The grants of a user that nobody revoked. When there are too many, those whose time has passed are closed first. */
async function openGrants(context: Context, user: string): Promise<readonly Grant[]> {
  const open = await context.store.openGrants(user);
  if (open.length < maxOpen) return open;
  const now = context.clock.now();
  await context.store.commit(open.filter((grant) => isOver(grant, now)).map(closed));
  return open.filter((grant) => !isOver(grant, now));
}

/** Whose records are shared: an agent shares its own, the owner anybody's of the project, or the whole project's. */
function sharerOf(viewer: Viewer, from: string | undefined): Scope {
  const sharer = from === undefined ? viewer : { ...viewer, agent: from };
  if (mayChange(viewer, sharer)) return sharer;
  throw new EngramError('forbidden', `An agent shares what is its own, and "${from}" is another one.`, {
    hint: phrase`Act without ${{ acting: 'agent' }}, or leave ${{ field: 'from' }} out.`,
  });
}

/** Whose the records are, what is shared of them, and the grant by which the sharer has them when they are not its own. */
interface SharedSource {
  readonly scope: Scope;
  readonly what: Selection;
  readonly parent: Grant | null;
}

async function sourceOf(
  context: Context,
  sharer: Scope,
  { grant: named }: AskedShare,
  what: Selection | null,
  open: readonly Grant[],
): Promise<SharedSource> {
  const now = context.clock.now();
  const received = grantsTo(sharer, open, now).filter(({ onward }) => onward);
  if (named !== undefined) {
    const parent = open.find(({ id, name }) => id === named || name === named);
    if (parent === undefined || !isAddressedTo(parent, sharer)) throw notFound('grant', named);
    const byId = new Map(open.map((grant) => [grant.id, grant]));
    if (!holds(parent, byId, now)) throw invalidInput(`The grant "${named}" has ended.`);
    if (!parent.onward) throw notOnward(named);
    return { scope: parent.scope, what: what === null ? parent.what : narrow(parent.what, what), parent };
  }
  if (what === null) throw invalidInput('Say what to share.');
  if (what.of !== 'memories' || what.id === null) return { scope: sharer, what, parent: null };
  const memory = await context.store.getMemory(sharer, what.id);
  if (memory === undefined || isExpired(memory, now)) throw notFound('memory', what.id);
  if (!mayPassOn(readerWith(sharer, open, now), memory) && carriedGrants(memory).length > 0)
    throw notOnward(what.id);
  if (mayChange(sharer, memory.scope)) return { scope: memory.scope, what, parent: null };
  const [parent] = received
    .filter((grant) => covers(grant, memory))
    .toSorted((left, right) => (right.until ?? Infinity) - (left.until ?? Infinity));
  if (parent !== undefined) return { scope: parent.scope, what: narrow(parent.what, what), parent };
  if (maySee(sharer, memory.scope)) throw ofTheProject(what.id);
  throw notOnward(what.id);
}

/** What belongs to the project without an agent is the owner's own; a grant of the project's opens the records of all its agents. */
function isOwn(viewer: Viewer, { scope, what }: SharedSource): boolean {
  if (scope.agent !== viewer.agent || scope.project !== viewer.project) return false;
  return scope.agent !== null || (what.of === 'memories' && what.id !== null);
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null ? right : right === null ? left : Math.min(left, right);
}
