import type { Tools } from '../../../../ports/run-handle.ts';

interface DeskOrder {
  readonly id: number;
  readonly customer: string;
  readonly total: number;
  status: string;
  shipment: { readonly id: string; readonly state: string } | null;
}

const customers = ['Maria', 'Jonas', 'Aiko', 'Samuel', 'Leila', 'Tomas'];

/** The first order whose customer was already paid back: a replay must stop there. */
export const refundedOrder = 2_907;
/** Orders without a refund yet, for those who try the demo. */
export const openOrders = [3_001, 3_002, 3_003] as const;

/** Raises what a tool of the story fails with, as the tool of a user would. */
export function failAs(errorType: string, message: string): never {
  throw Object.assign(new Error(message), { name: errorType });
}

/**
 * The systems the team works with: orders, tickets, workers. Every call takes time on the clock of the story.
 *
 * Orders exist for every number; one that ends in 7 was refunded by hand before an agent looks at it.
 */
export function createDesk(pass: (milliseconds: number) => void | Promise<void>) {
  const orders = new Map<number, DeskOrder>();
  const assigned = new Map<string, string>();
  const restarted = new Set<string>();

  function orderOf(id: number): DeskOrder {
    const known = orders.get(id);
    if (known !== undefined) return known;
    if (!Number.isInteger(id) || id < 1_000 || id > 9_999) failAs('NotFoundError', `There is no order ${id}`);
    const isPaidBack = id % 10 === 7;
    const order: DeskOrder = {
      id,
      customer: customers[id % customers.length] ?? 'Maria',
      total: 12 + ((id * 37) % 180) + 0.9,
      status: isPaidBack ? 'refunded' : 'shipped',
      shipment: isPaidBack ? null : { id: `SHP-${id + 7_775}`, state: 'in transit' },
    };
    orders.set(id, order);
    return order;
  }

  const takes = async (seconds: number): Promise<void> => pass(seconds * 1_000);
  return {
    get_order: {
      description: 'Looks an order up.',
      readOnly: true,
      inputSchema: schema({ order_id: 'number' }),
      execute: async ({ order_id }: { order_id: number }) => {
        await takes(0.4);
        return structuredClone(orderOf(order_id));
      },
    },
    cancel_shipment: {
      description: 'Cancels a shipment that is still under way.',
      inputSchema: schema({ shipment_id: 'string' }),
      execute: async ({ shipment_id }: { shipment_id: string }) => {
        await takes(1.1);
        const order = [...orders.values()].find(({ shipment }) => shipment?.id === shipment_id);
        if (order === undefined) failAs('NotFoundError', `There is no shipment ${shipment_id}`);
        order.shipment = null;
        order.status = 'cancelled';
        return { shipment_id, cancelled: true };
      },
    },
    refund: {
      description: 'Pays a customer back.',
      inputSchema: schema({ order_id: 'number', amount: 'number' }),
      execute: async ({ order_id, amount }: { order_id: number; amount: number }) => {
        await takes(0.8);
        const order = orderOf(order_id);
        if (order.shipment !== null)
          failAs(
            'RefundError',
            `Order ${order_id} cannot be refunded: shipment ${order.shipment.id} is in transit`,
          );
        order.status = 'refunded';
        return { order_id, refunded: amount };
      },
    },
    get_ticket: {
      description: 'Reads a support ticket.',
      readOnly: true,
      inputSchema: schema({ ticket: 'string' }),
      execute: async ({ ticket }: { ticket: string }) => {
        await takes(0.3);
        return { ticket, area: areaOf(ticket), state: assigned.has(ticket) ? 'assigned' : 'open' };
      },
    },
    find_team: {
      description: 'Says which team looks after an area.',
      readOnly: true,
      inputSchema: schema({ area: 'string' }),
      execute: async ({ area }: { area: string }) => {
        await takes(0.3);
        return { area, team: teams[area] ?? 'platform' };
      },
    },
    assign_ticket: {
      description: 'Gives a ticket to a team.',
      inputSchema: schema({ ticket: 'string', team: 'string' }),
      execute: async ({ ticket, team }: { ticket: string; team: string }) => {
        await takes(0.5);
        assigned.set(ticket, team);
        return { ticket, team, assigned: true };
      },
    },
    get_worker: {
      description: 'Looks at a background worker.',
      readOnly: true,
      inputSchema: schema({ worker: 'string' }),
      execute: async ({ worker }: { worker: string }) => {
        await takes(0.3);
        return { worker, queue: 'emails', state: restarted.has(worker) ? 'running' : 'stuck' };
      },
    },
    restart_worker: {
      description: 'Restarts a background worker.',
      inputSchema: schema({ worker: 'string', drain_seconds: 'number', reason: 'string' }),
      execute: async ({ worker }: { worker: string; drain_seconds: number; reason: string }) => {
        await takes(6);
        restarted.add(worker);
        return { worker, restarted: true };
      },
    },
  } satisfies Tools;
}

export type Desk = ReturnType<typeof createDesk>;

const teams: Readonly<Record<string, string>> = {
  billing: 'payments',
  login: 'identity',
  search: 'catalogue',
};
const areas = Object.keys(teams);

function areaOf(ticket: string): string {
  return areas[Number(ticket.replace(/\D/g, '')) % areas.length] ?? 'billing';
}

function schema(properties: Readonly<Record<string, string>>) {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type }])),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
