import { holds, isOver } from '../access/grants.ts';
import type { Command } from '../ports/store.ts';
import type { Grant } from '../records/grant.ts';
import type { ShownGrant } from '../records/share-inputs.ts';
import { slugFrom } from '../text/slug.ts';

/** A grant as it is shown. `byId` has all open grants of its user: one that was shared on ends with the one it came from. */
export function shownGrant(grant: Grant, byId: ReadonlyMap<string, Grant>, now: number): ShownGrant {
  const { id, name, scope, to, what, until, onward, by, parent, createdAt, revokedAt, revokedBy, note } =
    grant;
  return {
    id,
    name,
    from: { project: scope.project, agent: scope.agent },
    to,
    what,
    state: stateOf(grant, byId, now),
    until,
    onward,
    by,
    parent,
    createdAt,
    revokedAt,
    revokedBy,
    note,
  };
}

function stateOf(grant: Grant, byId: ReadonlyMap<string, Grant>, now: number): ShownGrant['state'] {
  if (grant.revokedBy === byTime) return 'expired';
  if (grant.revokedBy !== null) return 'revoked';
  if (isOver(grant, now)) return 'expired';
  return holds(grant, byId, now) ? 'open' : 'ended';
}

/** Instead of somebody who revoked it. */
const byTime = '(time)';

/** The command that closes a grant whose time has passed, so that readers need not look at it any more. */
export function closed(grant: Grant): Command {
  const { scope: owner, until, revision } = grant;
  const record = { ...grant, revokedAt: until, revokedBy: byTime, revision: revision + 1 };
  return { type: 'revise-record', kind: 'grant', owner, record };
}

/** A name that none of these has: `alice-to-bob`, then `alice-to-bob-2`. */
export function nameOfGrant({ scope, to }: Pick<Grant, 'scope' | 'to'>, taken: ReadonlySet<string>): string {
  const name = slugFrom(`${scope.agent ?? scope.project} to ${to.agent ?? to.project}`);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
