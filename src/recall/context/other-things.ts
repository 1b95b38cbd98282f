import { type Memory, memoryText } from '../../records/memory.ts';
import { type NameToken, nameTokensIn } from '../../text/names.ts';
import { withoutDates } from '../index/dates.ts';
import type { SearchHit } from '../recorded/fuse.ts';

/** What holds of one thing and says nothing about another. All else is experience, and may be another's. */
const facts: ReadonlySet<Memory['kind']> = new Set(['knowledge', 'rule', 'preference', 'entity']);

/** One name: a code or a number, or all words of it. */
type Name = readonly [NameToken, ...NameToken[]];

/**
 * Leaves out facts about other things of the same kind as those that the query names: the rule of server db-9 is none for db-8. Two
 * names are of one kind when they are built alike, when the same word says what they are, or when the same words stand around them.
 *
 * @example
 * withoutOtherThings('Reboot server db-8', hits); // without "Server db-9: never reboot", with "Never reboot on Fridays"
 */
export function withoutOtherThings(query: string, hits: readonly SearchHit[]): SearchHit[] {
  const told = hits.map(({ memory }) => (memory === undefined ? [] : nameTokensIn(memoryText(memory))));
  const proper = new Set(told.flat().flatMap(({ isProper, key }) => (isProper ? key : [])));
  const tokens = nameTokensIn(withoutDates(query));
  const words = new Set(tokens.map(({ key }) => key));
  const asked = namesIn(tokens, ({ isProper, opens, key }) => (isProper && !opens) || proper.has(key));
  if (asked.length === 0) return [...hits];
  // How the things that the query names are spoken of elsewhere.
  const seen = asked.map(([first]) => [first, ...told.flat().filter(({ key }) => key === first.key)]);
  return hits.filter(({ kind, match }, place) => {
    const own = told[place] ?? [];
    const keys = new Set(own.map(({ key }) => key));
    if (!facts.has(kind as Memory['kind']) || match.topic === 1) return true;
    if (asked.some((name) => name.every(({ key }) => keys.has(key)))) return true;
    const others = namesIn(own, ({ isProper }) => isProper).filter((name) =>
      name.some(({ key }) => !words.has(key)),
    );
    return !asked.some(
      (name, index) =>
        others.some((other) => isOfOneKind(name, other, seen[index] ?? [])) ||
        own.some(
          (token) => !words.has(token.key) && (seen[index] ?? []).some((each) => isInSamePlace(each, token)),
        ),
    );
  });
}

function namesIn(tokens: readonly NameToken[], isName: (token: NameToken) => boolean): Name[] {
  const names: Array<[NameToken, ...NameToken[]]> = [];
  let before: NameToken | undefined;
  for (const token of tokens) {
    const goesOn = before?.form === 'word' && token.form === 'word' && token.follows;
    const isOne = token.key !== '' && (token.form !== 'word' || isName(token));
    if (isOne && goesOn) names.at(-1)?.push(token);
    else if (isOne) names.push([token]);
    before = isOne ? token : undefined;
  }
  return names;
}

function isOfOneKind(name: Name, other: Name, seen: readonly NameToken[]): boolean {
  const [one] = name;
  const [another] = other;
  if ((one.form === 'word') !== (another.form === 'word')) return false;
  if (seen.some(({ before }) => before !== '' && other.some((token) => token.before === before))) return true;
  if (one.form === 'word') return name.length > 1 && name.length === other.length;
  if (one.form === 'number' && seen.some(({ before }) => before !== '')) return false;
  const [parts, others] = [partsOf(one.key), partsOf(another.key)];
  return (
    parts.some((part) => /\p{L}/u.test(part) && others.includes(part)) ||
    lengthsOf(one.key) === lengthsOf(another.key)
  );
}

/** The words right before and after them are the same. */
function isInSamePlace(one: NameToken, other: NameToken): boolean {
  return (
    one.after !== '' && one.after === other.after && one.before === other.before && one.key !== other.key
  );
}

/** "web-03.example.net" is made of web, 03, example and net. */
const partsOf = (key: string): string[] =>
  key.split(/[^\p{L}\p{N}]|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u).filter((part) => part !== '');
const lengthsOf = (key: string): string => key.replace(/[\p{L}\p{N}]/gu, 'x');
