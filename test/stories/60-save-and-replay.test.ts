import { describe, expect, it } from 'vitest';
import type { Json, Template, TemplateRun, View } from '../../src/index.ts';
import type { DryRun } from '../../src/interfaces/library/types.ts';
import { openForTest } from './open-for-test.ts';

interface Order {
  id: number;
  total: number;
  items: Array<{ sku: string; price: number }>;
}

/** A shop that keeps a diary of what was done to it. */
function createShop(orders: Order[]) {
  const diary: string[] = [];
  const find = (id: number) => orders.find((order) => order.id === id) ?? null;
  return {
    diary,
    tools: {
      getOrder: async ({ id }: { id: number }) => find(id) as unknown as Json,
      returnItem: async ({ id, sku }: { id: number; sku: string }) => {
        diary.push(`return ${sku} of ${id}`);
        return { label: `L-${id}-${sku}` };
      },
      refund: async ({ id, amount, note }: { id: number; amount: number; note: string }) => {
        diary.push(`refund ${amount} for ${id}: ${note}`);
        return { ok: true };
      },
    },
  };
}

const order42: Order = {
  id: 42,
  total: 31.5,
  items: [
    { sku: 'MUG-101', price: 12 },
    { sku: 'MUG-102', price: 19.5 },
  ],
};
const order43: Order = {
  id: 43,
  total: 32.5,
  items: [
    { sku: 'MUG-102', price: 19.5 },
    { sku: 'MUG-101', price: 13 },
  ],
};

/** An agent returns a mug of order 42 and refunds the order. Looking at the order works at the second attempt. */
async function recordReturn(agent: View): Promise<string> {
  const { tools } = createShop([order42]);
  const run = await agent.startRun({
    description: 'Return a mug of an order and refund it',
    inputs: { orderId: 42 },
  });
  await run.model({ model: 'scripted' });
  const recorded = run.tools(tools);
  await run.call('getOrder', { id: 42 }, () => Promise.reject(new Error('Busy'))).catch(() => {});
  const order = (await recorded.getOrder({ id: 42 })) as unknown as Order;
  await recorded.returnItem({ id: order.id, sku: 'MUG-101' });
  await recorded.refund({ id: order.id, amount: order.total, note: '(42)' });
  await run.finish({ outcome: 'success' });
  return run.id;
}

/** A template of that, which somebody has looked at: it changes things. */
async function saveReturn(agent: View): Promise<Template> {
  const template = await agent.templates.save({ run: await recordReturn(agent), name: 'return-item' });
  await agent.templates.approve({ id: template.id });
  return template;
}

async function replay(
  agent: View,
  id: string,
  inputs: Record<string, Json>,
  shop: ReturnType<typeof createShop>,
) {
  return agent.templates.run({ id, inputs, asRecorded: Object.keys(inputs).length === 0 }, shop.tools);
}

