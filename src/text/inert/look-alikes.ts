/** Characters that read as ASCII in a token or a tag, where Unicode itself does not say so. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['<', '‹〈⟨❬❮⦑⧼˂ᐸ《«'],
    ['>', '›〉⟩❭❯⦒⧽˃ᐳ》»'],
    ['|', '∣│┃ǀ⏐❘￨'],
    ['[', '【〔⟦❲〚'],
    [']', '】〕⟧❳〛'],
    ['/', '∕⁄╱⧸'],
    [':', '꞉∶ː։׃᛬'],
    ['_', '▁ˍ‗⎯'],
    ['-', '‐‑‒–—−'],
    // Cyrillic and Greek letters with the shape of Latin ones.
    ...Object.entries({
      ...{ a: 'аα', c: 'с', d: 'ԁ', e: 'е', h: 'һ', i: 'іι', j: 'ј', k: 'κ', l: 'ӏ', m: 'м', n: 'ո' },
      ...{ o: 'оο', p: 'рρ', q: 'ԛ', r: 'г', s: 'ѕ', t: 'т', u: 'υ', v: 'ν', w: 'ԝ', x: 'хχ', y: 'уγ' },
      ...{ A: 'АΑ', B: 'ВΒ', C: 'С', E: 'ЕΕ', H: 'НΗ', I: 'ІΙӀ', J: 'Ј', K: 'КΚ', M: 'МΜ', N: 'Ν' },
      ...{ O: 'ОΟ', P: 'РΡ', S: 'Ѕ', T: 'ТΤ', U: 'Ս', X: 'ХΧ', Y: 'УΥ', Z: 'Ζ' },
    }),
  ].flatMap(([sign = '', others = '']) => [...others].map((other) => [other, sign])),
);

/** A text as it reads, with the way back to where each of its characters comes from. */
export interface TextReading {
  readonly text: string;
  /** Where the character at a place of the reading begins in the text that was read. */
  placeOf(index: number): number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/;

/**
 * How a text reads to somebody who does not look closely: letters and signs of another width, face or alphabet as the
 * ASCII they look like, and without marks above and below. Only what is searched in it; the text stays as it is.
 *
 * @example
 * readingOf('＜𝐬ystem>').text; // '<system>'
 */
export function readingOf(text: string): TextReading {
  if (ascii.test(text)) return { text, placeOf: (index) => index };
  const read: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const sign of text) {
    for (const character of sign < '\u0080' ? sign : readSign(sign)) {
      for (let unit = 0; unit < character.length; unit += 1) places.push(place);
      read.push(character);
    }
    place += sign.length;
  }
  return { text: read.join(''), placeOf: (index) => places[index] ?? text.length };
}

/** There are far more signs than texts use; those of one text repeat. */
const maxKnown = 10_000;
const known = new Map<string, string>();

function readSign(sign: string): string {
  const before = known.get(sign);
  if (before !== undefined) return before;
  const read = lookAlikes[sign] ?? plainForm(sign);
  if (known.size < maxKnown) known.set(sign, read);
  return read;
}

function plainForm(sign: string): string {
  if (/\p{M}/u.test(sign)) return '';
  const plain = sign.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain !== '' && ascii.test(plain) ? plain : sign;
}
