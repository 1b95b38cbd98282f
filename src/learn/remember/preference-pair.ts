import { normaliseTopic } from '../../records/memory.ts';
import { plainWords } from './typed-text.ts';

/** More words than these are no name of a thing that is chosen. */
const maxWords = 5;

const preferred = /\bprefer\s+(.+?)\s+(?:over|to|instead of|rather than)\s+(.+?)[\s.,!;]*$/iu;

/**
 * What is preferred to what, as a key that both orders share: who says "tabs over spaces" and later "spaces over tabs" has changed
 * their mind. Null where a preference names no such pair.
 *
 * @example
 * preferencePair('I prefer tabs over spaces'); // { key: 'spaces or tabs', value: 'tabs' }
 */
export function preferencePair(text: string): { readonly key: string; readonly value: string } | null {
  const [, chosen = '', other = ''] = preferred.exec(text) ?? [];
  const sides = [chosen, other].map((side) => normaliseTopic(side) ?? '');
  const isShort = [chosen, other].every((side) => side !== '' && plainWords(side).length <= maxWords);
  if (!isShort || sides[0] === sides[1]) return null;
  return { key: sides.toSorted().join(' or '), value: sides[0] ?? '' };
}
