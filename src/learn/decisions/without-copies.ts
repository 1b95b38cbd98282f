import type { Memory } from '../../records/memory.ts';

/**
 * Memories without those that are copies of others among them: what happened once must not count twice.
 *
 * @example
 * withoutCopies([decision, copyOf(decision)]); // [decision]
 */
export function withoutCopies<Kept extends Pick<Memory, 'id' | 'derivedFrom'>>(
  memories: readonly Kept[],
): readonly Kept[] {
  if (memories.every(({ derivedFrom }) => derivedFrom.length === 0)) return memories;
  const ids = new Set(memories.map(({ id }) => id));
  return memories.filter(
    ({ derivedFrom }) => !derivedFrom.some(({ kind, id }) => kind === 'memory' && ids.has(id)),
  );
}
