import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from '../../src/interfaces/http/rate-limit.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { listen } from './event-reader.ts';
import { connectRaw, everyScope, openTestServer } from './test-server.ts';

const site = 'https://app.example';

describe('every answer tells browsers what they must not do with it', () => {
  const safe = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'x-request-id': expect.stringMatching(/./),
  };

  it.each([
    ['data', 'GET', '/api/stats', 200],
    ['a page', 'GET', '/docs', 200],
    ['the report', 'GET', '/report', 200],
    ['metrics', 'GET', '/metrics', 200],
    ['what is not there', 'GET', '/nothing', 404],
    ['a wrong method', 'DELETE', '/api/stats', 405],
    ['a refusal', 'POST', '/api/memories', 400],
    ['options', 'OPTIONS', '/api/stats', 204],
  ])('%s', async (_, method, path, status) => {
    const door = await openTestServer();
    const answer = await door.call(method, path);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(safe);
  });

  it('a stream of events', async () => {
    const door = await openTestServer();
    const answer = await fetch(`${door.url}/api/events`);
    expect(Object.fromEntries(answer.headers)).toMatchObject(safe);
    await answer.body?.cancel();
  });

  it('what never became a request', async () => {
    const door = await openTestServer();
    const text = await connectRaw(door.url, 'nonsense\r\n\r\n').whole;
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('X-Content-Type-Options: nosniff');
    expect(text).toContain('X-Frame-Options: DENY');
  });
});

