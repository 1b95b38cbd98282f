import { describe, expect, it } from 'vitest';
import { readWorkModule } from './work-module.ts';

const work = () => 1;
const recover = () => true;
const strategies = { mine: { description: 'Mine', execute: async () => {} } };

describe('a module for "engram execute --module" (ADP-1)', () => {
  it.each([
    ['the work as default', { default: work }, { work, options: {} }],
    ['parts as default', { default: { parts: { work } } }, { work: { parts: { work } }, options: {} }],
    [
      'work with options as default',
      { default: { work, strategies, recover } },
      { work, options: { strategies, recover } },
    ],
    ['work and options by name', { work, recover, tools: {} }, { work, options: { recover } }],
  ])('exports %s', (_, exported, expected) => {
    expect(readWorkModule(exported)).toEqual(expected);
  });

  it.each([
    ['nothing', {}, /exports no work/],
    ['something else', { default: 7 }, /"work" must be a function/],
    ['an option that is not there', { default: { work, recovr: recover } }, /"recovr"/],
    [
      'a strategy that cannot execute',
      { work, strategies: { mine: { description: 'x' } } },
      /strategies\.mine\.execute/,
    ],
  ])('is refused when it exports %s', (_, exported, message) => {
    expect(() => readWorkModule(exported)).toThrow(message);
  });
});
