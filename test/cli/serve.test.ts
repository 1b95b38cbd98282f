import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program, type World, worldForTest } from './world.ts';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program and waits for the address it prints. */
async function startServe(world: World, ...words: string[]): Promise<Running> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: world.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: world.home,
      TMPDIR: world.folder,
      ENGRAM_DB: `file:${world.databasePath}`,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const url = await new Promise<string>((found, failed) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (address !== undefined && /Ctrl\+C/.test(output)) found(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', () => failed(new Error(output)));
  });
  return {
    child,
    url,
    output: () => output,
    stop: (signal = 'SIGINT') =>
      new Promise((ended) => {
        child.once('exit', (code) => ended(code));
        child.kill(signal);
      }),
  };
}

describe('engram serve', () => {
  it('serves the configured database, tells where, and stops cleanly', async () => {
    const world = worldForTest();
    const { id } = await world.json<{ id: string }>('memory', 'record', 'VPN', '--type', 'knowledge');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = await startServe(world, 'serve', '--port', '0');
      expect(running.output()).toContain(`${running.url}/docs`);
      expect(running.output()).toContain('open to everybody on this machine');
      expect(await (await fetch(`${running.url}/api/memories/${id}`)).json()).toMatchObject({ text: 'VPN' });
      expect(await running.stop(signal)).toBe(0);
      expect(running.output()).toContain('Stopping');
    }
  });

  it('indexes in the background what others record', async () => {
    const world = worldForTest();
    const { url, stop } = await startServe(world, 'serve', '--port', '0');
    await world.json('memory', 'record', 'The staging API needs a VPN', '--type', 'knowledge');
    for (let tries = 0; ; tries += 1) {
      const { items } = (await (await fetch(`${url}/api/jobs`)).json()) as {
        items: Array<{ name: string; done: number }>;
      };
      if (items.some(({ name, done }) => name === 'index-memories' && done === 1)) break;
      if (tries > 300) throw new Error('The memory was not indexed.');
      await new Promise((resume) => setTimeout(resume, 20));
    }
    expect(await stop()).toBe(0);
  });

  it('asks for a token as soon as there is one', async () => {
    const world = worldForTest();
    const { url, stop } = await startServe(world, 'serve', '--port', '0');
    expect((await fetch(`${url}/api/stats`)).status).toBe(200);
    const { secret } = await world.json<{ secret: string }>('token', 'create');
    expect((await fetch(`${url}/api/stats`)).status).toBe(401);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await fetch(`${url}/api/stats`, { headers })).status).toBe(200);
    const [token] = (await world.json<{ items: Array<{ id: string }> }>('token', 'list')).items;
    await world.json('token', 'revoke', token?.id ?? '');
    // A door that was shut once does not open by itself.
    expect((await fetch(`${url}/api/stats`)).status).toBe(401);
    expect(await stop()).toBe(0);
  });

  it('refuses to be reached from elsewhere without a token, a port in use, and a database that is none', async () => {
    const world = worldForTest();
    const wide = await world.run(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(wide).toMatchObject({ code: 8, err: expect.stringContaining('engram token create') });
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as AddressInfo;
    const taken = await world.run(['serve', '--port', String(port)]);
    expect(taken).toMatchObject({ code: 4, err: expect.stringContaining('--port') });
    expect(await world.run(['serve', '--db', world.folder])).toMatchObject({ code: 5 });
    for (const wrong of ['many', '70000', '1.5']) {
      expect(await world.run(['serve', '--port', wrong])).toMatchObject({ code: 2 });
    }
  });

  it('--demo serves a story in a database of its own, and takes it away in the end', async () => {
    const world = worldForTest();
    const { url, output, stop } = await startServe(world, 'serve', '--demo', '--port', '0');
    expect(output()).toContain('Three things to try');
    const refund = (order_id: number) =>
      fetch(`${url}/api/templates/refund-order/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { order_id } }),
      }).then((response) => response.json());
    expect(await refund(3_001)).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(await refund(2_907)).toMatchObject({ status: 'diverged', divergence: { found: '"refunded"' } });
    const [, asked = ''] = /engram (learning suggest .+)$/m.exec(output()) ?? [];
    expect((await world.run(asked.split(' '))).out).toContain('Recommended: read-the-failing-test-first');
    expect((await fetch(`${url}/docs`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(existsSync(world.databasePath)).toBe(false);
    expect(readdirSync(world.folder).filter((name) => name.startsWith('engram-demo-'))).toEqual([]);
  }, 180_000);
});

describe('engram mcp', () => {
  it('speaks with an agent over standard input and output, as the agent it was told', async () => {
    const world = worldForTest();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, 'mcp', '--agent', 'alice'],
        env: { HOME: world.home, ENGRAM_DB: `file:${world.databasePath}` },
      }),
    );
    await client.callTool({ name: 'engram_remember', arguments: { kind: 'rule', text: 'Look first' } });
    await client.close();
    expect(await world.json('memory', 'list', '--agent', 'alice')).toMatchObject({
      items: [{ text: 'Look first', scope: { agent: 'alice' } }],
    });
  });

  it('answers what was piped in, and nothing but the protocol', async () => {
    const world = worldForTest();
    const requests = [
      {
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      },
      { method: 'tools/list', params: {} },
    ].map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request }));
    const { code, out, err } = await world.start(['mcp'], { input: `${requests.join('\n')}\n` });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(answers.map(({ id }) => id)).toEqual([0, 1]);
  });

  it('--http listens for many', async () => {
    const world = worldForTest();
    const running = await startServe(world, 'mcp', '--http', '--port', '0');
    expect(running.output()).toContain('/mcp');
    expect(await running.stop('SIGTERM')).toBe(0);
  });
});
