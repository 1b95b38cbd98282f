import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstOf } from './first-of.ts';

interface Numbered {
  readonly value: number;
  readonly number: number;
}

it('takes the first items as sorting all of them would, equal ones as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(12), (values, limit) => {
      const items = values.map((value, number) => ({ value, number }));
      const compare = (left: Numbered, right: Numbered): number => left.value - right.value;
      expect(firstOf(items, limit, compare)).toEqual(items.toSorted(compare).slice(0, limit));
    }),
  );
});
