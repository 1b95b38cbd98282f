import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBlocks } from './blocks.ts';
import { openScan } from './open-scan.ts';
import { openPlainScan } from './plain-scan.ts';
import type { Scan } from './scan.ts';
import { vectorSpaceIn } from './vectors.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the kernel', () => {
  it('is what its source compiles to', () => {
    const script = resolve(import.meta.dirname, '../../../scripts/vector-kernel.mjs');
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  it('gives exactly the sums that plain JavaScript gives', () => {
    const compiled = openScan();
    const plain = openPlainScan();
    const component = fc.integer({ min: -1_000, max: 1_000 });
    const shape = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(
        shape,
        fc.array(component, { minLength: 96, maxLength: 2_000 }),
        ([pieces, quarter], numbers) => {
          const stride = pieces * 16;
          const sumsOf = ({ memory, score }: Scan): number[] => {
            const values = new Int16Array(memory.buffer, 0, (stride + stride * 4 * quarter) / 2);
            values.forEach((_, index) => {
              values[index] = (numbers[index % numbers.length] ?? 0) * (1 + (index % 31));
            });
            score(0, stride, 65_536, stride, quarter);
            return [...new Int32Array(memory.buffer, 65_536, 4 * quarter + 1)];
          };
          expect(sumsOf(compiled)).toEqual(sumsOf(plain));
        },
      ),
    );
  });

  it('weighs words exactly as plain JavaScript does, in short lists and in long ones', () => {
    const [compiled, plain] = [openScan(), openPlainScan()];
    for (const scan of [compiled, plain]) scan.memory.grow(2);
    const sizes = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(sizes, sizes, fc.infiniteStream(fc.nat(1_000)), (count, length, random) => {
        const draw = (below: number): number => (random.next().value ?? 0) % below;
        const drawn = Array.from({ length: count }, () => ({
          before: draw(count + 1) - 1,
          after: draw(count + 1) - 1,
          asks: draw(2),
          length: draw(90) / 7,
        }));
        const slots = [...new Set(Array.from({ length }, () => draw(count)))].sort(
          (one, other) => one - other,
        );
        const list = slots.map((slot) => slot * 256 + 1 + draw(255));
        const run = ({ memory: { buffer }, weigh, mark }: Scan): number[][] => {
          const numbers = new Int32Array(buffer);
          const floats = new Float32Array(buffer);
          // Each array has a thousand places.
          const at = (array: number): number => 65_536 + 4_000 * array;
          const placeOf = (array: number): number => at(array) / 4;
          floats.fill(0, placeOf(0), placeOf(8));
          drawn.forEach(({ before, after, asks, length: long }, slot) => {
            numbers[placeOf(1) + slot] = before;
            numbers[placeOf(2) + slot] = after;
            new Uint8Array(buffer)[at(3) + slot] = asks;
            floats[placeOf(4) + slot] = long;
          });
          numbers.set(list, placeOf(0));
          for (const most of [0.3, 0.11]) {
            weigh(
              ...[at(0), list.length, count, at(1), at(2), at(3), at(4), at(5), at(6)],
              ...[0.4, 0.25, 0.8, most, 0.54, 0.36 / 5.5],
            );
          }
          mark(at(0), list.length, at(7), 0.1);
          return [5, 6, 7].map((array) => [...floats.subarray(placeOf(array), placeOf(array) + count)]);
        };
        const [occurrences = [], scores, marks = []] = run(compiled);
        expect([occurrences, scores, marks]).toEqual(run(plain));
        expect(occurrences.every((times) => times === 0)).toBe(true);
        expect(marks.flatMap((mark, slot) => (mark > 0 ? [slot] : []))).toEqual(slots);
      }),
    );
  });

  it('does not overflow on the longest sums there can be', () => {
    const matrix = vectorSpaceIn(openBlocks(openScan()), 16_384).newMatrix();
    const ones = new Float32Array(16_384).fill(1);
    const axis = new Float32Array(16_384).fill(0, 1);
    axis[0] = 1;
    const scores = new Float32Array(2);
    matrix.set(0, ones);
    matrix.set(1, axis);
    matrix.score(ones, 2, scores);
    expect([...scores]).toEqual([expect.closeTo(1, 2), expect.closeTo(1 / 128, 4)]);
    matrix.score(axis, 2, scores);
    expect([...scores]).toEqual([expect.closeTo(1 / 128, 4), 1]);
  });
});

describe('where there is no WebAssembly', () => {
  const searches = (scan: Scan): number => {
    const matrix = vectorSpaceIn(openBlocks(scan), 2).newMatrix();
    const scores = new Float32Array(1);
    matrix.set(0, Float32Array.of(3, 4));
    matrix.score(Float32Array.of(3, 4), 1, scores);
    return scores[0] ?? 0;
  };

  it('search is done in plain JavaScript', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(searches(openScan())).toBeCloseTo(1, 3);
  });

  it('nor where its memory cannot be had', () => {
    const Instance = function refuse(): never {
      throw new RangeError('could not allocate memory');
    };
    vi.stubGlobal('WebAssembly', { Module: class {}, Instance });
    expect(searches(openScan())).toBeCloseTo(1, 3);
  });
});

describe('when memory cannot grow', () => {
  /** A scan with so many pages at most. */
  function limited(pages: number): Scan {
    const scan = openPlainScan();
    const grow = scan.memory.grow;
    const memory = {
      get buffer() {
        return scan.memory.buffer;
      },
      grow(more: number): number {
        if (scan.memory.buffer.byteLength / 65_536 + more > pages) throw new RangeError('no more');
        return grow(more);
      },
    };
    return { ...scan, memory };
  }

  const fill = (scan: Scan, vectors: number): void => {
    const matrix = vectorSpaceIn(openBlocks(scan), 256).newMatrix();
    for (let slot = 0; slot < vectors; slot += 1) matrix.set(slot, new Float32Array(256).fill(1));
  };

  it('the last that may be had is used', () => {
    expect(() => fill(limited(5), 4 * 128)).not.toThrow();
  });

  it('the error says what to do', () => {
    expect(() => fill(limited(5), 4 * 128 + 1)).toThrow(
      expect.objectContaining({
        code: 'store_full',
        message: expect.stringContaining('Give the process more'),
      }),
    );
  });
});
