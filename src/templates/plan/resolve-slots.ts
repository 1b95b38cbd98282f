import type { SlotSigns } from '../../records/slot-signs.ts';

/** A piece of a text that is put together. */
export interface TextPiece {
  readonly text: string;
  /** What recorded values had here; null for constant words, and for values that were not recorded. */
  readonly slot: SlotSigns | null;
  readonly isNumber?: boolean;
  /** Whether it is escaped for the quotation marks of SQL around it. */
  readonly isEscaped?: boolean;
}

const sign = /[^\p{L}\p{N}\p{M}_]/gu;
/** Characters that join letters and digits to one word: an address, a date, an hour, a version. */
const joining = '.,:@+-';
/** Characters that end and begin nothing between words. Characters beyond ASCII mean nothing to programs. */
const quiet = /[ .,:@+()?\u00a1-\u{10ffff}-]/u;
/** The same in sentences, which only people read. */
const quietInProse = /[ .,:@+()?'!/%\u00a1-\u{10ffff}-]/u;

/** The special characters of the recorded values at one place. */
export function slotSigns(values: readonly string[]): SlotSigns {
  const signs = new Set(values.flatMap((value) => value.match(sign) ?? []));
  const starts = new Set(values.map((value) => value.slice(0, 1)).filter((first) => signs.has(first)));
  return { signs: [...signs].join(''), starts: [...starts].join('') };
}

/**
 * A special character that may have another meaning at its place: one that no recorded value had there, unless quotation
 * marks or a sentence around it make it harmless.
 *
 * @example
 * strangeSign([{ text: 'tar cf a.tar ', slot: null }, { text: 'x; rm b', slot: slotSigns(['dir']) }]); // ';'
 */
export function strangeSign(pieces: readonly TextPiece[]): string | undefined {
  const literals = pieces.filter(({ slot }) => slot === null).map(({ text }) => text);
  const isSentence = isProse(pieces);
  const isMarkup = literals.some((text) => text.includes('<'));
  const delimiters = new Set(
    pieces.flatMap(({ slot }, index) => (slot === null ? [] : besides(pieces, index))),
  );

  const isHarmless = (piece: TextPiece, found: string, at: number, isQuoted: boolean): boolean => {
    if (piece.isEscaped === true) return found !== '\\' && !/\p{Cc}/u.test(found);
    if (at === 0) return false;
    if (piece.isNumber === true && found === '.') return true;
    if (found === '&') return (isQuoted || isSentence) && !isMarkup;
    if (isQuoted ? quiet.test(found) : isSentence && quietInProse.test(found)) return true;
    return joining.includes(found) && !delimiters.has(found) && isInside(piece.text, at);
  };

  for (const [index, piece] of pieces.entries()) {
    if (piece.slot === null) continue;
    const { signs, starts } = piece.slot;
    const isQuoted = isInQuotes(pieces, index);
    for (const { 0: found, index: at } of piece.text.matchAll(sign)) {
      const isKnown = (at === 0 ? starts : signs).includes(found);
      if (!isKnown && !isHarmless(piece, found, at, isQuoted)) return found;
    }
  }
  return undefined;
}

/** Whether letters or digits stand on both sides. */
function isInside(text: string, at: number): boolean {
  const isWord = /[\p{L}\p{N}\p{M}_]/u;
  return isWord.test(text[at - 1] ?? '') && isWord.test(text[at + 1] ?? '');
}

/** The characters directly before and after a value, which may delimit it for a program. */
function besides(pieces: readonly TextPiece[], index: number): string[] {
  return [pieces[index - 1]?.text.at(-1) ?? '', pieces[index + 1]?.text[0] ?? ''];
}

/** Whether a value stands between opening and closing quotation marks. Backquotes do not count: a shell runs them. */
function isInQuotes(pieces: readonly TextPiece[], index: number): boolean {
  const [before, behind] = besides(pieces, index);
  if (before !== behind || (before !== "'" && before !== '"')) return false;
  const marks = pieces
    .slice(0, index)
    .flatMap(({ text }) => [...text])
    .filter((found) => found === before);
  return marks.length % 2 === 1;
}

/** Characters of code, which no sentence has. */
const codeSign = /[`=<>{}[\]$|\\;*#^~&]/;
/** A word, or a value, with the mark directly behind it that ends a sentence. */
const sentenceEnd = /[\p{L}\p{N}⁞)](?:[.!?…](?=\s|$)|[。！？])/u;
const minWords = 3;

/**
 * Whether a text is made of sentences: it begins like one, ends one somewhere, and has no character of code. A command
 * may look like a title, so a text without a full stop is none.
 */
function isProse(pieces: readonly TextPiece[]): boolean {
  const text = pieces.map((piece) => (piece.slot === null ? piece.text : '⁞')).join('');
  return (
    /^[\s"'“„«¿¡(]*(?:\p{Lu}|\p{Lo})/u.test(text) &&
    sentenceEnd.test(text) &&
    !codeSign.test(text) &&
    (/\p{Lo}/u.test(text) || text.trim().split(/\s+/).length >= minWords)
  );
}
