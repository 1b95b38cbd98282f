import { describe, expect, it } from 'vitest';
import { parsePairs } from './pairs.ts';

describe('pairs as the variables of OpenTelemetry have them', () => {
  it.each([
    ['nothing', '', {}],
    ['one pair', 'x-key=abc', { 'x-key': 'abc' }],
    [
      'several pairs, with space around',
      ' x-key = abc , x-tenant=shop,',
      { 'x-key': 'abc', 'x-tenant': 'shop' },
    ],
    ['a value with "=" in it', 'authorization=Basic YWRhOg==', { authorization: 'Basic YWRhOg==' }],
    ['a value that is encoded', 'authorization=Bearer%20a%2Cb', { authorization: 'Bearer a,b' }],
    ['a value that only looks encoded', 'discount=5%', { discount: '5%' }],
    ['an empty value', 'x-key=', { 'x-key': '' }],
    ['no pair and no name', 'abc,=def', {}],
  ])('%s', (_what, text, expected) => {
    expect(parsePairs(text)).toEqual(expected);
  });
});
