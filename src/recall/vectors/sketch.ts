import { bytesPerComponent } from './pack.ts';

/**
 * A sketch of a vector: two bits for each coordinate, of which a cosine can be estimated (true to about 0.02 with 256
 * coordinates) from an eighth of the bytes. The vector is turned first, always by the same rotation (signs, then a Hadamard
 * transform), so that every coordinate tells as much as the others, whatever the embedder.
 */
export interface SketchShape {
  /** Of the vectors. */
  readonly dimensions: number;
  /** Coordinates of a turned vector: a power of two. */
  readonly turned: number;
  /** Those that the sketch keeps. */
  readonly coordinates: number;
  /** Of a sketch. */
  readonly bytes: number;
}

const minCoordinates = 128;
const maxCoordinates = 1_024;

export function sketchShape(dimensions: number): SketchShape {
  const turned = Math.max(minCoordinates, 2 ** Math.ceil(Math.log2(dimensions)));
  const coordinates = Math.min(turned, maxCoordinates);
  return { dimensions, turned, coordinates, bytes: coordinates / 4 };
}

/** The distance between two of the four levels of a coordinate, when coordinates are spread like a normal distribution of width 1. */
const levelDistance = 0.9957;
/** How much of a vector such levels keep: the product of a coordinate and its level, on average. */
const keptShare = 0.8812;

/** The byte of a sketch that says nothing: its levels lie around zero, in turns. */
export const silentByte = 0b1001_1001;

/** Vectors are turned here, one after the other: they are many. */
let turning = new Float64Array(0);

/**
 * Writes the sketch of a vector that `pack` wrote: its first byte at `first`, each other one `apart` from the one before. One
 * without direction says nothing.
 */
export function sketchInto(
  packed: Uint8Array,
  { dimensions, turned, bytes }: SketchShape,
  into: Uint8Array,
  first: number,
  apart: number,
): void {
  if (turning.length !== turned) turning = new Float64Array(turned);
  const values = turning.fill(0);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let square = 0;
  for (let index = 0; index < dimensions; index += 1) {
    const value = view.getInt16(index * bytesPerComponent, true);
    values[index] = value;
    square += value * value;
  }
  turn(values);
  const perLevel = 1 / (Math.sqrt(square) * levelDistance);
  for (let place = 0; place < bytes; place += 1) {
    let byte = 0;
    for (let part = 3; part >= 0; part -= 1) {
      const level = Math.floor((values[4 * place + part] as number) * perLevel) + 2;
      byte = (byte << 2) | (level < 0 ? 0 : level > 3 ? 3 : level);
    }
    into[first + apart * place] = square === 0 ? silentByte : byte;
  }
}

/** What each half of a byte of a sketch adds to the product with a query: the largest entry is this. */
const maxEntry = 63;

/** The tables of a query: for each byte of a sketch sixteen entries for its lower half, then sixteen for its upper half. */
export function tablesFor(
  query: Float32Array,
  shape: SketchShape,
): { readonly tables: Int8Array; readonly scale: number } {
  const values = new Float64Array(shape.turned);
  values.set(query);
  let square = 0;
  for (const value of query) square += value * value;
  turn(values);
  const halves = shape.bytes * 2;
  let largest = 0;
  for (let half = 0; half < halves; half += 1) {
    const entry = 1.5 * Math.abs(values[2 * half] as number) + 1.5 * Math.abs(values[2 * half + 1] as number);
    if (entry > largest) largest = entry;
  }
  const tables = new Int8Array(halves * 16);
  if (square === 0 || largest === 0 || !Number.isFinite(largest)) return { tables, scale: 0 };
  for (let half = 0; half < halves; half += 1) {
    const left = values[2 * half] as number;
    const right = values[2 * half + 1] as number;
    for (let value = 0; value < 16; value += 1) {
      const entry = left * ((value & 3) - 1.5) + right * ((value >> 2) - 1.5);
      tables[16 * half + value] = Math.round((entry / largest) * maxEntry);
    }
  }
  const level = levelDistance / shape.turned;
  const ofAll = shape.turned / shape.coordinates / keptShare;
  return { tables, scale: ((largest / maxEntry) * level * ofAll) / Math.sqrt(square) };
}

/** Turns a vector where it lies; its length is `√n` times what it was. */
function turn(values: Float64Array): void {
  let random = 0x2545f491;
  for (let index = 0; index < values.length; index += 1) {
    random = Math.imul(random, 1_664_525) + 1_013_904_223;
    if (random < 0) values[index] = -(values[index] as number);
  }
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let index = start; index < start + half; index += 1) {
        const left = values[index] as number;
        const right = values[index + half] as number;
        values[index] = left + right;
        values[index + half] = left - right;
      }
    }
  }
}
