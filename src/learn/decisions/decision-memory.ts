import { outcomeQualities } from '../../model/execution-pattern.ts';
import type { Memory, MemoryContent } from '../../model/memory.ts';
import type { Attempt } from './attempt.ts';

/** The attempt a decision was; none while nobody said what was done, or how it went. */
export function attemptIn(
  memory: Pick<Memory, 'id' | 'kind' | 'content' | 'createdAt'>,
  weight = 1,
): Attempt[] {
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
