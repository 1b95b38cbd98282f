import type { RunHandle } from '../../../ports/run-handle.ts';
import type { View } from '../../library/view.ts';

interface Order {
  readonly id: number;
  readonly total: number;
  status: 'shipped' | 'cancelled' | 'refunded';
  shipment: { id: string; state: string } | null;
}

/** A shop with a rule its agent does not know: what is under way cannot be refunded. */
export function createShop() {
  const orders = new Map<number, Order>();
  for (const [id, total] of [
    [1042, 59.9],
    [1043, 120],
    [1044, 18.5],
  ] as const) {
    orders.set(id, {
      id,
      total,
      status: 'shipped',
      shipment: { id: `SHP-${id + 7_775}`, state: 'in transit' },
    });
  }
  orders.set(1045, { id: 1045, total: 75, status: 'refunded', shipment: null });

  function find(id: number): Order {
    const order = orders.get(id);
    if (order === undefined) throw new RangeError(`No order ${id}`);
    return order;
  }

  return {
    get_order: async ({ order_id }: { order_id: number }) => structuredClone(find(order_id)),
    cancel_shipment: async ({ shipment_id }: { shipment_id: string }) => {
      const order = [...orders.values()].find((candidate) => candidate.shipment?.id === shipment_id);
      if (order === undefined) throw new RangeError(`No shipment ${shipment_id}`);
      order.shipment = null;
      order.status = 'cancelled';
      return { shipment_id, cancelled: true };
    },
    refund: async ({ order_id, amount }: { order_id: number; amount: number }) => {
      const order = find(order_id);
      if (order.shipment !== null) {
        throw new Error(`Order ${order_id} cannot be refunded: shipment ${order.shipment.id} is in transit`);
      }
      order.status = 'refunded';
      return { order_id, refunded: amount };
    },
  };
}

export type Shop = ReturnType<typeof createShop>;

/** Stands in for a language model, so that the demo needs no key. Each decision it makes is recorded as a model call. */
async function think(run: RunHandle): Promise<void> {
  await run.model({ model: 'scripted-model' });
}

/** First attempt: the agent does the obvious and fails. */
export async function refundNaively(agent: View, shop: Shop, orderId: number): Promise<string> {
  const run = await agent.startRun(refundTask(orderId));
  const tools = run.tools(shop);
  await think(run);
  const order = await tools.get_order({ order_id: orderId });
  await think(run);
  try {
    await tools.refund({ order_id: orderId, amount: order.total });
  } catch (error) {
    await think(run);
    await run.finish({ outcome: 'failure', summary: (error as Error).message });
  }
  return run.id;
}

/** Second attempt: it meets the same error, asks Engram what it knows, and finds the way round. */
export async function refundAfterTrouble(
  agent: View,
  shop: Shop,
  orderId: number,
  onError: (message: string) => Promise<void>,
): Promise<string> {
  const run = await agent.startRun(refundTask(orderId));
  const tools = run.tools(shop);
  await think(run);
  const order = await tools.get_order({ order_id: orderId });
  await think(run);
  try {
    await tools.refund({ order_id: orderId, amount: order.total });
  } catch (error) {
    await onError((error as Error).message);
    await think(run);
    await tools.cancel_shipment({ shipment_id: order.shipment?.id ?? '' });
    await think(run);
    await tools.refund({ order_id: orderId, amount: order.total });
  }
  await think(run);
  await run.finish({ outcome: 'success', successFactors: ['shipment cancelled first'] });
  return run.id;
}

function refundTask(orderId: number) {
  return { description: `Refund order ${orderId}`, category: 'support', inputs: { order_id: orderId } };
}
