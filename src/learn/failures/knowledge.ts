import type { FailureTally } from '../../records/execution.ts';
import type { Check, FailureLesson, Solution } from '../../records/lesson.ts';
import { groupBy } from '../group-by.ts';
import { signaturesOf } from './failure-keys.ts';
import { type FailureMemory, signatureOfMemory } from './failure-memory.ts';
import type { FailureSide } from './sides.ts';
import { oncePerAdvice, rememberedSolution, type SolutionCandidate, statedSolution } from './solutions.ts';

/** All that is known about failures, as far as a viewer may see it. */
export interface FailureKnowledge {
  /** Patterns by id. */
  readonly byId: ReadonlyMap<string, FailureLesson>;
  /** The pattern that each stands for, by id: itself, or what it was merged into. */
  readonly standsFor: ReadonlyMap<string, string>;
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
  const talliesOf = new Map(
    [...groupBy(knowledge.tallies, ({ agent }) => agent)].map(([agent, tallies]) => [
      agent,
      groupBy(tallies, ({ signature }) => signature),
    ]),
  );
  const memories = groupBy(knowledge.memories, signatureOfMemory);
  const standsFor = (id: string | null): string | null =>
    id === null ? null : (knowledge.standsFor.get(id) ?? null);
  const stated = groupBy(knowledge.stated, ({ content }) => standsFor(content.pattern));
  const checks = groupBy(knowledge.checks, ({ content }) => standsFor(content.pattern));
  const having = new Map<string, FailureLesson[]>();
  for (const pattern of knowledge.byId.values())
    for (const signature of signaturesOf(pattern)) {
      const others = having.get(signature);
      if (others === undefined) having.set(signature, [pattern]);
      else others.push(pattern);
    }
  return (pattern) => {
    const signatures = signaturesOf(pattern);
    const tallies = talliesOf.get(pattern.scope.agent);
    const same = new Set<FailureLesson>();
    for (const signature of signatures)
      for (const other of having.get(signature) ?? []) if (mayTell(other, pattern)) same.add(other);
    return {
      tallies: signatures.flatMap((signature) => tallies?.get(signature) ?? []),
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
