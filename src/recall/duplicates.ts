import { memoryText } from '../records/memory.ts';
import type { Recalled } from './rank.ts';
import { sameWords } from './same-words.ts';

/** Leaves out what says the same, word for word, as a memory before it in the list, and notes it there. */
export function collapse(recalled: readonly Recalled[], limit: number): Recalled[] {
  const kept = new Map<string, { readonly first: Recalled; readonly duplicates: string[] }>();
  for (const each of recalled) {
    const key = sameWords(each.memory.kind, memoryText(each.memory));
    const same = kept.get(key);
    if (same !== undefined) same.duplicates.push(each.memory.id, ...each.duplicates);
    else if (kept.size < limit) kept.set(key, { first: each, duplicates: [...each.duplicates] });
  }
  return [...kept.values()].map(({ first, duplicates }) => ({ ...first, duplicates }));
}
