import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Parameter } from '../../records/plan.ts';
import { concealing, concealUnbound } from './conceal.ts';
import { aSecret } from './world.fixture.ts';

const password = aSecret('password');
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
    const parameters = [password, aSecret('token', 'api-key')];
    expect(
      hide('swordfish-and-more', { password: 'swordfish', token: 'swordfish-and-more' }, parameters),
    ).toBe('[REDACTED:api-key]');
  });

  it('takes signs of a pattern as they are', () => {
    expect(hide('a.*b $& a.*b', { password: 'a.*b' })).toBe('[REDACTED:password] $& [REDACTED:password]');
  });

  it.each<[string, string, string]>([
    ['inside JSON', 'sword"fish', 'got {"password":"sword\\"fish"}'],
    ['inside an address', 'sword fish&co', 'GET /login?p=sword%20fish%26co'],
    ['at the end of a text that was cut', 'swordfish-of-the-sea', 'found ["swordfish-of…'],
  ])('knows the secret %s', (_, secretValue, text) => {
    const concealed = String(hide(text, { password: secretValue }));
    expect(concealed).toContain('[REDACTED:password]');
    expect(concealed).not.toContain('fish');
    expect(concealed).not.toContain('swordf');
  });

  it('says the reasons of a stop without the secret, too', () => {
    const why = { reason: 'no swordfish', expected: 'swordfish', found: '"swordfish"' };
    const concealed = concealUnbound(why, concealing([password], { password: 'swordfish' }));
    expect(JSON.stringify(concealed)).not.toContain('swordfish');
  });

  it('is otherwise as it was, to the same reference when there is no secret', () => {
    const value = { a: [1, null, true, 'text'] };
    expect(hide(value, { password: 'swordfish' })).toEqual(value);
    expect(hide(value, { a: 'text' }, [{ ...password, source: 'input' }])).toBe(value);
    expect(hide(value, { password: '' })).toBe(value);
  });
});
