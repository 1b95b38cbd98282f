import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Work } from './recorded-work.ts';

/** The open orders of customers, by their number. */
export type Shop = Map<string, { customer: string; status: string; total: number }>;

export const aShop = (): Shop =>
  new Map([
    ['W1001', { customer: 'C101', status: 'pending', total: 120 }],
    ['W1002', { customer: 'C101', status: 'pending', total: 45 }],
    ['W1003', { customer: 'C101', status: 'pending', total: 80 }],
    ['W2001', { customer: 'C202', status: 'pending', total: 310 }],
    ['W2002', { customer: 'C202', status: 'pending', total: 22 }],
    ['W3001', { customer: 'C303', status: 'pending', total: 15 }],
    ['W3002', { customer: 'C303', status: 'pending', total: 64 }],
    ['W3003', { customer: 'C303', status: 'pending', total: 71 }],
    ['W3004', { customer: 'C303', status: 'pending', total: 90 }],
    ['W3005', { customer: 'C303', status: 'pending', total: 33 }],
    ['W4001', { customer: 'C404', status: 'pending', total: 205 }],
  ]);

export function toolsOf(shop: Shop, changes: string[] = []) {
  const orderOf = (id: Json) => shop.get(String(id)) ?? { customer: '', status: 'unknown', total: 0 };
  return {
    list_orders: {
      execute: ({ customer }: JsonObject): Json => ({
        customer: customer ?? null,
        orders: [...shop]
          .filter(([, one]) => one.customer === customer)
          .map(([id, { status }]) => ({ id, status })),
      }),
      readOnly: true,
    },
    get_order: {
      execute: ({ id }: JsonObject): Json => ({ id: id ?? null, ...orderOf(id ?? null) }),
      readOnly: true,
    },
    cancel_order: {
      execute: ({ id, reason }: JsonObject): Json => {
        changes.push(`cancel ${String(id)} because ${String(reason)}`);
        orderOf(id ?? null).status = 'cancelled';
        return { id: id ?? null, status: 'cancelled' };
      },
      readOnly: false,
    },
  } satisfies Tools;
}

/** What is written down when an order is cancelled. */
export const cancelled = (id: string): string => `cancel ${id} because no longer needed`;

export function setStatus(shop: Shop, id: string, status: string): void {
  const order = shop.get(id);
  if (order !== undefined) order.status = status;
}

/** Cancels all orders of a customer, one after the other. */
export function cancelAll(
  customer: string,
  { shop = aShop(), task = 'Cancel all orders of the customer; the reason is "no longer needed"' } = {},
): Work {
  const tools = toolsOf(shop);
  const listed = tools.list_orders.execute({ customer }) as { orders: Array<{ id: string }> };
  const reason = 'no longer needed';
  return {
    task,
    inputs: { customer },
    calls: [
      ['list_orders', { customer }, listed as unknown as Json],
      ...listed.orders.flatMap(({ id }): Work['calls'] => [
        ['get_order', { id }, tools.get_order.execute({ id })],
        ['cancel_order', { id, reason }, tools.cancel_order.execute({ id, reason })],
      ]),
    ],
  };
}

export function replayOf(agent: View, shop: Shop, changes: string[] = []) {
  return (customer: string) =>
    agent.templates.run(
      { id: 'work', inputs: { customer }, asRecorded: true },
      toolsOf(shop, changes),
    ) as Promise<TemplateRun>;
}
