import { nameTokensIn } from '../../text/names.ts';
import { termsOf } from '../../text/terms.ts';
import { withoutDates } from './dates.ts';
import type { Shard } from './shard.ts';

/** How much of what a question names the memories of a shard name, too: a share from 0 to 1, in which rare names count more. */
export type NamedShares = ReadonlyMap<number, number>;

/**
 * Which memories have the things that a question names: those with all words of a code (`db-8`), or with a number and the word that
 * says what it is ("order 4712"). What all memories name, or none, tells nothing. A date is no name.
 */
export function namedIn(shards: readonly Shard[], text: string, terms: readonly string[]): NamedShares[] {
  const size = shards.reduce((sum, { totals }) => sum + totals.open, 0);
  const shares = shards.map(() => new Map<number, number>());
  let total = 0;
  for (const words of namesIn(text)) {
    // Only the lists of the terms are read.
    if (words.length === 0 || !words.every((word) => terms.includes(word))) continue;
    const holders = shards.map((shard) => slotsWith(shard, words));
    const count = holders.reduce((sum, slots) => sum + slots.length, 0);
    if (count === 0 || count === size) continue;
    const worth = Math.log(size / count);
    total += worth;
    for (const [place, slots] of holders.entries())
      for (const slot of slots) shares[place]?.set(slot, (shares[place].get(slot) ?? 0) + worth);
  }
  for (const of of shares) for (const [slot, worth] of of) of.set(slot, worth / total);
  return shares;
}

/** The terms of each name. */
function namesIn(text: string): string[][] {
  const W = process.env['W'] ?? '';
  const tokens = nameTokensIn(withoutDates(text));
  const res = tokens.flatMap(({ key, form, before }) => {
    if (form === 'code') return [termsOf(key)];
    const what = termsOf(before);
    if (W.includes('n')) return [];
    return form === 'word' || what.length === 0 ? [] : [[...what, ...termsOf(key)]];
  });
  if (W.includes('p')) for (const [i, t] of tokens.entries()) { const n = tokens[i - 1]; if (n && n.isProper && t.isProper && t.before === n.key && n.form === 'word' && t.form === 'word') res.push([...termsOf(n.key), ...termsOf(t.key)]); }
  return res;
}

function slotsWith({ words, columns }: Shard, [first = '', ...others]: readonly string[]): number[] {
  const slots = new Set<number>();
  words.read(first, (slot) => {
    if (columns.open[slot] === 1) slots.add(slot);
  });
  for (const other of others) {
    const having = new Set<number>();
    words.read(other, (slot) => having.add(slot));
    for (const slot of slots) if (!having.has(slot)) slots.delete(slot);
  }
  return [...slots];
}
