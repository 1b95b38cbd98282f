import { looksVariable } from './word.ts';

/** The words that messages of one form share, and the places where they differ. */
export interface MessageTemplate {
  readonly words: readonly string[];
  /** When it was made: the number of groups before it. */
  readonly order: number;
  /** How many messages it was met in. */
  readonly size: number;
}

/** Templates whose words are the same but at these places. */
export interface SameButPlaces<T> {
  readonly places: readonly number[];
  readonly list: readonly T[];
}

/** The words of a template as they are compared, and a hash of each with its place. */
interface PlacedWords {
  readonly words: readonly string[];
  readonly hashes: readonly number[];
  readonly sum: number;
}

/** Templates are compared again and again; their words seldom change. */
const known = new WeakMap<readonly string[], PlacedWords>();

function compared(words: readonly string[]): PlacedWords {
  const before = known.get(words);
  if (before !== undefined) return before;
  const alike = words.map((word, place) => (looksVariable(word, words[place - 1]) ? '' : word));
  const hashes = alike.map(placedHash);
  const made = { words: alike, hashes, sum: hashes.reduce((sum, hash) => (sum + hash) | 0, 0) };
  known.set(words, made);
  return made;
}

/** Words that are compared: all that look like names of one thing among many are alike. */
export function comparable(words: readonly string[]): readonly string[] {
  return compared(words).words;
}

/**
 * Templates that are the same but at a few places, as many as are needed and more.
 *
 * @param placesOf Which places of a template are left out, each list of them by itself.
 */
export function sameBut<T extends MessageTemplate>(
  templates: readonly T[],
  placesOf: (words: readonly string[]) => ReadonlyArray<readonly number[]>,
  minAlike: number,
): Array<SameButPlaces<T>> {
  const byRest = new Map<number, { readonly places: readonly number[]; readonly list: T[] }>();
  for (const template of templates) {
    const { hashes, sum } = compared(template.words);
    for (const places of placesOf(template.words)) {
      const left = places.reduce((all, place) => (all - (hashes[place] ?? 0)) | 0, sum);
      const rest = places.reduce((all, place) => (Math.imul(all, 31) + place) | 0, left);
      const same = byRest.get(rest);
      if (same === undefined) byRest.set(rest, { places, list: [template] });
      else same.list.push(template);
    }
  }
  return [...byRest.values()]
    .filter(({ list }) => list.length >= minAlike)
    .map(({ places, list }) => ({ places, list: sameRest(list, places) }))
    .filter(({ list }) => list.length >= minAlike);
}

/** Different words can have the same hash. */
function sameRest<T extends MessageTemplate>(templates: readonly T[], places: readonly number[]): T[] {
  const rest = ({ words }: T): string =>
    comparable(words)
      .map((word, place) => (places.includes(place) ? '' : word))
      .join('\n');
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
