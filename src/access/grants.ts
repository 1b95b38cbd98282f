import type { Grant, GrantedViewer, Selection } from '../records/grant.ts';
import { type Memory, memoryTopic } from '../records/memory.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import { mayChange, maySee } from './reach.ts';

/** What decides whether a grant covers a memory. */
export type SelectableMemory = Pick<Memory, 'id' | 'scope' | 'kind' | 'content' | 'tags' | 'derivedFrom'>;

/**
 * The grants by which a viewer may read something at this moment. `open` are the grants of its user that nobody revoked: one
 * that was shared on ends with the grant it came from, so that nothing has to be revoked twice.
 *
 * @example
 * grantsTo(bob, await store.openGrants(bob.user), clock.now());
 */
export function grantsTo(viewer: Viewer, open: readonly Grant[], now: number): Grant[] {
  const addressed = open.filter((grant) => isAddressedTo(grant, viewer));
  if (addressed.length === 0) return addressed;
  const byId = new Map(open.map((grant) => [grant.id, grant]));
  return addressed.filter((grant) => holds(grant, byId, now));
}

/**
 * A viewer with all that it may read by consent at this moment: the grants that are for it, and those by which copies that
 * others made may reach it.
 *
 * @example
 * store.listMemories(readerWith(bob, await store.openGrants(bob.user), clock.now()), filter, page);
 */
export function readerWith(viewer: Viewer, open: readonly Grant[], now: number): GrantedViewer {
  const { user, project, agent } = viewer;
  if (open.length === 0) return { user, project, agent };
  const byId = new Map(open.map((grant) => [grant.id, grant]));
  const valid = open.filter((grant) => grant.scope.user === user && holds(grant, byId, now));
  const granted = valid.filter((grant) => isAddressedTo(grant, viewer));
  const carriers = valid.filter((grant) => grant.onward || isAddressedTo(grant, viewer));
  return { user, project, agent, granted, carriers };
}

/** Whether a grant is for this viewer. The owner of a project reads what its agents read. */
export function isAddressedTo({ scope, to }: Grant, { user, project, agent }: Viewer): boolean {
  if (scope.user !== user || to.project !== project) return false;
  return agent === null || to.agent === null || to.agent === agent;
}

/** Whether a grant, and each one it was shared on by, is open and has not expired. */
export function holds(grant: Grant, byId: ReadonlyMap<string, Grant>, now: number): boolean {
  const seen = new Set<string>();
  let current: Grant | undefined = grant;
  while (current !== undefined && current.revokedBy === null && !isOver(current, now)) {
    if (current.parent === null) return true;
    // A damaged store must not hold up every reader.
    if (seen.has(current.id)) return false;
    seen.add(current.id);
    current = byId.get(current.parent);
  }
  return false;
}

/** Whether its time has passed. */
export function isOver({ until }: Pick<Grant, 'until'>, now: number): boolean {
  return until !== null && until <= now;
}

/**
 * Whether a viewer may read a memory: its own, its project's, or one that somebody shared with it. A copy that was made by
 * grants is read only while they hold.
 *
 * @param find Looks up what a copy was made from.
 */
export function maySeeMemory(
  reader: GrantedViewer,
  memory: SelectableMemory,
  find: (id: string) => SelectableMemory | undefined,
): boolean {
  const isInReach =
    maySee(reader, memory.scope) || (reader.granted ?? []).some((grant) => covers(grant, memory));
  return isInReach && carriedGrants(memory).every((id) => isStillLent(reader, memory, id, find));
}

/** The grants by which a copy was made, those of what it was copied from among them. None for what was recorded. */
export function carriedGrants({ derivedFrom }: Pick<Memory, 'derivedFrom'>): string[] {
  return derivedFrom.filter(({ kind }) => kind === 'grant').map(({ id }) => id);
}

/** Whether what a copy was made from is there, and the grant lets the reader have it. */
function isStillLent(
  { carriers = [] }: GrantedViewer,
  { derivedFrom }: SelectableMemory,
  id: string,
  find: (id: string) => SelectableMemory | undefined,
): boolean {
  const grant = carriers.find((each) => each.id === id);
  if (grant === undefined) return false;
  return derivedFrom.some((source) => {
    const original = source.kind === 'memory' ? find(source.id) : undefined;
    // A copy that was made by the same grant does not vouch for what it was made from.
    return original !== undefined && !carriedGrants(original).includes(id) && covers(grant, original);
  });
}

/**
 * Whether a reader may give away what it reads: its own, or what was shared with it for sharing on. A copy is given on only
 * when every grant it was made by allows that.
 */
export function mayPassOn(reader: GrantedViewer, memory: SelectableMemory): boolean {
  const { granted = [], carriers = [] } = reader;
  const isIts = mayChange(reader, memory.scope);
  return (
    (isIts || granted.some((grant) => grant.onward && covers(grant, memory))) &&
    carriedGrants(memory).every((id) => carriers.some((grant) => grant.id === id && grant.onward))
  );
}

/** Whether a memory is among those that a grant shares. */
export function covers({ scope, what }: Pick<Grant, 'scope' | 'what'>, memory: SelectableMemory): boolean {
  return isOf(scope, memory.scope) && isSelected(what, memory);
}

/** Whether a record belongs to who shares: one agent, or with null anybody of the project. */
export function isOf(giver: Scope, owner: Scope): boolean {
  const { user, project, agent } = giver;
  return user === owner.user && project === owner.project && (agent === null || agent === owner.agent);
}

function isSelected(what: Selection, memory: SelectableMemory): boolean {
  if (what.of !== 'memories') return false;
  const { id, kind, domain, topic, tags } = what;
  return (
    (id === null || id === memory.id) &&
    (kind === null || kind === memory.kind) &&
    (domain === null || isInDomain(memory, domain)) &&
    (topic === null || topic === memoryTopic(memory)) &&
    tags.every((tag) => memory.tags.includes(tag))
  );
}

/** Only knowledge has a field for its domain; memories of every kind may carry it as a tag. */
export function isInDomain({ content, tags }: Pick<Memory, 'content' | 'tags'>, domain: string): boolean {
  return tags.includes(domain) || ('domain' in content && content.domain === domain);
}

/** Failures that somebody lets a viewer read: of one pattern, or with null of all. */
export interface SharedFailures {
  /** As whom they are read; no agent is the whole project. */
  readonly giver: Scope;
  readonly pattern: string | null;
}

/** Whose failures and solutions a viewer reads beside its own, by these grants. Failures are shared within a project. */
export function sharedFailures(viewer: Viewer, granted: readonly Grant[]): SharedFailures[] {
  return granted.flatMap(({ scope, what }) =>
    what.of === 'failures' && scope.project === viewer.project && scope.agent !== viewer.agent
      ? [{ giver: scope, pattern: what.pattern }]
      : [],
  );
}
