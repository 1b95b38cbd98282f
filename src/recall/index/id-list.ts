import { isLittleEndian, joined } from './kept/bytes.ts';

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

/** One of the ids that `packIds` wrote, from some byte on. A search reads hundreds: no views are made for it. */
export function idIn(packed: Uint8Array, start: number, index: number): string {
  const { buffer, byteOffset, byteLength } = packed;
  const bytes = packed instanceof Buffer ? packed : Buffer.from(buffer, byteOffset, byteLength);
  const numberAt = (place: number): number =>
    isLittleEndian ? bytes.readUInt32LE(start + 4 * place) : bytes.readUInt32BE(start + 4 * place);
  if (byteLength < start + 4 * (index + 2)) return '';
  const text = start + 4 * (numberAt(0) + 1);
  return bytes.toString('utf8', text + (index === 0 ? 0 : numberAt(index)), text + numberAt(index + 1));
}
