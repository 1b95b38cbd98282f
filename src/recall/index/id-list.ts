import { aligned, joined } from './kept/bytes.ts';

/** The ids of memories by slot. Those of kept segments stay in their bytes until somebody asks. */
export interface IdList {
  readonly length: number;
  at(slot: number): string;
  add(id: string): void;
  /** Adds many at once, as `packIds` wrote them. */
  addPacked(bytes: Uint8Array): void;
  /** Replaces those from a slot on by the same ones, packed. */
  repack(from: number, bytes: Uint8Array): void;
}

/** Ids that lie one after the other in bytes. */
interface PackedIds {
  readonly base: number;
  readonly count: number;
  readonly ends: Uint32Array;
  readonly text: Uint8Array;
}

export function createIdList(): IdList {
  const packed: PackedIds[] = [];
  let packedCount = 0;
  let live: string[] = [];

  function packedAt(slot: number): string {
    let low = 0;
    let high = packed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((packed[middle]?.base ?? 0) <= slot) low = middle;
      else high = middle - 1;
    }
    const piece = packed[low];
    if (piece === undefined) return '';
    const place = slot - piece.base;
    const from = place === 0 ? 0 : (piece.ends[place - 1] ?? 0);
    return Buffer.from(
      piece.text.buffer,
      piece.text.byteOffset + from,
      (piece.ends[place] ?? from) - from,
    ).toString();
  }

  function addPacked(bytes: Uint8Array): void {
    const piece = { base: packedCount, ...unpackIds(bytes) };
    packed.push(piece);
    packedCount += piece.count;
  }

  return {
    get length() {
      return packedCount + live.length;
    },
    at: (slot) => (slot < packedCount ? packedAt(slot) : (live[slot - packedCount] ?? '')),
    add: (id) => void live.push(id),
    addPacked,
    repack(from, bytes) {
      while ((packed.at(-1)?.base ?? -1) >= from) packed.pop();
      const last = packed.at(-1);
      packedCount = last === undefined ? 0 : last.base + last.count;
      live = [];
      addPacked(bytes);
    },
  };
}

/** The ids of the slots of a segment: how many, where each ends, and their text. */
export function packIds(ids: readonly string[]): Uint8Array {
  const texts = ids.map((id) => Buffer.from(id));
  const ends = new Uint32Array(ids.length + 1);
  ends[0] = ids.length;
  let end = 0;
  texts.forEach((text, index) => {
    end += text.length;
    ends[index + 1] = end;
  });
  return joined([new Uint8Array(ends.buffer), ...texts]);
}

function unpackIds(bytes: Uint8Array): Omit<PackedIds, 'base'> {
  const { buffer, byteOffset } = aligned(bytes);
  const [count = 0] = new Uint32Array(buffer, byteOffset, 1);
  const ends = new Uint32Array(buffer, byteOffset + 4, count);
  return { count, ends, text: bytes.subarray(4 * (count + 1)) };
}
