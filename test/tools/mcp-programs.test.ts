import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import type { ToolRuntime } from '../../src/ports/tool-runtime.ts';
import { openMcpTools } from '../../src/providers/tools/mcp-tools.ts';
import { openForTest, processList, program } from './odd-servers.ts';

/** How a call was refused. */
async function refusal(answer: Promise<unknown>): Promise<EngramError> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!EngramError.is(error)) throw error;
  return error;
}

describe('tools of an MCP server that is a program (TPL-12)', () => {
  let tools: ToolRuntime & { close(): Promise<void> };
  beforeAll(async () => {
    const odd = { ...program('odd'), env: { GIVEN: 'by the configuration' } };
    tools = await openMcpTools({ odd }, { timeoutMs: 15_000, maxResultBytes: 1_000_000 });
  });
  afterAll(() => tools.close());

  it('describes them with what they say about themselves, and keeps silent about the rest', () => {
    expect(tools.describe('echo')).toEqual({
      name: 'echo',
      description: 'Does echo',
      inputSchema: expect.objectContaining({ type: 'object' }),
      annotations: { readOnly: true, idempotent: true },
    });
    expect(tools.describe('refuse')?.annotations).toEqual({ destructive: true });
    expect(tools.describe('say')?.annotations).toEqual({});
    expect(tools.describe('unheard-of')).toBeUndefined();
  });

  it('answers with structured content, with a text as it is, or with a list', async () => {
    expect(await tools.call('echo', { a: [1, null] })).toEqual({ a: [1, null] });
    expect(await tools.call('say', { words: ['{"a":1}'] })).toBe('{"a":1}');
    expect(await tools.call('say', { words: ['a', 'b'] })).toEqual(['a', 'b']);
    expect(await tools.call('say', { words: [] })).toBeNull();
    expect(await tools.call('picture', {})).toEqual({ type: 'image', data: 'AA==', mimeType: 'image/png' });
  });

  it('rejects with the very words of a tool that says it failed', async () => {
    await expect(tools.call('refuse', {})).rejects.toMatchObject({
      name: 'ToolError',
      message: 'Not today.',
    });
  });

  it('gives a server the few variables every program needs and those of the configuration, no others', async () => {
    process.env['ENGRAM_TEST_SECRET'] = 'not for servers';
    const seen = JSON.parse(String(await tools.call('environment', {})));
    delete process.env['ENGRAM_TEST_SECRET'];
    expect(seen).toMatchObject({ GIVEN: 'by the configuration', PATH: process.env['PATH'] });
    expect(seen).not.toHaveProperty('ENGRAM_TEST_SECRET');
  });

  it('stops waiting when the signal says so, tells the server, and goes on working', async () => {
    const stop = new AbortController();
    const hanging = tools.call('hang', {}, stop);
    await tools.call('echo', {});
    const reason = new EngramError('timeout', 'Enough.');
    stop.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    await expect.poll(() => tools.call('cancelled', {})).toBe('1');
    await expect(tools.call('echo', {}, stop)).rejects.toBe(reason);
  });

  it('finds a tool by its name, and by the name of its server and its own', async () => {
    expect(tools.names()).toContain('echo');
    expect(tools.names()).not.toContain('odd/echo');
    expect(await tools.call('odd/echo', { b: 2 })).toEqual({ b: 2 });
    expect(await refusal(tools.call('other/echo', {}))).toMatchObject({ code: 'tool_missing' });
  });
});

describe('a server that misbehaves', () => {
  it('is given up on when a call takes too long: what it did is not known', async () => {
    const tools = await openForTest({ odd: program('odd') }, { timeoutMs: 300 });
    expect(await refusal(tools.call('hang', {}))).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('hang did not answer within 300 ms'),
      details: { mayHaveActed: true },
    });
  });

  it('dies in the middle of a call: that call says so, and later ones are not made', async () => {
    const notices: string[] = [];
    const tools = await openForTest({ odd: program('odd') }, { onNotice: (notice) => notices.push(notice) });
    const others = refusal(tools.call('hang', {}));
    const error = await refusal(tools.call('die', {}));
    expect(error).toMatchObject({ code: 'internal', details: { server: 'odd', mayHaveActed: true } });
    expect(error.message).toContain('something broke badly');
    expect(await others).toMatchObject({ code: 'internal' });
    expect(await refusal(tools.call('echo', {}))).toMatchObject({
      code: 'tool_missing',
      details: { mayHaveActed: false },
    });
    expect(notices).toEqual([expect.stringContaining('"odd" has ended')]);
  });

  it('answers with more than is read: the call is refused as too large, and the server goes on', async () => {
    const tools = await openForTest({ odd: program('odd') }, { maxResultBytes: 1_000 });
    expect(await refusal(tools.call('huge', { bytes: 1_001 }))).toMatchObject({ code: 'too_large' });
    expect(await tools.call('huge', { bytes: 1_000 })).toHaveLength(1_000);
  });

  it('answers with 50 MB: the call is refused before all of it is read, and the server is ended', async () => {
    const processes = processList();
    const tools = await openForTest({ odd: program('odd', processes.path) });
    expect(await refusal(tools.call('huge', { bytes: 50_000_000 }))).toMatchObject({
      code: 'too_large',
      details: { mayHaveActed: true },
    });
    expect((await refusal(tools.call('echo', {}))).message).toContain('its last answer was too large');
    await expect.poll(processes.running, { timeout: 10_000 }).toBe(0);
  });

  it('loses a tool: it is no longer there, and calling it calls nothing', async () => {
    const notices: string[] = [];
    const tools = await openForTest({ odd: program('odd') }, { onNotice: (notice) => notices.push(notice) });
    expect(await tools.call('fleeting', {})).toBe('still here');
    await tools.call('vanish', {});
    await expect.poll(() => tools.describe('fleeting')).toBeUndefined();
    expect(tools.has('odd/fleeting')).toBe(false);
    expect(await refusal(tools.call('fleeting', {}))).toMatchObject({ code: 'tool_missing' });
    expect(notices).toEqual(['The MCP server "odd" no longer has fleeting.']);
  });
});

