import { describe, expect, it } from 'vitest';
import { type HttpTestServer, openTestServer } from './test-server.ts';

const condition = (more: object) => ({
  message: 'x',
  verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.a', is: 'equals', value: 1, ...more }] },
});
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

/** What is known about failures and checks; it must be the same after every attack. */
async function knownTo(door: HttpTestServer): Promise<string> {
  const paths = ['/api/failures', '/api/checks', '/api/patterns', '/api/patterns/boom'];
  return JSON.stringify(await Promise.all(paths.map(async (path) => (await door.call('GET', path)).body)));
}

describe('input that was made to hurt learning and prevention (API-2)', () => {
  it.each<[string, string, string, unknown, number]>([
    ['10,001 messages', 'POST', '/api/learning/signatures', { messages: Array(10_001).fill('x') }, 400],
    ['messages that are numbers', 'POST', '/api/learning/signatures', { messages: [1, 2] }, 400],
    ['a message of 3 MB', 'POST', '/api/learning/recognise', { error: 'x'.repeat(3_000_000) }, 413],
    [
      'arguments nested too deep',
      'POST',
      '/api/prevention/check',
      `{"tool":"x","arguments":{"a":${deep}}}`,
      400,
    ],
    ['arguments that are text', 'POST', '/api/prevention/check', { tool: 'x', arguments: 'y' }, 400],
    ['no tool', 'POST', '/api/prevention/check', {}, 400],
    ['a broken path', 'POST', '/api/checks', condition({ path: '$.a[' }), 400],
    ['a path with __proto__ that is broken', 'POST', '/api/checks', condition({ path: '__proto__.a' }), 400],
    ['a path without end', 'POST', '/api/checks', condition({ path: `$${'.a'.repeat(400)}` }), 400],
    ['a value of 100 kB', 'POST', '/api/checks', condition({ value: 'x'.repeat(100_000) }), 400],
    ['a field that a condition does not have', 'POST', '/api/checks', condition({ run: 'rm -rf' }), 400],
    [
      '21 conditions',
      'POST',
      '/api/checks',
      { message: 'x', when: { conditions: Array(21).fill({ of: 'recent', tool: 'x' }) } },
      400,
    ],
    ['a pattern that is not there', 'POST', '/api/prevention/generate', { pattern: '../../etc/passwd' }, 404],
    ['a name that is none', 'POST', '/api/patterns/boom/rename', { name: 'a/b' }, 400],
    ['a name that is taken', 'POST', '/api/patterns/boom/rename', { name: 'other-boom' }, 400],
    ['a rate that is none', 'GET', '/api/patterns?successRate=lots', undefined, 400],
    ['a type that is none', 'GET', '/api/patterns?type=dream', undefined, 400],
    ['a time that is none', 'GET', '/api/failures?recent=-7d', undefined, 400],
    ['a limit beyond all', 'GET', '/api/checks?limit=100000', undefined, 400],
    ['a field that is not there', 'GET', '/api/learning/stats?agent=alice', undefined, 400],
    ['a task that is not there', 'POST', '/api/tasks/__proto__/patterns', { pattern: 'boom' }, 404],
    ['an outcome that is none', 'POST', '/api/solutions/x/feedback', { outcome: 'great' }, 400],
    ['a check that is not there', 'DELETE', '/api/checks/constructor', undefined, 404],
    ['nothing to suggest for', 'GET', '/api/learning/suggest', undefined, 400],
    ['a report of no days', 'GET', '/api/report?days=-1', undefined, 400],
  ])(
    'is refused by what is wrong with it, and loses nothing: %s',
    async (_what, method, path, body, status) => {
      const door = await openTestServer();
      for (const name of ['boom', 'other-boom']) {
        const error = `${name} went the database`;
        await door.engram.memories.record({ kind: 'failure', content: { errorSignature: error } });
        await door.engram.learning.learn({ error, name, solution: 'restart', prevention: ['look'] });
      }
      const before = await knownTo(door);
      // As the page of the server: deleting a check is for people.
      const answer = await door.call(method, path, body, { Origin: door.url });
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({ error: { message: expect.any(String) } });
      expect(answer.text.length).toBeLessThan(2_000);
      expect(await knownTo(door)).toBe(before);
    },
  );

  it('is looked at when it merely looks dangerous: members called __proto__ are members', async () => {
    const door = await openTestServer();
    const check = condition({ path: '$.__proto__.admin', is: 'absent', value: null });
    expect((await door.call('POST', '/api/checks', { ...check, name: 'no-admin' })).status).toBe(201);
    const call = (admin: string) =>
      door.call('POST', '/api/prevention/check', `{"tool":"x","arguments":{${admin}}}`);
    expect(await call('"__proto__":{"admin":true}')).toMatchObject({
      status: 200,
      body: { verdict: 'warn' },
    });
    expect(await call('')).toMatchObject({ status: 200, body: { verdict: 'allow' } });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('is looked at when it is large: arguments of 100 kB, 10,000 messages', async () => {
    const door = await openTestServer();
    await door.call('POST', '/api/checks', condition({}));
    const large = { tool: 'x', arguments: { text: 'x'.repeat(100_000), list: Array(5_000).fill({ a: 1 }) } };
    expect((await door.call('POST', '/api/prevention/check', large)).status).toBe(200);
    const messages = Array.from({ length: 10_000 }, (_, line) => `order ${line} is locked`);
    const { status, body } = await door.call('POST', '/api/learning/signatures', { messages });
    expect(status).toBe(200);
    const { items } = body as { items: { pattern: string }[] };
    expect(items).toHaveLength(10_000);
    expect(new Set(items.map(({ pattern }) => pattern)).size).toBe(1);
  });
});
