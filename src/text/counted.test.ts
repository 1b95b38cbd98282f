import { describe, expect, it } from 'vitest';
import { counted, times } from './counted.ts';

describe('a number of things', () => {
  it.each([
    [0, '0 attempts'],
    [1, '1 attempt'],
    [2, '2 attempts'],
    [1_200, '1,200 attempts'],
    [0.5, '0.5 attempts'],
    [1.04, '1 attempt'],
    [1.44, '1.4 attempts'],
  ])('%d is said as %s', (count, said) => {
    expect(counted(count, 'attempt')).toBe(said);
  });

  it('is written as the English rules write it', () => {
    const whole = [
      0,
      9,
      99,
      999,
      1_000,
      9_999,
      10_000,
      999_999,
      1_000_000,
      123_456_789,
      Number.MAX_SAFE_INTEGER,
    ];
    const others = [
      -0,
      0.04,
      0.05,
      0.25,
      0.95,
      1_234.56,
      999_999.95,
      2 ** 53,
      1e21,
      Number.POSITIVE_INFINITY,
    ];
    for (const count of [...whole, ...whole.map((each) => -each), ...others]) {
      const figure = count.toLocaleString('en', { maximumFractionDigits: 1 });
      expect(counted(count, 'attempt')).toBe(`${figure} ${figure === '1' ? 'attempt' : 'attempts'}`);
    }
  });

  it('may have a plural of its own', () => {
    expect([counted(1, 'memory', 'memories'), counted(2, 'memory', 'memories')]).toEqual([
      '1 memory',
      '2 memories',
    ]);
  });

  it('may be how often something happened', () => {
    expect([times(0), times(1), times(2)]).toEqual(['never', 'once', '2 times']);
  });
});
