import { type NameToken, nameTokensIn } from '../../text/names.ts';
import { termsOf } from '../../text/terms.ts';
import { withoutDates } from './dates.ts';
import type { Shard } from './shard.ts';

/** How much of what a question names the memories of a shard name, too: a share from 0 to 1, in which rare names count more. */
export type NamedShares = ReadonlyMap<number, number>;

/** More terms than this are no note about one thing: a paragraph has many names and numbers in it, and is about none of them. */
const longestNote = 30;

/** A name that a question may have: memories name it when they have all of the terms of one of its ways, the first that any has. */
interface Name {
  readonly ways: readonly string[][];
  readonly form: NameToken['form'];
}

/**
 * Which memories have the things that a question names: codes (`db-8`), and, in short notes, numbers that are nearer to being in one
 * memory than in all. What none or all of them have tells nothing. A date is no name.
 */
export function namedIn(shards: readonly Shard[], text: string, terms: readonly string[]): NamedShares[] {
  const size = shards.reduce((sum, { totals }) => sum + totals.open, 0);
  const shares = shards.map(() => new Map<number, number>());
  let total = 0;
  for (const { ways, form } of namesIn(text)) {
    // Only the lists of the terms were read.
    const known = ways.filter((way) => way.length > 0 && way.every((term) => terms.includes(term)));
    for (const way of known) {
      const holders = shards.map((shard) => slotsWith(shard, way, form === 'code'));
      const count = holders.reduce((sum, slots) => sum + slots.length, 0);
      if (count === 0) continue;
      if (count === size || (form !== 'code' && count * count > size)) break;
      const worth = Math.log(size / count);
      total += worth;
      for (const [place, slots] of holders.entries()) {
        const those = shares[place];
        for (const slot of slots) those?.set(slot, (those.get(slot) ?? 0) + worth);
      }
      break;
    }
  }
  for (const those of shares) for (const [slot, worth] of those) those.set(slot, worth / total);
  return shares;
}

/** What stands before a number says what it is; it may be left out. */
function namesIn(text: string): Name[] {
  return nameTokensIn(withoutDates(text)).flatMap(({ key, form, before }) => {
    if (form === 'word') return [];
    const whole = termsOf(key);
    return { form, ways: form === 'number' ? [[...termsOf(before), ...whole], whole] : [whole] };
  });
}

/** Those with all of these terms. */
function slotsWith(
  { words, columns }: Shard,
  [first = '', ...others]: readonly string[],
  isLong: boolean,
): number[] {
  const slots = new Set<number>();
  words.read(first, (slot) => {
    if (columns.open[slot] === 1 && (isLong || (columns.windowLength[slot] as number) <= longestNote))
      slots.add(slot);
  });
  for (const other of others) {
    const having = new Set<number>();
    words.read(other, (slot) => having.add(slot));
    for (const slot of slots) if (!having.has(slot)) slots.delete(slot);
  }
  return [...slots];
}
