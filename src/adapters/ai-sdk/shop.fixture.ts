import * as z from 'zod';
import type { Turn } from './agents.fixture.ts';

/** Payments have nothing of the orders they belong to, so that a plan must ask for them. */
const payments: Readonly<Record<number, string>> = { 42: 'pay-9f31', 43: 'pay-7a42' };
export const paymentOf = (id: number): string => payments[id] ?? 'none';

/** An order desk with two tools of the AI SDK, and what was refunded. */
export function orderDesk() {
  const refunded: unknown[] = [];
  const tools = {
    getOrder: {
      description: 'An order',
      inputSchema: z.object({ id: z.number() }),
      execute: async ({ id }: { id: number }) => ({ id, status: 'open', payment: paymentOf(id) }),
    },
    refund: {
      description: 'Gives money back',
      inputSchema: z.object({ payment: z.string() }),
      async execute({ payment }: { payment: string }) {
        refunded.push(payment);
        return { payment, refunded: true };
      },
    },
  };
  return { tools, refunded };
}

/** What the model says that refunds an order. */
export const refundTurns = (id: number): readonly Turn[] => [
  { calls: [['getOrder', { id }]] },
  { calls: [['refund', { payment: paymentOf(id) }]] },
  { text: 'Refunded.' },
];
