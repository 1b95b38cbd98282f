import type { FoundMemory } from '../../ports/memory-finder.ts';
import type { Shard } from './shard.ts';

type MatchScores = Pick<
  FoundMemory,
  'relevance' | 'words' | 'reach' | 'meaning' | 'speaker' | 'date' | 'name' | 'similarity'
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
 * @param maxNamed once so many ids are named, copies of the matches that follow are not.
 */
export async function bestOf(
  scored: readonly ScoredSlot[],
  unscored: ReadonlyArray<Pick<ScoredSlot, 'shard' | 'slot'>>,
  limit: number,
  maxNamed = Number.POSITIVE_INFINITY,
): Promise<Match[]> {
  const groups = mostRelevant(groupBySaying(scored, unscored), limit);
  const isBounded = maxNamed !== Number.POSITIVE_INFINITY;
  await loadDetails(
    groups.flatMap(({ scored: looked, others }) => (isBounded ? [looked] : [looked, others])),
  );
  const best = groups.map(rankedCopies).sort(bestFirst).slice(0, limit);
  const named = isBounded ? namedWithin(best, maxNamed) : best;
  if (isBounded) await loadDetails(named.map(({ others }) => others));
  return named.map(matchOf);
}

/** Copies with the best of them, and the ids of the others that were scored. */
interface RankedCopies extends Pick<Match, 'id' | 'relevance'> {
  readonly best: ScoredSlot;
  readonly worse: readonly string[];
  readonly others: Copies['others'];
}

function rankedCopies({ scored, others }: Copies): RankedCopies {
  const same = scored.map((each) => ({ each, id: idOf(each), relevance: each.relevance }));
  if (same.length > 1) same.sort(bestFirst);
  const { each, id, relevance } = same[0] as (typeof same)[number];
  return { id, relevance, best: each, worse: same.slice(1).map((copy) => copy.id), others };
}

/** Leaves out the copies of matches that follow so many ids. */
function namedWithin(matches: readonly RankedCopies[], maxNamed: number): RankedCopies[] {
  let named = 0;
  return matches.map((match) => {
    const kept = named < maxNamed ? match : { ...match, worse: [], others: [] };
    named += 1 + Math.min(maxDuplicates, kept.worse.length + kept.others.length);
    return kept;
  });
}

function matchOf({ id, best, worse, others }: RankedCopies): Match {
  // Written out: a search makes a hundred of these, and copies of the rest of an object take longer than all else here.
  return {
    id,
    shard: best.shard,
    slot: best.slot,
    relevance: best.relevance,
    words: best.words,
    reach: best.reach,
    meaning: best.meaning,
    speaker: best.speaker,
    date: best.date,
    name: best.name,
    similarity: best.similarity,
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

/** Reads the ids of these, all that are in one shard at once. */
async function loadDetails(lists: ReadonlyArray<Copies['others']>): Promise<void> {
  const slots = new Map<Shard, number[]>();
  for (const list of lists) {
    for (const { shard, slot } of list) {
      const others = slots.get(shard);
      if (others === undefined) slots.set(shard, [slot]);
      else others.push(slot);
    }
  }
  await Promise.all([...slots].map(([shard, some]) => shard.loadDetails(some)));
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
