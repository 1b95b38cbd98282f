import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type Json, openEngram } from '../../src/index.ts';

/** What is done with an order, in this order; none of it may be done twice. */
export const writes = ['reserve', 'charge', 'ship', 'invoice', 'notify'] as const;
export const looks = ['get_order', 'get_customer'] as const;
export type Write = (typeof writes)[number];
type Look = (typeof looks)[number];

/** What a process that replays is told. */
export interface ReplayingSettings {
  readonly path: string;
  readonly url: string;
  readonly idempotencyKey: string;
  /** The moment at which it kills itself, from 1. */
  readonly killAt?: number | undefined;
  /** A run to go on with, and what is known of the change it was at. */
  readonly resume?: string | undefined;
  readonly uncertain?: 'made' | 'not made' | undefined;
}

/** Where a write can be cut off: before it took effect, or before its answer was sent. */
export type Cut = 'arrived' | 'acted';

/** An order that lives in this process, and is asked about and changed over HTTP. */
export interface OrderWorld {
  readonly url: string;
  /** How often each write took effect. */
  readonly counts: Map<Write, number>;
  /** Called when a write has arrived, and when it has taken effect; its answer waits. */
  onWrite: (write: Write, cut: Cut) => Promise<void>;
}

export async function startOrderWorld(): Promise<OrderWorld> {
  const counts = new Map<Write, number>();
  async function answerTo(request: IncomingMessage): Promise<Json> {
    const { id } = JSON.parse(await text(request)) as { id: string };
    const tool = (request.url ?? '').slice(1);
    const write = writes.find((name) => name === tool);
    if (write === undefined) return lookAt(tool as Look, id, (name) => counts.has(name));
    await world.onWrite(write, 'arrived');
    counts.set(write, (counts.get(write) ?? 0) + 1);
    await world.onWrite(write, 'acted');
    return { id, done: true };
  }
  const server = createServer((request, response) => {
    // Whoever asked may be dead by now.
    response.on('error', () => {});
    void answerTo(request).then((answer) => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const world: OrderWorld = { url: `http://127.0.0.1:${port}`, counts, onWrite: async () => {} };
  return world;
}

function lookAt(look: Look, id: string, isDone: (write: Write) => boolean): Json {
  if (look === 'get_customer') return { id, language: 'English' };
  return { id, ...Object.fromEntries(writes.map((write) => [write, isDone(write) ? 'yes' : 'no'])) };
}

/** Records how an order is handled, with a look before and after each write, and saves it as the template `order`. */
export async function recordOrder(path: string, look: Look): Promise<void> {
  const engram = await openEngram({
    db: `file:${path}`,
    surroundings: { environment: {}, folder: '/', home: '/nowhere' },
  });
  const alice = engram.agent('alice');
  const run = await alice.startRun({ description: 'Handle order W1', inputs: { id: 'W1' } });
  const done = new Set<Write>();
  const seen = (): Promise<unknown> =>
    run.call(look, { id: 'W1' }, ({ id }) => lookAt(look, id, (name) => done.has(name)));
  await seen();
  for (const write of writes) {
    await run.call(write, { id: 'W1' }, ({ id }) => {
      done.add(write);
      return { id, done: true };
    });
    await seen();
  }
  await run.finish({ outcome: 'success' });
  const tools = Object.fromEntries([
    ...looks.map((name) => [name, { execute: () => null, readOnly: true }]),
    ...writes.map((name) => [name, { execute: () => null, readOnly: false }]),
  ]);
  await alice.templates.save({ run: run.id, name: 'order', approve: true }, tools);
  await engram.close();
}
