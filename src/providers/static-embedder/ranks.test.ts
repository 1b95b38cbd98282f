import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tableBytes } from './synthetic-table.fixture.ts';
import { readWordTable } from './table.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 });

it('finds the rank of each word, for a few questions and for many, and of no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 90 }), fc.array(word), (words, others) => {
      const bytes = tableBytes(Object.fromEntries(words.map((each) => [each, [1]])));
      const few = readWordTable(bytes);
      const many = readWordTable(bytes);
      for (let asked = 0; asked < 600; asked += 1) many.rankOf(`${asked}`);
      for (const asked of [...words, ...others, '', 'ā', 'a\nb']) {
        const rank = words.indexOf(asked);
        expect(few.rankOf(asked)).toBe(rank === -1 ? undefined : rank);
        expect(many.rankOf(asked)).toBe(rank === -1 ? undefined : rank);
      }
    }),
  );
});
