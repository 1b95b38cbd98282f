import type { FailureTally } from '../../model/execution.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Check, FailureLesson, Solution } from '../../model/lesson.ts';
import { followMerges, signaturesOf } from './assign.ts';
import { type FailureMemory, signatureOfMemory } from './failure-memory.ts';
import { type Candidate, oncePerAdvice, rememberedSolution, statedSolution } from './solutions.ts';

/** All that is known about failures, as far as a viewer may see it. */
export interface FailureKnowledge {
  /** Patterns by id; those that were joined with others too. */
  readonly byId: ReadonlyMap<string, FailureLesson>;
  /** Every failed step and every failure memory, counted by signature. */
  readonly tallies: readonly FailureTally[];
  readonly memories: readonly FailureMemory[];
  readonly stated: readonly Solution[];
  readonly checks: readonly Check[];
}

/** What is known about one pattern. */
export interface AboutPattern {
  readonly tallies: readonly FailureTally[];
  /** What was said to help. */
  readonly candidates: readonly Candidate[];
  readonly checks: readonly Check[];
}

/** Finds what is known about a pattern without looking through everything each time. */
export function aboutPatterns(knowledge: FailureKnowledge): (pattern: FailureLesson) => AboutPattern {
  const key = (agent: string | null, signature: string): string => JSON.stringify([agent, signature]);
  const tallies = groupBy(knowledge.tallies, ({ agent, signature }) => key(agent, signature));
  const memories = groupBy(knowledge.memories, (memory) =>
    key(memory.scope.agent, signatureOfMemory(memory)),
  );
  const standsFor = (id: string | null): string | null => {
    const named = id === null ? undefined : knowledge.byId.get(id);
    return named === undefined ? null : followMerges(named, knowledge.byId).id;
  };
  const stated = groupBy(knowledge.stated, ({ content }) => standsFor(content.pattern));
  const checks = groupBy(knowledge.checks, ({ content }) => standsFor(content.pattern));
  return (pattern) => {
    const keys = signaturesOf(pattern).map((signature) => key(pattern.scope.agent, signature));
    return {
      tallies: keys.flatMap((each) => tallies.get(each) ?? []),
      candidates: oncePerAdvice([
        ...(stated.get(pattern.id) ?? []).map(statedSolution),
        ...keys
          .flatMap((each) => memories.get(each) ?? [])
          .flatMap((memory) => rememberedSolution(memory, pattern.id)),
      ]),
      checks: checks.get(pattern.id) ?? [],
    };
  };
}
