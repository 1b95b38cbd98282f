import { describe, expect, it } from 'vitest';
import { parametersOf, stepsOf } from './binding-sources.ts';
import type { Binding } from './plan.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const result = (step: number): Binding => ({ from: 'result', step, path: '$' });

describe('TPL-6 what a binding is made of', () => {
  it.each<[string, Binding, string[], number[]]>([
    ['a constant', { from: 'constant', value: 1 }, [], []],
    [
      'a constant that is held to a place',
      { from: 'constant', value: 1, sameAs: { step: 3, path: '$' } },
      [],
      [3],
    ],
    ['a parameter', parameter('a'), ['a'], []],
    ['a result', result(2), [], [2]],
    ['a sum', { from: 'sum', step: 4, path: '$[*]', decimals: 2 }, [], [4]],
    ['a text', { from: 'text', parts: [parameter('a'), result(1)] }, ['a'], [1]],
    ['a list', { from: 'list', items: [parameter('a'), parameter('a')] }, ['a'], []],
    ['an object', { from: 'object', members: { x: parameter('a'), y: result(0) } }, ['a'], [0]],
    ['a piece', { from: 'piece', of: result(1), separator: ' ', index: 0 }, [], [1]],
    ['a case', { from: 'case', of: parameter('a'), to: 'lower' }, ['a'], []],
    ['a number', { from: 'number', of: parameter('a') }, ['a'], []],
    [
      'arithmetic',
      { from: 'arithmetic', operation: 'add', left: parameter('a'), right: result(5), decimals: 0 },
      ['a'],
      [5],
    ],
    [
      'an item, with what its selectors compare',
      {
        from: 'item',
        step: 1,
        path: '$[*]',
        value: '$.id',
        selectors: [
          {
            where: [
              { path: '$.x', equals: parameter('a') },
              { path: '$.y', equals: result(0) },
            ],
            take: 'only',
          },
        ],
      },
      ['a'],
      [1, 0],
    ],
  ])('%s', (_, binding, parameters, steps) => {
    expect([...parametersOf(binding)]).toEqual(parameters);
    expect([...stepsOf(binding)]).toEqual(steps);
  });
});
