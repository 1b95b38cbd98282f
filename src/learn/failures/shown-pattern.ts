import type { FailureTally } from '../../model/execution.ts';
import type { Check, FailureLesson } from '../../model/lesson.ts';
import type { FailurePattern, ShownSolution } from '../../model/pattern.ts';
import { signaturesOf } from './assign.ts';
import { nameOfFailure } from './name-failure.ts';

/** A failure pattern with what is counted about it: how often, when and where it happened. */
export function shownPattern(
  pattern: FailureLesson,
  tallies: readonly FailureTally[],
  solutions: readonly ShownSolution[],
  checks: readonly Check[],
): FailurePattern {
  const signatures = new Set(signaturesOf(pattern));
  const own = tallies.filter(
    ({ agent, signature }) => agent === pattern.scope.agent && signatures.has(signature),
  );
  const sum = own.reduce((total, { occurrences }) => total + occurrences, 0);
  const { template, signature, rootCause } = pattern.content;
  return {
    kind: 'failure',
    id: pattern.id,
    slug: pattern.slug ?? nameOfFailure(template),
    agent: pattern.scope.agent,
    template,
    signature,
    rootCause,
    occurrences: sum,
    firstSeenAt: own.length === 0 ? null : Math.min(...own.map((tally) => tally.firstSeenAt)),
    lastSeenAt: own.length === 0 ? null : Math.max(...own.map((tally) => tally.lastSeenAt)),
    tools: [...new Set(own.flatMap(({ tool }) => tool ?? []))].sort(),
    solutions: [...solutions],
    checks: checks.flatMap(({ slug }) => slug ?? []),
  };
}

/** A failure that was never met. */
export function unmetPattern(signature: string, agent: string | null): FailurePattern {
  return {
    kind: 'failure',
    id: null,
    slug: nameOfFailure(signature),
    agent,
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
