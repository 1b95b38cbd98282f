import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TextContent } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { serveStdio } from '../../src/interfaces/mcp/stdio.ts';
import { start } from '../crash/child-process.ts';
import { buildStdioProgram, createPlace, type Place, type StdioProgram } from './connect.ts';
import { requestOf } from './request-of.ts';

let program: StdioProgram;
let place: Place;

beforeAll(async () => {
  program = await buildStdioProgram();
});
afterAll(() => program.remove());
beforeEach(async () => {
  place = await createPlace();
});
afterEach(() => place.close());

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const clientInfo = { name: 'script', version: '1' };
const greeting =
  line({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  }) + line({ method: 'notifications/initialized' });

function record(id: number): string {
  const input = { kind: 'knowledge', text: `number ${id} ${'and so on '.repeat(3_000)}` };
  return line({ id, method: 'tools/call', params: { name: 'engram_memory_record', arguments: input } });
}

interface Message {
  readonly jsonrpc: string;
  readonly id?: number;
}
const messagesIn = (output: string): Message[] =>
  output
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one) as Message);

describe('a server on standard input and output (API-3)', () => {
  it('ends by itself when the client leaves, and closes the database', async () => {
    const { child, ended } = start(program.path, [place.folder]);
    child.stdin?.end(greeting);
    expect(await ended).toMatchObject({ exitCode: 0, errors: 'left cleanly\n' });
  });

  it('answers all that was asked before it ends, and writes nothing but the protocol', async () => {
    const { child, ended } = start(program.path, [place.folder]);
    const ids = Array.from({ length: 20 }, (_, index) => index + 2);
    child.stdin?.end(greeting + ids.map(record).join(''));
    const messages = messagesIn((await ended).output);
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages.map(({ id }) => id ?? 0).sort((a, b) => a - b)).toEqual([1, ...ids]);
    expect((await place.engram.stats()).memories).toBe(20);
  });

  it('is not disturbed by a line that is no message', async () => {
    const { child, ended } = start(program.path, [place.folder]);
    child.stdin?.end(`${greeting}hello?\n{"half":\n${record(2)}`);
    const { output, exitCode } = await ended;
    expect(exitCode).toBe(0);
    expect(messagesIn(output).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('ends when nobody reads its answers any more', async () => {
    const child = spawn(process.execPath, [program.path, place.folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.destroy();
    child.stdin.write(greeting + record(2));
    const [[exitCode], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: 'left cleanly\n' });
  });

  it('goes on after a call that the client gave up', async () => {
    const client = await program.connect(place, 'alice', '2025');
    const gaveUp = new AbortController();
    const call = client.callTool({ name: 'engram_stats', arguments: {} }, { signal: gaveUp.signal });
    gaveUp.abort();
    await expect(call).rejects.toThrow();
    expect((await client.callTool({ name: 'engram_stats', arguments: {} })).isError).toBeUndefined();
    await client.close();
  });

  it('serves several clients on one database at once, each acting as its own agent', async () => {
    const names = ['alice', 'bob'];
    const clients = await Promise.all(names.map((name) => program.connect(place, name, '2026')));
    await Promise.all(
      clients.flatMap((client, index) =>
        Array.from({ length: 5 }, () => {
          const input = { kind: 'knowledge', text: `of ${names[index]}` };
          return client.callTool({ name: 'engram_memory_record', arguments: input });
        }),
      ),
    );
    for (const [index, client] of clients.entries()) {
      const { structuredContent, content } = await client.callTool({
        name: 'engram_memory_list',
        arguments: {},
      });
      expect((structuredContent as { items: unknown[] }).items).toHaveLength(5);
      expect((content as TextContent[])[0]?.text).not.toContain(`of ${names[1 - index]}`);
      await client.close();
    }
  });
});

describe('when the input ends before everything is answered', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** A server of which one tool never answers. */
  function serveWithSilence() {
    const desk = {
      ...requestOf(place.engram, place.engram, place.surroundings),
      open: () => new Promise<never>(() => {}),
    };
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio({
      version: '0.0.0-test',
      tools: 'all',
      caller: localCaller(desk),
      input,
      output,
    });
    return { input, output, served };
  }

  it('does not wait for a call that was given up', async () => {
    const { input, output, served } = serveWithSilence();
    input.end(greeting + record(2) + line({ method: 'notifications/cancelled', params: { requestId: 2 } }));
    await served;
    expect(messagesIn(await text(output.end())).map(({ id }) => id)).toEqual([1]);
  });

  it('does not wait for an answer for ever', async () => {
    const { input, served } = serveWithSilence();
    input.end(greeting + record(2));
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(10_000);
    await served;
  });
});
