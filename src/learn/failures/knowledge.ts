import type { FailureTally } from '../../records/execution.ts';
import type { Check, FailureLesson, Solution } from '../../records/lesson.ts';
import { groupBy } from '../group-by.ts';
import { followMerges } from './assign.ts';
import { signaturesOf } from './failure-keys.ts';
import { type FailureMemory, signatureOfMemory } from './failure-memory.ts';
import type { FailureSide } from './sides.ts';
import { oncePerAdvice, rememberedSolution, type SolutionCandidate, statedSolution } from './solutions.ts';

/** All that is known about failures, as far as a viewer may see it. */
export interface FailureKnowledge {
  /** Patterns by id, merged ones included. */
  readonly byId: ReadonlyMap<string, FailureLesson>;
  /** Every failed step and every failure memory, counted by signature. */
  readonly tallies: readonly FailureTally[];
  readonly memories: readonly FailureMemory[];
  readonly stated: readonly Solution[];
  /** Whose failures these are. */
  readonly sides: readonly FailureSide[];
  readonly checks: readonly Check[];
}

type Scoped = Pick<FailureLesson, 'scope'>;

/** What is known about one pattern. */
export interface AboutPattern {
  readonly tallies: readonly FailureTally[];
  /** Solutions that were stated or remembered. */
  readonly candidates: readonly SolutionCandidate[];
  readonly checks: readonly Check[];
}

/** Indexes the knowledge, and returns a function that looks a pattern up. */
export function aboutPatterns(knowledge: FailureKnowledge): (pattern: FailureLesson) => AboutPattern {
  const tallies = groupBy(knowledge.tallies, ({ signature }) => signature);
  const memories = groupBy(knowledge.memories, signatureOfMemory);
  const standsFor = (id: string | null): string | null => {
    const named = id === null ? undefined : knowledge.byId.get(id);
    return named === undefined ? null : followMerges(named, knowledge.byId).id;
  };
  const stated = groupBy(knowledge.stated, ({ content }) => standsFor(content.pattern));
  const checks = groupBy(knowledge.checks, ({ content }) => standsFor(content.pattern));
  const having = new Map<string, FailureLesson[]>();
  for (const pattern of knowledge.byId.values())
    for (const signature of signaturesOf(pattern))
      having.set(signature, [...(having.get(signature) ?? []), pattern]);
  return (pattern) => {
    const signatures = signaturesOf(pattern);
    const same = new Set(
      signatures
        .flatMap((signature) => having.get(signature) ?? [])
        .filter((other) => mayTell(other, pattern)),
    );
    return {
      tallies: signatures
        .flatMap((signature) => tallies.get(signature) ?? [])
        .filter(({ agent }) => agent === pattern.scope.agent),
      candidates: oncePerAdvice([
        ...[...same.add(pattern)].flatMap(({ id }) => stated.get(id) ?? []).map(statedSolution),
        ...signatures
          .flatMap((signature) => memories.get(signature) ?? [])
          .filter((memory) => mayTell(memory, pattern))
          .flatMap((memory) => rememberedSolution(memory, pattern.id)),
      ]).map((candidate) => ({ ...candidate, pattern: pattern.id })),
      checks: checks.get(pattern.id) ?? [],
    };
  };
}

/** Whether a record may be shown with a failure: it belongs to the same agent or to the project. */
export function mayTell({ scope }: Scoped, about: Scoped): boolean {
  return scope.agent === null || scope.agent === about.scope.agent;
}
