import { expect, it } from 'vitest';
import { durationMs, durationSchema } from './duration.ts';

it.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['2w', 1_209_600_000],
])('%s is so many milliseconds', (text, milliseconds) => {
  expect(durationMs(durationSchema.parse(text))).toBe(milliseconds);
});

it.each(['', '7', 'd', '7 days', '-1d', '1.5h', '7y'])('%j is refused', (text) => {
  expect(durationSchema.safeParse(text).error?.issues[0]?.message).toBe(
    'must be a number with s, m, h, d or w, such as "7d"',
  );
});
