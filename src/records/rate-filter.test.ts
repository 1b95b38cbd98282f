import { expect, it } from 'vitest';
import { parseInput } from './parse.ts';
import { fitsRate, rateFilterSchema } from './rate-filter.ts';

it.each([
  ['>80%', 0.81, true],
  ['>80%', 0.8, false],
  ['> 80 %', 0.9, true],
  ['>=80%', 0.8, true],
  ['80%', 0.8, true],
  ['80%', 0.79, false],
  ['0.8', 0.85, true],
  ['80', 0.79, false],
  ['<50%', 0.49, true],
  ['<50%', 0.5, false],
  ['<=0.5', 0.5, true],
  ['=100%', 1, true],
  ['=100%', 0.99, false],
])('a success rate can be asked for as %s: %s fits is %s', (filter, rate, fits) => {
  expect(rateFilterSchema.parse(filter)).toBeTypeOf('string');
  expect(fitsRate(filter, rate)).toBe(fits);
});

it.each(['', 'high', '>', '>>80%', '101%', '-5%', '80%%'])('what is no rate is refused: %j', (filter) => {
  expect(() => parseInput(rateFilterSchema, filter, 'rate')).toThrow(/rate|at most/);
});