describe('several servers', () => {
  it('keeps tools of the same name apart by their servers', async () => {
    const tools = await openForTest({ left: program('odd'), right: program('odd'), paged: program('paged') });
    expect(tools.names()).toEqual(expect.arrayContaining(['left/echo', 'right/echo', 'one', 'five']));
    expect(tools.names()).not.toContain('echo');
    expect(tools.has('echo')).toBe(false);
    expect((await refusal(tools.call('echo', {}))).message).toContain('say left/echo or right/echo');
    expect(await tools.call('right/echo', { c: 3 })).toEqual({ c: 3 });
    await tools.call('left/vanish', {});
    // Of the two only one is left, and a plan that was recorded with the plain name finds it again.
    await expect.poll(() => tools.has('fleeting')).toBe(true);
    expect(await tools.call('fleeting', {})).toBe('still here');
  });

  it('reads every page of a list, and is content with a server that has no tools', async () => {
    const tools = await openForTest({ paged: program('paged'), none: program('toolless') });
    expect(tools.names()).toEqual(['one', 'two', 'three', 'four', 'five']);
    // The tool has done its work: what it answered is told, though it is not what it promised.
    expect(await tools.call('five', {})).toEqual({ broken: true });
  });

  it('speaks to servers that know only the newest generation of the protocol', async () => {
    const tools = await openForTest({ newest: program('newest') });
    expect(await tools.call('echo', { d: 4 })).toEqual({ d: 4 });
    await tools.call('vanish', {});
    await expect.poll(() => tools.describe('fleeting')).toBeUndefined();
  });

  it('needs nothing when there are none', async () => {
    const tools = await openForTest({});
    expect(tools.names()).toEqual([]);
    expect(await refusal(tools.call('echo', {}))).toMatchObject({ code: 'tool_missing' });
  });
});

describe('starting servers', () => {
  it('says which one did not start and what it wrote, and leaves none running', async () => {
    const processes = processList();
    const servers = { good: program('odd', processes.path), bad: program('broken', processes.path) };
    const error = await refusal(openForTest(servers));
    expect(error).toMatchObject({
      code: 'config_invalid',
      details: { server: 'bad', command: process.execPath },
    });
    expect(error.message).toContain('The MCP server "bad"');
    expect(error.message).toContain('no database at all');
    expect(processes.running()).toBe(0);
  });

  it('says when there is no such command', async () => {
    const servers = { bad: { command: './no-such-program', args: [], env: {} } };
    expect((await refusal(openForTest(servers))).message).toBe(
      'The MCP server "bad" (./no-such-program) did not start: there is no such command, or no such folder to start it in.',
    );
  });

  it('waits no longer than it may', async () => {
    const processes = processList();
    const error = await refusal(
      openForTest({ mute: program('silent', processes.path) }, { startTimeoutMs: 500 }),
    );
    expect(error).toMatchObject({ code: 'timeout', details: { server: 'mute' } });
    expect(processes.running()).toBe(0);
  });

  it('can be called off', async () => {
    const processes = processList();
    const stop = new AbortController();
    const opening = refusal(
      openForTest({ mute: program('silent', processes.path) }, { signal: stop.signal }),
    );
    await expect.poll(processes.started, { timeout: 10_000 }).toBe(1);
    const reason = new EngramError('timeout', 'Enough.');
    stop.abort(reason);
    expect(await opening).toBe(reason);
    expect(processes.running()).toBe(0);
  });
});

describe('closing', () => {
  it('ends every server, also one that does not listen', async () => {
    const processes = processList();
    const tools = await openForTest({
      odd: program('odd', processes.path),
      hard: program('stubborn', processes.path),
    });
    const hanging = refusal(tools.call('odd/hang', {}));
    await sleep(0);
    expect(processes.running()).toBe(2);
    await tools.close();
    expect(processes.running()).toBe(0);
    expect(await hanging).toMatchObject({ details: { mayHaveActed: true } });
    expect(await refusal(tools.call('odd/echo', {}))).toMatchObject({ code: 'tool_missing' });
  });
});
