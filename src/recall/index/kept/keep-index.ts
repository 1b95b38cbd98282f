import type { IndexPart, IndexPlace, Store } from '../../../ports/store.ts';
import { packAbout } from './about.ts';
import type { KeptHome } from './open-index.ts';
import { type PackedSegment, packSegment } from './pack-segment.ts';
import { endOf, type Segment } from './segment.ts';

/** When an index is kept; tests keep small ones. */
export interface KeepingSizes {
  /** So many changes are worth a segment of their own. Fewer are read from the store by each process. */
  readonly worthKeeping: number;
  /** Memories in a segment at most: to write one again must not take long. */
  readonly mostInSegment: number;
}

/** More segments than one commit will ever write. */
const mostWrittenAtOnce = 2 ** 20;

export const usualSizes: KeepingSizes = { worthKeeping: 128, mostInSegment: 8_192 };

/** How much of a shard is not kept. */
export function unkeptIn({ shard }: KeptHome): number {
  const { from, amended } = shard.unkept;
  return shard.size - from + amended.size;
}

/** Whether an index should be kept: there is much that is new, or words of what is gone lie in the store. */
export function isWorthKeeping(homes: readonly KeptHome[], { worthKeeping }: KeepingSizes): boolean {
  const unkept = homes.reduce((sum, home) => sum + unkeptIn(home), 0);
  return unkept >= worthKeeping || homes.some(({ shard }) => shard.unkept.stains.size > 0);
}

/** What is known about a kept index besides its shards. */
export interface IndexStanding {
  readonly generation: number;
  readonly mark: string | null;
  /** What is kept is of no use, and goes. */
  readonly isUseless: boolean;
}

/**
 * Keeps what is new in a project's index, and forgets what is gone, in one commit: a process that dies leaves what was there.
 *
 * @returns how the index stands then.
 * @throws EngramError `conflict` when another process was first.
 */
export async function keepIndex(
  store: Pick<Store, 'commit'>,
  place: IndexPlace,
  making: string,
  homes: readonly KeptHome[],
  { generation, mark, isUseless }: IndexStanding,
  { mostInSegment }: KeepingSizes,
): Promise<IndexStanding> {
  // Another process may still read segments of a generation that is gone: what it asks for must not be something else by now.
  let number = generation * mostWrittenAtOnce;
  const nextNumber = (): number => number++;
  const changes = await Promise.all(
    homes
      .filter((home) => unkeptIn(home) > 0)
      .map(async (home) => ({ home, ...(await pack(home, nextNumber, mostInSegment)) })),
  );
  const segmentsOf = (home: KeptHome): readonly Segment[] =>
    changes.find((change) => change.home === home)?.segments ?? home.kept.parts.segments;
  const about = packAbout({
    making,
    mark,
    shards: homes.map((home) => ({
      agent: home.shard.agent,
      carried: home.shard.carried,
      totals: home.shard.totals,
      segments: segmentsOf(home).map(({ amended: _, ...segment }) => segment),
    })),
  });
  const parts: IndexPart[] = changes.flatMap(({ packed }) => packed.flatMap((segment) => segment.parts));
  const dropped = isUseless
    ? 'all'
    : changes.flatMap((change) => change.replaced.map((segment) => segment.number));
  await store.commit([{ type: 'keep-index', place, index: { generation, about }, dropped, parts }]);
  for (const { home, segments, packed } of changes) {
    const { vectors, totals, size } = home.shard;
    const last = packed.at(-1);
    if (last?.sketches != null) vectors?.sketches.copyIn(last.segment.base, size, last.sketches);
    home.kept.replace(segments);
    home.shard.adopt(totals, size);
    vectors?.release(size);
  }
  return { generation: generation + 1, mark, isUseless: false };
}

/** The segments of a shard when it is kept. The last of those that are packed ends with the last slot. */
async function pack(
  home: KeptHome,
  nextNumber: () => number,
  mostInSegment: number,
): Promise<{
  readonly segments: readonly Segment[];
  readonly replaced: readonly Segment[];
  readonly packed: readonly PackedSegment[];
}> {
  const { shard } = home;
  const { segments } = home.kept.parts;
  const tail = tailOf(segments, shard.size, mostInSegment);
  const stained = segments.filter(
    (segment) =>
      !tail.includes(segment) &&
      [...shard.unkept.stains].some((slot) => slot >= segment.base && slot < endOf(segment)),
  );
  const from = tail[0]?.base ?? shard.unkept.from;
  const isTold = (slot: number): boolean =>
    slot >= from || stained.some((segment) => slot >= segment.base && slot < endOf(segment));
  const amended = new Set([...shard.unkept.amended, ...tail.flatMap((segment) => segment.amended)]);
  const packed: PackedSegment[] = [];
  for (const segment of stained) {
    const slots = { from: segment.base, to: endOf(segment), replaced: [segment], amended: segment.amended };
    packed.push(await packSegment(home, nextNumber(), slots));
  }
  const slots = {
    from,
    to: shard.size,
    replaced: tail,
    amended: [...amended].filter((slot) => !isTold(slot)),
  };
  packed.push(await packSegment(home, nextNumber(), slots));
  const replaced = [...stained, ...tail];
  const kept = segments.filter((segment) => !replaced.includes(segment));
  return {
    segments: [...kept, ...packed.map(({ segment }) => segment)].sort(bySlots),
    replaced,
    packed,
  };
}

/** The last segments that are small beside what comes after them: they become one with it. */
function tailOf(segments: readonly Segment[], size: number, mostInSegment: number): Segment[] {
  const tail: Segment[] = [];
  let total = size - (segments.at(-1) === undefined ? 0 : endOf(segments.at(-1) as Segment));
  for (const segment of segments.toReversed()) {
    if (segment.count > 2 * total || segment.count + total > mostInSegment) break;
    tail.unshift(segment);
    total += segment.count;
  }
  return tail;
}

/** A segment without memories of its own stands before the one that begins at the same slot. */
function bySlots(left: Segment, right: Segment): number {
  return left.base - right.base || left.count - right.count || left.number - right.number;
}
