import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBlocks } from './blocks.ts';
import { openScan } from './open-scan.ts';
import { pack } from './pack.ts';
import { openPlainScan } from './plain-scan.ts';
import type { Scan } from './scan.ts';
import { openVectorSpace, type VectorMatrix, vectorSpaceIn } from './vectors.ts';

/** Cosines here are true to about this. */
const precision = 2e-4;

function exactCosine(left: Float32Array, right: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const lengths = Math.sqrt(dot(left, left)) * Math.sqrt(dot(right, right));
  return lengths > 0 && Number.isFinite(lengths) ? dot(left, right) / lengths : 0;
}

function scoresOf(matrix: VectorMatrix, query: Float32Array, count: number): number[] {
  const scores = new Float32Array(count).fill(Number.NaN);
  matrix.score(query, count, scores);
  return [...scores];
}

const component = fc.float({ min: -1000, max: 1000, noNaN: true });
const vectorOf = (dimensions: number) =>
  fc.array(component, { minLength: dimensions, maxLength: dimensions }).map((all) => Float32Array.from(all));

/** A query and vectors of the same dimension, some of them at slots far apart. */
const scene = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    query: vectorOf(dimensions),
    vectors: fc.array(fc.tuple(fc.nat(3_000), vectorOf(dimensions)), { maxLength: 40 }),
  }),
);

/** A vector for every slot, with directions that differ. */
const turned = (slot: number, dimensions: number): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, index) => Math.sin(slot * 12.9898 + index * 78.233));

const scans: readonly (readonly [string, () => Scan])[] = [
  ['WebAssembly', openScan],
  ['plain JavaScript', openPlainScan],
];

describe.each(scans)('REC-1 vectors in memory, scanned by %s', (_name, open) => {
  it('score as their cosines with the query, whatever their length and dimension', () => {
    const blocks = openBlocks(open());
    fc.assert(
      fc.property(scene, ({ dimensions, query, vectors }) => {
        const matrix = vectorSpaceIn(blocks, dimensions).newMatrix();
        const expected = Array.from({ length: 3_001 }, () => 0);
        for (const [slot, vector] of vectors) {
          matrix.set(slot, vector);
          expected[slot] = exactCosine(query, vector);
        }
        const scores = scoresOf(matrix, query, 3_001);
        matrix.free();
        expect(scores.filter((score, slot) => Math.abs(score - (expected[slot] ?? 0)) > precision)).toEqual(
          [],
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 7, 8, 100, 256, 384, 1_536, 3_072, 16_384])('work in %i dimensions', (dimensions) => {
    const matrix = vectorSpaceIn(openBlocks(open()), dimensions).newMatrix();
    for (let slot = 0; slot < 11; slot += 1) matrix.set(slot, turned(slot, dimensions));
    const query = turned(1_000, dimensions);
    scoresOf(matrix, query, 11).forEach((score, slot) => {
      expect(Math.abs(score - exactCosine(query, turned(slot, dimensions)))).toBeLessThan(precision);
    });
  });

  it('have cosines with each other, also at the end of a block and across blocks', () => {
    const dimensions = 300;
    const matrix = vectorSpaceIn(openBlocks(open()), dimensions).newMatrix();
    for (let slot = 0; slot < 120; slot += 1) matrix.set(slot, turned(slot, dimensions));
    for (const left of [0, 50, 51, 52, 103, 119]) {
      for (let right = 0; right < 120; right += 1) {
        const expected = exactCosine(turned(left, dimensions), turned(right, dimensions));
        expect(Math.abs(matrix.cosine(left, right) - expected)).toBeLessThan(precision);
      }
    }
    expect([matrix.cosine(0, 900), matrix.cosine(900, 0), matrix.cosine(0, 121)]).toEqual([0, 0, 0]);
  });

  it('have cosines with each other at the very end of memory', () => {
    const scan = open();
    const matrix = vectorSpaceIn(openBlocks(scan), 256).newMatrix();
    // The first page is not for vectors; then memory grows once.
    const last = (65_536 + 2 ** 20) / 512 - 1;
    for (let slot = 0; slot <= last; slot += 1) matrix.set(slot, turned(slot % 7, 256));
    expect(65_536 + (last + 1) * 512).toBe(scan.memory.buffer.byteLength);
    expect(matrix.cosine(last, last)).toBeCloseTo(1, 3);
  });

  it('never have a cosine beyond 1', () => {
    const blocks = openBlocks(open());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }).chain(vectorOf), (vector) => {
        const matrix = vectorSpaceIn(blocks, vector.length).newMatrix();
        matrix.set(0, vector);
        matrix.set(
          1,
          vector.map((each) => -each),
        );
        const [same = 0, opposite = 0] = scoresOf(matrix, vector, 2);
        matrix.free();
        expect(same).toBeLessThanOrEqual(1);
        expect(opposite).toBeGreaterThanOrEqual(-1);
      }),
    );
  });

  it('keep their place when memory grows', () => {
    const space = vectorSpaceIn(openBlocks(open()), 256);
    const [first, second] = [space.newMatrix(), space.newMatrix()];
    for (let slot = 0; slot < 5_000; slot += 1) {
      (slot % 2 === 0 ? first : second).set(slot, turned(slot, 256));
    }
    const query = turned(4_000, 256);
    expect(scoresOf(first, query, 5_000)[4_000]).toBeCloseTo(1, 3);
    expect(scoresOf(second, query, 5_000)[4_000]).toBe(0);
    expect(scoresOf(second, turned(4_001, 256), 5_000)[4_001]).toBeCloseTo(1, 3);
  });

  it('make room for the next owner, who finds nothing of the last', () => {
    const scan = open();
    const space = vectorSpaceIn(openBlocks(scan), 256);
    const fill = (): VectorMatrix => {
      const matrix = space.newMatrix();
      for (let slot = 0; slot < 1_000; slot += 1) matrix.set(slot, turned(slot, 256));
      return matrix;
    };
    fill().free();
    const before = scan.memory.buffer.byteLength;
    for (let round = 0; round < 3; round += 1) fill().free();
    expect(scan.memory.buffer.byteLength).toBe(before);

    const next = space.newMatrix();
    next.set(999, turned(999, 256));
    expect(scoresOf(next, turned(1, 256), 999).every((score) => score === 0)).toBe(true);
    expect(scan.memory.buffer.byteLength).toBe(before);
  });

  it('are gone from a matrix that was freed, which may be filled again', () => {
    const matrix = vectorSpaceIn(openBlocks(open()), 4).newMatrix();
    const query = Float32Array.of(1, 2, 3, 4);
    matrix.set(0, query);
    matrix.free();
    matrix.free();
    expect(scoresOf(matrix, query, 1)).toEqual([0]);
    matrix.set(1, query);
    expect(scoresOf(matrix, query, 2)).toEqual([0, expect.closeTo(1, 3)]);
  });

  it('score 0 once they are cleared, and their neighbours as before', () => {
    const matrix = vectorSpaceIn(openBlocks(open()), 3).newMatrix();
    const vector = Float32Array.of(1, 2, 3);
    for (const slot of [0, 1, 2]) matrix.set(slot, vector);
    matrix.clear(1);
    matrix.clear(50_000);
    expect(scoresOf(matrix, vector, 3)).toEqual([expect.closeTo(1, 3), 0, expect.closeTo(1, 3)]);
  });
});

