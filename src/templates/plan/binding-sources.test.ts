import { describe, expect, it } from 'vitest';
import type { Binding } from '../../records/plan.ts';
import { directParametersOf, parametersOf, stepsOf, wholeSourcesOf } from './binding-sources.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const result = (step: number): Binding => ({ from: 'result', step, path: '$' });
const objectOf = (member: Binding): Binding => ({ from: 'object', members: { member } });

describe('TPL-6 what a binding is made of', () => {
  it.each<[string, Binding, string[], number[]]>([
    ['a constant', { from: 'constant', value: 1 }, [], []],
    ['today', { from: 'today', days: 0, format: 'YYYY-MM-DD' }, [], []],
    ['all of a list', { from: 'all', step: 3, path: '$[*]' }, [], [3]],
    ['explanations that must agree', { from: 'agreeing', of: [parameter('a'), result(3)] }, ['a'], [3]],
    ['what is given, or made again', { from: 'given', name: 'a', otherwise: result(3) }, ['a'], [3]],
    ['a member', { from: 'member', of: parameter('a'), path: '$.id' }, ['a'], []],
    ['a line', { from: 'line', of: result(1), prefix: 'id: ', isRest: true }, [], [1]],
    ['a part of a sentence', { from: 'between', of: result(1), before: 'for ', after: '.' }, [], [1]],
    ['the next number', { from: 'increased', of: result(1), by: 1 }, [], [1]],
    [
      'a text with a line replaced',
      { from: 'edited', of: result(1), line: parameter('a'), to: parameter('b') },
      ['a', 'b'],
      [1],
    ],
    ['a text with a line added', { from: 'edited', of: result(1), line: null, to: result(2) }, [], [1, 2]],
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

describe('TPL-6 a recorded value that a call repeats', () => {
  it.each<[string, Binding, string[]]>([
    ['is that of a parameter', parameter('a'), ['a']],
    ['is inside of lists and objects', { from: 'list', items: [objectOf(parameter('a'))] }, ['a']],
    ['is part of a text', { from: 'text', parts: [parameter('a')] }, ['a']],
    [
      'is not the text that is put together again',
      { from: 'given', name: 'note', otherwise: { from: 'text', parts: [parameter('a')] } },
      ['a'],
    ],
  ])('%s', (_, binding, names) => expect([...directParametersOf(binding)]).toEqual(names));
});

describe('TPL-6 a value that is handed on as a whole', () => {
  const item: Binding = {
    from: 'item',
    step: 0,
    path: '$[*]',
    value: '$.id',
    selectors: [{ where: [{ path: '$.x', equals: result(5) }], take: 'only' }],
  };
  const all: Binding = { from: 'all', step: 3, path: '$[*]' };

  it.each<[string, Binding, Binding[]]>([
    ['is a place', result(1), [result(1)]],
    ['is all of a list', all, [all]],
    ['is a chosen item, and not what chose it', item, [item]],
    ['is written otherwise', { from: 'case', of: result(1), to: 'lower' }, [result(1)]],
    ['is read as a number', { from: 'number', of: result(1) }, [result(1)]],
    [
      'is inside of others',
      { from: 'list', items: [objectOf({ from: 'text', parts: [result(1)] }), result(2)] },
      [result(1), result(2)],
    ],
    ['is one of those that agree', { from: 'agreeing', of: [result(1), parameter('a')] }, [result(1)]],
    ['is put together again', { from: 'given', name: 'a', otherwise: result(1) }, [result(1)]],
    ['is no piece of it', { from: 'piece', of: result(1), separator: ' ', index: 0 }, []],
    ['is no line of it', { from: 'line', of: result(1), prefix: 'a: ', isRest: true }, []],
    ['is no sum', { from: 'sum', step: 1, path: '$[*]', decimals: 0 }, []],
  ])('%s', (_, binding, sources) => expect(wholeSourcesOf(binding)).toEqual(sources));
});
