import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Memory, MemoryContent } from '../../records/memory.ts';
import { type Attempt, actionKey } from './attempt.ts';

/** The fields of a decision that are read. */
export type DecisionMemory = Pick<Memory, 'id' | 'kind' | 'content' | 'createdAt'> & {
  readonly claimedBy: string | null;
};

/** What a file says was tried counts less than one attempt that was seen, however often it says so. */
const claimWeight = 0.5;

/** Decisions as attempts, in their order. All that one source claims about an action weighs as one claim. */
export function attemptsIn<Kept extends DecisionMemory>(
  memories: readonly Kept[],
  weightOf: (memory: Kept) => number = () => 1,
): Attempt[] {
  const claims = new Map<string, number>();
  for (const memory of memories) {
    const claim = claimIn(memory);
    if (claim !== null) claims.set(claim, (claims.get(claim) ?? 0) + 1);
  }
  const attempts: Attempt[] = [];
  for (const memory of memories) {
    const claim = claimIn(memory);
    const share = claim === null ? 1 : claimWeight / (claims.get(claim) ?? 1);
    const attempt = attemptIn(memory, weightOf(memory) * share);
    if (attempt !== null) attempts.push(attempt);
  }
  return attempts;
}

/** Who claims which action. */
function claimIn({ claimedBy, content }: DecisionMemory): string | null {
  if (claimedBy === null) return null;
  return JSON.stringify([claimedBy, actionKey((content as MemoryContent<'decision'>).action ?? '')]);
}

/** A decision as an attempt; null while its action or its outcome is unknown. */
function attemptIn(memory: DecisionMemory, weight: number): Attempt | null {
  if (memory.kind !== 'decision') return null;
  const { action, outcome, outcomeQuality, features } = memory.content as MemoryContent<'decision'>;
  const quality = outcomeQuality ?? (outcome === undefined ? undefined : outcomeQualities[outcome]);
  if (action === undefined || quality === undefined) return null;
  const source = { kind: 'memory', id: memory.id } as const;
  const attempt = { action, quality, at: memory.createdAt, weight, source };
  return features === undefined ? attempt : { ...attempt, features };
}
