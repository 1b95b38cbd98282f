import { describe, expect, it } from 'vitest';
import { openTestServer } from './test-server.ts';

/** JSON nested so deep that writing it down again would overflow the stack. */
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

describe('input that was made to hurt (API-2)', () => {
  it('is refused when it is nested too deep, in a run as in a memory', async () => {
    const door = await openTestServer();
    const run = await door.call('POST', '/api/runs', `{"description":"r","inputs":{"a":${deep}}}`);
    expect(run).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    const memory = `{"kind":"preference","content":{"key":"k","value":${deep}}}`;
    expect(await door.call('POST', '/api/memories', memory)).toMatchObject({ status: 400 });
  });

  it('is not repeated in the refusal: a thousand unknown fields are counted, not listed', async () => {
    const door = await openTestServer();
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`field${number}`, 1]));
    const { status, text } = await door.call('POST', '/api/memories', fields);
    expect(status).toBe(400);
    expect(text).toContain('and 990 more');
    expect(text.length).toBeLessThan(2_000);
  });

  it('gets no record whose id no address could name', async () => {
    const door = await openTestServer();
    for (const id of ['.', '..']) {
      expect(await door.call('POST', '/api/tasks', { id, description: 'x' })).toMatchObject({ status: 400 });
    }
  });

  it('gets no time that no date can name', async () => {
    const door = await openTestServer();
    const memory = { kind: 'rule', text: 'x', expiresAt: Number.MAX_SAFE_INTEGER };
    expect(await door.call('POST', '/api/memories', memory)).toMatchObject({ status: 400 });
  });
});