describe('TPL-1 a finished run becomes a template', () => {
  it('keeps the calls that worked, says where each value comes from, and shows examples', async () => {
    const alice = (await openForTest()).agent('alice');
    const runId = await recordReturn(alice);
    const template = await alice.templates.save({ run: runId, name: 'return-item' });
    expect(template.plan.map((step) => step.tool)).toEqual(['getOrder', 'returnItem', 'refund']);
    expect(template.plan[0]?.arguments).toEqual({
      from: 'object',
      members: { id: { from: 'parameter', name: 'orderId' } },
    });
    // Explanations that are equally simple must agree when the plan is replayed.
    const orderId = {
      from: 'agreeing',
      of: [
        { from: 'parameter', name: 'orderId' },
        { from: 'result', step: 0, path: '$.id' },
      ],
    };
    expect(template.plan[2]?.arguments).toMatchObject({
      from: 'object',
      members: {
        id: orderId,
        amount: {
          from: 'agreeing',
          of: [
            { from: 'result', step: 0, path: '$.total' },
            { from: 'sum', step: 0, path: '$.items[*].price' },
          ],
        },
        note: {
          from: 'text',
          parts: [
            { from: 'constant', value: '(', because: 'structure' },
            orderId,
            { from: 'constant', value: ')', because: 'structure' },
          ],
        },
      },
    });
    expect(template.parameters).toMatchObject([
      { name: 'orderId', source: 'input', example: 42, seen: [42], unseen: false, presentIn: null },
      {
        name: 'sku',
        source: 'picked',
        example: 'MUG-101',
        unseen: true,
        presentIn: { step: 0, path: '$.items[*].sku' },
      },
    ]);
    expect(template.plan[0]?.observed).toMatchObject([
      { arguments: { id: 42 }, result: order42, error: null, isCut: false },
    ]);
    expect(template.examples.map((example) => example.tool)).toEqual(['getOrder', 'returnItem', 'refund']);
    expect(template.derivedFrom[0]).toEqual({ kind: 'run', id: runId });
    expect(template).toMatchObject({
      status: 'draft',
      version: 1,
      agents: ['alice'],
      firstRun: { modelCalls: 1, toolCalls: 4 },
    });
  });

  it('is found by its name and by its id, and its name is taken', async () => {
    const alice = (await openForTest()).agent('alice');
    const runId = await recordReturn(alice);
    const { id } = await alice.templates.save({ run: runId, name: 'return-item' });
    expect((await alice.templates.show('return-item')).id).toBe(id);
    expect((await alice.templates.show(id)).slug).toBe('return-item');
    await expect(alice.templates.save({ run: runId, name: 'return-item' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('takes its name from the task when none is given', async () => {
    const alice = (await openForTest()).agent('alice');
    expect((await alice.templates.save({ run: await recordReturn(alice) })).slug).toBe(
      'return-a-mug-of-an-order-and-refund-it',
    );
  });

  it('refuses a run that did not succeed, one that called nothing, and one that is not there', async () => {
    const alice = (await openForTest()).agent('alice');
    const running = await alice.startRun({ description: 'x' });
    await expect(alice.templates.save({ run: running.id })).rejects.toMatchObject({ code: 'not_replayable' });
    await running.finish({ outcome: 'success' });
    await expect(alice.templates.save({ run: running.id })).rejects.toThrow('no successful tool call');
    await expect(alice.templates.save({ run: 'run_none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses a run whose arguments were too large to be kept', async () => {
    const alice = (await openForTest({ capture: { maxValueBytes: 1_000 } })).agent('alice');
    const run = await alice.startRun({ description: 'x' });
    await run.call('write', { text: 'y'.repeat(5_000) }, () => 'ok');
    await run.finish({ outcome: 'success' });
    await expect(alice.templates.save({ run: run.id })).rejects.toThrow('too large to be kept whole');
  });

  it('repeats a call that other calls were made in, and not those inner calls', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'x' });
    await run.call('outer', { a: 1 }, () => run.call('inner', { b: 2 }, () => 'deep'));
    await run.finish({ outcome: 'success' });
    const { plan } = await alice.templates.save({ run: run.id });
    expect(plan.map((step) => step.tool)).toEqual(['outer']);
  });
});

describe('TPL-6 replay makes the recorded calls again, without a model', () => {
  it('binds them to the new inputs and to the new results', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([order43]);
    const report = await replay(alice, 'return-item', { orderId: 43, sku: 'MUG-101' }, shop);
    expect(report).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(report.toolCalls.every((call) => call.matched)).toBe(true);
    expect(shop.diary).toEqual(['return MUG-101 of 43', 'refund 32.5 for 43: (43)']);
  });

  it('is recorded as a run of its own, in template mode', async () => {
    const alice = (await openForTest()).agent('alice');
    const template = await saveReturn(alice);
    const { runId } = await replay(
      alice,
      'return-item',
      { orderId: 43, sku: 'MUG-101' },
      createShop([order43]),
    );
    expect(await alice.runs.show(runId)).toMatchObject({
      mode: { kind: 'template', style: 'replay', templateId: template.id },
      outcome: 'success',
      totals: { toolCalls: 3, modelCalls: 0 },
    });
  });

  it('asks for the item when another order is given: nothing explains which one was picked', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([order43]);
    await expect(replay(alice, 'return-item', { orderId: 43 }, shop)).rejects.toThrow('"inputs.sku"');
    expect(shop.diary).toEqual([]);
    const same = createShop([order42]);
    expect((await replay(alice, 'return-item', {}, same)).status).toBe('completed');
    expect(same.diary[0]).toBe('return MUG-101 of 42');
  });

  it('never takes another item when the one that was picked is gone', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const items = [
      { sku: 'MUG-102', price: 19.5 },
      { sku: 'MUG-103', price: 13 },
    ];
    const shop = createShop([{ ...order43, items }]);
    const report = await replay(alice, 'return-item', { orderId: 43, sku: 'MUG-101' }, shop);
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 1, found: 'nothing', remaining: ['returnItem', 'refund'] },
    });
    expect(shop.diary).toEqual([]);
  });

  it('takes the item that is named for it, if it is there', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([order43]);
    const report = await replay(alice, 'return-item', { orderId: 43, sku: 'MUG-102' }, shop);
    expect(report.status).toBe('completed');
    expect(shop.diary[0]).toBe('return MUG-102 of 43');
  });

  it('stops at a result of another shape, before the next call', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([{ ...order43, total: '32.50' as unknown as number }]);
    const report = await replay(alice, 'return-item', { orderId: 43, sku: 'MUG-101' }, shop);
    expect(report.divergence).toMatchObject({
      call: 1,
      reason: expect.stringContaining('$.total'),
      expected: 'positive',
      found: '"#"',
    });
    expect(shop.diary).toEqual([]);
    const missing = await replay(alice, 'return-item', { orderId: 99, sku: 'MUG-101' }, shop);
    expect(missing).toMatchObject({ status: 'diverged', divergence: { expected: 'object', found: 'null' } });
  });

  it('stops when a tool fails, keeps what was done, and does not count the failed write as undone', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([order43]);
    const tools = { ...shop.tools, refund: () => Promise.reject(new Error('The bank is closed')) };
    const report = (await alice.templates.run(
      { id: 'return-item', inputs: { orderId: 43, sku: 'MUG-101' } },
      tools,
    )) as TemplateRun;
    expect(report).toMatchObject({
      status: 'failed',
      divergence: {
        call: 3,
        reason: expect.stringContaining('The bank is closed'),
        remaining: [],
        uncertain: true,
      },
    });
    expect(shop.diary).toEqual(['return MUG-101 of 43']);
    expect(await alice.runs.show(report.runId)).toMatchObject({
      outcome: 'partial',
      totals: { failedSteps: 1 },
    });
  });

  it('calls nothing when a tool is missing, an input is unknown, or in a dry run', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const shop = createShop([order43]);
    const { refund: _, ...withoutRefund } = shop.tools;
    await expect(
      alice.templates.run({ id: 'return-item', asRecorded: true }, withoutRefund),
    ).rejects.toMatchObject({
      code: 'tool_missing',
    });
    await expect(
      alice.templates.run({ id: 'return-item', inputs: { oderId: 43 } }, shop.tools),
    ).rejects.toThrow('It has: orderId, sku.');
    const dry = await alice.templates.run(
      { id: 'return-item', dryRun: true, inputs: { orderId: 43, sku: 'MUG-101' } },
      shop.tools,
    );
    expect(dry).toMatchObject({ status: 'planned', parameters: { orderId: 43, sku: 'MUG-101' } });
    expect(shop.diary).toEqual([]);
    expect((await alice.runs.list()).items).toHaveLength(1);
  });
});

