import type { Memory } from '../../records/memory.ts';

type Told = Pick<Memory, 'id' | 'text' | 'content' | 'createdAt' | 'derivedFrom'>;

/**
 * Memories without those that are copies of others among them: what happened once must not count twice. A copy of a copy
 * names only the one it was made from, which may be out of sight; it is known by saying the same of the same moment.
 *
 * @example
 * withoutCopies([decision, copyOf(decision)]); // [decision]
 */
export function withoutCopies<Kept extends Told>(memories: readonly Kept[]): readonly Kept[] {
  if (memories.every((memory) => !isMade(memory))) return memories;
  const ids = new Set(memories.map(({ id }) => id));
  const told = new Set(memories.filter((memory) => !isMade(memory)).map(happening));
  return memories.filter((memory) => {
    if (!isMade(memory)) return true;
    if (memory.derivedFrom.some(({ kind, id }) => kind === 'memory' && ids.has(id))) return false;
    const same = happening(memory);
    const isFirst = !told.has(same);
    told.add(same);
    return isFirst;
  });
}

function isMade({ derivedFrom }: Told): boolean {
  return derivedFrom.some(({ kind }) => kind === 'memory');
}

function happening({ createdAt, text, content }: Told): string {
  return JSON.stringify([createdAt, text, content]);
}
