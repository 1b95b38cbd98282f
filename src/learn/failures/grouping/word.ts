/** Stands where messages of a group differ. */
export const varies = '<…>';
/** Stands where messages of a group have something in brackets, or nothing. */
export const optional = '<?>';

const mask = /<[a-z]+>/g;
/** Masks of values that are texts: a name may stand there as well. */
const openMask = /^[[(]?<(?:address|list|path|url|id|hex|value)>\W*$/;
const bracketed = /^[([][^()[\]]*[)\]][.,;:!]*\s*$/;
/** The name of one thing among many of a kind: node12. */
export const numberedName = /^[a-z]+[-_]?\d+$/;

/** A word with every value as `<*>`. */
export function plainWord(word: string): string {
  return word.replace(mask, '<*>');
}

/** A word with values as what they are as items of a list: times, addresses and paths are no numbers. */
export function kindOfItem(word: string): string {
  return word.replace(/<(?!(?:time|address|path)>)[a-z]+>/g, '<*>');
}

/** Whether a word is the place of a text: a name may stand there as well, and anywhere in brackets where something varies. */
export function isOpenPlace(word: string): boolean {
  return openMask.test(word) || (isBracketed(word) && looksVariable(word, undefined));
}

/** One thing in brackets. */
export function isBracketed(word: string): boolean {
  return (word.startsWith('[') || word.startsWith('(')) && bracketed.test(word);
}

/** A word without the punctuation after it. */
export function coreOf(word: string): string {
  return word.replace(/[=:,;()[\]{}|\s]+$/, '');
}

/** The place of a word that varies, with the punctuation around it. */
export function variedWord(word: string): string {
  return (isBracketed(word) ? word.charAt(0) : '') + varies + word.slice(coreOf(word).length);
}

export function isVaried(word: string): boolean {
  return word.startsWith(varies) || word.startsWith(varies, 1);
}

export function isOptional(word: string): boolean {
  return word.startsWith(optional);
}

/** Whether a word says by itself what a message is about: letters that are not a mask. */
export function saysSomething(word: string): boolean {
  return !isVaried(word) && /[\p{L}]{2}/u.test(word.replace(mask, ''));
}

/**
 * Names of keys, functions, kinds of errors, rules (`TS2339`), constants (`SET_32BIT`) and numbers that were kept on
 * purpose (`status code 404`) are what a message is about, whatever they look like.
 */
export function isFixed(word: string): boolean {
  return /[=(]\s*$|(?:Error|Exception)\W*$|^[A-Z]{1,4}\d{3,5}\W*$|^\d+\W*$|\w\(\)|^[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z]\W*$/.test(
    word,
  );
}

/** Words in capitals are states and constants of a program, which say what happened: there may be many of them. */
export function isConstant(word: string): boolean {
  return /^\p{Lu}[\p{Lu}\d_]+\W*$/u.test(word);
}

/** Whether a word looks like the name of one thing among many: `node-7`, `com.example.App`, the value of a key. */
export function looksVariable(word: string, before: string | undefined): boolean {
  if (isVaried(word) || isOptional(word)) return true;
  if (isFixed(word)) return false;
  if (before !== undefined && /=\s*[[({]?\s*$/.test(before)) return true;
  const core = coreOf(word).replace(/^[[(]/, '');
  // Standards have names with a number: IPV4 and IPV6 are different things.
  if (/^[A-Z]{2,}v?\d$/.test(core)) return false;
  // A number that was not masked is the failure itself: exit code 127.
  return (
    /<[a-z*]+>/.test(core) || (/\d/.test(core) && !/^\d+$/.test(core)) || /\w[.@/\\$]\w|^--?\w/.test(core)
  );
}

/** What follows these is mostly a name: for ada, from cache, user bob. */
const beforeNames = /^(?:for|from|by|to|of|on|at|in|with|user|host)\s*$/i;

/** Whether a word stands where names stand. Words in capitals are states, and few. */
export function mayBeName(word: string, before: string | undefined): boolean {
  return before !== undefined && beforeNames.test(before) && /\p{Ll}/u.test(word);
}
