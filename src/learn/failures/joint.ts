import type { FailureTally } from '../../records/execution.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { signaturesOf } from './failure-keys.ts';
import type { AboutPattern, FailureKnowledge } from './knowledge.ts';
import { createFailureIndex } from './same-failure.ts';
import { oncePerAdvice, type SolutionCandidate } from './solutions.ts';

/** One failure that several agents met, each of which has a pattern of it. */
export interface JointFailure {
  /** Gives it its name: the viewer's own pattern, or else the oldest. */
  readonly lead: FailureLesson;
  /** Of different owners; the lead among them. */
  readonly patterns: readonly FailureLesson[];
}

/**
 * Patterns of different owners that are the same failure, by the messages they have in common. Two patterns of one owner stay
 * apart: they were told apart when they were sorted.
 */
export function jointFailures(patterns: readonly FailureLesson[], agent: string | null): JointFailure[] {
  const joints: FailureLesson[][] = [];
  const index = createFailureIndex<FailureLesson[]>();
  const oldestFirst = patterns.toSorted(
    (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
  );
  for (const pattern of oldestFirst) {
    const signatures = signaturesOf(pattern);
    const common = new Map<FailureLesson[], number>();
    for (const joint of signatures.flatMap((signature) => index.find(signature)))
      if (!joint.some(({ scope }) => sameScope(scope, pattern.scope)))
        common.set(joint, (common.get(joint) ?? 0) + 1);
    const [closest] = [...common].sort(([, left], [, right]) => right - left);
    const joint = closest?.[0] ?? [];
    if (closest === undefined) joints.push(joint);
    joint.push(pattern);
    for (const signature of signatures) index.add(signature, joint);
  }
  return joints.flatMap((joint) => {
    const lead = joint.find(({ scope }) => scope.agent === agent) ?? joint[0];
    return lead === undefined ? [] : [{ lead, patterns: joint }];
  });
}

/** The failure that a pattern is about, with the patterns of all agents that met it. */
export function jointOf(
  knowledge: Pick<FailureKnowledge, 'byId'>,
  viewer: Viewer,
  pattern: FailureLesson,
): JointFailure {
  const joints = jointFailures(unmerged(knowledge), viewer.agent);
  const having = joints.find(({ patterns }) => patterns.some(({ id }) => id === pattern.id));
  return having ?? { lead: pattern, patterns: [pattern] };
}

/** What is known about all patterns of a failure together. */
export function aboutJoint(
  { lead, patterns }: JointFailure,
  about: (pattern: FailureLesson) => AboutPattern,
): AboutPattern {
  if (patterns.length === 1) return about(lead);
  const all = patterns.map(about);
  return {
    tallies: all.flatMap(({ tallies }) => tallies),
    candidates: oncePerAdvice(
      onceEach(all.flatMap(({ candidates }) => candidates)).map((each) => ({ ...each, pattern: lead.id })),
    ),
    checks: [...new Map(all.flatMap(({ checks }) => checks).map((check) => [check.id, check])).values()],
  };
}

/** What the project says counts for the pattern of each agent, and here once. */
function onceEach(candidates: readonly SolutionCandidate[]): SolutionCandidate[] {
  const met = new Set<string>();
  return candidates.filter(({ solution: { id } }) => id === null || (!met.has(id) && met.add(id)));
}

/** Who met a failure how often, most often first, then by name. */
export function agentsIn(
  tallies: readonly FailureTally[],
): Array<{ readonly agent: string | null; readonly occurrences: number }> {
  const times = new Map<string | null, number>();
  for (const { agent, occurrences } of tallies) times.set(agent, (times.get(agent) ?? 0) + occurrences);
  return [...times]
    .map(([agent, occurrences]) => ({ agent, occurrences }))
    .sort(
      (left, right) =>
        right.occurrences - left.occurrences || ((left.agent ?? '') < (right.agent ?? '') ? -1 : 1),
    );
}

/** The patterns that were not merged into another. */
export function unmerged({ byId }: Pick<FailureKnowledge, 'byId'>): FailureLesson[] {
  return [...byId.values()].filter(({ content }) => content.mergedInto === null);
}
