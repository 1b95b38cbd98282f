import type { Json } from '../../src/index.ts';
import type { SeededRandom } from './random.ts';

const onsets = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'gl',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  't',
  'v',
  'z',
];
const vowels = ['a', 'e', 'i', 'o', 'u'];
const codas = ['', '', '', 'l', 'm', 'n', 'r', 's', 'x'];

/** A word of no language, so that no rule can go by what things are called. */
export function nonsense(random: SeededRandom, syllables: number = random.between(2, 3)): string {
  return Array.from(
    { length: syllables },
    () => `${random.oneOf(onsets)}${random.oneOf(vowels)}${random.oneOf(codas)}`,
  ).join('');
}

/** Makes names, never the same one twice, all written in one style. */
export function createNamer(random: SeededRandom): () => string {
  const taken = new Set<string>();
  const join = random.oneOf([
    (words: readonly string[]) => words.join('_'),
    (words: readonly string[]) =>
      words.map((word, index) => (index === 0 ? word : capitalised(word))).join(''),
  ]);
  return () => {
    for (;;) {
      const name = join(Array.from({ length: random.between(1, 2) }, () => nonsense(random, 2)));
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
}

export const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const givenNames = [
  'Anna',
  'Bela',
  'Chidi',
  'Dana',
  'Emeka',
  'Farid',
  'Greta',
  'Hana',
  'Ines',
  'Jonas',
  'Zoë',
];
const familyNames = [
  'Kern',
  'Lund',
  'Moreno',
  'Nakata',
  "O'Neil",
  'Petrov',
  'Quist',
  'Rossi',
  'Sato',
  'Tamm',
];

/** The n-th name of people or of things; all are different. */
export type NameStyle = (number: number) => string;

export function createNameStyle(random: SeededRandom): NameStyle {
  const [first, second] = random.oneOf([
    [givenNames, familyNames],
    [
      ['blue', 'red', 'green', 'small', 'large', 'round', 'old', 'heavy', 'light', 'plain'],
      ['kettle', 'lamp', 'chair', 'pan', 'jar', 'clock', 'brush', 'basket', 'mirror', 'stool'],
    ],
  ] as const);
  const all = random.shuffled(first.flatMap((one) => second.map((other) => `${one} ${other}`)));
  return (number) => {
    const name = all[number % all.length] ?? '';
    const round = Math.floor(number / all.length);
    return round === 0 ? name : `${name} ${round + 1}`;
  };
}

/** How the ids of one kind of thing are written: the n-th one. */
export type IdStyle = (number: number) => Json;

export function createIdStyle(random: SeededRandom): IdStyle {
  const prefix = nonsense(random, 1).slice(0, 2).toUpperCase();
  const start = random.between(1, 900);
  return random.oneOf<IdStyle>([
    (number) => start + number,
    (number) => 40_000_000 + start * 1_009 + number * 37,
    (number) => `${prefix}-${1_000 + start + number}`,
    (number) => uuid(start * 7_919 + number),
    // Beyond 2^53, where a number would be rounded.
    (number) => `${90_071_992_547n * 1_000_000n + BigInt(start * 1_000 + number)}`,
  ]);
}

function uuid(number: number): string {
  const digits = (salt: number, length: number): string =>
    (Math.imul(number + salt, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').slice(0, length);
  return `${digits(1, 8)}-${digits(2, 4)}-4${digits(3, 3)}-a${digits(4, 3)}-${digits(5, 8)}${digits(6, 4)}`;
}

/** A day of the year 2026. */
export function randomDate(random: SeededRandom): string {
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `2026-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
}

const sentences = [
  'Called twice and nobody was there',
  'Prefers mornings',
  'The parcel came with a dent',
  'Asked for a copy of the letter',
  'Will be away until the end of the month',
  'Wants to hear from us before anything is sent',
  'Paid at the counter',
  'The second floor has no lift',
];

/** What somebody wrote into a note. */
export const randomNote = (random: SeededRandom): string =>
  random
    .some(sentences, random.between(1, 2))
    .map((sentence) => `${sentence}.`)
    .join(' ');
