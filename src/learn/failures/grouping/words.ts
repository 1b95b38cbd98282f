import { coreOf, isBracketed, kindOfItem, looksVariable, numberedName } from './word.ts';

/** Longest part of a message that is compared. */
const maxWords = 100;
/** Longest run of words that is recognised as repeated: `node <*> ok` is three. */
const maxRepeatLength = 4;

/** One thing in brackets, or a word with the punctuation and the space after it: words put together are the message. */
const wordPattern =
  /(?<!\S)(?:\([^\s()[\]{}=]{1,100}(?: [kKMGT]?i?B)?\)|\[[^\s()[\]{}=]{1,100}\])[.,;:!]*(?:\s+|$)|[^\s=:,;()[\]{}|]*[=:,;()[\]{}|]+\s*|[^\s=:,;()[\]{}|]+\s*/g;
/** Units that a number is written with or without: `<1 sec` and `00:02`, `512 bytes` and `1.2 KB`. */
const unit = /^(?:ns|us|ms|s|secs?|seconds?|mins?|minutes?|hours?|bytes?)(?=[.,;:)\]\s]*$)/;
const yesOrNo = /(?<=^[[(]?)(?:true|false)(?![\w.-])/i;
/** A list in brackets of two things and more, as long as it likes. */
const list = /(?<=[[{(])[^\s,;()[\]{}=]{1,100}(?:, ?[^\s,;()[\]{}=]{1,100}){1,500}(?=[\]})])/g;
/** A list in brackets of nothing, not the call of a function. */
const emptyList = /(?<![^\s=:,;([{])(?:\[\]|\(\)|\{\})/g;
/** Brackets around brackets of one thing. */
const doubled = /\[\[([^\s[\]]{0,100})\]\]/g;
/** A key that stands for nothing, as it may for others. */
const emptyValue = /(?<=[\w\])]=)(?=[\s,;]|$)/g;
/** Values that are joined without a space are one: `<number>:<number>`, `node12:<number>`. */
const compound = /(?:<[a-z*]+>|(?<![\w.-])[a-z]{1,20}\d{1,6}(?=:<))(?:[-.:/#@+]{0,3}<[a-z*]+>)+/g;

/**
 * The words of a signature. A list of variable things is as long as one of them: `delete <id> <id> <id>` and
 * `delete <id>` are the same message.
 *
 * @example wordsOf('took <number> ms, ok=true') // ['took ', '<number>, ', 'ok=', '<*>']
 */
export function wordsOf(signature: string): string[] {
  const words: string[] = [];
  for (const written of joined(signature).match(wordPattern) ?? []) {
    const last = words.length - 1;
    if (unit.test(written) && /^<[a-z*]+>/.test(words[last] ?? '')) {
      words[last] = written.replace(unit, '<*>');
      continue;
    }
    words.push(yesOrNo.test(written) ? written.replace(yesOrNo, '<*>') : written);
    dropListed(words);
    dropRepeat(words);
    if (words.length >= maxWords) break;
  }
  return words;
}

/** With lists, and values of several parts, as one thing. */
function joined(signature: string): string {
  let text = signature.includes('<') ? signature.replace(compound, '<*>') : signature;
  if (text.includes('=')) text = text.replace(emptyValue, '<*>');
  if (!/[[({]/.test(text)) return text;
  text = text.replace(list, '<list>').replace(emptyList, (brackets) => `${brackets[0]}<list>${brackets[1]}`);
  return text.includes('[[') ? text.replace(doubled, '[$1]') : text;
}

/** Of a list of things that vary, the last item is left: one is as good as five. */
function dropListed(words: string[]): void {
  const [before, word] = words.slice(-2);
  if (before === undefined || word === undefined || !/[\w>],?\s*$/.test(before)) return;
  const isItem = /,\s*$/.test(before)
    ? (item: string): boolean => looksVariable(item, undefined)
    : (item: string): boolean => numberedName.test(coreOf(item));
  if (isItem(before) && isItem(word)) words.splice(-2, 1);
}

/** Removes the last words when they repeat the words before them for another variable part. */
function dropRepeat(words: string[]): void {
  for (let length = 1; length <= maxRepeatLength && words.length >= 2 * length; length += 1) {
    if (!endsTwice(words, length)) continue;
    words.splice(words.length - 2 * length, length);
    return;
  }
}

function endsTwice(words: readonly string[], length: number): boolean {
  let variable = false;
  for (let back = 1; back <= length; back += 1) {
    const word = words[words.length - back] ?? '';
    const before = words[words.length - back - length] ?? '';
    if (!isRepeated(before, word, back === 1)) return false;
    variable ||= /<[a-z*]+>/.test(word);
  }
  return variable;
}

/** Only the last item of a list may be followed by something else than a comma; a colon says what comes next. */
function isRepeated(before: string, word: string, isLast: boolean): boolean {
  if (isBracketed(word)) return false;
  const [left, right] = [kindOfItem(before), kindOfItem(word)];
  if (left.trimEnd() === right.trimEnd()) return true;
  return isLast && /[^\s=:()[\]{}|],?\s*$/.test(left) && coreOf(left) === coreOf(right);
}
