import { normaliseTopic } from '../../records/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { languages } from './cues.ts';
import { plainWords } from './typed-text.ts';

/** More words than these are no name of a thing that is chosen. */
const maxWords = 5;
/** Longer texts say more than a choice; patterns are matched against short texts only. */
const maxLength = 400;

const plain = (text: string): string =>
  text.length > maxLength ? '' : text.replaceAll('’', "'").replace(/\s+/gu, ' ').trim();

/**
 * What is preferred to what, as a key that both orders share: who says "tabs over spaces" and later "spaces over tabs" has changed their
 * mind. Null where a preference names no such pair.
 *
 * @example
 * preferencePair('I prefer tabs over spaces'); // { key: 'spaces or tabs', value: 'tabs' }
 */
export function preferencePair(text: string): { readonly key: string; readonly value: string } | null {
  for (const { preferredTo } of languages()) {
    const [, ...sides] = (preferredTo.exec(plain(text)) ?? []).map((side) => normaliseTopic(side) ?? '');
    if (
      sides.length === 2 &&
      sides.every((side) => side.split('-').length <= maxWords) &&
      sides[0] !== sides[1]
    )
      return { key: sides.toSorted().join(' or '), value: sides[0] ?? '' };
  }
  return null;
}

/**
 * The value of an earlier pair that a preference chooses now: "I prefer spaces" after "I prefer tabs over spaces". Null for what names neither
 * side of it.
 *
 * @example
 * chosenOf('I prefer spaces.', 'spaces or tabs'); // 'spaces'
 */
export function chosenOf(text: string, key: string): string | null {
  for (const { preferred } of languages()) {
    const chosen = normaliseTopic(preferred.exec(plain(text))?.[1]);
    if (chosen !== null && key.split(' or ').includes(chosen)) return chosen;
  }
  return null;
}

/**
 * What is no longer used, as a statement says that chooses something else: a request, or what the speakers do themselves; what others use, or what holds in
 * some case only, replaces nothing. Null for every other statement.
 *
 * @example
 * replacedChoice('Use bun instead of pnpm from now on.'); // 'pnpm'
 */
export function replacedChoice(text: string): string | null {
  const said = plain(text).replace(/^[^:]{1,40}: /u, '');
  for (const { replaced, denied } of languages()) {
    const thing = replaced.exec(said)?.[1];
    if (thing !== undefined && !denied.test(said) && plainWords(thing).length < maxWords) return thing;
  }
  return null;
}

/**
 * Whether a statement says that this is used, and no more: what is used for one purpose, or beside something else, may stay in use.
 *
 * @example
 * saysOnlyUseOf('We use pnpm.', 'pnpm'); // true
 * saysOnlyUseOf('We use pnpm for the docs.', 'pnpm'); // false
 */
export function saysOnlyUseOf(text: string, thing: string): boolean {
  const said = plain(text);
  const wanted = new Set(termsOf(thing));
  return languages().some(({ denied, onlyUse }) => {
    const frame = new Set(termsOf(onlyUse));
    const rest = new Set(termsOf(said).filter((term) => !frame.has(term)));
    return !denied.test(said) && replacedChoice(said) === null && rest.size > 0 && sameTerms(rest, wanted);
  });
}

function sameTerms(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((term) => right.has(term));
}
