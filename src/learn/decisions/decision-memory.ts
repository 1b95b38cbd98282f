import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Memory, MemoryContent } from '../../records/memory.ts';
import type { Attempt } from './attempt.ts';

/** What is read of a decision. */
export type DecisionMemory = Pick<Memory, 'id' | 'kind' | 'content' | 'createdAt'>;

/** The attempts that decisions were, in their order. A loop, because there are thousands. */
export function attemptsIn<Kept extends DecisionMemory>(
  memories: readonly Kept[],
  weightOf: (memory: Kept) => number = () => 1,
): Attempt[] {
  const attempts: Attempt[] = [];
  for (const memory of memories) {
    for (const attempt of attemptIn(memory, weightOf(memory))) attempts.push(attempt);
  }
  return attempts;
}

/** The attempt a decision was; none while nobody said what was done, or how it went. */
export function attemptIn(memory: DecisionMemory, weight = 1): Attempt[] {
  if (memory.kind !== 'decision') return [];
  const { action, outcome, outcomeQuality, features } = memory.content as MemoryContent<'decision'>;
  const quality = outcomeQuality ?? (outcome === undefined ? undefined : outcomeQualities[outcome]);
  if (action === undefined || quality === undefined) return [];
  return [
    {
      action,
      quality,
      at: memory.createdAt,
      weight,
      source: { kind: 'memory', id: memory.id },
      ...(features === undefined ? {} : { features }),
    },
  ];
}
