import { stemmer } from 'stemmer';
import type { Settings } from '../../config/settings.ts';
import { termsOf } from '../../text/terms.ts';
import { sharedBlocks } from '../vectors/vectors.ts';
import { bestOf, type Match, type ScoredSlot } from './best-matches.ts';
import {
  candidatesFor,
  candidatesIn,
  type LikelyMemory,
  minMeaning,
  type SearchFilter,
  triedSlots,
} from './candidates.ts';
import { type DateSpan, fitOf, spansIn } from './dates.ts';
import { namedIn } from './named.ts';
import { isListed } from './postings.ts';
import { meaningWithin, mostRelevance, type Named } from './scores.ts';
import type { Shard } from './shard.ts';
import { statisticsOf } from './statistics.ts';
import { visitWindow } from './windows.ts';

/** Words of a question that are looked for joined with the next one. */
const maxJoined = 64;
/** Letters that the beginning of a word has at least. */
const minBeginning = 4;

interface SearchQuestion {
  readonly text: string;
  /** Each once. */
  readonly terms: readonly string[];
  /** Null, or without length, when nothing is known about its meaning. */
  readonly vector: Float32Array | null;
}

/** How much each part of relevance counts beside words, which count 1. */
type RelevanceWeights = Settings['recall']['relevance'];

/**
 * The memories of these shards that are most relevant to a question. Words count by BM25 with the statistics of exactly
 * these shards, as a share of the highest possible score; a memory also has, at a lower weight, the words said just
 * before and after it. Meaning counts by the cosine with the memory and its neighbours. Speaker and date count if the
 * question names them.
 *
 * All memories are scanned by what is in memory; only the likeliest are looked at as they are kept.
 */
export async function searchShards(
  shards: readonly Shard[],
  question: SearchQuestion,
  weights: RelevanceWeights,
  limit: number,
  filter: SearchFilter,
): Promise<Match[]> {
  const joined = joinedIn(question.text);
  await prepareShards(shards, [...question.terms, ...joined.flatMap(({ terms }) => terms)], filter);
  const spans = spansOf(shards, question.text);
  if (spans.length > 0) await Promise.all(shards.map((shard) => shard.loadTimes()));
  const wanted = candidatesFor(limit);
  const terms = await withBeginnings(shards, termsIn(shards, question.terms, joined), filter);
  const statistics = statisticsOf(shards, terms);
  if ((filter.minWords ?? 0) > statistics.frequencies.size) return [];
  const shares = namedIn(shards, question.text, question.terms);
  const scans = shards.map((shard, place): ShardScan => {
    const named = shares[place] ?? new Map();
    const speakers: Named['speakers'] = isNamed(shard, shards, question)
      ? 'all'
      : shard.words.spokenBy(question.terms);
    const asked = { vector: question.vector, statistics, speakers, spans, named };
    return {
      speakers,
      named,
      candidates: candidatesIn(shard, asked, weights, filter, wanted, sharedBlocks()),
    };
  });
  const likeliest = likeliestOf(
    scans.flatMap(({ candidates }) => candidates),
    wanted,
  );
  const scored: ScoredSlot[] = [];
  for (const [place, shard] of shards.entries()) {
    const { speakers = [], named = new Map() } = scans[place] ?? {};
    const tried = triedIn(shard, likeliest);
    const cosines = await cosinesFor(shard, tried, question.vector);
    const meaningOf = meaningWithin(shard, cosines);
    for (const { slot, words } of tried) {
      const match: MatchScore = {
        shard,
        slot,
        words,
        reach: question.terms.length === 0 ? 1 : statistics.reach(shard.columns.windowLength[slot] as number),
        meaning: meaningOf(slot),
        speaker: speakers === 'all' || isListed(speakers, slot) ? 1 : 0,
        date: spans.length === 0 ? 0 : fitOf(shard.columns.createdAt[slot] as number, spans),
        similarity: cosines.get(slot) ?? 0,
        name: named.get(slot) ?? 0,
        relevance: 0,
      };
      match.relevance = relevanceOf(match, weights);
      if (isFound(match, filter) && match.relevance > 0) scored.push(match);
    }
  }
  const untried = likeliest.flatMap((candidate) =>
    candidate.slots.slice(triedSlots(candidate).length).map((slot) => ({ shard: candidate.shard, slot })),
  );
  return bestOf(scored, untried, limit, filter.maxNamed);
}

/** Each two words beside each other as one: "times out" is what others write as "timeout". */
function joinedIn(text: string): Array<{ readonly terms: string[]; readonly parts: string[] }> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.slice(0, maxJoined).flatMap((word, at) => {
    const next = words[at + 1];
    if (next === undefined) return [];
    return { terms: termsOf(`${word}${next} ${stemmer(word)}${next}`), parts: termsOf(`${word} ${next}`) };
  });
}

/** The terms of a question; where the memories have two of its words only joined, these instead. */
function termsIn(
  shards: readonly Shard[],
  terms: readonly string[],
  joined: ReturnType<typeof joinedIn>,
): readonly string[] {
  const instead = new Set(terms);
  for (const { terms: whole, parts } of joined) {
    const unknown = parts.filter((part) => terms.includes(part) && !isKnown(shards, part));
    const known = whole.filter((term) => isKnown(shards, term));
    if (unknown.length === 0 || known.length === 0) continue;
    for (const part of unknown) instead.delete(part);
    for (const term of known) instead.add(term);
  }
  return [...instead];
}

