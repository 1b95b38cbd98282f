import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxValueBytes, nameText, requiredText, storableText } from './text.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

const accepts = (schema: typeof storableText | typeof nameText, text: string): boolean =>
  schema.safeParse(text).success;

describe('text that every database can keep', () => {
  it('is any well-formed text, unchanged', () => {
    fc.assert(
      fc.property(anyText(50), (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\u0000'));
        expect(storableText.parse(text)).toBe(text);
      }),
    );
    expect(accepts(storableText, '')).toBe(true);
  });

  it('has no NUL and no half of a sign', () => {
    expect(accepts(storableText, 'a\u0000')).toBe(false);
    expect(accepts(storableText, '\ud83d')).toBe(false);
  });

  it('is bounded in bytes', () => {
    expect(accepts(storableText, 'a'.repeat(maxValueBytes))).toBe(true);
    expect(accepts(storableText, 'a'.repeat(maxValueBytes + 1))).toBe(false);
    expect(accepts(storableText, '日'.repeat(Math.floor(maxValueBytes / 3)))).toBe(true);
    expect(accepts(storableText, '日'.repeat(Math.ceil(maxValueBytes / 3)))).toBe(false);
  });

  it('says something where it is required', () => {
    for (const text of ['', ' ', '\n\t']) expect(requiredText.safeParse(text).success).toBe(false);
    expect(requiredText.parse(' x ')).toBe(' x ');
  });
});

describe('a name', () => {
  it('is trimmed', () => expect(nameText.parse('  ada \n')).toBe('ada'));

  it.each(['ada', 'Ann Lee', 'é', '日本', 'a/b:c', '😀', 'x'.repeat(200)])('may be %s', (name) =>
    expect(nameText.parse(name)).toBe(name),
  );

  it.each(['', '   ', 'two\nlines', 'a\u0000', 'a\u001b[31m', '\ud800', 'x'.repeat(201)])(
    'may not be %j',
    (name) => expect(accepts(nameText, name)).toBe(false),
  );
});
