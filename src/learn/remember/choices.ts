import { normaliseTopic } from '../../records/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { type Cues, languages } from './cues.ts';
import { plainWords } from './typed-text.ts';

/** More words than these are no name of a thing that is chosen. Longer texts say more than a choice, and are matched with nothing. */
const maxWords = 4;
const maxLength = 400;

function plain(text: string): string {
  return text.length > maxLength ? '' : text.replaceAll('’', "'").replace(/\s+/gu, ' ').trim();
}

/** What a cue finds in a short text, in the first language that has it. */
function found(cueName: string, text: string, isAllowed: (cues: Cues) => boolean = () => true): string[] {
  const match = languages()
    .map((cues) => (isAllowed(cues) ? cues.cue(cueName).exec(plain(text)) : null))
    .find((each) => each !== null);
  return match?.slice(1) ?? [];
}

/**
 * What is preferred to what, as a key that both orders share: who says "tabs over spaces" and later "spaces over tabs" has changed their
 * mind. Null where a preference names no such pair.
 *
 * @example
 * preferencePair('I prefer tabs over spaces'); // { key: 'spaces or tabs', value: 'tabs' }
 */
export function preferencePair(text: string): { readonly key: string; readonly value: string } | null {
  const [value, other] = found('preferredTo', text).map((side) =>
    plainWords(side).length > maxWords ? null : normaliseTopic(side),
  );
  if (value == null || other == null || value === other) return null;
  return { key: [value, other].toSorted().join(' or '), value };
}

/**
 * The side of an earlier pair that a preference chooses now; null when it names neither.
 *
 * @example
 * chosenOf('I prefer spaces.', 'spaces or tabs'); // 'spaces'
 */
export function chosenOf(text: string, key: string): string | null {
  const chosen = normaliseTopic(found('preferred', text)[0]);
  return chosen !== null && key.split(' or ').includes(chosen) ? chosen : null;
}

/**
 * What is no longer used, as a request or what the speakers do themselves says; what others use, or what holds in some case only, replaces
 * nothing. Null for every other statement.
 *
 * @example
 * replacedChoice('Use bun instead of pnpm from now on.'); // 'pnpm'
 */
export function replacedChoice(text: string): string | null {
  const said = plain(text).replace(/^[^:]{1,40}: /u, '');
  const [thing] = found('replaced', said, ({ cue }) => !cue('denied').test(said));
  return thing !== undefined && plainWords(thing).length <= maxWords ? thing : null;
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
  const wanted = [...new Set(termsOf(thing))].sort().join(' ');
  return languages().some(({ cue, onlyUse }) => {
    const frame = new Set(termsOf(onlyUse));
    const rest = [...new Set(termsOf(said))].filter((term) => !frame.has(term));
    return (
      rest.length > 0 &&
      rest.sort().join(' ') === wanted &&
      !cue('denied').test(said) &&
      replacedChoice(said) === null
    );
  });
}