/** Where the memories have none of the words, also those that are the beginning of one: "auth" for "authentication". */
async function withBeginnings(
  shards: readonly Shard[],
  terms: readonly string[],
  filter: SearchFilter,
): Promise<readonly string[]> {
  if (terms.some((term) => isKnown(shards, term))) return terms;
  const beginnings = terms.map(beginningsOf);
  await prepareShards(shards, beginnings.flat(), filter);
  return [...terms, ...beginnings.flatMap((each) => each.find((word) => isKnown(shards, word)) ?? [])];
}

/** The longest first. */
function beginningsOf(term: string): string[] {
  if (!/^\p{L}+$/u.test(term)) return [];
  const count = Math.max(0, term.length - minBeginning);
  return Array.from({ length: count }, (_, cut) => term.slice(0, term.length - 1 - cut));
}

/** Whether a list that was loaded has a memory in it. */
function isKnown(shards: readonly Shard[], term: string): boolean {
  return shards.some(({ words }) => words.count(term) > 0);
}

/** Reads the lists of words, and waits until what depends on neighbours is up to date: a scan must find both. */
async function prepareShards(
  shards: readonly Shard[],
  terms: readonly string[],
  { tag }: SearchFilter,
): Promise<void> {
  await Promise.all(shards.map((shard) => shard.words.load(terms, tag)));
  while (!shards.every(({ isSettled }) => isSettled))
    await Promise.all(shards.map((shard) => shard.settle()));
}

/** What a scan of a shard tells. */
interface ShardScan extends Pick<Named, 'speakers' | 'named'> {
  readonly candidates: readonly LikelyMemory[];
}

/** A match whose relevance is filled in last: copying objects would take longer than all else here. */
type MatchScore = { -readonly [Part in keyof ScoredSlot]: ScoredSlot[Part] };

/** A slot that is looked at, with its score by words. */
interface TriedSlot {
  readonly slot: number;
  readonly words: number;
}

/** The slots of a shard that are looked at, the latest first. */
function triedIn(shard: Shard, likeliest: readonly LikelyMemory[]): TriedSlot[] {
  const tried: TriedSlot[] = [];
  for (const candidate of likeliest) {
    if (candidate.shard !== shard) continue;
    for (const [place, slot] of triedSlots(candidate).entries())
      tried.push({ slot, words: candidate.words[place] as number });
  }
  return tried.sort((left, right) => right.slot - left.slot);
}

function likeliestOf(candidates: readonly LikelyMemory[], wanted: number): readonly LikelyMemory[] {
  if (candidates.length <= wanted) return candidates;
  return candidates.toSorted((left, right) => right.estimate - left.estimate).slice(0, wanted);
}

/** The cosine of the question with each of these slots and of their neighbours. */
async function cosinesFor(
  { columns, vectors }: Shard,
  tried: readonly TriedSlot[],
  vector: Float32Array | null,
): Promise<ReadonlyMap<number, number>> {
  if (vector === null || vectors === null || tried.length === 0) return new Map();
  const cosines = new Map<number, number>();
  for (const { slot } of tried) visitWindow(columns, slot, (each) => cosines.set(each, 0));
  const near = [...cosines.keys()];
  await vectors.load(near);
  const exact = vectors.cosines(vector, near);
  for (const [index, slot] of near.entries()) cosines.set(slot, exact[index] as number);
  return cosines;
}

function relevanceOf(
  { shard, slot, words, meaning, speaker, date, name }: Omit<ScoredSlot, 'relevance'>,
  weights: RelevanceWeights,
): number {
  const { vector: ofMeaning, speaker: ofSpeaker, date: ofDate, question: ofQuestion } = weights;
  const asks = shard.columns.asks[slot] as number;
  const sum = words + ofMeaning * meaning + ofSpeaker * speaker + ofDate * date - ofQuestion * asks;
  return sum / mostRelevance(weights) + name;
}

/** Once more with what is exact: a memory may also have gone since the scan. */
function isFound(
  { shard, slot, words, meaning, similarity }: Omit<ScoredSlot, 'relevance'>,
  { minSimilarity }: SearchFilter,
): boolean {
  return (
    shard.columns.open[slot] === 1 && similarity >= minSimilarity && (words > 0 || meaning >= minMeaning)
  );
}

/** Whether the question names the agent of this shard, among several. */
function isNamed({ agent }: Shard, shards: readonly Shard[], { terms }: SearchQuestion): boolean {
  return agent !== null && shards.length > 1 && termsOf(agent).some((term) => terms.includes(term));
}

function spansOf(shards: readonly Shard[], text: string): DateSpan[] {
  const years = shards.flatMap(({ totals }) => [totals.firstCreated, totals.lastCreated]);
  if (years.length === 0) return [];
  const yearOf = (moment: number): number => new Date(moment).getUTCFullYear();
  return spansIn(text, yearOf(Math.min(...years)), yearOf(Math.max(...years)));
}
