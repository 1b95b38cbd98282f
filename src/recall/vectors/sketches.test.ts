import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersFrom } from '../../testing/store-suite/random-history.ts';
import { type Blocks, openBlocks } from './blocks.ts';
import { openScan } from './open-scan.ts';
import { pack } from './pack.ts';
import { openPlainScan } from './plain-scan.ts';
import { relevanceSteps } from './scan.ts';
import { sketchShape } from './sketch.ts';
import { createSketches, type Sketches } from './sketches.ts';

const below = numbersFrom(7);
/** Some embedders use few of their dimensions for much: the others are small. */
const aVector = (dimensions: number): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, index) => (below(2_001) - 1_000) / (1 + (index % 7) ** 2));

function cosine(left: Float32Array, right: Float32Array): number {
  const dot = (one: Float32Array, other: Float32Array): number =>
    one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

function estimates(blocks: Blocks, sketches: Sketches, query: Float32Array, count: number): number[] {
  const address = blocks.scratch(4 * (count + 16));
  sketches.estimate(query, count, address);
  const { buffer, byteOffset } = blocks.read(address, 4 * count);
  return [...new Float32Array(buffer as ArrayBuffer, byteOffset, count)];
}

describe('REC-1 a sketch', () => {
  it.each([64, 100, 256, 1_536])('of a vector with %i dimensions tells cosines', (dimensions) => {
    const blocks = openBlocks(openScan());
    const sketches = createSketches(blocks, sketchShape(dimensions));
    const query = aVector(dimensions);
    // From opposite to the same direction.
    const vectors = Array.from({ length: 200 }, (_, index) => {
      const other = aVector(dimensions);
      return query.map((value, place) => value * (index / 100 - 1) + 0.5 * (other[place] ?? 0));
    });
    vectors.forEach((vector, slot) => {
      sketches.set(slot, pack(vector));
    });
    const errors = estimates(blocks, sketches, query, 200).map(
      (estimate, slot) => estimate - cosine(query, vectors[slot] as Float32Array),
    );
    const mean = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(mean).toBeLessThan(0.06);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
  });

  it('comes back as it was copied out, wherever it is put', () => {
    const blocks = openBlocks(openScan());
    const shape = sketchShape(16);
    const query = aVector(16);
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 40 }), fc.nat(40), (before, count, after) => {
        const sketches = createSketches(blocks, shape);
        const total = before + count + after;
        for (let slot = 0; slot < total; slot += 1) sketches.set(slot, pack(aVector(16)));
        const expected = estimates(blocks, sketches, query, total);
        const copies = createSketches(blocks, shape);
        copies.copyIn(0, before, sketches.copyOut(0, before));
        copies.copyIn(before, before + count, sketches.copyOut(before, before + count));
        copies.copyIn(before + count, total, sketches.copyOut(before + count, total));
        expect(estimates(blocks, copies, query, total)).toEqual(expected);
        sketches.free();
        copies.free();
      }),
    );
  });

  it('that is not there, was cleared, or has no direction tells about nothing', () => {
    const blocks = openBlocks(openScan());
    const sketches = createSketches(blocks, sketchShape(256));
    const query = aVector(256);
    sketches.set(1, pack(query));
    sketches.set(3, pack(query));
    sketches.set(4, pack(new Float32Array(256)));
    sketches.clear(3);
    const [none = 1, same = 0, , cleared = 1, without = 1] = estimates(blocks, sketches, query, 5);
    expect(same).toBeGreaterThan(0.9);
    for (const nothing of [none, cleared, without]) expect(Math.abs(nothing)).toBeLessThan(0.15);
  });
});

it('REC-1 sketches of a segment that is written again and again take the memory of its former sizes', () => {
  const scan = openPlainScan();
  const sketches = createSketches(openBlocks(scan), sketchShape(256));
  for (let size = 16; size <= 4_096; size += 48)
    sketches.copyIn(0, size, new Uint8Array(sketches.bytesFor(size)));
  expect(scan.memory.buffer.byteLength).toBeLessThan(4 * sketches.bytesFor(4_096) + 2 ** 21);
});

it('REC-1 the compiled scan estimates relevance and collects memories as plain JavaScript does', () => {
  const slots = 50;
  const number = (scale: number): number => (below(2_001) - 1_000) / scale;
  const floats = (scale: number, least = Number.NEGATIVE_INFINITY) =>
    Float32Array.from({ length: slots }, () => Math.max(least, number(scale)));
  const neighbours = () => Int32Array.from({ length: slots }, () => below(slots + 10) - 10);
  const flags = () => Uint8Array.from({ length: slots }, () => below(2));
  const facts = [
    floats(1_000),
    floats(1_000, 0),
    floats(4_000, 0),
    flags(),
    neighbours(),
    neighbours(),
    flags(),
  ];
  const given = [...facts, floats(500, 0.5)].map((each) => new Uint8Array(each.buffer));
  const found = [openScan(), openPlainScan()].map((scan) => {
    const blocks = openBlocks(scan);
    const start = blocks.scratch(16 * 256 + 4 * relevanceSteps);
    const at = Array.from({ length: 11 }, (_, index) => start + 256 * index);
    given.forEach((bytes, index) => {
      blocks.write(at[index] as number, bytes);
    });
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, relevance = 0, collected = 0, steps = 0] =
      at;
    blocks.erase(steps, 4 * relevanceSteps);
    blocks.relate(slots, a, b, c, d, e, f, g, h, relevance, steps, 0.4, 0.25, 0.8, 0.5, 0.05, 0.2, -0.5);
    const count = blocks.collect(relevance, slots, 0.4, collected);
    const numbersAt = (address: number, length: number): DataView => {
      const bytes = blocks.read(address, 4 * length);
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    };
    const list = <Value>(length: number, of: (place: number) => Value): Value[] =>
      Array.from({ length }, (_, place) => of(4 * place));
    return {
      relevance: list(slots, (place) => numbersAt(relevance, slots).getFloat32(place, true).toFixed(5)),
      collected: list(count, (place) => numbersAt(collected, slots).getInt32(place, true)),
      counted: list(relevanceSteps, (place) => numbersAt(steps, relevanceSteps).getInt32(place, true)).reduce(
        (sum, each) => sum + each,
      ),
    };
  });
  expect(found[0]).toEqual(found[1]);
  expect(found[0]?.collected.length).toBeGreaterThan(3);
});
