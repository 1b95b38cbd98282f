import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRanks } from './ranks.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 3 });

it('finds the line of each word, for a few questions and for many, and of no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), fc.array(word), (words, others) => {
      const list = Buffer.from(words.join('\n'), 'latin1');
      const few = readRanks(list);
      const many = readRanks(list);
      for (let asked = 0; asked < 600; asked += 1) many.rankOf('a');
      for (const asked of [...words, ...others, '', 'ā', 'a\nb']) {
        const rank = words.indexOf(asked);
        expect(few.rankOf(asked)).toBe(rank === -1 ? undefined : rank);
        expect(many.rankOf(asked)).toBe(rank === -1 ? undefined : rank);
      }
      expect(few.count).toBe(words.length);
    }),
  );
});
