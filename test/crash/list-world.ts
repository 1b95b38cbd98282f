import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type Json, type JsonObject, openEngram } from '../../src/index.ts';

/** What a process that replays a loop is told. */
export interface LoopingSettings {
  readonly path: string;
  readonly url: string;
  /** The moment at which it kills itself, from 1. */
  readonly killAt?: number | undefined;
}

export const tools = ['list_orders', 'get_order', 'cancel_order'] as const;
type ToolName = (typeof tools)[number];

/** Orders of two customers, and how often each was cancelled. */
export interface ListWorld {
  readonly url: string;
  readonly cancelled: Map<string, number>;
}

const ordersOf = (customer: Json | undefined): string[] =>
  customer === 'C101' ? ['W1001', 'W1002', 'W1003'] : ['W2001', 'W2002', 'W2003', 'W2004'];

function answerTo(tool: ToolName, given: JsonObject, cancelled: Map<string, number>): Json {
  const id = String(given['id']);
  const statusOf = (order: string): string => (cancelled.has(order) ? 'cancelled' : 'pending');
  if (tool === 'list_orders') return { orders: ordersOf(given['customer']).map((order) => ({ id: order })) };
  if (tool === 'cancel_order') cancelled.set(id, (cancelled.get(id) ?? 0) + 1);
  return { id, status: statusOf(id) };
}

export async function startListWorld(): Promise<ListWorld> {
  const cancelled = new Map<string, number>();
  const server = createServer((request, response) => {
    // Whoever asked may be dead by now.
    response.on('error', () => {});
    const tool = tools.find((name) => `/${name}` === request.url) ?? 'list_orders';
    void text(request).then((given) =>
      response.end(JSON.stringify(answerTo(tool, JSON.parse(given) as JsonObject, cancelled))),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, cancelled };
}

/** Records how all orders of a customer are cancelled, and saves it as the template `cancel-all`. */
export async function recordCancelling(path: string): Promise<void> {
  const engram = await openEngram({
    db: `file:${path}`,
    surroundings: { environment: {}, folder: '/', home: '/nowhere' },
  });
  const alice = engram.agent('alice');
  const run = await alice.startRun({ description: 'Cancel all orders', inputs: { customer: 'C101' } });
  const cancelled = new Map<string, number>();
  const call = (tool: ToolName, given: JsonObject): Promise<unknown> =>
    run.call(tool, given, () => answerTo(tool, given, cancelled));
  await call('list_orders', { customer: 'C101' });
  for (const id of ordersOf('C101')) {
    await call('get_order', { id });
    await call('cancel_order', { id });
  }
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'cancel-all', approve: true });
  await engram.close();
}
