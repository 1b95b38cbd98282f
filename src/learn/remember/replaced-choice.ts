import { termsOf } from '../../text/terms.ts';
import { plainWords } from './typed-text.ts';

/** More words than these are no name of a thing that is chosen. */
const maxWords = 4;

/** A request, or what the speakers do themselves: what others use, or what holds in some case only, replaces nothing here. */
const own = String.raw`^(?:[^:\n]{1,40}:\s+)?(?:(?:please|always|now|from now on|we|i|let['’]s)[\s,]+)*`;
const replacing = [
  new RegExp(
    `${own}(?:now )?use\\s+.+?\\s+(?:instead of|rather than)\\s+(.+?)(?:\\s+from now on)?[\\s.!,;]*$`,
    'iu',
  ),
  new RegExp(
    `${own}(?:have |['’]ve )?(?:switched|moved|migrated|changed)\\s+from\\s+(.+?)\\s+to\\s+.+$`,
    'iu',
  ),
];
/** What says that something is used, and nothing else about it. */
const frame = new Set(termsOf('use uses used using always user project repo repository team'));
const denied = /\b(?:not|no|never|without)\b|n['’]t\b/iu;

/**
 * What is no longer used, as a statement says that chooses something else. Null for every other statement.
 *
 * @example
 * replacedChoice('Use bun instead of pnpm from now on.'); // 'pnpm'
 */
export function replacedChoice(text: string): string | null {
  for (const form of replacing) {
    const replaced = form.exec(text)?.[1];
    if (replaced !== undefined && !denied.test(text) && plainWords(replaced).length <= maxWords)
      return replaced;
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
  if (denied.test(text) || replacedChoice(text) !== null) return false;
  const wanted = new Set(termsOf(thing));
  const said = termsOf(text).filter((term) => !frame.has(term));
  return (
    said.length > 0 &&
    said.every((term) => wanted.has(term)) &&
    [...wanted].every((term) => said.includes(term))
  );
}
