import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './pack.ts';

const vector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 300 })
  .map((all) => Float32Array.from(all));

describe('a packed vector', () => {
  it('comes back with its direction, at length 1', () => {
    fc.assert(
      fc.property(vector, (given) => {
        const length = Math.hypot(...given);
        const back = unpack(pack(given));
        expect(back).toHaveLength(given.length);
        given.forEach((component, index) => {
          const expected = length === 0 ? 0 : component / length;
          expect(Math.abs((back[index] ?? Number.NaN) - expected)).toBeLessThan(0.51 / 32_767);
        });
      }),
    );
  });

  it('has two bytes a component, the low byte first, on every machine', () => {
    expect([...pack(Float32Array.of(0, 2, 0))]).toEqual([0, 0, 0xff, 0x7f, 0, 0]);
    expect([...pack(Float32Array.of(-5))]).toEqual([0x01, 0x80]);
  });

  it('is read from the middle of a larger buffer, as a database hands it out', () => {
    const packed = pack(Float32Array.of(3, 4));
    const surrounded = Uint8Array.of(9, ...packed, 9).subarray(1, 1 + packed.length);
    expect(unpack(surrounded)).toEqual(unpack(packed));
  });

  it.each([[[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]]])('of %j is all zero', (given) => {
    expect([...unpack(pack(Float32Array.from(given)))]).toEqual([0, 0]);
  });
});
