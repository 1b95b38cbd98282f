import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Memory, MemoryContent } from '../../records/memory.ts';
import type { Attempt } from './attempt.ts';

/** The fields of a decision that are read. */
export type DecisionMemory = Pick<Memory, 'id' | 'kind' | 'content' | 'createdAt'>;

/** Decisions as attempts, in their order. */
export function attemptsIn<Kept extends DecisionMemory>(
  memories: readonly Kept[],
  weightOf: (memory: Kept) => number = () => 1,
): Attempt[] {
  return memories.flatMap((memory) => attemptIn(memory, weightOf(memory)));
}

/** A decision as an attempt; none while its action or its outcome is unknown. */
export function attemptIn(memory: DecisionMemory, weight = 1): Attempt[] {
  if (memory.kind !== 'decision') return [];
  const { action, outcome, outcomeQuality, features } = memory.content as MemoryContent<'decision'>;
  const quality = outcomeQuality ?? (outcome === undefined ? undefined : outcomeQualities[outcome]);
  if (action === undefined || quality === undefined) return [];
  const source = { kind: 'memory', id: memory.id } as const;
  const attempt = { action, quality, at: memory.createdAt, weight, source };
  return [features === undefined ? attempt : { ...attempt, features }];
}
