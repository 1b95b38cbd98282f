import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, type Serving, startServing } from './serving.ts';

let folder: string;
let serving: Serving;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engram-drained-'));
  serving = await startServing(`file:${join(folder, 'memory.db')}`, await freePort(), folder);
});
afterEach(async () => {
  await serving.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A connection on which the head and half of the body of a request were sent. */
async function halfSent(
  path: string,
  body: string,
  headers: readonly string[],
): Promise<[Socket, () => Promise<string>]> {
  const { hostname, port } = new URL(serving.url);
  const socket = connect(Number(port), hostname);
  const half = Math.floor(body.length / 2);
  const chunks: Buffer[] = [];
  const whole = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    ...headers,
  ];
  const accepted = new Promise<void>((resolve) => void socket.once('data', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server says "100 Continue" once it has accepted the request.
  await accepted;
  socket.write(body.slice(0, half));
  return [
    socket,
    () => {
      socket.write(body.slice(half));
      return whole;
    },
  ];
}

describe('a server that is asked to stop', () => {
  it.each([
    ['HTTP', '/api/memories', { kind: 'knowledge', text: 'kept' }, [], /201/],
    [
      'MCP',
      '/mcp?tools=memory',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'engram_memory_record', arguments: { kind: 'knowledge', text: 'kept' } },
      },
      ['Accept: application/json, text/event-stream', 'MCP-Protocol-Version: 2025-06-18'],
      /200/,
    ],
  ])(
    'answers what it had accepted over %s, takes nothing new, and ends by itself',
    async (_, path, body, headers, status) => {
      const [, sendRest] = await halfSent(path, JSON.stringify(body), headers);
      const ended = serving.end('SIGTERM');
      const refused = async (): Promise<boolean> =>
        fetch(`${serving.url}/healthz`).then(
          () => false,
          () => true,
        );
      await expect.poll(refused).toBe(true);
      const answer = await sendRest();
      expect(answer).toMatch(new RegExp(`HTTP/1.1 ${status.source}`));
      expect(answer).toContain('kept');
      expect(await ended).toBe(0);
      serving = await startServing(`file:${join(folder, 'memory.db')}`, await freePort(), folder);
      const { items } = (await (await fetch(`${serving.url}/api/memories`)).json()) as { items: unknown[] };
      expect(items).toMatchObject([{ text: 'kept' }]);
    },
  );
});
