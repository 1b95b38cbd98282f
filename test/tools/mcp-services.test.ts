import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import { createOddServer } from './odd-server.mjs';
import { openForTest } from './odd-servers.ts';

/** The odd server on a port of this machine. */
async function startService(legacy: 'stateless' | 'reject' = 'stateless'): Promise<{
  url: string;
  headers: Headers[];
  /** Breaks off every answer that is under way, and answers nobody any more. */
  stop(): Promise<void>;
}> {
  const headers: Headers[] = [];
  const handler = createMcpHandler(createOddServer, { legacy });
  const fetch = (request: Request): Promise<Response> => {
    headers.push(request.headers);
    return handler.fetch(request);
  };
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await new Promise<void>((listening) => server.once('listening', listening));
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await handler.close();
  }
  onTestFinished(stop);
  return { url: urlOf(server), headers, stop };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** How a call was refused. */
async function refusal(answer: Promise<unknown>): Promise<EngramError> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!EngramError.is(error)) throw error;
  return error;
}

describe.each(['stateless', 'reject'] as const)(
  'tools of an MCP server on the network, older clients: %s (TPL-12)',
  (legacy) => {
    it('calls them as it calls those of a program', async () => {
      const { url, headers } = await startService(legacy);
      const tools = await openForTest({ odd: { url, headers: { 'X-Key': 'secret' } } });
      expect(tools.describe('echo')?.annotations).toEqual({ readOnly: true, idempotent: true });
      expect(await tools.call('echo', { a: 1 })).toEqual({ a: 1 });
      await expect(tools.call('refuse', {})).rejects.toMatchObject({
        name: 'ToolError',
        message: 'Not today.',
      });
      expect(headers.every((each) => each.get('X-Key') === 'secret')).toBe(true);
    });

    it('gives up on a call that takes too long, and on one that nobody waits for', async () => {
      const { url } = await startService(legacy);
      const tools = await openForTest({ odd: { url, headers: {} } }, { timeoutMs: 300 });
      expect(await refusal(tools.call('hang', {}))).toMatchObject({
        code: 'timeout',
        details: { mayHaveActed: true },
      });
      const reason = new EngramError('timeout', 'Enough.');
      const stop = new AbortController();
      const hanging = tools.call('hang', {}, stop);
      stop.abort(reason);
      await expect(hanging).rejects.toBe(reason);
      expect(await tools.call('echo', {})).toEqual({});
    });

    it('reads no more of an answer than it may, and asks the same server again', async () => {
      const { url } = await startService(legacy);
      const tools = await openForTest({ odd: { url, headers: {} } });
      for (const bytes of [1_000_001, 50_000_000]) {
        expect(await refusal(tools.call('huge', { bytes }))).toMatchObject({ code: 'too_large' });
      }
      expect(await tools.call('echo', {})).toEqual({});
    });

    it('says so when a server goes away in the middle of a call, and is refused at once later', async () => {
      const { url, stop } = await startService(legacy);
      const tools = await openForTest({ odd: { url, headers: {} } });
      const hanging = refusal(tools.call('hang', {}));
      await tools.call('echo', {});
      await stop();
      expect(await hanging).toMatchObject({
        code: 'internal',
        details: { server: 'odd', mayHaveActed: true },
      });
      expect(await refusal(tools.call('echo', {}))).toMatchObject({ code: 'internal' });
    });
  },
);

describe('a server on the network that cannot be used', () => {
  it('is named with its address, without what could be a key', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise<void>((listening) => server.once('listening', listening));
    const url = `${urlOf(server)}?key=secret`;
    await new Promise((closed) => server.close(closed));
    const error = await refusal(openForTest({ away: { url, headers: {} } }));
    expect(error).toMatchObject({ code: 'config_invalid', details: { server: 'away' } });
    expect(error.message).toMatch(
      /^The MCP server "away" \(http:\/\/127\.0\.0\.1:\d+\/mcp\?…\) did not start: .*ECONNREFUSED/,
    );
  });

  it.each([401, 404, 500])('says that it answered %i', async (status) => {
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(
      0,
      '127.0.0.1',
    );
    await new Promise<void>((listening) => server.once('listening', listening));
    onTestFinished(() => void server.close());
    const error = await refusal(openForTest({ away: { url: urlOf(server), headers: {} } }));
    expect(error).toMatchObject({ code: 'config_invalid' });
    expect(error.message).toContain('did not start');
  });

  it('does not answer: nobody waits for it for long', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise<void>((listening) => server.once('listening', listening));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const opening = openForTest({ mute: { url: urlOf(server), headers: {} } }, { startTimeoutMs: 300 });
    expect(await refusal(opening)).toMatchObject({ code: 'timeout', details: { server: 'mute' } });
  });
});
