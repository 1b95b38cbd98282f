import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished } from 'vitest';
import { addCommonHeaders, jsonAnswer } from './answer.ts';

/** Another part of a program may have put the framework's own `Response` in place of Node's. */
function replaceGlobalObjects(): void {
  const { Request: request, Response: response } = globalThis;
  onTestFinished(() => {
    for (const [name, value] of Object.entries({ Request: request, Response: response }))
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  });
  for (const name of ['Request', 'Response'])
    Object.defineProperty(globalThis, name, {
      value: Reflect.get(globalThis, name),
      writable: true,
      configurable: true,
    });
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
}

it.each([
  ["Node's own Response", () => {}],
  ["a framework's Response", replaceGlobalObjects],
])('an answer shares no header with another, with %s', async (_which, prepare) => {
  prepare();
  const first = addCommonHeaders(jsonAnswer({ of: 'ann' }, 201), 'request-1');
  first.headers.set('Access-Control-Allow-Origin', 'https://app.example');
  const second = addCommonHeaders(jsonAnswer({ of: 'bob' }), 'request-2');
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.headers.get('access-control-allow-origin')).toBe(null);
  expect(first.headers.get('x-request-id')).toBe('request-1');
  expect([...second.headers.keys()].sort()).toEqual([
    ...['cache-control', 'content-security-policy', 'content-type', 'cross-origin-opener-policy'],
    ...['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options'],
    'x-request-id',
  ]);
  expect(await second.json()).toEqual({ of: 'bob' });
});
