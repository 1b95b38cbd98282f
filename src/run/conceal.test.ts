import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model/json.ts';
import type { Parameter } from '../model/plan.ts';
import { concealing } from './conceal.ts';

const secret = (name: string, kind: string): Parameter => ({
  name,
  source: 'secret',
  example: `[REDACTED:${kind}]`,
  presentIn: null,
});
const password = secret('password', 'password');
const hide = (value: Json, values: JsonObject, parameters: readonly Parameter[] = [password]): Json =>
  concealing(parameters, values)(value);

describe('CAP-5 what is recorded of a replay', () => {
  it.each<[string, Json, Json]>([
    ['a text', 'swordfish', '[REDACTED:password]'],
    ['inside a text, everywhere', 'a=swordfish&b=swordfish', 'a=[REDACTED:password]&b=[REDACTED:password]'],
    ['deep in a structure', { a: [{ b: 'swordfish' }] }, { a: [{ b: '[REDACTED:password]' }] }],
    ['the name of a member', { swordfish: 1 }, { '[REDACTED:password]': 1 }],
  ])('has the placeholder instead of the secret that was given: %s', (_, value, concealed) => {
    expect(hide(value, { password: 'swordfish' })).toEqual(concealed);
  });

  it('hides a secret that is a number', () => {
    expect(hide({ pin: 4711, text: 'pin 4711', other: 47 }, { password: 4711 })).toEqual({
      pin: '[REDACTED:password]',
      text: 'pin [REDACTED:password]',
      other: 47,
    });
  });

  it('leaves no rest of a secret that contains another', () => {
    const parameters = [password, secret('token', 'api-key')];
    expect(
      hide('swordfish-and-more', { password: 'swordfish', token: 'swordfish-and-more' }, parameters),
    ).toBe('[REDACTED:api-key]');
  });

  it('takes signs of a pattern as they are', () => {
    expect(hide('a.*b $& a.*b', { password: 'a.*b' })).toBe('[REDACTED:password] $& [REDACTED:password]');
  });

  it('is otherwise as it was, to the same reference when there is no secret', () => {
    const value = { a: [1, null, true, 'text'] };
    expect(hide(value, { password: 'swordfish' })).toEqual(value);
    expect(hide(value, { a: 'text' }, [{ ...password, source: 'input' }])).toBe(value);
    expect(hide(value, { password: '' })).toBe(value);
  });
});
