import { describe, expect, it } from 'vitest';
import { bestOf, effectivenessOf, reasonToRetire } from './effectiveness.ts';

const version = (successes: number, failures: number, usage = successes + failures) => ({
  successes,
  failures,
  usage,
});
const nothing = { successes: 0, failures: 0 };

describe('SES-6 how well a version works', () => {
  it('is unknown until a seeded session has ended', () => {
    expect(effectivenessOf(nothing)).toBeNull();
  });

  it('is the share of seeded sessions that succeeded, with its interval', () => {
    const effect = effectivenessOf(version(8, 2));
    expect(effect).toMatchObject({ sessions: 10, successRate: 0.8 });
    expect(effect?.low).toBeCloseTo(0.49, 2);
    expect(effect?.high).toBeCloseTo(0.943, 3);
  });
});

describe('SES-6 a version is retired', () => {
  const cold = { successes: 80, failures: 20 };

  it('not before it was judged', () => {
    expect(reasonToRetire(version(0, 4), cold, 5)).toBeUndefined();
  });

  it('when even the upper bound of its success rate is below that of cold sessions', () => {
    expect(reasonToRetire(version(0, 5), cold, 5)).toBe(
      'It does harm: 0 % of 5 seeded sessions succeeded; 79 % of 100 cold ones do.',
    );
    expect(reasonToRetire(version(2, 3), cold, 5)).toMatch(/^It does harm/);
    expect(reasonToRetire(version(3, 2), cold, 5)).toBeUndefined();
  });

  it('when it does not help after ten times as many sessions', () => {
    expect(reasonToRetire(version(39, 10), cold, 5)).toBeUndefined();
    expect(reasonToRetire(version(39, 11), cold, 5)).toMatch(/^It does not help/);
    expect(reasonToRetire(version(45, 5), cold, 5)).toBeUndefined();
  });

  it('against one half while there are too few cold sessions', () => {
    expect(reasonToRetire(version(0, 5), nothing, 5)).toMatch(/half is expected/);
    expect(reasonToRetire(version(2, 3), { successes: 4, failures: 0 }, 5)).toBeUndefined();
  });

  it('not for one failure where all of a few cold sessions succeeded: 5 of 5 is not certain', () => {
    expect(reasonToRetire(version(4, 1), { successes: 5, failures: 0 }, 5)).toBeUndefined();
  });
});

describe('SES-3 the best template', () => {
  const named = (name: string, ...figures: Parameters<typeof version>) => ({
    name,
    ...version(...figures),
  });
  const best = (...items: ReturnType<typeof named>[]) => bestOf(items, 5)?.name;

  it('is the least used until it is known how well they work', () => {
    expect(best(named('a', 2, 0), named('b', 0, 0, 1), named('c', 0, 1, 4))).toBe('b');
    expect(best(named('a', 0, 0), named('b', 0, 0))).toBe('a');
  });

  it('is then the one with the highest lower bound, not merely the highest rate', () => {
    expect(best(named('often', 95, 5), named('lucky', 5, 0))).toBe('often');
  });

  it('is one that is new beside known ones, but not for ever', () => {
    expect(best(named('known', 10, 0), named('new', 0, 0, 0))).toBe('new');
    expect(best(named('known', 10, 0), named('never-told', 0, 0, 10))).toBe('known');
  });

  it('is none when there is none', () => {
    expect(best()).toBeUndefined();
  });
});
