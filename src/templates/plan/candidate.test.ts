import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { bitsOf, explainsAll, type PlanCandidate, sameValue, simplest, valueIn } from './candidate.ts';
import { aMoment, aWanted } from './moment.fixture.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const candidate = (binding: Binding, bits: number): PlanCandidate => ({ binding, bits });

describe('TPL-6 the simplest explanation of a value', () => {
  const run = aMoment({ a: 'W-1003', b: 'W-1003', c: 'W-1003', d: 'W-9999' });
  const wanted = aWanted('W-1003', [run]);
  const explained = (...candidates: PlanCandidate[]) => simplest(wanted, candidates);

  it('is the shortest program that gives it', () => {
    expect(explained(candidate(parameter('a'), 9), candidate(parameter('b'), 2))).toEqual(parameter('b'));
  });

  it('is none that gives another value', () => {
    expect(explained(candidate(parameter('d'), 1), candidate(parameter('a'), 9))).toEqual(parameter('a'));
    expect(explained(candidate(parameter('d'), 1))).toBeUndefined();
    expect(explained()).toBeUndefined();
  });

  it('is as good as those that are hardly longer: these must agree', () => {
    const candidates = [
      candidate(parameter('c'), 8),
      candidate(parameter('b'), 5),
      candidate(parameter('a'), 2),
      candidate(parameter('a'), 3),
    ];
    expect(explained(...candidates)).toEqual({ from: 'agreeing', of: [parameter('a'), parameter('b')] });
  });

  it('must agree with all that are as simple', () => {
    const parameters = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`p${at}`, 'W-1003']));
    const many = Object.keys(parameters).map((name) => candidate(parameter(name), 1));
    const binding = simplest(aWanted('W-1003', [aMoment(parameters)]), many);
    expect(binding).toMatchObject({ from: 'agreeing', of: { length: 9 } });
  });

  it('must be shorter than the value itself: a small number is found anywhere', () => {
    const small = aWanted(7, [aMoment({ seven: 7 })]);
    const [near, far] = [candidate(parameter('seven'), 3), candidate(parameter('seven'), 6)];
    expect(simplest(small, [near])).toEqual(parameter('seven'));
    expect(simplest(small, [far])).toBeUndefined();
    const large = aWanted(70_001, [aMoment({ seven: 70_001 })]);
    expect(simplest(large, [far])).toEqual(parameter('seven'));
  });

  it('must hold in every run, and then explains more', () => {
    const runs = [aMoment({ seven: 7 }), aMoment({ seven: 9 })] as const;
    const far = candidate(parameter('seven'), 9);
    expect(simplest(aWanted(7, runs, { again: [9] }), [far])).toEqual(parameter('seven'));
    expect(simplest(aWanted(7, runs, { again: [8] }), [far])).toBeUndefined();
    expect(simplest(aWanted(7, [runs[0], runs[0]], { again: [7] }), [far])).toBeUndefined();
  });
});

describe('TPL-6 what a program gives in a run', () => {
  it('is read from parameters, answers and the day', () => {
    const run = aMoment({ id: 5 }, ['{"total": 12.5}']);
    expect(valueIn(parameter('id'), run)).toBe(5);
    expect(valueIn({ from: 'result', step: 0, path: '$.total' }, run)).toBe(12.5);
    expect(valueIn({ from: 'today', days: 0, format: 'YYYYMMDD' }, run)).toBe('20261116');
    expect(valueIn({ from: 'result', step: 0, path: '$.gone' }, run)).toBeUndefined();
  });

  it('explains nothing when a run is missing', () => {
    expect(explainsAll(parameter('id'), aWanted(5, [aMoment({ id: 5 })], { again: [5] }))).toBe(false);
  });

  it('is not the same when it only looks so', () => {
    expect(sameValue(42, '42')).toBe(false);
    expect(sameValue({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  });
});

describe('TPL-6 how much a value says', () => {
  it('grows with its digits and letters', () => {
    const rising: Json[] = [null, 1, 5, 42, 42.5, 1_000, 1_000_000];
    const bits = rising.map(bitsOf);
    expect(bits).toEqual(bits.toSorted((left, right) => left - right));
    expect(bitsOf(-42)).toBe(bitsOf(42));
    expect(bitsOf('W-1003')).toBeGreaterThan(bitsOf('W-1'));
    expect([bitsOf(true), bitsOf('')]).toEqual([1, 0]);
  });
});
