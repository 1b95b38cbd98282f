import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlotChains } from './slot-chains.ts';

it('finds the slots that have a number, the last first, however they were added', () => {
  const number = fc.constantFrom(0, 1, 2, 3, 2 ** 32 + 1, 2 ** 52);
  fc.assert(
    fc.property(fc.array(number, { maxLength: 300 }), fc.integer({ min: 1, max: 90 }), (numbers, piece) => {
      const column = Float64Array.from(numbers);
      const chains = createSlotChains(() => column);
      for (let end = 0; end < numbers.length; ) {
        end = Math.min(numbers.length, end + piece);
        chains.extend(end);
      }
      for (const wanted of [1, 2, 3, 2 ** 32 + 1, 2 ** 52, 77]) {
        const expected = numbers.flatMap((each, slot) => (each === wanted ? [slot] : [])).reverse();
        expect(chains.slotsWith(wanted)).toEqual(expected);
      }
      expect(chains.slotsWith(0)).toEqual([]);
    }),
  );
});
