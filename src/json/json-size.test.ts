import { expect, it } from 'vitest';
import { jsonSizeUpTo } from './json-size.ts';

it('counts about as many bytes as the JSON has', () => {
  const value = { name: 'Ada', list: [1, 'two', null, { deep: true }], text: 'x'.repeat(1_000) };
  const written = JSON.stringify(value).length;
  expect(Math.abs(jsonSizeUpTo(value, 10_000) - written)).toBeLessThan(written * 0.1);
});

it('counts a value in each place where it stands, and stops at the limit without writing anything', () => {
  const large = 'x'.repeat(1_000_000);
  // Written, this would have a terabyte.
  let value: unknown = Array(1_000).fill(large);
  value = Array(1_000).fill(value);
  const size = jsonSizeUpTo(value, 5_000_000);
  expect(size).toBeGreaterThan(5_000_000);
  expect(size).toBeLessThan(10_000_000);
});
