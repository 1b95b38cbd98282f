import { termsOf } from '../../text/terms.ts';

/** Share of their terms that two texts must have in common to say the same. */
const enoughShared = 0.6;

/** Words that turn a sentence around; terms leave them out. */
const negations = /\b(?:no|not|never|without|cannot|nothing|none|instead)\b|n['’]t\b/giu;
/** Names of tools and arguments: `get_order`, `getOrder`, `orders.get`. */
const names = /\b[\p{L}\p{N}]+(?:[_.][\p{L}\p{N}]+)+\b|\b\p{Ll}+(?:\p{Lu}\p{Ll}+)+\b/gu;

/**
 * Whether two points of a memory say the same in other words: they name the same things, deny as much, and share most of
 * their terms. Numbers make no difference, because what is measured is another number each time.
 *
 * @example
 * isSamePoint('Retry get_order once after a 503.', 'After a 503, retry get_order one time.'); // true
 */
export function isSamePoint(one: string, other: string): boolean {
  if (one === other) return true;
  if (!sameSet(found(one, names), found(other, names))) return false;
  if (found(one, negations).length !== found(other, negations).length) return false;
  const [terms, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...terms].filter((term) => others.has(term)).length;
  const all = terms.size + others.size - shared;
  return all === 0 ? false : shared / all >= enoughShared;
}

function wordsOf(text: string): Set<string> {
  return new Set(termsOf(text).filter((term) => !/^\d+$/.test(term)));
}

function found(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([word]) => word.toLowerCase());
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && [...left].every((name) => right.has(name));
}
