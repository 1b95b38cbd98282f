import { termsOf } from '../../text/terms.ts';

const words = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Characters before the first word that is looked for. */
const lead = 40;

/**
 * The part of a text with the most of these terms, or its beginning when it has none; in one line, with … where something
 * is left out.
 *
 * @example
 * excerptAround(log, new Set(termsOf('pnpm lockfile')), 60); // '… pnpm install: the lockfile is out of date …'
 */
export function excerptAround(text: string, terms: ReadonlySet<string>, length: number): string {
  const found = [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    const term = termsOf(word).find((each) => terms.has(each));
    return term === undefined ? [] : [{ term, index }];
  });
  const from = Math.max(0, bestStart(found, length - lead) - lead);
  const begin = from === 0 ? 0 : afterSpace(text, from);
  const piece = text.slice(begin, begin + length);
  const isCut = begin + length < text.length;
  const end = isCut ? Math.max(piece.search(/\s\S*$/u), Math.floor(length / 2)) : piece.length;
  const told = piece.slice(0, end).toWellFormed().replace(/\s+/gu, ' ').trim();
  return `${begin > 0 ? '… ' : ''}${told}${isCut ? ' …' : ''}`;
}

/** Where the window begins that has the most different terms; the first of equals. */
function bestStart(found: ReadonlyArray<{ term: string; index: number }>, length: number): number {
  let best = { count: 0, index: 0 };
  found.forEach(({ index }, place) => {
    const within = new Set<string>();
    for (let at = place; at < found.length; at += 1) {
      const other = found[at];
      if (other === undefined || other.index - index > length) break;
      within.add(other.term);
    }
    if (within.size > best.count) best = { count: within.size, index };
  });
  return best.index;
}

/** Not in the middle of a word, unless it is very long. */
function afterSpace(text: string, from: number): number {
  const space = text.slice(from, from + lead).search(/\s/u);
  return space === -1 ? from : from + space + 1;
}
