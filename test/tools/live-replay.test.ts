import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readMcpFile } from '../../src/config/read-mcp-file.ts';
import { type Engram, type JsonObject, openEngram, type TemplateRun, type View } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import { openMcpTools } from '../../src/providers/tools/mcp-tools.ts';

const example = join(import.meta.dirname, '../../examples/order-desk');

interface Desk {
  readonly orders: Array<{ id: string; status: string; items: Array<{ variant: string }> }>;
  readonly products: Array<{ variants: Array<{ id: string; stock: number }> }>;
}

let folder: string;
let file: string;
let engram: Engram;
let alice: View;

const world = (): Desk => JSON.parse(readFileSync(file, 'utf8'));
/** Somebody else was at the desk between recording and replaying. */
function change(edit: (desk: Desk) => void): void {
  const desk = world();
  edit(desk);
  writeFileSync(file, JSON.stringify(desk));
}
const restore = (): void => copyFileSync(join(example, 'orders.json'), file);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engram-live-'));
  file = join(folder, 'orders.json');
  restore();
  const mcpServers = await readMcpFile(join(example, 'mcp.json'), { ORDER_DESK_FILE: file });
  engram = await openEngram({
    db: 'memory:',
    tools: { mcpServers },
    surroundings: { environment: {}, folder, home: folder },
  });
  alice = engram.agent('alice');
  const desk = await openMcpTools(mcpServers, { timeoutMs: 10_000, maxResultBytes: 1_000_000 });
  const run = await alice.startRun({
    description: 'The customer wants the chair of an order in blue',
    inputs: { order: 'W1001' },
  });
  const call = (tool: string, given: JsonObject) => run.call(tool, given, () => desk.call(tool, given));
  await call('get_order', { id: 'W1001' });
  await call('get_product', { id: 'chair' });
  await call('exchange_item', { id: 'W1001', from: 'chair-grey', to: 'chair-blue' });
  await run.finish({ outcome: 'success' });
  await desk.close?.();
  await alice.templates.save({ run: run.id, name: 'exchange', approve: true });
});
afterAll(async () => {
  await engram.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(restore);

const replay = async (inputs: JsonObject = {}): Promise<TemplateRun> =>
  (await alice.templates.run({ id: 'exchange', inputs, asRecorded: true }, {})) as TemplateRun;

describe('TPL-6 replay on a live tool server', () => {
  it('makes the change again without a model', async () => {
    const report = await replay();
    expect(report).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(report.toolCalls.map(({ tool }) => tool)).toEqual(['get_order', 'get_product', 'exchange_item']);
    expect(world().orders[0]?.items.map(({ variant }) => variant)).toEqual(['lamp-white', 'chair-blue']);
  });

  it('follows another order and other items', async () => {
    change(({ orders }) => orders.push(...orders.slice(0, 1).map((order) => ({ ...order, id: 'W2002' }))));
    const report = await replay({ order: 'W2002', from: 'chair-grey' });
    expect(report.status).toBe('completed');
    expect(
      world()
        .orders.at(-1)
        ?.items.map(({ variant }) => variant),
    ).toEqual(['lamp-white', 'chair-blue']);
    expect(world().orders[0]?.items[1]?.variant).toBe('chair-grey');
  });

  it('stops before the change when the order is in another state', async () => {
    change(({ orders }) => {
      if (orders[0] !== undefined) orders[0].status = 'cancelled';
    });
    const before = world();
    const report = await replay();
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 1, tool: 'get_order', expected: '"pending"', found: '"cancelled"' },
    });
    expect(world()).toEqual(before);
  });

  it('stops before the change when the item or the variant is gone, and never takes another', async () => {
    change(({ products }) => products[1]?.variants.pop());
    expect((await replay()).divergence).toMatchObject({ call: 2, tool: 'get_product' });
    restore();
    change(({ orders }) => orders[0]?.items.pop());
    const before = world();
    expect((await replay()).divergence).toMatchObject({ call: 1, tool: 'get_order' });
    expect(world()).toEqual(before);
  });

  it('stops before the change when there is nothing left of it', async () => {
    change(({ products }) => {
      for (const variant of products[1]?.variants ?? []) variant.stock = 0;
    });
    const before = world();
    expect(await replay()).toMatchObject({
      status: 'diverged',
      divergence: { call: 2, tool: 'get_product' },
    });
    expect(world()).toEqual(before);
  });

  it('does not take what the server refused for undone: it may have failed after its effect', async () => {
    const run = await alice.startRun({
      description: 'Cancel',
      inputs: { order: 'W1001', reason: 'mistake' },
    });
    await run.call('cancel_order', { id: 'W1001', reason: 'mistake' }, () => 'ok');
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'cancel', approve: true });
    const inputs = { order: 'W1002', reason: 'mistake' };
    const report = (await alice.templates.run({ id: 'cancel', inputs }, {})) as TemplateRun;
    expect(report).toMatchObject({
      status: 'failed',
      divergence: { call: 1, uncertain: true, remaining: [] },
    });
    expect(report.divergence?.reason).toContain('Order W1002 is delivered and cannot be cancelled.');
  });
});

describe('TPL-7 what servers answered', () => {
  it('is kept, but not used where functions are given: those of the next call may be others', async () => {
    const run = await alice.startRun({ description: 'What chairs are there?' });
    await run.call('get_product', { id: 'chair' }, () => ({ id: 'chair', variants: [] }));
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'chairs' });
    const cached = async (functions: Tools): Promise<boolean | undefined> => {
      const report = (await alice.templates.run(
        { id: 'chairs', asRecorded: true },
        functions,
      )) as TemplateRun;
      return report.toolCalls[0]?.cached;
    };
    expect(await cached({})).toBeUndefined();
    expect(await cached({})).toBe(true);
    expect(await cached({ get_weather: () => 'sunny' })).toBeUndefined();
  });
});

describe('TPL-12 a server that does not start', () => {
  it('is started by the next who asks, once it has been mended', async () => {
    const program = join(folder, 'late.mjs');
    const desk = { command: process.execPath, args: [program, file], env: {} };
    const late = await openEngram({
      db: 'memory:',
      tools: { mcpServers: { desk } },
      surroundings: { environment: {}, folder, home: folder },
    });
    onTestFinished(() => late.close());
    const run = await late.startRun({ description: 'Look at W1001' });
    const [order] = world().orders;
    await run.call('get_order', { id: 'W1001' }, () => ({ ...order, total: 228 }));
    await run.finish({ outcome: 'success' });
    await late.templates.save({ run: run.id, name: 'look' });
    const look = () => late.templates.run({ id: 'look', asRecorded: true }, {});
    await expect(look()).rejects.toMatchObject({ code: 'config_invalid' });
    writeFileSync(program, `import ${JSON.stringify(pathToFileURL(join(example, 'server.mjs')).href)};`);
    expect(await look()).toMatchObject({ status: 'completed', toolCalls: [{ tool: 'get_order' }] });
  });
});
