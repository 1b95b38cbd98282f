import { type NameToken, nameTokensIn, pairOf } from '../../text/names.ts';
import { termsOf } from '../../text/terms.ts';
import { withoutDates } from './dates.ts';
import type { Shard } from './shard.ts';

/** How much of what a question names the memories of a shard name, too: shares from 0 to 1, in which rare names count more. */
export interface NamedShares {
  /** By codes, numbers, and words beside each other. */
  readonly names: ReadonlyMap<number, number>;
  /** By single words, which may mean something else, too. */
  readonly words: ReadonlyMap<number, number>;
}

export const nothingNamed: NamedShares = { names: new Map(), words: new Map() };

/** A way to look a name up: what has all of these keys, or else this word. */
type NameQuery = { readonly keys: readonly string[]; readonly isWord?: boolean } | { readonly word: string };

/** What may be a name in a question, of the words that are looked up. A date is none. */
export function nameTokensAsked(text: string, terms: readonly string[]): NameToken[] {
  const known = new Set(terms);
  return nameTokensIn(withoutDates(text)).filter(
    ({ form, text: word }) => form !== 'word' || termsOf(word).every((term) => known.has(term)),
  );
}

/** The keys of all names that a question may have, to read their lists before it is answered. */
export const nameKeysAsked = (tokens: readonly NameToken[]): string[] =>
  tokens.flatMap((token) => (token.before === '' ? token.key : [token.key, pairOf(token)]));

/**
 * Which memories have the things that a question names. Codes and numbers are names as they stand. A word is one when the question or
 * most of the memories that have it write it as a name, and when it is nearer to being in one memory than in all of them.
 */
export function namedIn(shards: readonly Shard[], tokens: readonly NameToken[]): NamedShares[] {
  const size = shards.reduce((sum, { totals }) => sum + totals.open, 0);
  const shares = shards.map(() => ({ names: new Map<number, number>(), words: new Map<number, number>() }));
  const totals = { names: 0, words: 0 };
  for (const ways of namesOf(shards, tokens)) {
    for (const way of ways) {
      const holders = shards.map((shard) => slotsWith(shard, way));
      const count = holders.reduce((sum, slots) => sum + slots.size, 0);
      if (count === 0) continue;
      if (count === size || ('word' in way && count * count > size)) break;
      const worth = Math.log(1 + size / count);
      const sort = 'word' in way || way.isWord === true ? 'words' : 'names';
      totals[sort] += worth;
      for (const [place, slots] of holders.entries()) {
        const those = shares[place]?.[sort];
        for (const slot of slots) those?.set(slot, (those.get(slot) ?? 0) + worth);
      }
      break;
    }
  }
  for (const { names, words } of shares) {
    for (const [slot, worth] of names) names.set(slot, worth / totals.names);
    for (const [slot, worth] of words) words.set(slot, worth / totals.words);
  }
  return shares;
}

/** Names in the order of the question, each with ways to look it up: the first that finds something counts. */
function namesOf(shards: readonly Shard[], tokens: readonly NameToken[]): NameQuery[][] {
  const count = (list: (words: Shard['words']) => number): number =>
    shards.reduce((sum, { words }) => sum + list(words), 0);
  const isName = ({ form, key, isProper, opens }: NameToken): boolean =>
    form === 'word' &&
    key !== '' &&
    ((isProper && !opens) ||
      count((words) => words.countNamed(key)) * 2 > count((words) => words.count(key)));
  const names: NameQuery[][] = [];
  let run: NameToken[] = [];
  const endRun = (): void => {
    const [first, ...others] = run;
    if (first !== undefined)
      names.push([
        ...(others.length > 0
          ? [{ keys: others.map(pairOf), isWord: true }]
          : pairsOf(first).map((w) => ({ ...w, isWord: true }))),
        ...run.map(({ key }) => ({ word: key })).reverse(),
      ]);
    run = [];
  };
  for (const token of tokens) {
    if (!token.follows) endRun();
    if (isName(token)) {
      run.push(token);
      continue;
    }
    endRun();
    if (token.form === 'code') names.push([{ keys: [token.key] }]);
    if (token.form === 'number') {
      // "top 3 tips" counts, where "order 3" names.
      const counts = token.before !== '' && token.after !== '';
      names.push(
        [...pairsOf(token), ...(counts ? [] : [{ keys: [token.key] }])].map((w) => ({ ...w, isWord: true })),
      );
    }
  }
  endRun();
  return names;
}

/** With the word before it, when there is one. */
const pairsOf = (token: NameToken): NameQuery[] => (token.before === '' ? [] : [{ keys: [pairOf(token)] }]);

function slotsWith({ words, columns }: Shard, way: NameQuery): Set<number> {
  const slots = new Set<number>();
  const add = (slot: number): void => {
    if (columns.open[slot] === 1) slots.add(slot);
  };
  if ('word' in way) words.read(way.word, add);
  else {
    const [first = '', ...others] = way.keys;
    words.readNamed(first, add);
    for (const key of others) {
      const having = new Set<number>();
      words.readNamed(key, (slot) => having.add(slot));
      for (const slot of slots) if (!having.has(slot)) slots.delete(slot);
    }
  }
  return slots;
}
