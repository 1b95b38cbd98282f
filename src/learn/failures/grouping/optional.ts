import { comparable } from './rest.ts';
import { emptyTree } from './tree.ts';
import { coreOf, isBracketed, isOptional, looksVariable, optional, saysSomething } from './word.ts';

/** Places that may be left out of one template: each doubles the number of its forms. */
const maxOptional = 3;

interface Words {
  readonly words: readonly string[];
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
  const sign = /[.,;:!]+\s*$/.exec(words[place] ?? '')?.[0];
  const isLast = place === words.length - 1;
  if (before !== undefined && (sign !== undefined || isLast))
    left[place - 1] = before.trimEnd() + (sign ?? '');
  return left;
}

/**
 * Templates that are the same but for something that varies in brackets, which some messages leave out. The longer one comes
 * first, with its words as they are then.
 */
export function sameButOptional<T extends Words>(
  templates: readonly T[],
): Array<{ readonly long: T; readonly short: T; readonly words: readonly string[] }> {
  const longer = templates.flatMap((long) =>
    optionalPlaces(long.words).map((place) => ({ long, place, rest: withoutWord(long.words, place) })),
  );
  if (longer.length === 0) return [];
  const exact = new Map(templates.map((template) => [comparable(template.words).join('\n'), template]));
  const covering = emptyTree<T>();
  for (const template of templates) covering.add(template.words, template);
  return longer.flatMap(({ long, place, rest }) => {
    const short = exact.get(comparable(rest).join('\n')) ?? covering.find(rest);
    if (short === undefined || short === long || !rest.some(saysSomething)) return [];
    const sign = (long.words[place] ?? '').slice(coreOf(long.words[place] ?? '').length).replace(/[)\]]/, '');
    return [{ long, short, words: long.words.with(place, optional + sign) }];
  });
}

function optionalPlaces(words: readonly string[]): number[] {
  return [...words.keys()].filter(
    (place) => isBracketed(words[place] ?? '') && looksVariable(words[place] ?? '', undefined),
  );
}
