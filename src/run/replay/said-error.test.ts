import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { findSaidError } from './said-error.ts';
import { anObservation } from './world.fixture.ts';

/** A call whose recorded runs answered this. */
const step = (...results: Json[]) => ({ observed: results.map((result) => anObservation({}, result)) });

describe('TPL-6 an error inside a success', () => {
  it.each<Json>([
    { error: 'not found' },
    { error: { code: 404 } },
    { error: true, data: [] },
    { errors: [{ message: 'x' }] },
    { success: false },
    { ok: false, reason: 'x' },
    { isError: true, content: [] },
    { status: 'error' },
    { status: 'failed' },
    { status: 'FAILED', id: 7 },
    { result: { error: 'no such order' } },
    { content: [{ type: 'text', text: 'Error: no such order' }] },
    { data: '{"ok": false}' },
    'Failed to send the letter',
    'failed: no such order',
    'TypeError: x is not a function',
    '<html><head><title>502 Bad Gateway</title></head></html>',
    'Error: user not found',
    '  error 404',
    'Traceback (most recent call last):',
  ])('is seen in %j', (result) => {
    expect(findSaidError(step(), result)).toMatchObject({ expected: 'a result' });
  });

  it.each<Json>([
    null,
    { error: null },
    { error: false },
    { error: '' },
    { errors: [] },
    { success: true, status: 'shipped' },
    { status: 'pending' },
    { result: { status: 'shipped' } },
    'Failed orders: 3',
    '<html><title>Orders</title></html>',
    'No errors were found',
    'Errors: none',
    ['error'],
    { constructor: 'x', toString: 1 },
  ])('is not seen in %j', (result) => expect(findSaidError(step(), result)).toBeUndefined());

  it('is news where the recorded member was null, false or an empty list', () => {
    for (const before of [{ error: null }, { error: false }, { errors: [] }] satisfies Json[]) {
      const [name = ''] = Object.keys(before);
      const now: Json = { [name]: name === 'errors' ? ['x'] : before.error === false ? true : 'x' };
      expect(findSaidError(step(before), now)).toBeDefined();
    }
  });

  it('is none where the recorded member was a text or a number: that is what the tool is about', () => {
    expect(findSaidError(step({ error: 'E17', count: 3 }), { error: 'E18', count: 1 })).toBeUndefined();
    expect(findSaidError(step({ error: 0.02 }), { error: 0.05 })).toBeUndefined();
    expect(findSaidError(step({ errors: ['a'] }), { errors: ['b'] })).toBeUndefined();
  });

  it('is none where a recorded answer of this call said the same', () => {
    expect(findSaidError(step('{"ok": false, "missing": []}'), { ok: false })).toBeUndefined();
    expect(findSaidError(step({ ok: true }, { ok: false }), { ok: false })).toBeUndefined();
    expect(findSaidError(step('Error codes of the shop'), 'Error codes of the bank')).toBeUndefined();
    expect(findSaidError(step({ ok: false }), { error: 'x' })).toBeDefined();
  });

  it('is shown in part only', () => {
    expect(findSaidError(step(), `Error: ${'x'.repeat(9_000)}`)?.found.length).toBeLessThan(600);
  });
});
