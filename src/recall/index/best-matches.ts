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
 * @param maxNamed once so many ids are named, such copies of less relevant memories are not.
 */
export async function bestOf(
  scored: readonly ScoredSlot[],
  unscored: ReadonlyArray<Pick<ScoredSlot, 'shard' | 'slot'>>,
  limit: number,
  maxNamed = Number.POSITIVE_INFINITY,
): Promise<Match[]> {
  const groups = namedWithin(mostRelevant(groupBySaying(scored, unscored), limit), maxNamed);
  await Promise.all([...slotsByShard(groups)].map(([shard, slots]) => shard.loadDetails(slots)));
  return groups.map(matchOf).sort(bestFirst).slice(0, limit);
}

function matchOf({ scored, others }: Copies): Match {
  const same = scored.map((each) => ({ each, id: idOf(each), relevance: each.relevance }));
  if (same.length > 1) same.sort(bestFirst);
  const { each, id } = same[0] as (typeof same)[number];
  const worse = same.slice(1).map((copy) => copy.id);
  // Written out: a search makes a hundred of these, and copies of the rest of an object take longer than all else here.
  return {
    id,
    shard: each.shard,
    slot: each.slot,
    relevance: each.relevance,
    words: each.words,
    reach: each.reach,
    meaning: each.meaning,
    speaker: each.speaker,
    date: each.date,
    similarity: each.similarity,
    duplicates: [...worse, ...others.map(idOf)].slice(0, maxDuplicates),
  };
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

const relevanceOf = ({ scored }: Copies): number => Math.max(...scored.map(({ relevance }) => relevance));

/** So many of the most relevant, and all that are as relevant as the last of them; the most relevant first. */
function mostRelevant(groups: readonly Copies[], limit: number): Copies[] {
  const sorted = groups
    .map((group) => ({ group, relevance: relevanceOf(group) }))
    .sort((left, right) => right.relevance - left.relevance);
  const least = sorted[limit - 1]?.relevance ?? 0;
  return sorted.filter(({ relevance }) => relevance >= least).map(({ group }) => group);
}

/** Leaves out copies that were not looked at once there are ids enough; of equally relevant groups all have theirs. */
function namedWithin(groups: readonly Copies[], maxNamed: number): readonly Copies[] {
  if (maxNamed === Number.POSITIVE_INFINITY) return groups;
  let named = 0;
  let last = 0;
  return groups.map((group) => {
    const relevance = relevanceOf(group);
    const isEnough = named >= maxNamed && relevance < last;
    if (isEnough) return { ...group, others: [] };
    named += group.scored.length + group.others.length;
    last = relevance;
    return group;
  });
}

function slotsByShard(groups: readonly Copies[]): Map<Shard, number[]> {
  const slots = new Map<Shard, number[]>();
  const add = ({ shard, slot }: Pick<ScoredSlot, 'shard' | 'slot'>): void => {
    const others = slots.get(shard);
    if (others === undefined) slots.set(shard, [slot]);
    else others.push(slot);
  };
  for (const { scored, others } of groups) {
    scored.forEach(add);
    others.forEach(add);
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
