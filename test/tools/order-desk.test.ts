import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMcpFile } from '../../src/config/read-mcp-file.ts';
import { structured } from '../../src/json/path.ts';
import { openMcpTools } from '../../src/providers/tools/mcp-tools.ts';

const example = join(import.meta.dirname, '../../examples/order-desk');

let folder: string;
let orders: string;
let tools: Awaited<ReturnType<typeof openMcpTools>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engram-desk-'));
  orders = join(folder, 'orders.json');
  const servers = await readMcpFile(join(example, 'mcp.json'), { ORDER_DESK_FILE: orders });
  tools = await openMcpTools(servers, { timeoutMs: 10_000, maxResultBytes: 1_000_000 });
});
afterAll(async () => {
  await tools.close();
  rmSync(folder, { recursive: true, force: true });
});
// Each test finds the same world, though the desk stays open.
beforeEach(() => copyFileSync(join(example, 'orders.json'), orders));

describe('the order desk, a server with state (TPL-12)', () => {
  it('is read and written through the file that names it', async () => {
    expect(structured(await tools.call('get_order', { id: 'W1001' }))).toMatchObject({
      status: 'pending',
      total: 228,
    });
    const exchanged = await tools.call('exchange_item', {
      id: 'W1001',
      from: 'lamp-white',
      to: 'lamp-black',
    });
    expect(structured(exchanged)).toMatchObject({ total: 231, difference: 3 });
    const kept = JSON.parse(readFileSync(orders, 'utf8'));
    expect(kept.products[0].variants.map(({ stock }: { stock: number }) => stock)).toEqual([13, 2, 0]);
    expect(kept.orders[0].items[0]).toEqual({ variant: 'lamp-black', quantity: 1, price: 42 });
  });

  it('says which tools read, which destroy, and which may be called twice', async () => {
    expect(tools.describe('get_order')?.annotations).toEqual({
      readOnly: true,
      destructive: false,
      idempotent: true,
    });
    expect(tools.describe('cancel_order')?.annotations).toEqual({
      readOnly: false,
      destructive: true,
      idempotent: false,
    });
    expect(tools.describe('set_address')?.annotations).toMatchObject({ readOnly: false, idempotent: true });
    expect(tools.describe('cancel_order')?.inputSchema).toMatchObject({ required: ['id', 'reason'] });
  });

  it.each([
    [
      'cancel_order',
      { id: 'W1002', reason: 'no longer needed' },
      'Order W1002 is delivered and cannot be cancelled.',
    ],
    ['cancel_order', { id: 'W9', reason: 'no longer needed' }, 'There is no order W9.'],
    ['exchange_item', { id: 'W1001', from: 'lamp-white', to: 'lamp-red' }, 'lamp-red is out of stock.'],
    [
      'exchange_item',
      { id: 'W1001', from: 'lamp-white', to: 'chair-blue' },
      'chair-blue is another product than lamp-white.',
    ],
    ['refund_order', { id: 'W1001', amount: 5 }, 'Order W1001 is not delivered yet; cancel it instead.'],
    [
      'refund_order',
      { id: 'W1002', amount: 85 },
      'Order W1002 was paid with 84, and 0 of it is refunded already.',
    ],
    [
      'find_customer',
      { email: 'nobody@example.org' },
      'There is no customer with the address nobody@example.org.',
    ],
  ])('refuses %s %j, and leaves everything as it is', async (tool, toolArguments, words) => {
    const before = readFileSync(orders, 'utf8');
    await expect(tools.call(tool, toolArguments)).rejects.toThrow(words);
    expect(readFileSync(orders, 'utf8')).toBe(before);
  });

  it('pays back no more than was paid, however often it is asked', async () => {
    expect(structured(await tools.call('refund_order', { id: 'W1002', amount: 50 }))).toMatchObject({
      left: 34,
    });
    await expect(tools.call('refund_order', { id: 'W1002', amount: 50 })).rejects.toThrow(
      '50 of it is refunded already',
    );
  });
});
