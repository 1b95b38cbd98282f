import { groupBy } from '../../group-by.ts';
import { mayVary, minInCommon, variesAt, varyBoth } from './evidence.ts';
import { comparable, type MessageTemplate, sameBut } from './rest.ts';
import { emptyTree } from './tree.ts';
import { isOpenPlace, isOptional, isVaried, saysSomething, variedWord } from './word.ts';

/** Joining templates can make others equal; more rounds than this have not been seen. */
const maxRounds = 8;
/** Places of a message of which all pairs are compared. */
const maxPaired = 12;

/** Finds templates of the same length that are one, and joins each list of them, the oldest first. */
export function findSame<T extends MessageTemplate>(
  templates: readonly T[],
  join: (same: readonly T[], words: readonly string[]) => T,
): void {
  const rules = [sameButNames, sameButOneWord, sameButTwoWords, coveredByOthers];
  let left = templates;
  for (let round = 0; round < maxRounds; round += 1) {
    const before = left.length;
    for (const same of rules) left = joinLists(left, same(left), join);
    if (left.length === before) return;
  }
}

function joinLists<T extends MessageTemplate>(
  templates: readonly T[],
  lists: ReadonlyArray<readonly T[]>,
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
  return (first ?? []).map((word, place) => {
    const left = others.find((words) => isOptional(words[place] ?? ''))?.[place];
    if (left !== undefined || isOptional(word)) return left ?? word;
    return isVaried(word) || others.every((words) => words[place] === word) ? word : variedWord(word);
  });
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

/** Templates that differ in one place, in so many ways that more are to be expected; the longest lists first. */
function sameButOneWord<T extends MessageTemplate>(templates: readonly T[]): Array<readonly T[]> {
  return longestFirst(sameBut(templates, everyPlace, 2).filter(variesAt));
}

/**
 * The same for two places. A word of one of them was met with several of the other, so each of them is the only place where
 * some templates differ: no other pairs are compared, whose number grows with the square.
 */
function sameButTwoWords<T extends MessageTemplate>(templates: readonly T[]): Array<readonly T[]> {
  const single = new Set(sameBut(templates, everyPlace, 2).flatMap(({ places }) => places));
  if (single.size < 2) return [];
  const everyPair = (words: readonly string[]): number[][] => {
    const places = everyPlace(words)
      .flat()
      .filter((place) => single.has(place))
      .slice(0, maxPaired);
    return places.flatMap((left, at) => places.slice(at + 1).map((right) => [left, right]));
  };
  return longestFirst(sameBut(templates, everyPair, 4).filter(varyBoth));
}

function everyPlace(words: readonly string[]): number[][] {
  return [...words.keys()].filter((place) => mayVary(words[place] ?? '')).map((place) => [place]);
}

function longestFirst<T>(found: ReadonlyArray<{ readonly list: readonly T[] }>): Array<readonly T[]> {
  return found.map(({ list }) => list).sort((left, right) => right.length - left.length);
}

/** Templates whose words all fit another one, in which some places are known to take any word. */
function coveredByOthers<T extends MessageTemplate>(templates: readonly T[]): T[][] {
  const isWild = (word: string): boolean => isVaried(word) || isOptional(word) || isOpenPlace(word);
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
