import type { KeptParts } from './kept-parts.ts';
import { chunkPart, endOf, type Segment, StaleIndex } from './segment.ts';

/** What is kept of each memory, in chunks of a few slots: a search reads those of memories that may be answered. */
export interface KeptChunks {
  /** Reads the chunks of these slots, if they are not here yet. Slots that are not kept are ignored. */
  load(slots: Iterable<number>): Promise<void>;
  /** The chunk of a slot, and the slot's place in it; undefined for a slot that is not kept. Throws `StaleIndex` for one that was not read. */
  at(
    slot: number,
  ): { readonly bytes: Uint8Array; readonly index: number; readonly count: number } | undefined;
  /** Needed when segments were replaced. */
  forget(): void;
  readonly bytes: number;
}

/** What the chunks of a kind are like. */
export interface ChunkKind {
  readonly name: string;
  readonly slots: number;
  /** More chunks than these are not held from search to search. */
  readonly maxHeld: number;
}

interface Chunk {
  readonly first: number;
  readonly count: number;
  readonly segment: Segment;
}

export function createKeptChunks(parts: KeptParts, kind: ChunkKind): KeptChunks {
  /** By their first slot; those read last come last. */
  const held = new Map<number, Uint8Array>();
  let bytesHeld = 0;

  function chunkOf(slot: number): Chunk | undefined {
    const segment = parts.segmentOf(slot);
    if (segment === undefined) return undefined;
    const first = slot - ((slot - segment.base) % kind.slots);
    return { first, count: Math.min(kind.slots, endOf(segment) - first), segment };
  }

  /** Chunks that were asked for last are given up last: another search may be about to use them. */
  function hold(first: number, bytes: Uint8Array): void {
    held.delete(first);
    held.set(first, bytes);
  }

  function makeRoom(): void {
    for (const [first, bytes] of held) {
      if (held.size <= kind.maxHeld) return;
      held.delete(first);
      bytesHeld -= bytes.length;
    }
  }

  return {
    async load(slots) {
      const missing = new Map<number, Chunk>();
      let last = -1;
      for (const slot of slots) {
        const chunk = chunkOf(slot);
        if (chunk === undefined || chunk.first === last) continue;
        last = chunk.first;
        const there = held.get(chunk.first);
        if (there === undefined) missing.set(chunk.first, chunk);
        else hold(chunk.first, there);
      }
      if (missing.size === 0) return;
      makeRoom();
      const wanted = [...missing.values()];
      const read = await parts.read(
        wanted.map(({ first, segment }) => ({
          segment,
          name: chunkPart(kind.name, (first - segment.base) / kind.slots),
        })),
      );
      wanted.forEach(({ first, segment }, index) => {
        // Segments may have been replaced meanwhile.
        if (parts.segmentOf(first) !== segment) throw new StaleIndex();
        const { buffer, byteOffset, length } = read[index] as Uint8Array;
        // A buffer of Node: ids are read from it hundreds of times in a search.
        const bytes = Buffer.from(buffer, byteOffset, length);
        if (!held.has(first)) bytesHeld += bytes.length;
        hold(first, bytes);
      });
    },
    at(slot) {
      const chunk = chunkOf(slot);
      if (chunk === undefined) return undefined;
      const bytes = held.get(chunk.first);
      if (bytes === undefined) throw new StaleIndex();
      return { bytes, index: slot - chunk.first, count: chunk.count };
    },
    forget() {
      held.clear();
      bytesHeld = 0;
    },
    get bytes() {
      return bytesHeld;
    },
  };
}
