// A shop's order desk as an MCP server: tools that read, tools that write, and a world that changes.
// Run it: node examples/order-desk/server.mjs orders.json      Use it: engram template run … --tools examples/order-desk/mcp.json
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { openDesk, Refusal } from './desk.mjs';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('Say where the orders are: node server.mjs orders.json');
  process.exit(2);
}
const desk = openDesk(path);

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const order = z.string().describe('Number of an order, such as W1001');

const tools = [
  ['find_customer', 'A customer by e-mail address', { email: z.string() }, reads, desk.findCustomer],
  ['list_orders', 'The orders of a customer', { customer: z.string() }, reads, desk.listOrders],
  ['get_order', 'An order with its items and its total', { id: order }, reads, desk.getOrder],
  [
    'get_product',
    'A product with its variants, prices and stock',
    { id: z.string() },
    reads,
    desk.getProduct,
  ],
  [
    'cancel_order',
    'Cancels an order that is not delivered yet. This cannot be undone.',
    { id: order, reason: z.string() },
    { ...writes, destructiveHint: true },
    desk.cancelOrder,
  ],
  [
    'exchange_item',
    'Exchanges an item of an order for another variant of the same product',
    {
      id: order,
      from: z.string().describe('Variant in the order'),
      to: z.string().describe('Variant instead'),
    },
    writes,
    desk.exchangeItem,
  ],
  [
    'refund_order',
    'Pays back a part of what a delivered order cost, or all of it. Each call pays once more.',
    { id: order, amount: z.number().positive() },
    { ...writes, destructiveHint: true },
    desk.refundOrder,
  ],
  [
    'set_address',
    'Changes where an order is sent',
    { id: order, address: z.string() },
    { ...writes, idempotentHint: true },
    desk.setAddress,
  ],
];

/** A refusal is an answer; what is unexpected is for whoever runs the desk to see. */
function answer(work) {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(work()) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}

serveStdio(() => {
  const server = new McpServer({ name: 'order-desk', version: '1.0.0' });
  for (const [name, description, input, annotations, work] of tools) {
    server.registerTool(name, { description, inputSchema: z.object(input), annotations }, (toolArguments) =>
      answer(() => work(toolArguments)),
    );
  }
  return server;
});
