import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningsOf, termsOf } from './terms.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

/** Whether who searches for the words finds the text. */
const finds = (query: string, text: string): boolean => {
  const terms = new Set(termsOf(text));
  const wanted = termsOf(query);
  return wanted.length > 0 && wanted.every((term) => terms.has(term));
};

describe('REC-1 a text is found by', () => {
  it.each([
    ['user', 'getUserById'],
    ['getUserById', 'call getUserById now'],
    ['oauth', 'OAuth callback'],
    ['http server2', 'HTTPServer2'],
    ['snake case', 'snake_case_name'],
    ['kebab case', 'kebab-case-name'],
    ['econnrefused', 'connect ECONNREFUSED'],
    ['timeouts', 'a timeout'],
    ['failing', 'it failed'],
    ['café', 'CAFE\u0301'],
    ['fi', 'ﬁ ligature'],
    ['42', 'order #42'],
    ['straße', 'Straße'],
    ['注文', '注文 取消'],
    ['hi', 'hi👋there'],
    ['config json', 'src/config.json'],
  ])('%s in %j', (query, text) => expect(finds(query, text)).toBe(true));

  it.each([
    ['use', 'getUserById'],
    ['12', 'order 1234'],
    ['cafe', 'café'],
  ])('but not by %s in %j', (query, text) => expect(finds(query, text)).toBe(false));
});

describe('terms', () => {
  it('are the words in their order, repeated as often as they occur', () => {
    expect(termsOf('retry, then retry the payment')).toEqual(['retri', 'retri', 'payment']);
  });

  it('leave out what every text says', () => {
    expect(termsOf('What is the use of it, and to whom?')).toEqual(['us']);
    expect(termsOf('The THE the')).toEqual([]);
  });

  it('of signs, white space and emoji are none', () => {
    for (const text of ['', '  \n', '…!?-_/\\"', '👍🏽', '\u0000', '\ud800'])
      expect(termsOf(text)).toEqual([]);
  });

  it('are letters, marks and digits only, in small letters, never empty, for any text', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        for (const term of termsOf(text)) {
          expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect(term).toBe(term.toLowerCase());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the same however the text was composed and whatever signs join its words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('payment', 'été', 'Zürich', 'ﬂow', '42'), { maxLength: 6 }),
        (words) => {
          const terms = termsOf(words.join(' '));
          expect(termsOf(words.join('-').normalize('NFD'))).toEqual(terms);
          expect(termsOf(words.join('…\n').normalize('NFKC'))).toEqual(terms);
        },
      ),
    );
  });

  it('of a long text are those of its pieces', () => {
    const piece = "the payments of Zürich weren't refunded, ";
    expect(termsOf(piece.repeat(4_000))).toEqual(
      [...Array(1_024)].flatMap(() => termsOf(piece)).slice(0, 4_096),
    );
    expect(termsOf(piece)).toHaveLength(4);
  });

  it.each(['a', 'aB', 'word ', 'é', '日', 'ing', '1'])('of a megabyte of %j are few', (piece) => {
    expect(termsOf(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(4_096);
  });
});

describe('REC-1 the beginnings of words, where nothing is indexed', () => {
  it.each([
    ['story', 'stories'],
    ['hope', 'hoping'],
    ['connections', 'connected'],
    ['relational', 'relate'],
    ['getUserById', 'the user of an id'],
    ['東京都', '京都'],
  ])('%s and %s are found by the same', (left, right) => {
    const isFound = (query: string, text: string): boolean =>
      beginningsOf(query).some((beginning) => text.toLowerCase().includes(beginning));
    expect([isFound(left, right), isFound(right, left)]).toEqual([true, true]);
  });

  it('stop words and signs have none, and each is told once', () => {
    expect(beginningsOf('What is it? %_!')).toEqual([]);
    expect(beginningsOf('the port, ports and PORT')).toEqual(['port']);
  });

  it('any text has some or none, and none of them is empty', () => {
    fc.assert(
      fc.property(anyText(50), (text) => {
        for (const beginning of beginningsOf(text)) expect(beginning).not.toBe('');
      }),
    );
  });
});
