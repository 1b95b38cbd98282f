import { groupBy } from '../../group-by.ts';
import { emptyTree } from './tree.ts';
import {
  isFixed,
  isOpenPlace,
  isVaried,
  looksVariable,
  mayBeName,
  saysSomething,
  variedWord,
} from './words.ts';

/** The words that messages of one form share, and the places where they differ. */
interface MessageTemplate {
  readonly words: readonly string[];
  /** When it was made: the number of groups before it. */
  readonly order: number;
  /** How many messages it was met in. */
  readonly size: number;
}

/**
 * How many different words prove that a place varies, when all other words are the same: a name after a preposition, a
 * word anywhere, a word beside one other word. The logs of `bench/signatures` speak against fewer than 4 words and fewer
 * than 8 beside one word; the rest is judgement, because they have hardly a place where plain words vary.
 */
const neededWords = { names: 3, words: 6, besideOneWord: 12 };

/** Words that messages must share for a name to be taken for an address: `connect failed` is no machine. */
const minInCommon = 2;

/** How often the words of a closed set were met, on average, at least. */
const repeats = 5;

/** Joining templates can make others equal; more rounds than this have not been seen. */
const maxRounds = 8;

/** Finds templates of the same length that are one, and joins each list of them, the oldest first. */
export function findSame<T extends MessageTemplate>(
  templates: readonly T[],
  join: (same: readonly T[], words: readonly string[]) => T,
): void {
  let left = templates;
  for (let round = 0; round < maxRounds; round += 1) {
    const before = left.length;
    left = joinLists(left, sameButNames(left), join);
    left = joinLists(left, sameButOneWord(left), join);
    left = joinLists(left, coveredByOthers(left), join);
    if (left.length === before) return;
  }
}

function joinLists<T extends MessageTemplate>(
  templates: readonly T[],
  lists: readonly (readonly T[])[],
  join: (same: readonly T[], words: readonly string[]) => T,
): readonly T[] {
  const gone = new Set<T>();
  const made: T[] = [];
  for (const list of lists) {
    if (list.some((template) => gone.has(template))) continue;
    const oldestFirst = list.toSorted((left, right) => left.order - right.order);
    for (const template of list) gone.add(template);
    made.push(join(oldestFirst, sharedWords(oldestFirst)));
  }
  if (made.length === 0) return templates;
  return [...templates.filter((template) => !gone.has(template)), ...made].sort(
    (left, right) => left.order - right.order,
  );
}

function sharedWords(templates: readonly MessageTemplate[]): string[] {
  const [first, ...others] = templates.map(({ words }) => words);
  return (first ?? []).map((word, place) =>
    isVaried(word) || others.every((words) => words[place] === word) ? word : variedWord(word),
  );
}

/** Templates that differ only where a word looks like the name of one thing among many. */
function sameButNames<T extends MessageTemplate>(templates: readonly T[]): T[][] {
  const byRest = groupBy(templates, ({ words }) => {
    const rest = comparable(words);
    return rest.some(saysSomething) ? rest.join('\n') : null;
  });
  byRest.delete(null);
  return [...byRest.values()].filter(({ length }) => length > 1);
}

/** Templates whose words all fit another one, in which some places are known to take any word. */
function coveredByOthers<T extends MessageTemplate>(templates: readonly T[]): T[][] {
  const isWild = (word: string): boolean => isVaried(word) || isOpenPlace(word);
  const covering = templates.filter(({ words }) => words.some(isWild));
  if (covering.length === 0) return [];
  const tree = emptyTree<T>(isWild);
  for (const template of covering) tree.add(template.words, template);
  return [
    ...groupBy(templates, (template) => {
      const found = tree.find(template.words, template);
      return found !== undefined && wordsInCommon(found, template) >= minInCommon ? found : null;
    }),
  ].flatMap(([found, covered]) => (found === null ? [] : [[found, ...covered]]));
}

/** How many words say something in both, at the same place. */
function wordsInCommon(one: MessageTemplate, other: MessageTemplate): number {
  return one.words.filter((word, place) => word === other.words[place] && saysSomething(word)).length;
}

/** Templates that differ in one place, in so many ways that more are to be expected; the longest lists first. */
function sameButOneWord<T extends MessageTemplate>(templates: readonly T[]): T[][] {
  const byRest = new Map<string, { readonly place: number; readonly list: T[] }>();
  for (const template of templates) {
    const hashes = comparable(template.words).map(placedHash);
    const all = hashes.reduce((sum, hash) => (sum + hash) | 0, 0);
    for (const [place, word] of template.words.entries()) {
      if (isFixed(word)) continue;
      const key = `${place} ${(all - (hashes[place] ?? 0)) | 0}`;
      const same = byRest.get(key);
      if (same === undefined) byRest.set(key, { place, list: [template] });
      else same.list.push(template);
    }
  }
  return [...byRest.values()]
    .filter(({ list }) => list.length > 1)
    .map(({ place, list }) => ({ place, list: sameRest(list, place) }))
    .filter(({ place, list }) => list.length > 1 && list.length >= needed(list, place))
    .sort((left, right) => right.list.length - left.list.length)
    .map(({ list }) => list);
}

function needed(templates: readonly MessageTemplate[], place: number): number {
  // This place is already known to vary.
  if (templates.some(({ words }) => isVaried(words[place] ?? ''))) return 2;
  if (isClosedSet(templates)) return Number.POSITIVE_INFINITY;
  const others = (templates[0]?.words ?? []).filter((word, at) => at !== place && saysSomething(word)).length;
  if (others === 0) return Number.POSITIVE_INFINITY;
  if (others === 1) return neededWords.besideOneWord;
  const named = templates.every(({ words }) => mayBeName(words[place] ?? '', words[place - 1]));
  return named ? neededWords.names : neededWords.words;
}

/**
 * Whether all words of a place seem to be known. New ones are to be expected as long as some were met only once; states and
 * actions come again and again, and are few.
 */
function isClosedSet(templates: readonly MessageTemplate[]): boolean {
  if (templates.length >= neededWords.besideOneWord) return false;
  const met = templates.reduce((sum, { size }) => sum + size, 0);
  return templates.every(({ size }) => size > 1) && met >= repeats * templates.length;
}

/** Words that are compared: all that look like names of one thing among many are alike. */
function comparable(words: readonly string[]): string[] {
  return words.map((word, place) => (looksVariable(word, words[place - 1]) ? '' : word));
}

/** Different words can have the same hash. */
function sameRest<T extends MessageTemplate>(templates: readonly T[], place: number): T[] {
  const rest = ({ words }: T): string => comparable(words).toSpliced(place, 1, '').join('\n');
  const first = templates[0] && rest(templates[0]);
  return templates.filter((template) => rest(template) === first);
}

function placedHash(word: string, place: number): number {
  let hash = Math.imul(place + 1, 0x9e3779b1);
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
