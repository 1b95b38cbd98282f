import { describe, expect, it } from 'vitest';
import { drain } from '../../bench/drain.ts';
import { groupingAccuracy } from '../../bench/grouping-accuracy.ts';
import { readCsv } from '../../bench/signature-data.ts';
import { groupLines } from '../../bench/signatures.ts';

describe('grouping accuracy', () => {
  it('is the share of lines whose group is the true one, no line more and no line less', () => {
    const events = ['a', 'a', 'b', 'b', 'c'];
    expect(groupingAccuracy([1, 1, 2, 2, 3], events)).toBe(1);
    expect(groupingAccuracy(['x', 'x', 'y', 'y', 'z'], events)).toBe(1);
    // One line of b is missing: neither of its two groups counts.
    expect(groupingAccuracy([1, 1, 2, 3, 4], events)).toBe(3 / 5);
    // b and c are lumped together.
    expect(groupingAccuracy([1, 1, 2, 2, 2], events)).toBe(2 / 5);
    expect(groupingAccuracy([1, 1, 1, 1, 1], events)).toBe(0);
  });
});

describe('plain Drain', () => {
  it('groups lines of one length that begin alike and have enough in common', () => {
    const lines = ['sent 5 bytes to ada', 'sent 7 bytes to grace', 'disk is full again now', 'sent 5 bytes'];
    expect(drain(lines)).toEqual([0, 0, 1, 2]);
  });
});

describe('our grouping, over a whole file', () => {
  it('tells a line by the group it is in after the last one', () => {
    const [first, second, other] = groupLines(['node a1 is down', 'node b2 is down', 'all is well']);
    expect(first).toBe(second);
    expect(first).not.toBe(other);
  });
});

describe('a table of comma-separated values', () => {
  it('may have commas, quotes and line breaks in quoted fields', () => {
    expect(readCsv('a,b\r\n"1,""2""\n3",4\n,5\n')).toEqual([
      ['a', 'b'],
      ['1,"2"\n3', '4'],
      ['', '5'],
    ]);
  });

  it('need not end with a line break', () => {
    expect(readCsv('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });
});
