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
