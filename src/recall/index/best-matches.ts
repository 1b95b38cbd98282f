import type { FoundMemory } from '../../ports/memory-finder.ts';
import type { Shard } from './shard.ts';

type MatchScores = Pick<
  FoundMemory,
  'relevance' | 'words' | 'reach' | 'meaning' | 'speaker' | 'date' | 'similarity'
>;

/** How relevant a memory is, and why. */
export interface ScoredSlot extends MatchScores {
  readonly shard: Shard;
  readonly slot: number;
}

/** A memory among the most relevant ones. */
export interface Match extends ScoredSlot {
  readonly id: string;
  /** Ids of memories that say the same, word for word, and are no more relevant. */
  readonly duplicates: readonly string[];
}

/** More copies than these are not named. */
const maxDuplicates = 100;

/** Memories that say the same, most relevant first; of copies that were not looked at, only where they are. */
interface Copies {
  readonly scored: readonly ScoredSlot[];
  readonly others: ReadonlyArray<Pick<ScoredSlot, 'shard' | 'slot'>>;
}

/**
 * The most relevant memories, and of copies the best. Equally relevant ones are ordered by id, newer ones first. Only the ids of
 * these are read.
 *
 * @param unscored copies of scored memories that were not looked at themselves.
 */
export async function bestOf(
  scored: readonly ScoredSlot[],
  unscored: ReadonlyArray<Pick<ScoredSlot, 'shard' | 'slot'>>,
  limit: number,
): Promise<Match[]> {
  const groups = mostRelevant(groupBySaying(scored, unscored), limit);
  await Promise.all([...slotsByShard(groups)].map(([shard, slots]) => shard.loadDetails(slots)));
  const matches = groups.map(({ scored: same, others }): Match => {
    const [best, ...worse] = same.map((each) => ({ ...each, id: idOf(each) })).sort(bestFirst) as [
      ScoredSlot & { id: string },
      ...Array<ScoredSlot & { id: string }>,
    ];
    const duplicates = [...worse.map(({ id }) => id), ...others.map(idOf)];
    return { ...best, duplicates: duplicates.slice(0, maxDuplicates) };
  });
  return matches.sort(bestFirst).slice(0, limit);
}

function groupBySaying(
  scored: readonly ScoredSlot[],
  unscored: ReadonlyArray<Pick<ScoredSlot, 'shard' | 'slot'>>,
): Copies[] {
  const groups = new Map<
    number,
    { scored: ScoredSlot[]; others: Array<Pick<ScoredSlot, 'shard' | 'slot'>> }
  >();
  for (const each of scored) {
    const group = groups.get(sayingOf(each));
    if (group === undefined) groups.set(sayingOf(each), { scored: [each], others: [] });
    else group.scored.push(each);
  }
  for (const each of unscored) {
    const group = groups.get(sayingOf(each));
    if (group !== undefined && group.others.length < maxDuplicates) group.others.push(each);
  }
  return [...groups.values()];
}

/** So many of the most relevant, and all that are as relevant as the last of them. */
function mostRelevant(groups: readonly Copies[], limit: number): Copies[] {
  const relevanceOf = new Map(
    groups.map((group) => [group, Math.max(...group.scored.map(({ relevance }) => relevance))]),
  );
  const least = [...relevanceOf.values()].sort((left, right) => right - left)[limit - 1] ?? 0;
  return groups.filter((group) => (relevanceOf.get(group) ?? 0) >= least);
}

function slotsByShard(groups: readonly Copies[]): Map<Shard, number[]> {
  const slots = new Map<Shard, number[]>();
  for (const { shard, slot } of groups.flatMap(({ scored, others }) => [...scored, ...others])) {
    const others = slots.get(shard);
    if (others === undefined) slots.set(shard, [slot]);
    else others.push(slot);
  }
  return slots;
}

function sayingOf({ shard, slot }: Pick<ScoredSlot, 'shard' | 'slot'>): number {
  return shard.columns.saying[slot] as number;
}

function bestFirst(left: Pick<Match, 'relevance' | 'id'>, right: Pick<Match, 'relevance' | 'id'>): number {
  return right.relevance - left.relevance || (left.id < right.id ? 1 : -1);
}

function idOf({ shard, slot }: Pick<ScoredSlot, 'shard' | 'slot'>): string {
  return shard.columns.ids.at(slot);
}
