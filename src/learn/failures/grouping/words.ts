/** Stands where messages of a group differ. */
export const varies = '<…>';

/** Longest part of a message that is compared. */
const maxWords = 100;
/** Longest run of words that is recognised as repeated: `node <*> ok` is three. */
const maxRepeatLength = 4;

/** A word with the punctuation and the space after it, so that words put together are the message. */
const wordPattern = /[^\s=:,;()[\]{}|]*[=:,;()[\]{}|]+\s*|[^\s=:,;()[\]{}|]+\s*/g;
const mask = /<(?!address>)[a-z]+>/g;
const timeUnit = /^(?:ns|us|ms|s|secs?|seconds?|mins?|minutes?|hours?)(?=[.,;:)\]\s]*$)/;
const yesOrNo = /^(?:true|false)(?![\w.-])/i;
/** A list in brackets of two things and more, as long as it likes. */
const list = /(?<=[[{(])[^\s,;()[\]{}=]{1,100}(?:, ?[^\s,;()[\]{}=]{1,100}){1,500}(?=[\]})])/g;
/** Brackets with nothing in them, or with one thing. */
const bracket =
  /\s(?:\(([^\s()[\]{}=]{0,100}(?: ?[KMGT]?i?B)?)\)|\[([^\s()[\]{}=]{0,100})\])(?=$|[\s.,;:!])/g;

/** A key that stands for nothing, as it may for others. */
const emptyValue = /(?<=[\w\])]=)(?=[\s,;]|$)/g;
/** The name of one thing among many of a kind: node12. */
const numberedName = /^[a-z]+[-_]?\d+$/;

/**
 * The words of a signature, every variable part as `<*>`. A list of variable things is as long as one of them:
 * `delete <id> <id> <id>` and `delete <id>` are the same message. Places of addresses and lists are told apart, because any
 * word may stand there.
 *
 * @example wordsOf('took <number> ms, ok=true') // ['took ', '<*>, ', 'ok=', '<*>']
 */
export function wordsOf(signature: string): string[] {
  const words: string[] = [];
  const text = withoutOptions(signature.replace(mask, '<*>'));
  for (const written of text.match(wordPattern) ?? []) {
    const last = words.length - 1;
    if (timeUnit.test(written) && words[last]?.startsWith('<*>')) {
      words[last] = written.replace(timeUnit, '<*>');
      continue;
    }
    words.push(yesOrNo.test(written) ? written.replace(yesOrNo, '<*>') : written);
    dropListed(words);
    dropRepeat(words);
    if (words.length >= maxWords) break;
  }
  return words;
}

/** Lists as one thing, and without what may be there or not. */
function withoutOptions(masked: string): string {
  const text = masked.includes('=') ? masked.replace(emptyValue, '<*>') : masked;
  return /[[({]/.test(text) ? text.replace(list, '<list>').replace(bracket, withoutOptional) : text;
}

/** What varies in brackets may as well be left out. */
function withoutOptional(written: string, round: string | undefined, square: string | undefined): string {
  const content = round ?? square ?? '';
  return content === '' || looksVariable(content, undefined) ? '' : written;
}

/** The places where any word may stand, as others that vary. */
export function plainWord(word: string): string {
  return word.replace(openPlace, '<*>');
}

const openPlace = /<(?:address|list)>/g;

/** Whether a word is the place of an address or a list: a name may stand there as well. */
export function isOpenPlace(word: string): boolean {
  return /^<(?:address|list)>\W*$/.test(word);
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
    // Only the last item of a list may be followed by something else than a comma.
    if (back === 1 ? coreOf(word) !== coreOf(before) : word.trimEnd() !== before.trimEnd()) return false;
    variable ||= /<(?:\*|address)>/.test(word);
  }
  return variable;
}

/** A word without the punctuation after it. */
function coreOf(word: string): string {
  return word.replace(/[=:,;()[\]{}|\s]+$/, '');
}

/** The place of a word that varies, with the punctuation after it. */
export function variedWord(word: string): string {
  return varies + word.slice(coreOf(word).length);
}

export function isVaried(word: string): boolean {
  return word.startsWith(varies);
}

/** Whether a word says by itself what a message is about: letters that are not a mask. */
export function saysSomething(word: string): boolean {
  return !isVaried(word) && /[\p{L}]{2}/u.test(plainWord(word).replaceAll('<*>', ''));
}

/**
 * Names of keys, functions, kinds of errors, rules (`TS2339`) and numbers that were kept on purpose (`status code 404`)
 * are what a message is about, whatever they look like.
 */
export function isFixed(word: string): boolean {
  return /[=(]\s*$|(?:Error|Exception)\W*$|^[A-Z]{1,4}\d{3,5}\W*$|^\d+\W*$/.test(word);
}

/** Whether a word looks like the name of one thing among many: `node-7`, `com.example.App`, the value of a key. */
export function looksVariable(word: string, before: string | undefined): boolean {
  if (isVaried(word)) return true;
  if (isFixed(word)) return false;
  if (before !== undefined && /=\s*$/.test(before)) return true;
  const core = coreOf(word);
  // Standards have names with a number: IPV4 and IPV6 are different things.
  if (/^[A-Z]{2,}v?\d$/.test(core)) return false;
  // A number that was not masked is the failure itself: exit code 127.
  return (
    /<(?:\*|address|list)>/.test(core) ||
    (/\d/.test(core) && !/^\d+$/.test(core)) ||
    /\w[.@/\\$]\w|^--?\w/.test(core)
  );
}

/** What follows these is mostly a name: for ada, from cache, user bob. */
const beforeNames = /^(?:for|from|by|to|of|on|at|in|with|user|host)\s*$/i;

/** Whether a word stands where names stand. Words in capitals are states, and few. */
export function mayBeName(word: string, before: string | undefined): boolean {
  return before !== undefined && beforeNames.test(before) && /\p{Ll}/u.test(word);
}
