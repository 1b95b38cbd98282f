import { describe, expect, it, vi } from 'vitest';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import type { EngramEvent } from '../../src/ports/events.ts';
import { listen } from './event-reader.ts';
import { connectRaw, type HttpTestServer, openTestServer } from './test-server.ts';

const remember = (door: HttpTestServer, text: string) =>
  door.engram.memories.record({ kind: 'knowledge', text });

/** How many streams the server counts. */
async function streams(door: HttpTestServer, headers = {}): Promise<number> {
  const { text } = await door.call('GET', '/metrics', undefined, headers);
  return Number(/^engram_sse_clients (\d+)$/m.exec(text)?.[1]);
}

describe('the stream of events (API-2)', () => {
  it('tells what happens, in order, each event with an id', async () => {
    const door = await openTestServer();
    const reader = await listen(`${door.url}/api/events`);
    const first = await remember(door, 'one');
    await door.engram.memories.delete(first.id);
    const heard = [await reader.event(), await reader.event()];
    expect(heard).toMatchObject([
      {
        type: 'memory-recorded',
        data: { type: 'memory-recorded', memoryId: first.id, at: door.engram.time.now() },
      },
      { type: 'memory-deleted', data: { memoryId: first.id, scope: { user: 'local' } } },
    ]);
    expect(new Set(heard.map((event) => event?.id)).size).toBe(2);
  });

  it('tells of what is learned, and of checks that go, to those who may see them', async () => {
    const door = await openTestServer();
    const mine = await listen(`${door.url}/api/events?types=lesson-saved,lesson-deleted`, {
      'X-Engram-Agent': 'alice',
    });
    await door.engram.agent('bob').prevention.create({ name: 'of-bob', message: 'Look first.' });
    const { id } = await door.engram.agent('alice').prevention.create({ message: 'Look first.' });
    await door.engram.agent('alice').prevention.delete(id);
    expect([await mine.event(), await mine.event()]).toMatchObject([
      { type: 'lesson-saved', data: { lessonId: id } },
      { type: 'lesson-deleted', data: { lessonId: id } },
    ]);
  });

  it('CAP-8: tells each agent of a run what happens in it, and no other agent', async () => {
    const door = await openTestServer();
    const as = (agent: string) => listen(`${door.url}/api/events`, { 'X-Engram-Agent': agent });
    const [coder, stranger] = [await as('coder'), await as('cod')];
    const run = await door.engram.agent('planner').startRun({ description: 'Mend it', agents: ['coder'] });
    await run.as('reviewer').note('Looks right.');
    await run.finish({ outcome: 'success' });
    // What the stranger hears first is its own: nothing of the run came before.
    const { id } = await door.engram.agent('cod').memories.record({ kind: 'knowledge', text: 'mine' });
    expect([await coder.event(), await coder.event(), await coder.event()]).toMatchObject([
      { type: 'run-started', data: { runId: run.id, members: ['coder'] } },
      { type: 'step-recorded', data: { runId: run.id, members: ['coder', 'reviewer'] } },
      { type: 'run-finished', data: { runId: run.id } },
    ]);
    expect(await stranger.event()).toMatchObject({ data: { memoryId: id } });
  });

  it('begins with the id to come back with, even before anything happens', async () => {
    const door = await openTestServer();
    await remember(door, 'before');
    const reader = await listen(`${door.url}/api/events`);
    const greeting = await reader.next();
    expect(greeting).toMatchObject({ type: undefined, data: undefined });
    reader.leave();
    await remember(door, 'meanwhile');
    const back = await listen(`${door.url}/api/events`, { 'Last-Event-ID': greeting?.id ?? '' });
    expect(await back.event()).toMatchObject({ data: { memoryId: 'mem_000002' } });
  });

  it.each(['header', 'query'])(
    'goes on after the last event the client has, given in the %s',
    async (how) => {
      const door = await openTestServer();
      const reader = await listen(`${door.url}/api/events`);
      for (const text of ['one', 'two', 'three']) await remember(door, text);
      const last = (await reader.event())?.id ?? '';
      reader.leave();
      const back =
        how === 'header'
          ? await listen(`${door.url}/api/events`, { 'Last-Event-ID': last })
          : await listen(`${door.url}/api/events?after=${last}`);
      expect([await back.event(), await back.event()]).toMatchObject([
        { data: { memoryId: 'mem_000002' } },
        { data: { memoryId: 'mem_000003' } },
      ]);
    },
  );

  it('goes on over all that the hub has kept, however much that is', async () => {
    const door = await openTestServer();
    const reader = await listen(`${door.url}/api/events`);
    const start = (await reader.next())?.id ?? '';
    reader.leave();
    const scope = { user: 'local', project: 'default', agent: null };
    for (let count = 1; count <= 10_000; count += 1) {
      door.hub.publish({ type: 'records-lost', count, reason: 'x'.repeat(100), at: 0, scope });
    }
    const back = await listen(`${door.url}/api/events?after=${start}`);
    for (let count = 1; count <= 10_000; count += 1)
      expect((await back.event())?.data).toMatchObject({ count });
  });

  it('says first that events were missed, when they were dropped or are of another process', async () => {
    const door = await openTestServer({ hub: createEventHub(3) });
    for (const text of ['1', '2', '3', '4', '5']) await remember(door, text);
    const ids = [door.hub.idOf(1), createEventHub().idOf(5), door.hub.idOf(99), 'nonsense'];
    for (const id of ids) {
      const reader = await listen(`${door.url}/api/events`, { 'Last-Event-ID': id });
      const reset = await reader.event();
      expect(reset, id).toMatchObject({ type: 'reset' });
      expect(door.hub.placeAfter(reset?.id ?? '')).toBe(door.hub.next());
      await remember(door, 'new');
      const heard = await reader.event();
      expect(heard).toMatchObject({ type: 'memory-recorded' });
      expect(door.hub.placeAfter(heard?.id ?? '')).toBe(door.hub.next());
    }
  });

  it('tells only the types that were asked for', async () => {
    const door = await openTestServer();
    const reader = await listen(`${door.url}/api/events?types=task-created,run-started`);
    await remember(door, 'not asked for');
    await door.engram.runs.start({ description: 'Asked for' });
    await door.engram.tasks.create({ id: 'a', description: 'Asked for' });
    expect([await reader.event(), await reader.event()]).toMatchObject([
      { type: 'run-started' },
      { type: 'task-created' },
    ]);
    const { status, text } = await door.call('GET', '/api/events?types=run-startet');
    expect(status).toBe(400);
    expect(text).toContain('run-started');
  });

  it('tells nobody of what they may not see', async () => {
    const door = await openTestServer();
    const alice = await listen(`${door.url}/api/events`, await door.token({ agent: 'alice' }, ['read']));
    const ben = await listen(`${door.url}/api/events`, await door.token({ user: 'ben' }, ['read']));
    await door.engram.agent('bob').memories.record({ kind: 'knowledge', text: 'of bob' });
    await door.engram
      .as({ project: 'other' })
      .memories.record({ kind: 'knowledge', text: 'of another project' });
    await door.engram.as({ user: 'ben' }).memories.record({ kind: 'knowledge', text: 'of ben' });
    await door.engram.agent('alice').memories.record({ kind: 'knowledge', text: 'of alice' });
    const firstOf = async (reader: typeof alice) => {
      const heard = await reader.event();
      // Making the token of ben is an event of his, too.
      return heard?.type === 'token-created' ? reader.event() : heard;
    };
    expect(await firstOf(alice)).toMatchObject({ data: { scope: { agent: 'alice' } } });
    expect(await firstOf(ben)).toMatchObject({ data: { scope: { user: 'ben' } } });
  });

  it('gives signs of life while nothing happens', async () => {
    const door = await openTestServer({ limits: { heartbeatMs: 5 } });
    const reader = await listen(`${door.url}/api/events`);
    await reader.next();
    expect((await reader.next())?.comment).toBe('still here');
    expect((await reader.next())?.comment).toBe('still here');
  });

  it.each([5, 60_000])(
    'ends when its token is revoked, with a sign of life every %i ms',
    async (heartbeatMs) => {
      const door = await openTestServer({ limits: { heartbeatMs } });
      const token = await door.token({}, ['read']);
      const reader = await listen(`${door.url}/api/events`, token);
      for (const { id } of await door.engram.tokens.list()) await door.engram.tokens.revoke(id);
      for (let block = await reader.next(); block !== undefined; block = await reader.next());
    },
  );

  it('ends when the server closes', async () => {
    const door = await openTestServer();
    const reader = await listen(`${door.url}/api/events`);
    await reader.next();
    await Promise.all([door.server.close(), reader.next().then((block) => expect(block).toBeUndefined())]);
  });

  it('is forgotten when the client leaves', async () => {
    const door = await openTestServer();
    const reader = await listen(`${door.url}/api/events`);
    expect(await streams(door)).toBe(1);
    reader.leave();
    await vi.waitFor(async () => expect(await streams(door)).toBe(0));
  });

  it('is not even opened for a client that asks for its head only', async () => {
    const door = await openTestServer();
    const { status, headers } = await door.call('HEAD', '/api/events');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
    });
    expect(await streams(door)).toBe(0);
  });

  it('is given to so many clients only', async () => {
    const door = await openTestServer({ limits: { eventStreams: 2 } });
    const [one] = [await listen(`${door.url}/api/events`), await listen(`${door.url}/api/events`)];
    expect(await door.call('GET', '/api/events')).toMatchObject({
      status: 503,
      body: { error: { code: 'store_busy' } },
    });
    one.leave();
    await vi.waitFor(async () => expect(await streams(door)).toBe(1));
    expect((await listen(`${door.url}/api/events`)).status).toBe(200);
  });

  it('is cut off when the client does not read, and others hear everything', async () => {
    const door = await openTestServer({ hub: createEventHub(50) });
    const { socket, whole } = connectRaw(door.url, 'GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const reader = await listen(`${door.url}/api/events`);
    const scope = { user: 'local', project: 'default', agent: null };
    const event: EngramEvent = { type: 'records-lost', count: 1, reason: 'x'.repeat(200_000), at: 0, scope };
    // Enough to fill what the system itself keeps for a connection, and the hub after that.
    for (let sent = 0; sent < 400 && (await streams(door)) === 2; sent += 1) {
      door.hub.publish({ ...event, count: sent });
      expect((await reader.event())?.data).toMatchObject({ count: sent });
    }
    expect(await streams(door)).toBe(1);
    socket.resume();
    await whole;
  });
});