describe('REC-1 vectors without direction', () => {
  const nothing = [
    ['zero', [0, 0, 0]],
    ['not a number', [1, Number.NaN, 1]],
    ['infinite', [1, Number.POSITIVE_INFINITY, 1]],
    ['minus infinite', [Number.NEGATIVE_INFINITY, 0, 0]],
  ] as const;

  it.each(nothing)('score 0 when they are %s, kept or asked for', (_name, components) => {
    const matrix = openVectorSpace(3).newMatrix();
    const sound = Float32Array.of(1, 1, 1);
    matrix.set(0, sound);
    matrix.set(1, sound);
    matrix.set(1, Float32Array.from(components));
    expect(scoresOf(matrix, sound, 2)).toEqual([expect.closeTo(1, 3), 0]);
    expect(scoresOf(matrix, Float32Array.from(components), 2)).toEqual([0, 0]);
    matrix.free();
  });

  it('are not those with very small or very large components', () => {
    const matrix = openVectorSpace(2).newMatrix();
    matrix.set(0, Float32Array.of(3e-40, 4e-40));
    matrix.set(1, Float32Array.of(3e38, -1e38));
    expect(scoresOf(matrix, Float32Array.of(3, 4), 2)).toEqual([
      expect.closeTo(1, 3),
      expect.closeTo(1 / Math.sqrt(10), 3),
    ]);
    matrix.free();
  });
});

describe('what vector search refuses', () => {
  const matrix = openVectorSpace(4).newMatrix();
  const wrong = Float32Array.of(1, 2, 3);

  it.each([
    ['to keep', () => matrix.set(0, wrong)],
    ['to keep as stored', () => matrix.setPacked(0, pack(wrong))],
    ['to search for', () => matrix.score(wrong, 1, new Float32Array(1))],
  ])('a vector of another dimension %s', (_name, attempt) => {
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { given: 3, wanted: 4 } }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 16_385])('a space of %d dimensions', (dimensions) => {
    expect(() => openVectorSpace(dimensions)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it.each([-1, 0.5, Number.NaN])('slot %d, which would be in memory of another owner', (slot) => {
    expect(() => matrix.set(slot, Float32Array.of(1, 2, 3, 4))).toThrow(
      expect.objectContaining({ code: 'internal' }),
    );
  });
});