describe('pages of other sites', () => {
  it('may do nothing unless the operator allows their site', async () => {
    const door = await openTestServer();
    const headers = { Origin: site };
    const answer = await door.call('GET', '/api/stats', undefined, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const asked = { ...headers, 'Access-Control-Request-Method': 'POST' };
    const preflight = await door.call('OPTIONS', '/api/memories', undefined, asked);
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('of an allowed site may ask, and read the answer, errors included', async () => {
    const door = await openTestServer({ corsOrigins: [site] });
    const preflight = await door.call('OPTIONS', '/api/memories', undefined, {
      Origin: site,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, content-type',
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-methods': expect.stringContaining('DELETE'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: 'Origin',
    });
    for (const [path, status] of [
      ['/api/stats', 200],
      ['/api/memories/none', 404],
    ] as const) {
      const answer = await door.call('GET', path, undefined, { Origin: site });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(site);
      // No cookies are used here, so nothing may be sent along by itself.
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each(['https://app.example.evil', 'http://app.example', 'https://other.example', 'null'])(
    'of %s are not those of the allowed site',
    async (origin) => {
      const door = await openTestServer({ corsOrigins: [site] });
      const answer = await door.call('GET', '/api/stats', undefined, { Origin: origin });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    },
  );
});

describe('the rate limit of a token', () => {
  it('answers a burst, then refuses with the time to wait, and takes nothing from other tokens', async () => {
    const door = await openTestServer({ limits: { requestsPerSecond: 0.01, requestBurst: 3 } });
    const [one, other] = [await door.token({}), await door.token({})];
    for (let request = 0; request < 3; request += 1) {
      expect((await door.call('GET', '/api/stats', undefined, one)).status).toBe(200);
    }
    const refused = await door.call('GET', '/api/stats', undefined, one);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await door.call('GET', '/api/stats', undefined, other)).status).toBe(200);
    expect((await door.call('GET', '/healthz')).status).toBe(200);
  });

  it('does not count an owner on this machine who needs no token', async () => {
    const door = await openTestServer({ limits: { requestsPerSecond: 0.01, requestBurst: 1 } });
    for (let request = 0; request < 5; request += 1) {
      expect((await door.call('GET', '/api/stats')).status).toBe(200);
    }
  });

  it('fills up again with time, up to the burst and no further', () => {
    let now = 0;
    const take = createRateLimit({ perSecond: 10, burst: 2, now: () => now });
    const isTaken = (caller: string): boolean => {
      try {
        take(caller);
        return true;
      } catch (error) {
        expect(asRefusal(error)).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
        return false;
      }
    };
    expect([isTaken('a'), isTaken('a'), isTaken('a'), isTaken('b')]).toEqual([true, true, false, true]);
    now = 100;
    expect([isTaken('a'), isTaken('a')]).toEqual([true, false]);
    now = 1_000_000;
    expect([isTaken('a'), isTaken('a'), isTaken('a')]).toEqual([true, true, false]);
  });
});

describe('a database file that is taken away under a live server', () => {
  it.each([
    ['deleted', (path: string) => rmSync(path)],
    [
      'replaced',
      (path: string) => {
        renameSync(path, `${path}.old`);
        writeFileSync(path, '');
      },
    ],
  ])('is noticed when it is %s: healthz fails, and nothing is written any more', async (_, takeAway) => {
    const path = join(temporaryFolder(), 'memory.db');
    const door = await openTestServer({ options: { db: `file:${path}` } });
    const memory = { kind: 'knowledge', text: 'The staging API needs a VPN' };
    expect((await door.call('POST', '/api/memories', memory)).status).toBe(201);
    expect((await door.call('GET', '/healthz')).status).toBe(200);
    takeAway(path);
    const { status, text } = await door.call('GET', '/healthz');
    expect(status).toBe(503);
    expect(text).not.toContain(path);
    expect(await door.call('POST', '/api/memories', memory)).toMatchObject({
      status: 503,
      body: { error: { code: 'store_unavailable' } },
    });
    expect((await door.call('GET', '/metrics')).text).toContain('engram_store_up 0');
  });
});

describe('a token without the scope "admin"', () => {
  it('sees no figures of other owners in metrics, statistics and reports', async () => {
    const door = await openTestServer();
    await door.engram.as({ user: 'mallory' }).memories.record({ kind: 'knowledge', text: 'x' });
    const [admin, reader] = [await door.token({}, everyScope), await door.token({}, ['read'])];
    const metrics = async (headers: Record<string, string>) =>
      (await door.call('GET', '/metrics', undefined, headers)).text;
    expect(await metrics({ ...admin })).toContain('engram_events_total{type="memory-recorded"} 1');
    const own = await metrics({ ...reader });
    expect(own).toContain('engram_plans 0');
    for (const name of ['engram_events_total', 'engram_http_', 'engram_store_size_bytes', 'process_']) {
      expect(own, name).not.toContain(name);
    }
    const stats = async (headers: Record<string, string>) =>
      (await door.call('GET', '/api/stats', undefined, headers)).body;
    expect(await stats({ ...admin })).toMatchObject({ memories: 0, sizeBytes: expect.any(Number) });
    expect(await stats({ ...reader })).toMatchObject({ memories: 0, sizeBytes: null });
    const report = (await door.call('GET', '/api/report', undefined, reader)).body;
    expect(report).toMatchObject({ health: { storageBytes: null, meanRetrievalMs: null } });
    expect((await door.call('GET', '/report', undefined, reader)).status).toBe(200);
  });

  it('cannot tell from the ids of its events how many others had', async () => {
    const door = await openTestServer();
    const mallory = door.engram.as({ user: 'mallory' });
    const first = await listen(`${door.url}/api/events`);
    await door.engram.memories.record({ kind: 'knowledge', text: 'mine' });
    const before = await first.event();
    for (let number = 0; number < 20; number += 1) await mallory.memories.record({ kind: 'rule', text: 'x' });
    await door.engram.memories.record({ kind: 'knowledge', text: 'mine too' });
    const after = await first.event();
    for (const heard of [before, after]) expect(heard?.id).toMatch(/^[0-9a-f]{32}$/);
    // It still leads back to what came next.
    const resumed = await listen(`${door.url}/api/events?after=${before?.id}`);
    expect((await resumed.event())?.data).toEqual(after?.data);
  });
});
