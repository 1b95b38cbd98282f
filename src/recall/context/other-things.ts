import { type Memory, memoryText } from '../../records/memory.ts';
import { type NameToken, nameTokensIn } from '../../text/names.ts';
import { termsOf } from '../../text/terms.ts';
import { withoutDates } from '../index/dates.ts';
import type { SearchHit } from '../recorded/fuse.ts';

/** What holds of one thing and says nothing about another. All else is experience, and may be another's. */
const facts: ReadonlySet<Memory['kind']> = new Set(['knowledge', 'rule', 'preference', 'entity']);

/** Where one word in so many is written as a name, all nouns may be. */
const mostProper = 4;

/**
 * Leaves out facts about other things of the same kind as those that the query names: the rule of server db-9 is none for db-8. Two
 * names are of one kind when they are alike but for their digits, when the same word says what two numbers are, or when one of them
 * stands between the same words as the other, or as one more name in another hit.
 *
 * @example
 * withoutOtherThings('Reboot server db-8', hits); // without "Server db-9: never reboot", with "Never reboot on Fridays"
 */
export function withoutOtherThings(query: string, hits: readonly SearchHit[]): SearchHit[] {
  const told = hits.map(({ memory }) => (memory === undefined ? [] : nameTokensIn(memoryText(memory))));
  const all = told.flat();
  // Where every noun has a capital, capitals tell no names.
  const hasCapitals = all.filter(({ isProper }) => isProper).length * mostProper > all.length;
  const isName = ({ form, isProper }: NameToken): boolean => form !== 'word' || (isProper && !hasCapitals);
  const asked = nameTokensIn(withoutDates(query));
  const words = new Set(asked.flatMap(({ key }) => [key, ...key.split(' ')]));
  const isAsked = ({ key }: NameToken): boolean =>
    words.has(key) || key.split(' ').every((word) => words.has(word));
  // How the things that the query names are spoken of, there and elsewhere.
  const names = [...asked, ...all.filter(isAsked)].filter(isName);
  const isOther = (token: NameToken): boolean =>
    isName(token) &&
    !isAsked(token) &&
    (names.some((name) => isAlike(name, token) || isInSamePlace(name, token)) ||
      (names.some(({ form }) => form === token.form) &&
        all.some((each) => isName(each) && isInSamePlace(each, token))));
  return hits.filter(
    ({ kind, match }, place) =>
      !facts.has(kind as Memory['kind']) ||
      match.topic === 1 ||
      told[place]?.some((token) => isName(token) && isAsked(token)) ||
      !told[place]?.some(isOther),
  );
}

/** `db-8` and `db-9`, or "order 4711" and "order 4712". */
function isAlike(one: NameToken, other: NameToken): boolean {
  if (one.form === 'word' || one.form !== other.form) return false;
  if (one.form === 'number') return one.before === other.before && termsOf(one.before).length > 0;
  const alike = ({ key }: NameToken): string =>
    key.replace(isMixed.test(key) ? /[\p{L}\p{N}]/gu : /\p{N}+/gu, '0');
  return alike(one) === alike(other);
}

/** As in a UUID: there, letters are digits. */
const isMixed = /\p{L}\p{N}+\p{L}|\p{N}\p{L}+\p{N}/u;

/** The words right before and after them are the same. */
const isInSamePlace = (one: NameToken, other: NameToken): boolean =>
  one.form === other.form &&
  one.form !== 'number' &&
  one.key !== other.key &&
  one.after !== '' &&
  one.after === other.after &&
  one.before === other.before;
