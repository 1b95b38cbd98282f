import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotSigns, strangeSign, type TextPiece } from './resolve-slots.ts';

const literal = (text: string): TextPiece => ({ text, slot: null });

/** The strange sign of a value that stands at `⁞` in a text where another one was recorded. */
function strangeIn(text: string, recorded: string, value: string, more: Partial<TextPiece> = {}) {
  const [before = '', behind = ''] = text.split('⁞');
  return strangeSign([
    literal(before),
    { text: value, slot: slotSigns([recorded]), ...more },
    literal(behind),
  ]);
}

describe('TPL-6 a sign that means something else at its place', () => {
  it.each<[string, string, string, string, string]>([
    ['a command more in a shell', 'tar cf a.tar ⁞', 'dir', 'dir; rm -rf b', ';'],
    ['a word more of a command', 'rm ⁞', 'old', 'old new', ' '],
    ['an option of a command', 'rm ⁞', 'old', '-rf', '-'],
    ['an option in quotation marks', 'rm "⁞"', 'old', '-rf', '-'],
    ['an option where a word had a hyphen', 'rm ⁞', 'old-1', '-rf', '-'],
    ['the folder above', 'rm -r /data/⁞', 'old', '..', '.'],
    ['a file to be read', 'curl -d ⁞', 'x', '@passwords', '@'],
    ['a quotation mark in a command', "git commit -m '⁞'", 'fix', "x' b", "'"],
    ['a variable in a shell', 'echo "⁞"', 'x', 'a$HOME', '$'],
    ['a command in a command', 'echo `⁞`', 'date', 'date x', ' '],
    ['a value behind quotation marks that are closed', "x 'a'⁞'b'", 'c', 'c d', ' '],
    ['a part more of an address', 'https://example.com/users/⁞', 'ada', 'a/../b', '/'],
    ['a parameter more of an address', 'https://example.com/?q=⁞', 'a', 'a&admin', '&'],
    ['an element of HTML', '<b>⁞</b>', 'Ada', 'x<script>', '<'],
    ['an entity of HTML in a sentence', '<p>Dear ⁞, hello.</p>', 'Ada', 'A & B', ' '],
    ['a member of JSON', '{"name": "⁞"}', 'Ada', 'x", "y', '"'],
    ['a field more of a line', '1,⁞,5', 'Ada', 'King,Ada', ','],
    ['a word more of a title, which may be a command', 'Call ⁞', 'Ada', 'Ada King', ' '],
    ['a line break, also in a sentence', 'Dear ⁞, please pay.', 'Ada', 'Ada\nBcc: eve', '\n'],
    ['a command in a sentence', 'Dear ⁞, please pay.', 'Ada', 'Ada; rm', ';'],
  ])('stops: %s', (_, text, recorded, value, sign) => {
    expect(strangeIn(text, recorded, value)).toBe(sign);
    expect(strangeIn(text, value, value)).toBeUndefined();
  });

  it.each<[string, string, string, string]>([
    ['letters and digits', 'tar cf a.tar ⁞', 'dir', 'größe_42'],
    ['a word that signs join', 'git checkout ⁞', 'main', 'release-1.4'],
    ['a sign that the recorded value had', 'ls ⁞', 'a/b', 'c/d/e'],
    ['words in quotation marks', "SELECT '⁞'", 'Ada', 'Ada Lovelace-King (42.5)'],
    ['a company in quotation marks', 'say "⁞"', 'Acme', 'Müller & Söhne'],
    ['a company in a sentence', 'Dear ⁞, please pay 120.5.', 'Acme Corp', 'Müller & Söhne'],
    ['a name in a sentence', 'Betreff ⁞ ist erledigt!', 'Acme', "Eve O'Hara (Ltd.)"],
    ['a name in a Chinese sentence', '请联系⁞。', '阿达', '阿达·洛夫莱斯'],
  ])('goes on: %s', (_, text, recorded, value) => {
    expect(strangeIn(text, recorded, value)).toBeUndefined();
  });

  it('a fraction is a number like others', () => {
    expect(strangeIn('pay ⁞.', '120', '99.5', { isNumber: true })).toBeUndefined();
    expect(strangeIn('pay ⁞.', '120', '99.5')).toBe('.');
    expect(strangeIn('pay ⁞', '120', '-99', { isNumber: true })).toBe('-');
  });

  it('a value that is escaped for SQL may have any sign but those that some databases read all the same', () => {
    expect(strangeIn("name = '⁞'", 'Ada', "x''; drop table t", { isEscaped: true })).toBeUndefined();
    expect(strangeIn("name = '⁞'", 'Ada', 'x\\', { isEscaped: true })).toBe('\\');
  });

  it('a sign of one place is not known at another', () => {
    const pieces = (first: string, second: string): TextPiece[] => [
      literal('cp '),
      { text: first, slot: slotSigns(['a b']) },
      literal(' '),
      { text: second, slot: slotSigns(['c']) },
    ];
    expect(strangeSign(pieces('d e', 'f'))).toBeUndefined();
    expect(strangeSign(pieces('d', 'e f'))).toBe(' ');
  });

  it('is none in words that always stood there, and none in what was recorded', () => {
    expect(strangeSign([literal("a = 'x'; b")])).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, value, behind) => {
        const piece = { text: value, slot: slotSigns([value]) };
        expect(strangeSign([literal(before), piece, literal(behind)])).toBeUndefined();
      }),
    );
  });
});
