import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, cutAtSentence } from './token-count.ts';

/** Words, numbers, signs, scripts and emoji, and any other text. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'B', '1', ' ', '.', '\n', 'é', '漢', '。', '🇩🇪', '👨‍👩‍👧', '↵', '\u0301'),
    maxLength: 60,
  }),
);

describe('counting tokens for prompts', () => {
  // Counts that the makers of these tokenisers publish: gpt2, cl100k_base.
  it.each([
    ['tiktoken is great!', 6],
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 14],
    ['Hello, world!', 4],
    ['The quick brown fox jumps over the lazy dog.', 10],
  ])('never says less than a tokeniser does: %s', (text, real) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(real);
    expect(countTokens(text)).toBeLessThanOrEqual(real * 1.5 + 1);
  });

  it('gives English about four characters a token', () => {
    const prose =
      'The payment service answered too slowly, so the order stayed open and the customer was asked to try again ' +
      'later. We raised the limit of the connection pool and the problem went away for good.';
    expect(prose.length / countTokens(prose)).toBeGreaterThan(3.2);
    expect(prose.length / countTokens(prose)).toBeLessThan(4.2);
  });

  it.each([
    ['digits', '20260102030405', 14],
    ['signs', '=> ({[]})', 8],
    ['capitals', 'ECONNREFUSED', 6],
    ['names of code', 'getHTTPServerById', 7],
    ['an emoji', '🚀', 3],
    ['line ends', '\n\n', 2],
  ])('counts %s for more', (_name, text, tokens) => expect(countTokens(text)).toBe(tokens));

  it('counts nothing for nothing', () => expect(countTokens('')).toBe(0));

  it('counts two texts together as at most the two, and hardly less; a longer text never counts less', () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const [one, other, both] = [countTokens(left), countTokens(right), countTokens(left + right)];
        expect(both).toBeLessThanOrEqual(one + other);
        expect(both).toBeGreaterThanOrEqual(one + other - 3);
        expect(both).toBeGreaterThanOrEqual(Math.max(one, other));
        expect(Number.isInteger(both)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('cutting a text', () => {
  const text = 'Restart the server. Then wait for the health check! Is it green?\nGo on';

  it.each([
    [100, text],
    [21, 'Restart the server. Then wait for the health check! Is it green?'],
    [18, 'Restart the server. Then wait for the health check!'],
    [8, 'Restart the server.'],
    [5, 'Restart the…'],
    [2, ''],
    [0, ''],
    [-1, ''],
  ])('into %i tokens ends with a sentence, else with a word', (tokens, expected) =>
    expect(cutAtSentence(text, tokens)).toBe(expected),
  );

  it.each([
    ['a line', 'first line\nsecond line that is longer', 6, 'first line'],
    ['a line put into one', 'first line ↵ second line that is longer', 6, 'first line'],
    ['a sentence without spaces', '再起動する。それから待つ。', 14, '再起動する。'],
    ['a quoted sentence', 'He said "stop." And then he went on for long.', 9, 'He said "stop."'],
  ])('ends with %s', (_name, long, tokens, expected) => expect(cutAtSentence(long, tokens)).toBe(expected));

  it.each([
    ['a name', 'see config.json in the folder of the project', 8],
    ['an abbreviation', 'use a queue, e.g. the one of the shop that is there', 10],
    ['the number of a list item', '1. restart the server and then wait for it', 8],
  ])('does not take the full stop of %s for an end', (_name, long, tokens) =>
    expect(cutAtSentence(long, tokens)).toMatch(/…$/),
  );

  it('cuts a word that is longer than all the room', () => {
    expect(cutAtSentence('a'.repeat(1_000), 10)).toBe(`${'a'.repeat(32)}…`);
    expect(cutAtSentence('漢'.repeat(1_000), 10)).toBe(`${'漢'.repeat(5)}…`);
    expect(cutAtSentence(`ab ${'漢'.repeat(1_000)}`, 10)).toBe(`ab ${'漢'.repeat(4)}…`);
  });

  it('never cuts a flag, a family or a letter with its marks', () => {
    for (const sign of ['🇩🇪', '👨‍👩‍👧', 'e\u0301\u0323', '👍🏽', '\r\n']) {
      for (let tokens = 0; tokens < 60; tokens += 1) {
        const cut = cutAtSentence(sign.repeat(20), tokens).replace(/…$/u, '');
        expect(cut.replaceAll(sign, '')).toBe('');
      }
    }
  });

  it('always fits, and is a beginning made of whole signs', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(anyText, fc.integer({ min: -2, max: 60 }), (long, tokens) => {
        const cut = cutAtSentence(long, tokens);
        expect(countTokens(cut)).toBeLessThanOrEqual(Math.max(0, tokens));
        if (cut === long) return;
        const beginning = long.startsWith(cut) ? cut : cut.slice(0, -1);
        expect(long.startsWith(beginning)).toBe(true);
        // White space at the end may be left out of a sign, as in "\r\n".
        const ends = new Set([...segmenter.segment(long)].map(({ index }) => index));
        const space = /^\s*/u.exec(long.slice(beginning.length))?.[0].length ?? 0;
        expect(ends.has(beginning.length) || ends.has(beginning.length + space)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('copes with the longest text a memory can have', () => {
    expect(cutAtSentence('a. '.repeat(300_000), 1_000)).toMatch(/…$/);
    expect(cutAtSentence('。\u0301'.repeat(300_000), 1_000)).toMatch(/…$/);
  });
});
