import type { Label } from './labels.ts';

/** Letters, digits and what joins them to one word: `in_review`, `W-1003`, `2026-11-16T08:30:00Z`, `1,200.50`. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{N}_]|[-.,:'/@+](?=[\p{L}\p{N}]))*/gu;

/** Which words of an answer are data and which may be states. */
export type DataWords = (word: string) => boolean;

/** A word with several digits, or a number: agents decide only by comparing it, not by the word itself. */
export const isDataWord: DataWords = (text) => /^\p{N}+(?:[.,]\p{N}+)*$/u.test(text) || digitsIn(text) >= 3;

/** What a change answers has ids that did not exist before, also short ones. */
export const isNewWord: DataWords = (text) => digitsIn(text) >= 1;

function digitsIn(text: string): number {
  return text.match(/\p{N}/gu)?.length ?? 0;
}

/**
 * A text with what may differ between two runs of the same work taken out: values that have a name, and data. What is left
 * are the words that may have decided.
 *
 * @example
 * maskText('Order W-1003 of Ada is open', [{ name: 'who', value: 'Ada' }], isDataWord); // 'Order # of ⟨who⟩ is open'
 */
export function maskText(text: string, labels: readonly Label[], isData: DataWords): string {
  let parts: ReadonlyArray<{ readonly text: string; readonly isName: boolean }> = [{ text, isName: false }];
  for (const { name, value } of labels) {
    parts = parts.flatMap((part) => (part.isName ? [part] : splitAt(part.text, String(value), name)));
  }
  return parts
    .map((part) =>
      part.isName ? `⟨${part.text}⟩` : part.text.replace(word, (found) => (isData(found) ? '#' : found)),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function splitAt(text: string, value: string, name: string): Array<{ text: string; isName: boolean }> {
  const places = wholePlaces(text, value);
  if (places.length === 0) return [{ text, isName: false }];
  const parts: Array<{ text: string; isName: boolean }> = [];
  let from = 0;
  for (const place of places) {
    parts.push({ text: text.slice(from, place), isName: false }, { text: name, isName: true });
    from = place + value.length;
  }
  return [...parts, { text: text.slice(from), isName: false }];
}

/** Where a value stands as a whole: `42` is in "order 42", not in "order 1423". */
export function wholePlaces(text: string, value: string): number[] {
  const places: number[] = [];
  if (value === '') return places;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    if (!joins(text[at - 1], value[0]) && !joins(value.at(-1), text[at + value.length])) places.push(at);
  }
  return places;
}

const inWord = /[\p{L}\p{N}]/u;

/** Two letters or digits side by side belong to one word. */
function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && inWord.test(left) && inWord.test(right);
}

/** The days and moments in a text, as ISO 8601 writes them, in order. */
export function datesIn(text: string): string[] {
  return (
    text.match(
      /(?<![\p{N}-])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\p{N}-])/gu,
    ) ?? []
  );
}

/** The numbers that stand in a text as words of their own, in order. */
export function numbersIn(text: string): number[] {
  return Array.from(
    text.matchAll(/(?<![\p{L}\p{N}_.-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_-]|\.\d)/gu),
    ([found]) => Number(found),
  );
}
