import { memoryText } from '../model/memory.ts';
import { termsOf } from '../model/terms.ts';
import type { Recalled } from './rank.ts';

/** Two memories say the same when they share at least this part of their terms. */
const sameShare = 0.9;

/**
 * Leaves out what says the same as a memory before it in the list, and notes it there. Memories that differ in a
 * number differ: "order 41" and "order 42" share most words and are two things.
 */
export function collapse(recalled: readonly Recalled[], limit: number): Recalled[] {
  const kept: Array<{
    readonly recalled: Recalled;
    readonly terms: ReadonlySet<string>;
    duplicates: string[];
  }> = [];
  for (const each of recalled) {
    const terms = new Set(termsOf(memoryText(each.memory)));
    const same = kept.find((other) => saySame(each, terms, other.recalled, other.terms));
    if (same !== undefined) same.duplicates.push(each.memory.id);
    else if (kept.length < limit) kept.push({ recalled: each, terms, duplicates: [] });
  }
  return kept.map(({ recalled: first, duplicates }) => ({ ...first, duplicates }));
}

function saySame(
  left: Recalled,
  leftTerms: ReadonlySet<string>,
  right: Recalled,
  rightTerms: ReadonlySet<string>,
): boolean {
  if (left.memory.kind !== right.memory.kind) return false;
  const [few, many] = leftTerms.size < rightTerms.size ? [leftTerms, rightTerms] : [rightTerms, leftTerms];
  if (few.size === 0 || few.size < many.size * sameShare) return false;
  const shared = [...few].filter((term) => many.has(term)).length;
  const all = few.size + many.size - shared;
  if (shared < all * sameShare) return false;
  const differing = [...few, ...many].filter((term) => !few.has(term) || !many.has(term));
  return !differing.some((term) => /\p{N}/u.test(term));
}
