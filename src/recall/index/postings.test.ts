import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPostings, maxOccurrences } from './postings.ts';

describe('postings', () => {
  it('answer for each term the documents it was added with, in order, like a plain list would', () => {
    const additions = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(300)), { maxLength: 400 });
    fc.assert(
      fc.property(additions, (given) => {
        const postings = createPostings();
        given.forEach(([term, occurrences], document) => {
          postings.add(term, document, occurrences);
        });
        for (const term of ['a', 'b', 'c', 'never']) {
          const read: Array<[number, number]> = [];
          postings.read(term, (document, occurrences) => read.push([document, occurrences]));
          const wanted = given.flatMap(([other, occurrences], document) =>
            other === term ? [[document, Math.min(occurrences, maxOccurrences)] as [number, number]] : [],
          );
          expect(read).toEqual(wanted);
          expect(postings.count(term)).toBe(wanted.length);
        }
      }),
    );
  });

  it('hold lists far longer than a page of memory, and many short ones between them', () => {
    const postings = createPostings();
    for (let document = 0; document < 600_000; document += 1) {
      postings.add('common', document, 1);
      if (document % 100 === 0) postings.add(`rare${document}`, document, 2);
    }
    let expected = 0;
    let wrong = 0;
    postings.read('common', (document, occurrences) => {
      if (document !== expected || occurrences !== 1) wrong += 1;
      expected += 1;
    });
    expect([expected, wrong]).toEqual([600_000, 0]);
    const found: number[] = [];
    postings.read('rare599900', (document) => found.push(document));
    expect(found).toEqual([599_900]);
    expect(postings.terms).toBe(6_001);
  });
});
