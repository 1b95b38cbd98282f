import { expect, it } from 'vitest';
import { chosenOf, replacedChoice, saysOnlyUseOf } from './choices.ts';

it.each([
  ['Use bun instead of pnpm from now on.', 'pnpm'],
  ['Use pnpm rather than npm!', 'npm'],
  ['The user: We moved from Jest to Vitest.', 'Jest'],
  ["Let's use bun instead of pnpm.", 'pnpm'],
  ['We now use bun instead of pnpm.', 'pnpm'],
  ['Other teams use bun instead of pnpm.', null],
  ['They moved from Jest to Vitest.', null],
  ['If the cache is cold, use bun instead of pnpm.', null],
  ['I prefer React rather than Vue.', null],
  ['Use tabs.', null],
  ["Don't use bun instead of pnpm.", null],
  ['Use a map instead of the list of all orders that came in yesterday.', null],
])('MEM-5: what a statement replaces: %s', (text, thing) => {
  expect(replacedChoice(text)).toBe(thing);
});

it.each([
  ['The user: We use pnpm.', true],
  ['Always use pnpm.', true],
  ['We use pnpm for the docs.', false],
  ['We use pnpm and yarn.', false],
  ['We never use pnpm.', false],
  ['Use pnpm instead of npm.', false],
  ['We use it.', false],
])('a statement says that something is used, and no more: %s', (text, says) => {
  expect(saysOnlyUseOf(text, 'pnpm')).toBe(says);
});

it('a later preference chooses a side of an earlier pair, or none of them', () => {
  expect(chosenOf('The user: I prefer spaces.', 'spaces or tabs')).toBe('spaces');
  expect(chosenOf('I prefer tea', 'spaces or tabs')).toBeNull();
});

it.each([
  ['spaces', `use x${' '.repeat(64_000)}y`],
  ['a megabyte', 'we use x '.repeat(110_000)],
])('reads hostile texts in linear time: %s', (_, text) => {
  // In quadratic time this would take minutes, which no test may.
  expect([replacedChoice(text), saysOnlyUseOf(text, 'x'), chosenOf(text, 'a or b')]).toEqual([
    null,
    false,
    null,
  ]);
});
