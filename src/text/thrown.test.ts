import { describe, expect, it } from 'vitest';
import { describeThrown, errorText } from './thrown.ts';

describe('what went wrong, from whatever was thrown', () => {
  it.each<[string, unknown, { type: string; message: string }]>([
    ['an error', new TypeError('not a function'), { type: 'TypeError', message: 'not a function' }],
    [
      'a system error',
      Object.assign(new Error('gone'), { code: 'ENOENT' }),
      { type: 'ENOENT', message: 'gone' },
    ],
    ['a numbered error', Object.assign(new Error('gone'), { code: 404 }), { type: 'Error', message: 'gone' }],
    ['a text', 'stop', { type: 'string', message: 'stop' }],
    ['an object', { status: 500 }, { type: 'object', message: '{"status":500}' }],
    ['nothing', undefined, { type: 'undefined', message: 'undefined' }],
    ['a symbol', Symbol('s'), { type: 'symbol', message: 'Symbol(s)' }],
    ['a big integer', 1n, { type: 'bigint', message: '[object BigInt]' }],
    [
      'an error whose message is an object',
      Object.assign(new Error(), { message: { detail: 'x' } }),
      { type: 'Error', message: '{"detail":"x"}' },
    ],
    [
      'an error without a name',
      Object.assign(new Error('x'), { name: undefined }),
      { type: 'Error', message: 'x' },
    ],
  ])('%s', (_, thrown, described) => expect(describeThrown(thrown)).toEqual(described));

  it('is said even when the error cannot be read', () => {
    const hostile = Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('again');
      },
    });
    expect(describeThrown(hostile)).toEqual({ type: 'Error', message: 'an error that cannot be read' });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(describeThrown(circular)).toEqual({ type: 'object', message: '[object Object]' });
  });
});

describe('an error as one text', () => {
  it.each([
    ['TypeError', 'x is not a function', 'TypeError: x is not a function'],
    ['TypeError', 'TypeError: x is not a function', 'TypeError: x is not a function'],
    ['Error', 'Error: Error: no order 0', 'Error: no order 0'],
    ['Error', 'TypeError: x is not a function', 'TypeError: x is not a function'],
    ['Error', 'java.io.IOException: gone', 'java.io.IOException: gone'],
    ['Error', 'Errors: 3', 'Error: Errors: 3'],
    ['ENOENT', 'ENOENT: no such file', 'ENOENT: no such file'],
    ['Error', '', 'Error'],
  ])('of type %s saying "%s" is "%s"', (type, message, text) => {
    expect(errorText(type, message)).toBe(text);
  });
});
