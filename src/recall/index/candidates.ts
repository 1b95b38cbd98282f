import type { Settings } from '../../config/settings.ts';
import type { Blocks } from '../vectors/blocks.ts';
import { numbersAt } from '../vectors/numbers-at.ts';
import { relevanceSteps, stepsPerUnit } from '../vectors/scan.ts';
import { type Named, scoreNamed, scoreWords } from './scores.ts';
import type { Shard } from './shard.ts';
import type { WordStatistics } from './statistics.ts';
import { neighbourWeights } from './windows.ts';

/** Which memories may be found. */
export interface SearchFilter {
  /** By number, see `kindNumber`. */
  readonly kind?: number | undefined;
  readonly tag?: string | undefined;
  /** The cosine of its own vector with that of the question. */
  readonly minSimilarity: number;
  /** Words of the question that it has itself. */
  readonly minWords?: number | undefined;
  readonly now: number;
  /** See `MemoryQuery`. */
  readonly maxNamed?: number | undefined;
}

/** The cosine that a memory without any of the words must have. */
export const minMeaning = 0.3;
/** An estimated cosine is hardly ever further off: it is true to about 0.02. */
const estimateSlack = 0.1;

/** Above zero, also in 32 bits: zero means that a memory is no candidate. */
const leastRelevance = 1e-30;

/** Memories that say the same, word for word, are one candidate; so many of them are looked at. */
const maxCopiesTried = 16;

/**
 * How many candidates are looked at to find so many: an estimate may put some of the best a little too low. In trials with 100,000
 * memories half as many would have done.
 */
export const candidatesFor = (limit: number): number => 20 + limit;

/** A memory that may be among the most relevant ones, with others that say the same, most relevant first by estimate. */
export interface LikelyMemory {
  readonly shard: Shard;
  readonly estimate: number;
  readonly slots: readonly number[];
  /** The scores by words of those that are looked at, in their order. */
  readonly words: readonly number[];
}

/** What a question asks of a shard. */
export interface ShardQuestion extends Named {
  /** Null when nothing is known about its meaning. */
  readonly vector: Float32Array | null;
  readonly statistics: WordStatistics;
}

/**
 * The memories of a shard that are likely to be most relevant. Words count exactly, meaning by estimates from sketches; who asks
 * looks at them once more.
 */
export function candidatesIn(
  shard: Shard,
  question: ShardQuestion,
  weights: Settings['recall']['relevance'],
  filter: SearchFilter,
  wanted: number,
  blocks: Blocks,
): LikelyMemory[] {
  const { size } = shard;
  if (size === 0) return [];
  // What is taken from the memory of the kernel comes first: it moves when it grows.
  const columns = shard.scanColumns();
  const area = layOut(size, longestList(shard, question), blocks);
  if (question.vector === null || shard.vectors === null) blocks.erase(area.cosines, 4 * size);
  else shard.vectors.sketches.estimate(question.vector, size, area.cosines);
  scoreWords(shard, columns, question.statistics, area, blocks);
  const hasExtra = scoreNamed(shard, question, weights, area, blocks);
  const eligible = eligibleIn(shard, filter, [...question.statistics.frequencies.keys()]);
  if (eligible !== null) blocks.write(area.eligible, eligible);
  blocks.erase(area.steps, 4 * relevanceSteps);
  const { near, far, answered } = neighbourWeights;
  blocks.relate(
    size,
    area.cosines,
    area.words,
    hasExtra ? area.extra : 0,
    eligible === null ? columns.open : area.eligible,
    columns.before,
    columns.after,
    columns.asks,
    columns.windowNorm,
    area.relevance,
    area.steps,
    near,
    far,
    answered,
    weights.vector,
    weights.question,
    minMeaning - estimateSlack,
    filter.minSimilarity > 0 ? filter.minSimilarity - estimateSlack : Number.NEGATIVE_INFINITY,
  );
  return gather(shard, area, wanted, blocks);
}

/** Where a scan has its arrays. */
type ScanArea = ReturnType<typeof layOut>;

