import { pickOne } from '../../access/pick-one.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import type { Viewer } from '../../records/scope.ts';
import { followMerges } from './assign.ts';
import { type JointFailure, jointFailures, unmerged } from './joint.ts';
import type { FailureKnowledge } from './knowledge.ts';

/**
 * The failure pattern with this name or id, or the one it was merged into. The owner is asked whose it is when several agents
 * have one: what is made from it belongs to that agent.
 */
export function failureNamed(knowledge: FailureKnowledge, viewer: Viewer, name: string): FailureLesson {
  const joints = jointsNamed(knowledge, viewer, name);
  const named =
    viewer.agent === null ? joints.flatMap(({ patterns }) => patterns) : joints.map(({ lead }) => lead);
  return pickOne(
    'pattern',
    name,
    viewer,
    named.length === 1 ? named : named.filter((pattern) => isNamed(knowledge, pattern, name)),
  );
}

/** The failures of which a pattern has this name or id. */
export function jointsNamed(knowledge: FailureKnowledge, viewer: Viewer, name: string): JointFailure[] {
  return jointFailures(unmerged(knowledge), viewer.agent).filter(({ patterns }) =>
    patterns.some((pattern) => isNamed(knowledge, pattern, name)),
  );
}

/** Whether a pattern, or one that was merged into it, has this name or id. */
function isNamed({ byId }: FailureKnowledge, pattern: FailureLesson, name: string): boolean {
  return [...byId.values()].some(
    (each) => (each.id === name || each.slug === name) && followMerges(each, byId).id === pattern.id,
  );
}
