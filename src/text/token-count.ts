/**
 * Pieces that tokenisers commonly keep apart: words split at case changes, capitals, each digit, sign and space by
 * itself, and whatever is not ASCII. A space before a word or a sign is a piece without a group.
 */
const pieces = /([A-Z]?[a-z]+)|([A-Z]+(?![a-z]))| (?=[^\s\d])|(\p{ASCII})|(\P{ASCII}+)/gu;

/**
 * How many tokens a text takes in a prompt: an estimate that needs no model and would rather be too high. It is the
 * one home of counting tokens for prompts.
 *
 * - Four lower-case letters or two capitals are a token; every word begins a new one.
 * - A digit, an ASCII sign and white space are a token each. Only the space before a word or a sign is free, because
 *   tokenisers keep the two together.
 * - Letters of other alphabets are one token (é, я) or one and a half (漢, 한, ก); emoji and symbols are three.
 *
 * English prose comes out at about 3.5 characters a token, where tokenisers need 4 to 4.5. Too low it is only for
 * long words without sense, such as random lower-case letters.
 *
 * @example
 * countTokens('Retry with backoff.'); // 6
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const piece of text.matchAll(pieces)) tokens += tokensOfPiece(piece);
  return tokens;
}

function tokensOfPiece([, word, capitals, sign, other]: RegExpMatchArray): number {
  if (word !== undefined) return Math.ceil(word.length / 4);
  if (capitals !== undefined) return Math.ceil(capitals.length / 2);
  if (sign !== undefined) return 1;
  let halves = 0;
  for (const letter of other ?? '') halves += halfTokensOf(letter);
  return Math.ceil(halves / 2);
}

/** Tokenisers fall back to bytes for what they seldom saw, so what takes more bytes takes more tokens. */
function halfTokensOf(letter: string): number {
  if (/[\p{S}\p{Extended_Pictographic}\u{10000}-\u{10ffff}]/u.test(letter)) return 6;
  return letter < '\u0800' ? 2 : 3;
}

/**
 * The longest beginning of a text that fits into so many tokens and ends with a sentence or a line; where not even
 * the first sentence fits, it ends with a word and "…". `↵` counts as the end of a line, for texts of which the
 * lines were put into one. What people see as one sign, such as a flag, is never cut.
 *
 * @example
 * cutAtSentence('Restart the server. Then wait for the health check.', 8); // 'Restart the server.'
 */
export function cutAtSentence(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  return (
    text.slice(0, lastSentenceEnd(text, fittingLength(text, tokens))).trimEnd() || cutAtWord(text, tokens)
  );
}

const sentenceEnds =
  /[.!?]['")\]’”»]*(?=\s)|[。！？]['")\]’”」』）]*(?![\p{Grapheme_Extend}\p{M}\p{Cf}\p{Emoji_Modifier}])|(?=\n)|(?= ↵)/gu;
/** What ends with a full stop and is no sentence: `e.g.`, `vs.`, the number of a list item. */
const abbreviation = /(?:^|[\s.(])(?:\p{L}|\d{1,3}|vs|cf|approx|no)\.$/iu;

function lastSentenceEnd(text: string, room: number): number {
  let last = 0;
  // One sign more than fits: whether a full stop ends a sentence depends on what follows.
  for (const match of text.slice(0, room + 1).matchAll(sentenceEnds)) {
    const end = match.index + match[0].length;
    if (end > room) break;
    if (!abbreviation.test(text.slice(Math.max(0, end - 8), end))) last = end;
  }
  return last;
}

function cutAtWord(text: string, tokens: number): string {
  const room = fittingLength(text, tokens - countTokens('…'));
  const wordEnd = text.slice(0, room + 1).search(/\s\S*$/u);
  // Some scripts write no spaces, and some words are longer than all the room.
  const beginning = text.slice(0, wholeSigns(text, wordEnd > room / 2 ? wordEnd : room)).trimEnd();
  return beginning === '' ? '' : `${beginning}…`;
}

/**
 * How much of a text fits, white space at its end aside: all pieces that do, and the beginning of the first that
 * does not.
 */
function fittingLength(text: string, tokens: number): number {
  let fits = 0;
  let left = tokens;
  for (const piece of text.matchAll(pieces)) {
    const needed = tokensOfPiece(piece);
    if (needed > left) return fits + fittingBeginning(piece[0], left);
    fits += piece[0].length;
    left -= needed;
  }
  return fits;
}

/** A longer beginning never has fewer tokens, so its end can be searched by halves. */
function fittingBeginning(piece: string, tokens: number): number {
  let fits = 0;
  let tooLong = piece.length + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (countTokens(piece.slice(0, middle)) <= tokens) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** Made when it is first needed: it takes as long as starting half of Engram. */
let signs: Intl.Segmenter | undefined;

/** The place itself, or the beginning of the sign it is in. */
function wholeSigns(text: string, place: number): number {
  signs ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return signs.segment(text).containing(place)?.index ?? place;
}