function layOut(size: number, listLength: number, blocks: Blocks) {
  // Sketches are read sixteen at a time, so that up to fifteen cosines are written behind the last.
  const room = Math.ceil(size / 16) * 16;
  const floats = 4 * room;
  const start = blocks.scratch(4 * floats + room + 4 * relevanceSteps + 4 * Math.max(listLength, room));
  return {
    cosines: start,
    words: start + floats,
    extra: start + 2 * floats,
    // Both are needed one after the other: first the occurrences of a word, then what comes of all.
    occurrences: start + 3 * floats,
    relevance: start + 3 * floats,
    steps: start + 4 * floats,
    eligible: start + 4 * floats + 4 * relevanceSteps,
    // Lists are read before the numbers of the best are written.
    list: start + 4 * floats + 4 * relevanceSteps + room,
    slots: start + 4 * floats + 4 * relevanceSteps + room,
  };
}

/** How many numbers the longest list has that a scan reads. */
function longestList({ words }: Shard, { statistics, speakers }: ShardQuestion): number {
  const ofSpeakers = speakers === 'all' ? 0 : speakers.reduce((sum, { from, to }) => sum + to - from, 0);
  return Math.max(ofSpeakers, ...[...statistics.frequencies.keys()].map((term) => words.count(term)));
}

/** 1 for each memory that may be answered; null when those are all that are open. */
function eligibleIn(
  { size, columns, totals, words }: Shard,
  { kind, tag, minWords = 0, now }: SearchFilter,
  terms: readonly string[],
): Uint8Array | null {
  const { open, until } = columns;
  const expires = totals.soonestUntil <= now;
  if (tag === undefined && kind === undefined && minWords <= 1 && !expires) return null;
  const fits = (slot: number): number =>
    (until[slot] as number) > now && (kind === undefined || columns.kind[slot] === kind)
      ? (open[slot] as number)
      : 0;
  const eligible = new Uint8Array(size);
  const counts = minWords > 1 ? wordsIn(words, terms, size) : null;
  const look = (slot: number): void => {
    if (counts === null || (counts[slot] as number) >= minWords) eligible[slot] = fits(slot);
  };
  if (tag === undefined) for (let slot = 0; slot < size; slot += 1) look(slot);
  else words.readTagged(tag, look);
  return eligible;
}

/** How many of these words each memory has. A question has too few for a byte to overflow. */
function wordsIn(words: Shard['words'], terms: readonly string[], size: number): Uint8Array {
  const counts = new Uint8Array(size);
  for (const term of terms)
    words.read(term, (slot) => {
      (counts[slot] as number) += 1;
    });
  return counts;
}

/** The most relevant by estimate, until so many of them say different things. */
function gather(shard: Shard, area: ScanArea, wanted: number, blocks: Blocks): LikelyMemory[] {
  const { saying } = shard.columns;
  const steps = numbersAt(blocks, area.steps, relevanceSteps, Int32Array);
  const all = steps.reduce((sum, count) => sum + count, 0);
  for (let target = wanted; ; ) {
    const { step, count } = leastStep(steps, target);
    const found = blocks.collect(
      area.relevance,
      shard.size,
      step === 0 ? leastRelevance : step / stepsPerUnit,
      area.slots,
    );
    const relevance = numbersAt(blocks, area.relevance, shard.size, Float32Array);
    const slots = numbersAt(blocks, area.slots, found, Int32Array)
      .slice()
      .sort((left, right) => (relevance[right] as number) - (relevance[left] as number) || right - left);
    const bySaying = new Map<number, number[]>();
    for (const slot of slots) {
      const same = bySaying.get(saying[slot] as number);
      if (same === undefined) bySaying.set(saying[slot] as number, [slot]);
      else same.push(slot);
    }
    if (bySaying.size < wanted && count < all) {
      target = count + wanted;
      continue;
    }
    // The scores lie where the next scan puts its own.
    const words = numbersAt(blocks, area.words, shard.size, Float32Array);
    return [...bySaying.values()].slice(0, wanted).map((same) => ({
      shard,
      estimate: relevance[same[0] as number] as number,
      slots: same,
      words: same.slice(0, maxCopiesTried).map((slot) => words[slot] as number),
    }));
  }
}

/** The highest step at or above which there are so many, and how many there are. */
function leastStep(steps: Int32Array, target: number): { readonly step: number; readonly count: number } {
  let count = 0;
  let step = relevanceSteps;
  while (step > 0 && count < target) {
    step -= 1;
    count += steps[step] as number;
  }
  return { step, count };
}

/** Those of its slots that are looked at. */
export const triedSlots = ({ slots }: Pick<LikelyMemory, 'slots'>): readonly number[] =>
  slots.slice(0, maxCopiesTried);
