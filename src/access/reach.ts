import type { Scope, Viewer } from '../records/scope.ts';

/**
 * Which records a viewer may read: those of some owners of one project, or of all of them. This is the one place that
 * decides it. It is data, so that SQL, records in memory and the index apply the same rule.
 */
export interface Reach {
  readonly user: string;
  readonly project: string;
  /** Agents whose records are read; null is the project itself. Left out: every owner of the project. */
  readonly owners?: ReadonlyArray<string | null>;
}

/**
 * An agent reads its own records and the project's; the project's owner reads those of every agent.
 *
 * @example
 * reachOf({ user: 'acme', project: 'shop', agent: 'alice' }); // { user: 'acme', project: 'shop', owners: ['alice', null] }
 */
export function reachOf({ user, project, agent }: Viewer): Reach {
  return agent === null ? { user, project } : { user, project, owners: [agent, null] };
}

/**
 * Whether an owner's records are within reach, label by label. A prefix match would leak `alice` to `ali`.
 *
 * @example
 * isWithin(reachOf(ali), alice); // false
 */
export function isWithin({ user, project, owners }: Reach, owner: Scope): boolean {
  return user === owner.user && project === owner.project && (owners?.includes(owner.agent) ?? true);
}

/** Whether a viewer may read the records of an owner. */
export function maySee(viewer: Viewer, owner: Scope): boolean {
  return isWithin(reachOf(viewer), owner);
}

/**
 * Whether a viewer may change the records of an owner: an agent its own, the owner those of the whole project. Reading the
 * project's records does not allow an agent to change them.
 */
export function mayChange(viewer: Viewer, owner: Scope): boolean {
  return maySee(viewer, owner) && (viewer.agent === null || viewer.agent === owner.agent);
}
