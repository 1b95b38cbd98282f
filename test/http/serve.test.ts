import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createHttpApp, type HttpAppOptions } from '../../src/interfaces/http/app.ts';
import { refuseUnprotected, serveHttp } from '../../src/interfaces/http/serve.ts';
import { refusal } from '../../src/testing/refusal.ts';
import { connectRaw, createGate, installationForTest, openTestServer } from './test-server.ts';

describe('opening the door', () => {
  it('wider than this machine needs a token', async () => {
    expect(refusal(() => refuseUnprotected('0.0.0.0', false))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('engram token create'),
    });
    expect(() => refuseUnprotected('0.0.0.0', true)).not.toThrow();
    expect(() => refuseUnprotected('127.0.0.1', false)).not.toThrow();
    const { engram, hub } = await openTestServer();
    const app = createHttpApp({
      engine: engram,
      hub,
      version: '0',
      installation: installationForTest,
      host: '0.0.0.0',
    });
    await expect(serveHttp(app, 0)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('takes this machine unless told otherwise, and any free port for 0', async () => {
    const { url } = await openTestServer();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('at a port that is in use is refused with what to do', async () => {
    const { engram, hub, url } = await openTestServer();
    const app = createHttpApp({ engine: engram, hub, version: '0', installation: installationForTest });
    await expect(serveHttp(app, Number(new URL(url).port))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('--port'),
    });
  });

  it('at an address that is not of this machine is refused', async () => {
    const { engram, hub, token } = await openTestServer();
    await token({});
    const app = createHttpApp({
      engine: engram,
      hub,
      version: '0',
      installation: installationForTest,
      host: '192.0.2.1',
    });
    await expect(serveHttp(app, 0)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('another door behind the same check', () => {
  const extra: HttpAppOptions['extra'] = (app, check) =>
    app.all('/mcp', check, async (context) =>
      context.json({ viewer: context.get('viewerContext').viewer, said: await context.req.raw.text() }),
    );

  it('knows who is asking', async () => {
    const door = await openTestServer({ extra });
    expect((await door.call('GET', '/mcp')).body).toMatchObject({ viewer: { user: 'local' }, said: '' });
    const token = await door.token({ user: 'ann', agent: 'alice' });
    expect((await door.call('POST', '/mcp', {})).status).toBe(401);
    const answer = await door.call('POST', '/mcp', { hello: 'world' }, token);
    expect(answer.body).toEqual({
      viewer: { user: 'ann', project: 'default', agent: 'alice' },
      said: '{"hello":"world"}',
    });
    expect((await door.call('GET', '/metrics', undefined, token)).text).toContain(
      'operation="mcp",status="200"',
    );
  });

  it('gets no body that is too large or too slow', async () => {
    const door = await openTestServer({ extra, limits: { bodyBytes: 100, bodyMs: 50 } });
    expect((await door.call('POST', '/mcp', { text: 'x'.repeat(200) })).status).toBe(413);
    const { whole } = connectRaw(
      door.url,
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
    );
    expect(await whole).toContain('HTTP/1.1 408');
  });

  it('may throw whatever it likes', async () => {
    const door = await openTestServer({
      extra: (app) => app.get('/odd', () => Promise.reject('no error at all')),
    });
    expect(await door.call('GET', '/odd')).toMatchObject({
      status: 500,
      body: { error: { code: 'internal' } },
    });
    expect((await door.call('GET', '/metrics')).text).toContain('engram_http_in_flight 1');
  });
});

describe('closing the door', () => {
  it('lets a request that is under way end, and takes no other', async () => {
    const gate = createGate();
    const entered = createGate();
    const stats = async () => {
      entered.open();
      await gate.opened;
      return {} as never;
    };
    const door = await openTestServer({ limits: { closingMs: 600_000 }, instead: { count: stats } });
    const answer = door.call('GET', '/api/stats');
    await entered.opened;
    const closed = door.server.close();
    await expect(door.call('GET', '/healthz')).rejects.toThrow();
    gate.open();
    expect((await answer).status).toBe(200);
    await closed;
  });

  it('does not wait for ever for one that hangs', async () => {
    const door = await openTestServer({
      limits: { closingMs: 20 },
      instead: { count: () => new Promise(() => {}) },
    });
    const answer = expect(door.call('GET', '/api/stats')).rejects.toThrow();
    await expect.poll(() => door.call('GET', '/healthz').then(({ status }) => status)).toBe(200);
    await door.server.close();
    await answer;
  });

  it('does not wait for connections that nothing is under way on', async () => {
    const door = await openTestServer({ limits: { closingMs: 600_000 } });
    const silent = connectRaw(door.url, '');
    const halfSaid = connectRaw(door.url, 'GET /healthz HTTP/1.1\r\nHo');
    const answered = connectRaw(door.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(answered.socket, 'data');
    await door.server.close();
    expect(await Promise.all([silent.whole, halfSaid.whole])).toEqual(['', '']);
  });

  it('can be done twice', async () => {
    const door = await openTestServer();
    await door.server.close();
    await door.server.close();
  });
});
