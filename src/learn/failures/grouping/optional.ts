import { groupBy } from '../../group-by.ts';
import { comparable } from './rest.ts';
import { emptyTree } from './tree.ts';
import {
  coreOf,
  isBracketed,
  isOptional,
  looksVariable,
  optional,
  plainWord,
  saysSomething,
  variedWord,
} from './word.ts';

/** Places that may be left out of one template: each doubles the number of its forms. */
export const maxOptional = 3;

interface Worded {
  readonly words: readonly string[];
}

/** A template without what varies in brackets, and what was in brackets before each word that is left, and at the end. */
interface Skeleton<T> {
  readonly template: T;
  readonly words: readonly string[];
  readonly brackets: ReadonlyArray<readonly string[]>;
  /** The words that are left, with the punctuation they have beside brackets. */
  readonly written: readonly string[];
}

/**
 * The forms of a template in which something is left out that may be.
 *
 * @example optionalForms(['sent ', '<?> ', 'in ', '<*>']) // [['sent ', 'in ', '<*>']]
 */
export function optionalForms(words: readonly string[]): string[][] {
  const places = [...words.keys()].filter((place) => isOptional(words[place] ?? '')).slice(0, maxOptional);
  let forms: string[][] = [[...words]];
  // From the last one on, so that places of the others stay what they are.
  for (const place of places.toReversed())
    forms = [...forms, ...forms.map((form) => withoutWord(form, place))];
  return forms.slice(1);
}

/** Without one word; the punctuation after it belongs to the word before it, and nothing follows the last one. */
function withoutWord(words: readonly string[], place: number): string[] {
  const left = words.toSpliced(place, 1);
  const before = words[place - 1];
  const sign = signAfter(words[place] ?? '');
  if (before !== undefined && (sign.trim() !== '' || place === words.length - 1))
    left[place - 1] = before.trimEnd() + sign;
  return left;
}

/** The punctuation and the space after something in brackets. */
function signAfter(bracketed: string): string {
  return /[.,;:!]*\s*$/.exec(bracketed)?.[0] ?? '';
}

/**
 * Lists of templates that are the same but for something that varies in brackets, which some leave out, with the words of
 * all of them.
 */
export function sameButOptional<T extends Worded>(
  templates: readonly T[],
): Array<{ readonly list: readonly T[]; readonly words: readonly string[] }> {
  if (!templates.some(({ words }) => words.some(mayBeOptional))) return [];
  const byRest = groupBy(templates.map(skeletonOf), ({ words }) => {
    const rest = comparable(words);
    return rest.some(saysSomething) ? rest.join('\n') : null;
  });
  byRest.delete(null);
  const joined = [...byRest.values()]
    .filter(
      (list) => list.length > 1 && list.some(({ template, words }) => template.words.length > words.length),
    )
    .map((list) => ({ list: list.map(({ template }) => template), words: unionOf(list) }));
  return joined.length > 0 ? joined : formsOfOthers(templates);
}

/** Templates that are a form of another one, in which some words vary. */
function formsOfOthers<T extends Worded>(
  templates: readonly T[],
): Array<{ readonly list: readonly T[]; readonly words: readonly string[] }> {
  const tree = emptyTree<T>();
  for (const template of templates)
    if (template.words.some(isOptional))
      for (const form of optionalForms(template.words)) tree.add(form, template);
  return templates.flatMap((template) => {
    const found = tree.find(template.words, template);
    return found === undefined ? [] : [{ list: [found, template], words: found.words }];
  });
}

/** How many words a template has without brackets. Only templates of which it is the same can be one. */
export function restLength(words: readonly string[]): number {
  let length = words.length;
  for (const word of words) if (isBracketed(word) || isOptional(word)) length -= 1;
  return length;
}

function mayBeOptional(word: string): boolean {
  return isOptional(word) || (isBracketed(word) && looksVariable(word, undefined));
}

function skeletonOf<T extends Worded>(template: T): Skeleton<T> {
  let words = template.words;
  const brackets: string[][] = [[]];
  const written: string[] = [];
  for (const word of template.words) {
    if (mayBeOptional(word)) {
      words = withoutWord(words, written.length);
      brackets.at(-1)?.push(word);
      continue;
    }
    written.push(word);
    brackets.push([]);
  }
  return { template, words, brackets, written };
}

/** All that some have in brackets, as what may be left out when others have not. */
function unionOf<T>(skeletons: ReadonlyArray<Skeleton<T>>): string[] {
  const [first] = skeletons;
  return (first?.brackets ?? []).flatMap((_, place) => {
    const [longest] = skeletons.toSorted(
      (left, right) => (right.brackets[place]?.length ?? 0) - (left.brackets[place]?.length ?? 0),
    );
    const bracketed = (longest?.brackets[place] ?? []).map((word, at) => {
      const everywhere = skeletons.every(({ brackets }) => {
        const other = brackets[place]?.[at];
        return other !== undefined && !isOptional(other);
      });
      return everywhere ? word : optional + signAfter(word);
    });
    const last = longest?.written[place - 1];
    if (last === undefined) return bracketed;
    const isSame = skeletons.every(
      ({ written }) => coreOf(plainWord(written[place - 1] ?? '')) === coreOf(plainWord(last)),
    );
    return [isSame ? last : variedWord(last), ...bracketed];
  });
}
