import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugFrom, slugSchema } from './slug.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

describe('a slug from free text', () => {
  it.each([
    ['Refund order #42!', 'refund-order-42'],
    ['  --Already-a-slug--  ', 'already-a-slug'],
    ['Größe ändern', 'größe-ändern'],
    ['注文を取り消す', '注文を取り消す'],
    ['ﬁx ①', 'fix-1'],
    ['!!!', 'unnamed'],
    ['', 'unnamed'],
  ])('%j is %j', (text, slug) => expect(slugFrom(text)).toBe(slug));

  it('is always one that may be used as a name', () => {
    const texts = fc.oneof(
      anyText(100),
      fc.string({ unit: fc.constantFrom('a', '-', ' ', '𠀀', 'é', 'İ', '.'), maxLength: 100 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(slugSchema.safeParse(slugFrom(text)).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('stays as it is when made again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect(slugFrom(slugFrom(text))).toBe(slugFrom(text));
      }),
    );
  });

  it('does not end in half a letter where it is cut', () => {
    expect(slugFrom(`a${'𠀀'.repeat(40)}`)).toBe(`a${'𠀀'.repeat(29)}`);
    expect(slugFrom(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
  });
});

describe('a slug that somebody chose', () => {
  it.each(['auth-pattern', 'v1.2', 'snake_case', 'Größe', '42'])('may be %s', (slug) =>
    expect(slugSchema.safeParse(slug).success).toBe(true),
  );

  it.each(['', '-a', 'a-', 'a--b', 'a b', 'a/b', '../a', 'a\n', 'a'.repeat(81)])('may not be %j', (slug) =>
    expect(slugSchema.safeParse(slug).success).toBe(false),
  );
});
