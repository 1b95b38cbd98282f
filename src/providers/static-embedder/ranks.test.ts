import fc from 'fast-check';
import { expect, it } from 'vitest';
import { worthATable } from './ranks.ts';
import { tableBytes } from './synthetic-table.fixture.ts';
import { readWordTable, type WordTable } from './table.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 });

function expectRanks(table: WordTable, words: readonly string[], asked: readonly string[]): void {
  for (const each of asked) {
    const rank = words.indexOf(each);
    expect(table.rankOf(each)).toBe(rank === -1 ? undefined : rank);
  }
}

const tableOf = (words: readonly string[]): WordTable =>
  readWordTable(tableBytes(Object.fromEntries(words.map((each) => [each, [1]]))));

it('finds the rank of each word, and of no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 90 }), fc.array(word), (words, others) =>
      expectRanks(tableOf(words), words, [...words, ...others, '', 'ā', 'a\nb']),
    ),
  );
});

it('finds them when so many words were asked for that all are unpacked', () => {
  const words = Array.from({ length: 90 }, (_, number) => `word${(number * 37) % 90}`);
  const table = tableOf(words);
  for (let asked = 0; asked < worthATable; asked += 1) table.rankOf(`${asked}`);
  expectRanks(table, words, [...words, 'word', 'word90', '', 'a\nb']);
});
