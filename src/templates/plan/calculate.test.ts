import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { calculated } from './calculate.ts';
import { explainsAll } from './candidate.ts';
import { aMoment, aWanted, knownAt } from './moment.fixture.ts';

const candidatesFor = (value: number, parameters: JsonObject, answers: Json[], key = 'value') => {
  const run = aMoment(parameters, answers);
  const candidates = calculated(value, key, knownAt(run), run);
  for (const { binding } of candidates) expect(explainsAll(binding, aWanted(value, [run]))).toBe(true);
  return candidates;
};
const bindingsFor = (value: number, parameters: JsonObject, ...answers: Json[]) =>
  candidatesFor(value, parameters, answers).map(({ binding }) => binding);

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const result = (path: string): Binding => ({ from: 'result', step: 0, path });

describe('TPL-6 a number that was calculated', () => {
  it('is how many items there were', () => {
    expect(bindingsFor(3, {}, { rows: ['a', 'b', 'c'] })).toEqual([result('$.rows.length')]);
  });

  it('is more likely a count that is named like it', () => {
    const rows = [{ rows: ['a', 'b', 'c'] }];
    const [named] = candidatesFor(3, {}, rows, 'rows');
    const [other] = candidatesFor(3, {}, rows, 'limit');
    expect(named?.bits).toBeLessThan(other?.bits ?? 0);
  });

  it('is the sum of a column, rounded as far as it was', () => {
    const rows = [{ price: 1.1 }, { price: 2.2 }];
    expect(bindingsFor(3.3, {}, rows)).toEqual([{ from: 'sum', step: 0, path: '$[*].price', decimals: 1 }]);
    expect(bindingsFor(1.1, {}, [{ price: 1.1 }])).toEqual([]);
  });

  it('may have been rounded, or not, when the exact result has fewer decimals than what it was made of', () => {
    const rows = [{ price: 1.59 }, { price: 0.41 }];
    const sum = (decimals: number) => ({ from: 'sum', step: 0, path: '$[*].price', decimals });
    expect(bindingsFor(2, {}, rows)).toEqual(expect.arrayContaining([sum(0), sum(2)]));
    expect(bindingsFor(3, {}, [{ price: 1.59 }, { price: 1.11 }])).toContainEqual(sum(0));
    expect(bindingsFor(3, {}, [{ price: 1.59 }, { price: 1.11 }])).not.toContainEqual(sum(2));
  });

  it.each<[Extract<Binding, { from: 'arithmetic' }>['operation'], number]>([
    ['add', 47],
    ['subtract', 37],
    ['multiply', 210],
    ['divide', 8.4],
  ])('is what two numbers make: %s', (operation, value) => {
    const decimals = value === 8.4 ? 1 : 0;
    expect(bindingsFor(value, { qty: 5 }, { stock: 42 })).toContainEqual({
      from: 'arithmetic',
      operation,
      ...(operation === 'add' || operation === 'multiply'
        ? { left: parameter('qty'), right: result('$.stock') }
        : { left: result('$.stock'), right: parameter('qty') }),
      decimals,
    });
  });

  it('is nothing that adds nothing, or multiplies by one', () => {
    expect(bindingsFor(42, { zero: 0, one: 1 }, { stock: 42 })).toEqual([]);
  });

  it('is not looked for among many numbers, where pairs fit by accident', () => {
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`n${at}`, at * 1_000]));
    expect(bindingsFor(3_000, {}, many)).toEqual([]);
  });

  it('costs as much as both numbers', () => {
    const [sum] = candidatesFor(47, { qty: 5 }, [{ stock: 42 }]);
    const known = knownAt(aMoment({ qty: 5 }, [{ stock: 42 }]));
    const bits = known.sources.reduce((all, source) => all + source.bits, 0);
    expect(sum?.bits).toBe(2 + bits);
  });
});
