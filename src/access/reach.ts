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
  /** The agent whose runs with other agents are read as well, whoever holds them. */
  readonly member?: string;
}

/** A run as far as access to it goes: who holds it, and who else takes part. */
export interface RunMembers {
  readonly scope: Scope;
  readonly agents: readonly string[];
}

/**
 * An agent reads its own records and the project's; the project's owner reads those of every agent.
 *
 * @example
 * reachOf({ user: 'acme', project: 'shop', agent: 'alice' }); // { user: 'acme', project: 'shop', owners: ['alice', null], member: 'alice' }
 */
export function reachOf({ user, project, agent }: Viewer): Reach {
  return agent === null ? { user, project } : { user, project, owners: [agent, null], member: agent };
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

/**
 * Whether a run with all its steps is within reach: like every record of its holder, and for every agent that takes part.
 *
 * @example
 * isRunWithin(reachOf(coder), { scope: planner, agents: ['coder'] }); // true
 */
export function isRunWithin(reach: Reach, { scope, agents }: RunMembers): boolean {
  const { member, user, project } = reach;
  const takesPart = member !== undefined && agents.includes(member);
  return isWithin(reach, scope) || (takesPart && user === scope.user && project === scope.project);
}

/** Whether a viewer may read a run, its steps and its events. */
export function maySeeRun(viewer: Viewer, run: RunMembers): boolean {
  return isRunWithin(reachOf(viewer), run);
}

/**
 * Whether a viewer may record steps in a run: its holder, the project's owner, and in its own name each agent that takes
 * part. Ending the run and naming further agents is for those who may change it (`mayChange`).
 */
export function mayTakePart(viewer: Viewer, run: RunMembers): boolean {
  const isNamed = viewer.agent !== null && run.agents.includes(viewer.agent);
  return mayChange(viewer, run.scope) || (isNamed && maySeeRun(viewer, run));
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
