import { describe, expect, it } from 'vitest';
import { foretellTools, meetErrors, purity } from '../../bench/coding-errors.ts';
import type { CodingCall, CodingError } from '../../bench/signature-data.ts';

const call = (tool: string, answeredAt: number): CodingCall => ({
  session: 's',
  id: 'c',
  tool,
  input: {},
  calledAt: answeredAt,
  answeredAt,
  failed: false,
  output: '',
});

const error = (
  session: string,
  at: number,
  output: string,
  next = 'search',
  knownAt = at + 1,
): CodingError => ({
  key: `${session}${at}`,
  session,
  at,
  tool: 'read',
  input: {},
  output,
  before: [],
  next: call(next, knownAt),
});

describe('an error is recognised', () => {
  it('when an earlier session had the same pattern, not when only its own had', () => {
    const met = meetErrors([
      error('one', 1, 'cannot read /a/b.txt'),
      error('one', 2, 'cannot read /c/d.txt'),
      error('two', 3, 'cannot read /e/f.txt'),
      error('two', 4, 'the disk is full'),
    ]);
    expect(met.map(({ recognised }) => recognised)).toEqual([false, false, true, false]);
  });

  it('also when its pattern was joined with the one that was seen', () => {
    const met = meetErrors([
      error('one', 1, 'node a1 is down'),
      error('two', 2, 'node b2 is down'),
      error('three', 3, 'node b2 is down'),
      error('four', 4, 'node c3 is down'),
    ]);
    expect(met.map(({ recognised }) => recognised)).toEqual([false, false, true, true]);
    expect(new Set(met.map(({ pattern }) => pattern)).size).toBe(1);
  });
});

describe('the next tool', () => {
  it('is foretold from what was known by then, never from what came later', () => {
    const seen = [
      error('one', 1, 'the disk is full', 'clean'),
      error('two', 10, 'the disk is full', 'clean'),
    ];
    expect(foretellTools(meetErrors(seen)).right).toBe(1);
    const notYet = [
      error('one', 1, 'the disk is full', 'clean', 99),
      error('two', 10, 'the disk is full', 'clean'),
    ];
    expect(foretellTools(meetErrors(notYet)).right).toBe(0);
  });
});

describe('purity', () => {
  const errors = [
    error('one', 1, 'the disk is full'),
    error('two', 2, 'no such user'),
    error('two', 3, 'no such user'),
  ];
  const labels = { one1: 'disk', two2: 'user', two3: 'user' };

  it('is whole when every group is of one kind, and falls when all are lumped together', () => {
    expect(purity(meetErrors(errors), labels)).toBe(1);
    expect(
      purity(
        meetErrors(errors, () => 'an error'),
        labels,
      ),
    ).toBe(2 / 3);
  });

  it('asks only for what was labelled', () => {
    expect(purity(meetErrors(errors), { one1: 'disk' })).toBe(1);
  });
});
