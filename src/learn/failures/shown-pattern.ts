import type { FailureTally } from '../../records/execution.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import type { FailurePattern } from '../../records/pattern.ts';
import { agentsIn } from './joint.ts';
import type { AboutPattern } from './knowledge.ts';
import { nameOfFailure } from './name-failure.ts';
import { byPromise, type SolutionCandidate } from './solutions.ts';

/** A failure pattern with how often, when and where it happened, and its solutions, the most promising first. */
export function shownPattern(
  pattern: FailureLesson,
  { tallies: own, candidates, checks }: AboutPattern,
  inferred: readonly SolutionCandidate[] = [],
): FailurePattern {
  const { template, signature, rootCause } = pattern.content;
  return {
    kind: 'failure',
    id: pattern.id,
    slug: pattern.slug ?? nameOfFailure(template),
    agent: pattern.scope.agent,
    agents: agentsIn(own),
    template,
    signature,
    rootCause,
    occurrences: own.reduce((total, { occurrences }) => total + occurrences, 0),
    firstSeenAt: own.length === 0 ? null : Math.min(...own.map((tally) => tally.firstSeenAt)),
    lastSeenAt: own.length === 0 ? null : Math.max(...own.map((tally) => tally.lastSeenAt)),
    tools: mostFrequentTools(own),
    solutions: [...candidates, ...inferred].sort(byPromise).map(({ solution }) => solution),
    checks: checks.flatMap(({ slug }) => slug ?? []),
  };
}

/** Where it happened, most often first, then by name. */
function mostFrequentTools(tallies: readonly FailureTally[]): string[] {
  const times = new Map<string, number>();
  for (const { tool, occurrences } of tallies)
    if (tool !== null) times.set(tool, (times.get(tool) ?? 0) + occurrences);
  return [...times]
    .sort(([left, leftTimes], [right, rightTimes]) => rightTimes - leftTimes || (left < right ? -1 : 1))
    .map(([tool]) => tool);
}

/** A failure that was never met. */
export function unmetPattern(signature: string, agent: string | null): FailurePattern {
  return {
    kind: 'failure',
    id: null,
    slug: nameOfFailure(signature),
    agent,
    agents: [],
    template: signature,
    signature,
    rootCause: null,
    occurrences: 0,
    firstSeenAt: null,
    lastSeenAt: null,
    tools: [],
    solutions: [],
    checks: [],
  };
}

/** Most often first, then the latest, then by name. */
export function mostFrequentFirst(left: FailurePattern, right: FailurePattern): number {
  return (
    right.occurrences - left.occurrences ||
    (right.lastSeenAt ?? 0) - (left.lastSeenAt ?? 0) ||
    (left.slug < right.slug ? -1 : 1)
  );
}
