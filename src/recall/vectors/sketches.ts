import type { Blocks } from './blocks.ts';
import { queryAddress } from './blocks.ts';
import { type SketchShape, silentByte, sketchInto, tablesFor } from './sketch.ts';

/** Sketches that are read at once. */
const groupSize = 16;
/** Slots in an area that grows with what is recorded. */
const slotsPerArea = 1_024;

/** Slots whose sketches lie together, in groups. */
interface Area {
  readonly base: number;
  readonly slots: number;
  readonly address: number;
  readonly length: number;
}

/** The sketches of one owner's vectors, by slot. A slot without one has a cosine of about 0 with everything. */
export interface Sketches {
  /** Keeps the sketch of a vector as `pack` wrote it. */
  set(slot: number, packed: Uint8Array): void;
  clear(slot: number): void;
  /** The sketches of these slots, as `copyIn` takes them. */
  copyOut(from: number, to: number): Uint8Array;
  /** Replaces all slots from `from` on by those that were copied out. */
  copyIn(from: number, to: number, bytes: Uint8Array): void;
  /** Adds slots that were copied out, between others: there is none of them yet. */
  insert(from: number, to: number, bytes: Uint8Array): void;
  /** Writes the estimated cosine with each slot below `count` as floats, and up to fifteen more behind them. */
  estimate(query: Float32Array, count: number, cosines: number): void;
  /** How many bytes `copyOut` gives for so many slots. */
  bytesFor(slots: number): number;
  /** How many bytes so many slots take here. */
  roomFor(slots: number): number;
  readonly bytes: number;
  free(): void;
}

export function createSketches(blocks: Blocks, shape: SketchShape): Sketches {
  /** In the order of slots, without overlap. */
  let areas: Area[] = [];

  const bytesFor = (slots: number): number => Math.ceil(slots / groupSize) * groupSize * shape.bytes;
  // A power of two, so that areas that were replaced by larger ones are used again: the last segment grows all the time.
  const roomFor = (slots: number): number => 2 ** Math.ceil(Math.log2(bytesFor(slots)));

  function take(base: number, slots: number): Area {
    const length = roomFor(slots);
    return { base, slots, length, address: blocks.take(length) };
  }

  function areaOf(slot: number): Area | undefined {
    let low = 0;
    let high = areas.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const area = areas[middle] as Area;
      if (slot < area.base) high = middle - 1;
      else if (slot >= area.base + area.slots) low = middle + 1;
      else return area;
    }
    return undefined;
  }

  /** An area for a slot after all others. */
  function grown(slot: number): Area {
    const last = areas.at(-1);
    const end = last === undefined ? 0 : last.base + last.slots;
    for (let base = end; base <= slot; base += slotsPerArea) {
      const area = take(base, slotsPerArea);
      blocks.read(area.address, area.length).fill(silentByte);
      areas.push(area);
    }
    return areas.at(-1) as Area;
  }

  return {
    set(slot, packed) {
      const { base, address, length } = areaOf(slot) ?? grown(slot);
      sketchInto(packed, shape, blocks.read(address, length), firstByte(slot - base, shape.bytes), groupSize);
    },
    clear(slot) {
      const area = areaOf(slot);
      if (area === undefined) return;
      const bytes = blocks.read(area.address, area.length);
      const first = firstByte(slot - area.base, shape.bytes);
      for (let place = 0; place < shape.bytes; place += 1) bytes[first + groupSize * place] = silentByte;
    },
    copyOut(from, to) {
      const bytes = new Uint8Array(bytesFor(to - from)).fill(silentByte);
      for (let slot = from; slot < to; slot += 1) {
        const area = areaOf(slot);
        if (area === undefined) continue;
        const source = blocks.read(area.address, area.length);
        const first = firstByte(slot - area.base, shape.bytes);
        const target = firstByte(slot - from, shape.bytes);
        for (let place = 0; place < shape.bytes; place += 1)
          bytes[target + groupSize * place] = source[first + groupSize * place] as number;
      }
      return bytes;
    },
    copyIn(from, to, bytes) {
      for (const { base, address, length } of areas) if (base >= from) blocks.giveBack(address, length);
      areas = areas.filter(({ base }) => base < from);
      if (to === from) return;
      const area = take(from, to - from);
      blocks.write(area.address, bytes);
      areas.push(area);
    },
    insert(from, to, bytes) {
      if (to === from) return;
      const area = take(from, to - from);
      blocks.write(area.address, bytes);
      const next = areas.findIndex(({ base }) => base > from);
      areas.splice(next === -1 ? areas.length : next, 0, area);
    },
    estimate(query, count, cosines) {
      const { tables, scale } = tablesFor(query, shape);
      blocks.write(queryAddress, new Uint8Array(tables.buffer));
      blocks.erase(cosines, count * 4);
      // In the order of slots: what is written behind the end of an area belongs to the next one.
      for (const { base, slots, address } of areas) {
        const wanted = Math.ceil(Math.min(slots, count - base) / groupSize);
        if (wanted > 0)
          blocks.estimate(queryAddress, address, cosines + 4 * base, shape.bytes, wanted, scale);
      }
    },
    bytesFor,
    roomFor,
    get bytes() {
      return areas.reduce((sum, { length }) => sum + length, 0);
    },
    free() {
      for (const { address, length } of areas) blocks.giveBack(address, length);
      areas = [];
    },
  };
}

/** Where the first byte of a sketch lies in its area; the others follow, a group apart. */
function firstByte(index: number, bytes: number): number {
  return (index >> 4) * groupSize * bytes + (index & 15);
}
