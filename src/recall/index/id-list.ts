import { aligned, joined } from './kept/bytes.ts';

/** The ids of memories by slot: those that are not kept yet, and those whose chunk was read. */
export interface IdList {
  readonly length: number;
  /** Where those that are kept are looked up. */
  keptAt: (slot: number) => string | undefined;
  at(slot: number): string;
  add(id: string): void;
  /** Of so many ids, from the first on, `keptAt` knows from now on. */
  keep(count: number): void;
}

export function createIdList(): IdList {
  let kept = 0;
  let live: string[] = [];
  const ids: IdList = {
    get length() {
      return kept + live.length;
    },
    keptAt: () => undefined,
    at: (slot) => (slot < kept ? ids.keptAt(slot) : live[slot - kept]) ?? '',
    add: (id) => void live.push(id),
    keep(count) {
      live = live.slice(count - kept);
      kept = count;
    },
  };
  return ids;
}

/** Ids as bytes: how many, where each ends, and their text. */
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

/** One of the ids that `packIds` wrote. */
export function idIn(bytes: Uint8Array, index: number): string {
  const read = aligned(bytes);
  const [count = 0] = new Uint32Array(read.buffer, read.byteOffset, 1);
  const ends = new Uint32Array(read.buffer, read.byteOffset + 4, count);
  const text = 4 * (count + 1);
  const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
  return Buffer.from(read.subarray(text + from, text + (ends[index] ?? from))).toString();
}
