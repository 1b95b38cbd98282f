import type { Settings } from '../../config/settings.ts';
import type { Blocks } from '../vectors/blocks.ts';
import { relevanceSteps, stepsPerUnit } from '../vectors/scan.ts';
import type { Shard } from './shard.ts';
import { neighbourWeights } from './windows.ts';

/** Which memories may be found. */
export interface SearchFilter {
  /** By number, see `kindNumber`. */
  readonly kind?: number | undefined;
  readonly tag?: string | undefined;
  /** The cosine of its own vector with that of the question. */
  readonly minSimilarity: number;
  readonly now: number;
}

/** What is known of all memories of a shard before any of them is looked at: exact, but for meaning. */
export interface ShardScores {
  readonly words: Float32Array;
  /** What speakers and dates add to relevance; null when they add nothing. */
  readonly extra: Float32Array | null;
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
}

/**
 * The memories of a shard that are likely to be most relevant. Words count exactly, meaning by estimates from sketches; who asks
 * looks at them once more.
 */
export function candidatesIn(
  shard: Shard,
  vector: Float32Array | null,
  scores: ShardScores,
  weights: Settings['recall']['relevance'],
  filter: SearchFilter,
  wanted: number,
  blocks: Blocks,
): LikelyMemory[] {
  const { size, columns } = shard;
  if (size === 0) return [];
  const area = layOut(size, blocks);
  const write = (
    address: number,
    { buffer, byteOffset, BYTES_PER_ELEMENT }: Float32Array | Int32Array | Uint8Array,
  ) => blocks.write(address, new Uint8Array(buffer, byteOffset, size * BYTES_PER_ELEMENT));
  if (vector === null || shard.vectors === null) blocks.erase(area.cosines, 4 * size);
  else shard.vectors.sketches.estimate(vector, size, area.cosines);
  write(area.words, scores.words);
  if (scores.extra === null) blocks.erase(area.extra, 4 * size);
  else write(area.extra, scores.extra);
  write(area.eligible, eligibleIn(shard, filter));
  write(area.before, columns.before);
  write(area.after, columns.after);
  write(area.asks, columns.asks);
  write(area.norms, columns.windowNorm);
  blocks.erase(area.steps, 4 * relevanceSteps);
  const { near, far, answered } = neighbourWeights;
  blocks.relate(
    size,
    area.cosines,
    area.words,
    area.extra,
    area.eligible,
    area.before,
    area.after,
    area.asks,
    area.norms,
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

function layOut(size: number, blocks: Blocks) {
  // Sketches are read sixteen at a time, so that up to fifteen cosines are written behind the last.
  const room = Math.ceil(size / 16) * 16;
  const floats = 4 * room;
  const start = blocks.scratch(8 * floats + 2 * room + 4 * relevanceSteps);
  return {
    cosines: start,
    words: start + floats,
    extra: start + 2 * floats,
    before: start + 3 * floats,
    after: start + 4 * floats,
    norms: start + 5 * floats,
    relevance: start + 6 * floats,
    slots: start + 7 * floats,
    eligible: start + 8 * floats,
    asks: start + 8 * floats + room,
    steps: start + 8 * floats + 2 * room,
  };
}

/** 1 for each memory that may be answered. */
function eligibleIn({ size, columns, totals, words }: Shard, { kind, tag, now }: SearchFilter): Uint8Array {
  const { open, until } = columns;
  const expires = totals.soonestUntil <= now;
  if (tag === undefined && kind === undefined && !expires) return open;
  const fits = (slot: number): number =>
    (until[slot] as number) > now && (kind === undefined || columns.kind[slot] === kind)
      ? (open[slot] as number)
      : 0;
  const eligible = new Uint8Array(size);
  if (tag === undefined) for (let slot = 0; slot < size; slot += 1) eligible[slot] = fits(slot);
  else
    words.readTagged(tag, (slot) => {
      eligible[slot] = fits(slot);
    });
  return eligible;
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
    const slots = [...numbersAt(blocks, area.slots, found, Int32Array)].sort(
      (left, right) => (relevance[right] as number) - (relevance[left] as number) || right - left,
    );
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
    return [...bySaying.values()].slice(0, wanted).map((same) => ({
      shard,
      estimate: relevance[same[0] as number] as number,
      slots: same,
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

type NumberArray = typeof Int32Array | typeof Float32Array;

/** Numbers where they lie: they change with the next search. */
function numbersAt<Kind extends NumberArray>(
  blocks: Blocks,
  address: number,
  count: number,
  kind: Kind,
): InstanceType<Kind> {
  const { buffer, byteOffset } = blocks.read(address, 4 * count);
  return new kind(buffer as ArrayBuffer, byteOffset, count) as InstanceType<Kind>;
}

/** Those of its slots that are looked at. */
export const triedSlots = ({ slots }: LikelyMemory): readonly number[] => slots.slice(0, maxCopiesTried);