describe('TPL-12 running a template needs tools', () => {
  it('names the tools that are missing and how to provide them, instead of failing in the dark', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const refused = {
      code: 'tool_missing',
      message:
        'The template calls getOrder, returnItem, refund; none were given. Nothing was called. Provide them with the second argument, { getOrder, returnItem, refund }, or the option "tools.mcpServers".',
      details: { missing: ['getOrder', 'returnItem', 'refund'] },
    };
    await expect(alice.templates.run({ id: 'return-item', asRecorded: true })).rejects.toMatchObject(refused);
    await expect(alice.templates.run({ id: 'return-item', asRecorded: true }, {})).rejects.toMatchObject(
      refused,
    );
    await expect(
      alice.templates.run({ id: 'return-item', asRecorded: true }, null as never),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect((await alice.runs.list()).items).toHaveLength(1);
  });

  it('answers a dry run as a plan and a run as a report, which the types tell apart', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveReturn(alice);
    const plan: DryRun = await alice.templates.run({ id: 'return-item', dryRun: true, asRecorded: true });
    expect(plan).toMatchObject({ status: 'planned', problems: [] });
    expect(plan.calls.map(({ tool }) => tool)).toEqual(['getOrder', 'returnItem', 'refund']);
    const report: TemplateRun = await alice.templates.run(
      { id: 'return-item', inputs: { orderId: 43, sku: 'MUG-101' } },
      createShop([order43]).tools,
    );
    expect(report).toMatchObject({ status: 'completed', modelCalls: 0 });
    const dryRun: boolean = report.status === 'completed';
    const either = await alice.templates.run({ id: 'return-item', dryRun, asRecorded: true });
    expect(either.status === 'planned' ? either.calls.length : either.toolCalls.length).toBe(3);
  });
});
