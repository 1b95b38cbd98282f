import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openStaticEmbedder, worthAKernel } from './static-embedder.ts';
import { tableBytes } from './synthetic-table.fixture.ts';

const small = openStaticEmbedder(tableBytes({ red: [3, 0], green: [0, 4], grey: [0, 0] }));
const real = openStaticEmbedder(
  readFileSync(resolve(import.meta.dirname, '../../../assets/static-embedder.bin')),
);

function cosine(left: string, right: string): number {
  const [one, other] = [real.embedText(left), real.embedText(right)];
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

describe('the vector of a text', () => {
  it('is the sum of its words as a unit vector', () => {
    expect([...small.embedText('red green')]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect([...small.embedText('red')]).toEqual([1, 0]);
  });

  it('counts a repeated word by the square root of its count', () => {
    const [red = 0, green = 0] = small.embedText('green red red red red');
    expect(red / green).toBeCloseTo((2 * 3) / 4, 5);
  });

  it('is all zeros when there is no signal: no words, no known words, or words without direction', () => {
    for (const text of ['', '   ', 'pink', '🎉🎉', 'grey', '数据库'])
      expect([...small.embedText(text)]).toEqual([0, 0]);
  });

  it('is the same whether texts come alone or together', async () => {
    const texts = ['red', 'green', 'red green', 'red red green', 'pink', 'red pink', 'green red', 'red'];
    expect(await small.embed(texts)).toEqual(texts.map(small.embedText));
    expect(await small.embed([])).toEqual([]);
  });
});

describe('adding up words', () => {
  const bytes = readFileSync(resolve(import.meta.dirname, '../../../assets/static-embedder.bin'));
  const words = [
    'the',
    'database',
    'refused',
    'a',
    'connection',
    'swimming',
    'lantern',
    'getUserById',
    'zebra',
  ];
  const textOf = (number: number): string =>
    Array.from(
      { length: 1 + (number % 40) },
      (_, place) => words[(number * 7 + place * place) % words.length],
    ).join(' ');

  it('gives the same vector to the last bit, by the kernel for many texts and without it for one', () => {
    const many = openStaticEmbedder(bytes);
    for (let number = 0; number < worthAKernel; number += 1) many.embedText(textOf(number));
    for (let number = 0; number < 300; number += 1)
      expect(many.embedText(textOf(number))).toEqual(openStaticEmbedder(bytes).embedText(textOf(number)));
  });

  it('works where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    const many = openStaticEmbedder(bytes);
    for (let number = 0; number < worthAKernel; number += 1) many.embedText(textOf(number));
    vi.unstubAllGlobals();
    expect(many.embedText('the database')).toEqual(real.embedText('the database'));
  });
});

describe('the table that comes with Engram', () => {
  it('has 256 dimensions and an id of its own', () => {
    expect(real.dimensions).toBe(256);
    expect(real.id).toMatch(/^static-256-[0-9a-f]{8}$/);
  });

  const paraphrases = [
    ['the database refused the connection', 'could not reach the postgres server'],
    ['customer wants their money back', 'issue a refund to the buyer'],
    ['out of memory during the build', 'heap limit exceeded while compiling'],
    ['undo the deployment', 'roll back to the previous release'],
    ['the user prefers short answers', 'keep replies brief'],
    ['she is ill', 'my daughter has a fever'],
    ['cancel the flight', 'the plane ticket was called off'],
    ['where are passwords kept', 'credentials live in the vault'],
  ] as const;

  it('finds most paraphrases among others, though they share no word', () => {
    const found = paraphrases.filter(([query, wanted]) =>
      paraphrases.every(([, other]) => cosine(query, other) <= cosine(query, wanted)),
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ['ECONNREFUSED', 'connection refused', 'birthday party'],
    ['TimeoutError', 'the request timed out', 'a bowl of soup'],
    ['getUserById', 'find a user by identifier', 'weather forecast for tomorrow'],
    ['delete_customer_account', 'remove the account of a client', 'the painting hangs in the hall'],
  ])('the identifier %s is near to what it says', (identifier, meaning, other) => {
    expect(cosine(identifier, meaning)).toBeGreaterThan(cosine(identifier, other) + 0.2);
  });

  it('gives no signal for languages it does not know, and for what is no language', () => {
    for (const text of [
      '数据库连接被拒绝',
      'соединение отклонено',
      'データベース',
      'اتصال مرفوض',
      '🎉🚀',
      '12 345',
      '',
    ])
      expect(lengthOf(real.embedText(text))).toBe(0);
  });

  it('gives unit vectors, the same in every instance, and takes long texts', () => {
    const text =
      'The deployment failed because the certificate had expired; retry after renewing it. '.repeat(1_200);
    const again = openStaticEmbedder(
      readFileSync(resolve(import.meta.dirname, '../../../assets/static-embedder.bin')),
    );
    const vector = real.embedText(text);
    expect(text.length).toBeGreaterThan(100_000);
    expect(lengthOf(vector)).toBeCloseTo(1, 5);
    expect(again.embedText(text)).toEqual(vector);
  });
});
