import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, Template, TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

type Recorded = readonly [tool: string, given: JsonObject, result: Json | Error];

/** Records calls with their results as one run that ended well. */
async function recorded(
  agent: View,
  task: string,
  calls: readonly Recorded[],
  inputs: JsonObject = {},
): Promise<string> {
  const run = await agent.startRun({ description: task, inputs });
  for (const [tool, given, result] of calls) {
    await run
      .call(tool, given, () => (result instanceof Error ? Promise.reject(result) : result))
      .catch(() => {});
  }
  await run.finish({ outcome: 'success' });
  return run.id;
}

async function alice(): Promise<View> {
  return (await openForTest()).agent('alice');
}

/** Replays in a world that answers each tool by a function, and tells what was written. */
async function replayed(
  agent: View,
  id: string,
  world: Readonly<Record<string, (given: JsonObject) => Json>>,
  inputs: JsonObject = {},
): Promise<{ report: TemplateRun; writes: JsonObject[] }> {
  const writes: JsonObject[] = [];
  const tools = Object.fromEntries(
    Object.entries(world).map(([tool, answer]) => [
      tool,
      (given: JsonObject) => {
        if (!tool.startsWith('get') && !tool.startsWith('find')) writes.push(given);
        return answer(given);
      },
    ]),
  );
  return { report: (await agent.templates.run({ id, inputs }, tools)) as TemplateRun, writes };
}

const tools = ({ plan }: Template): string[] => plan.map(({ tool }) => tool);

describe('TPL-6 the plan is the shortest that explains what was done', () => {
  it('leaves out what failed, what was looked at twice, and what nothing came of, and says why', async () => {
    const agent = await alice();
    const order = { id: 'ORD-1001', status: 'open' };
    const run = await recorded(agent, 'Cancel order ORD-1001', [
      ['get_order', { id: 'ORD-10' }, new Error('no such order')],
      ['get_order', { id: 'ORD-1001' }, order],
      ['get_weather', { city: 'Ulm' }, { sky: 'blue' }],
      ['get_order', { id: 'ORD-1001' }, order],
      ['cancel_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
    ]);
    const template = await agent.templates.save({ run, name: 'cancel' });
    expect(tools(template)).toEqual(['get_order', 'cancel_order']);
    expect(template.dropped.map(({ tool, reason }) => `${tool} ${reason}`)).toEqual([
      'get_order failed',
      'get_weather unused',
      'get_order repeated',
    ]);
  });

  it('keeps a look that is made again after a change, when something is changed by it', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Move ticket T-1042 twice', [
      ['get_ticket', { id: 'T-1042' }, { status: 'new' }],
      ['move_ticket', { id: 'T-1042', to: 'doing' }, 'ok'],
      ['get_ticket', { id: 'T-1042' }, { status: 'doing' }],
      ['move_ticket', { id: 'T-1042', to: 'done' }, 'ok'],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'move' }))).toHaveLength(4);
  });

  it('keeps of two looks at the same thing the last one before it is changed, whatever else was changed', async () => {
    const agent = await alice();
    const order = { id: 'ORD-1001', status: 'open' };
    const run = await recorded(agent, 'Cancel order ORD-1001', [
      ['get_order', { id: 'ORD-1001' }, order],
      ['send_mail', { to: 'shop@example.com' }, 'ok'],
      ['get_order', { id: 'ORD-1001' }, order],
      ['cancel_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
    ]);
    const template = await agent.templates.save({ run, name: 'cancel' });
    expect(tools(template)).toEqual(['send_mail', 'get_order', 'cancel_order']);
    expect(template.dropped).toMatchObject([{ tool: 'get_order', reason: 'unused' }]);
  });

  it('leaves out a look that only makes sure of a change, before something else is changed', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Close ticket T-1042 and tell it', [
      ['close_ticket', { id: 'T-1042' }, 'ok'],
      ['get_ticket', { id: 'T-1042' }, { status: 'closed' }],
      ['send_mail', { to: 'desk@example.com' }, 'ok'],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'close' }))).toEqual(['close_ticket', 'send_mail']);
  });

  it('leaves out a look at what was made, where it tells of no state that was waited for', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Make a ticket and tell it', [
      ['create_ticket', { title: 'Lamp' }, { id: 'T-2001' }],
      ['get_ticket', { id: 'T-2001' }, { title: 'Lamp' }],
      ['send_mail', { to: 'desk@example.com' }, 'ok'],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'make' }))).toEqual(['create_ticket', 'send_mail']);
  });

  it('leaves out the same look at the end, which only makes sure; another may be the answer', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Cancel order ORD-1001', [
      ['get_order', { id: 'ORD-1001' }, { status: 'open' }],
      ['cancel_order', { id: 'ORD-1001' }, 'ok'],
      ['get_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
      ['get_balance', { of: 'shop' }, { amount: 12 }],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'cancel' }))).toEqual([
      'get_order',
      'cancel_order',
      'get_balance',
    ]);
  });

  it.each([
    ['keeps what the agent has told of', 'The sky is turquoise.', ['get_weather', 'close_ticket']],
    ['and not what any text may have in it', 'Closed 2 tickets, all is ok.', ['close_ticket']],
  ])('%s', async (_, note, expected) => {
    const agent = await alice();
    const run = await agent.startRun({ description: 'Close ticket T-1042' });
    await run.call('get_weather', { city: 'Ulm' }, () => ({ sky: 'turquoise', wind: 2, forecast: 'ok' }));
    await run.call('close_ticket', { id: 'T-1042' }, () => 'ok');
    await run.note(note);
    await run.finish({ outcome: 'success' });
    expect(tools(await agent.templates.save({ run: run.id, name: 'close' }))).toEqual(expected);
  });

  it('leaves out empty answers of a run that changed nothing and found something', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Find the order of Ann', [
      ['find_orders', { name: 'Ann' }, []],
      ['find_customers', { name: 'Ann' }, {}],
      ['find_orders', { name: 'Ann Lee' }, [{ id: 'ORD-1001' }]],
    ]);
    const { plan } = await agent.templates.save({ run, name: 'find' });
    expect(plan.map(({ arguments: given }) => given)).toEqual([
      { from: 'constant', value: { name: 'Ann Lee' } },
    ]);
  });

  it('keeps an empty answer when there was no other', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Is anything late?', [['find_orders', { late: true }, []]]);
    expect(tools(await agent.templates.save({ run, name: 'late' }))).toEqual(['find_orders']);
  });

  it('keeps all that a run has read which changed nothing', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'How is the weather?', [
      ['get_weather', { city: 'Ulm' }, { sky: 'blue' }],
      ['get_weather', { city: 'Bonn' }, { sky: 'grey' }],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'weather' }))).toHaveLength(2);
  });

  it('takes a value from a call that is made anyway, and leaves out the other that had it too', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Refund order ORD-1001', [
      ['get_customer', { id: 'cus-7001' }, { payments: [{ ref: 'pay-5001' }] }],
      ['get_order', { id: 'ORD-1001' }, { id: 'ORD-1001', payment: { ref: 'pay-5001' } }],
      ['refund', { order: 'ORD-1001', payment: 'pay-5001' }, 'ok'],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'refund' }))).toEqual(['get_order', 'refund']);
  });

  it('also when the other has it by the better name, and was asked for by what the task names', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Refund order ORD-1001 of cus-7001', [
      ['get_customer', { id: 'cus-7001' }, { payment: 'pay-5001' }],
      ['get_order', { id: 'ORD-1001' }, { paid_with: 'pay-5001' }],
      ['refund', { order: 'ORD-1001', payment: 'pay-5001' }, 'ok'],
    ]);
    expect(tools(await agent.templates.save({ run, name: 'refund' }))).toEqual(['get_order', 'refund']);
  });

  it('does not leave out a look because its value could also be made up of others', async () => {
    const agent = await alice();
    const inputs = { orderId: 42 };
    const calls = (id: number, payment: string): Recorded[] => [
      ['get_order', { id }, { payment }],
      ['refund', { payment }, 'ok'],
    ];
    const run = await recorded(agent, 'Refund it', calls(42, '7781-42'), inputs);
    await agent.templates.save({ run, name: 'refund', approve: true });
    const world = { get_order: () => ({ payment: '9902-17' }), refund: () => 'ok' };
    expect((await replayed(agent, 'refund', world, { orderId: 43 })).writes).toEqual([
      { payment: '9902-17' },
    ]);
  });

  it('knows a tool that only looks by what it is called, unless the settings say otherwise', async () => {
    const settings = { tools: { readOnly: ['inventory_*'], writes: ['get_lock'] } };
    const agent = (await openForTest(settings)).agent('alice');
    const run = await recorded(agent, 'Take the lock', [
      ['inventory_size', { of: 'mugs' }, 4],
      ['get_lock', { name: 'door' }, 'taken'],
      ['getOrCreateUser', { name: 'ada' }, { id: 7 }],
    ]);
    const { plan } = await agent.templates.save({ run, name: 'lock' });
    expect(plan.map(({ tool, effect, effectFrom }) => [tool, effect, effectFrom])).toEqual([
      ['get_lock', 'write', 'declared'],
      ['getOrCreateUser', 'write', 'unknown'],
    ]);
  });
});

describe('TPL-6 values made of others', () => {
  it('are followed through pieces, letters, numbers, texts around them, sums and differences', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Bill it', [
      [
        'get_order',
        { id: 'o' },
        {
          name: 'Ann Lee',
          code: 'ABC-7701',
          total: 120.5,
          paid: 20.25,
          lines: [{ price: 11.5 }, { price: 22.25 }],
        },
      ],
      [
        'send_bill',
        {
          surname: 'Lee',
          slug: 'abc-7701',
          subject: 'Bill ABC-7701 for you',
          due: 100.25,
          total: '120.5',
          goods: 33.75,
        },
        'ok',
      ],
    ]);
    await agent.templates.save({ run, name: 'bill', approve: true });
    const world = {
      get_order: () => ({
        name: 'Bob Ray',
        code: 'XYZ-8802',
        total: 200,
        paid: 50.5,
        lines: [{ price: 1.1 }, { price: 2.2 }, { price: 3.3 }],
      }),
      send_bill: () => 'ok',
    };
    const { report, writes } = await replayed(agent, 'bill', world);
    expect(report.status).toBe('completed');
    expect(writes).toEqual([
      {
        surname: 'Ray',
        slug: 'xyz-8802',
        subject: 'Bill XYZ-8802 for you',
        due: 149.5,
        total: '200',
        goods: 6.6,
      },
    ]);
  });
});

describe('TPL-6 a small amount that a result had too', () => {
  const calls = (id: string, total: number): Recorded[] => [
    ['get_order', { id }, { total }],
    ['refund', { id, amount: total }, 'ok'],
  ];
  const world = { get_order: () => ({ total: 57 }), refund: () => 'ok' };

  it('is not paid again when the result has another: which to follow is unclear', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Refund it', calls('ORD-1001', 31), { id: 'ORD-1001' });
    await agent.templates.save({ run, name: 'refund', approve: true });
    const { report, writes } = await replayed(agent, 'refund', world, { id: 'ORD-1002' });
    expect(report).toMatchObject({ status: 'diverged', divergence: { expected: '31', found: '57' } });
    expect(writes).toEqual([]);
  });

  it('follows the result when two runs show that it did', async () => {
    const agent = await alice();
    const first = await recorded(agent, 'Refund it', calls('ORD-1001', 31), { id: 'ORD-1001' });
    const second = await recorded(agent, 'Refund it', calls('ORD-1002', 12), { id: 'ORD-1002' });
    await agent.templates.save({ run: first, further: [second], name: 'refund', approve: true });
    const { writes } = await replayed(agent, 'refund', world, { id: 'ORD-1003' });
    expect(writes).toEqual([{ id: 'ORD-1003', amount: 57 }]);
  });
});

describe('TPL-6 an amount that stands beside the item that is named', () => {
  const mugs = (...prices: ReadonlyArray<[string, number]>) => ({
    items: prices.map(([sku, price]) => ({ sku, price })),
  });
  const two = mugs(['mug-red', 12.5], ['mug-blue', 19.5]);
  const twice = mugs(['mug-red', 12.5], ['mug-red', 19.5]);

  it.each<[string, JsonObject, number, JsonObject, number]>([
    ['it was that of another one', two, 19.5, two, 19.5],
    ['two go by that name', twice, 12.5, twice, 12.5],
    ['the whole had it too', { ...two, total: 12.5 }, 12.5, { ...two, total: 10.5 }, 10.5],
  ])('is not taken from the item where %s', async (_, then, amount, now, expected) => {
    const agent = await alice();
    const run = await recorded(agent, 'Refund it', [
      ['get_order', { id: 'ORD-1001' }, then],
      ['refund', { id: 'ORD-1001', sku: 'mug-red', amount }, 'ok'],
    ]);
    await agent.templates.save({ run, name: 'refund', approve: true });
    const { writes } = await replayed(agent, 'refund', { get_order: () => now, refund: () => 'ok' });
    expect(writes).toEqual([{ id: 'ORD-1001', sku: 'mug-red', amount: expected }]);
  });
});

describe('TPL-6 what was picked', () => {
  const shop = (variants: Json, status = 'open') => ({
    get_order: () => ({ id: 'ORD-1001', status, items: [{ item: 'itm-3001' }] }),
    get_product: () => ({ variants }),
    exchange: () => ({ status: 'exchange requested' }),
  });
  const variants = {
    'itm-4001': { id: 'itm-4001', available: true, price: 10 },
    'itm-4002': { id: 'itm-4002', available: true, price: 8 },
  };

  async function saved(): Promise<View> {
    const agent = await alice();
    const world = shop(variants);
    const run = await recorded(agent, 'Exchange something of ORD-1001', [
      ['get_order', { id: 'ORD-1001' }, world.get_order()],
      ['get_product', { id: 'prd-9' }, world.get_product()],
      ['exchange', { order: 'ORD-1001', item: 'itm-3001', for: 'itm-4002' }, world.exchange()],
    ]);
    const { parameters } = await agent.templates.save({ run, name: 'exchange', approve: true });
    expect(parameters.find(({ name }) => name === 'for')).toMatchObject({
      source: 'picked',
      example: 'itm-4002',
      presentIn: { path: '$.variants[*].id', holds: [{ path: '$.available', oneOf: [true] }] },
    });
    return agent;
  }

  it('from a map by its key is looked for among the keys of tomorrow', async () => {
    const agent = await saved();
    const renamed = { 'itm-5005': { id: 'itm-5005', available: true, price: 8 } };
    const { report, writes } = await replayed(agent, 'exchange', shop(renamed), { for: 'itm-5005' });
    expect(report.status).toBe('completed');
    expect(writes).toEqual([{ order: 'ORD-1001', item: 'itm-3001', for: 'itm-5005' }]);
  });

  it('stops the replay when it is gone, or is there and not to be had', async () => {
    const agent = await saved();
    const gone = await replayed(agent, 'exchange', shop({ 'itm-4001': variants['itm-4001'] }));
    expect(gone.report.divergence?.reason).toContain('"for" is not among $.variants[*].id');
    const soldOut = await replayed(
      agent,
      'exchange',
      shop({ ...variants, 'itm-4002': { ...variants['itm-4002'], available: false } }),
    );
    expect(soldOut.report.divergence?.reason).toBe('"for" is there, but $.available is not what it was');
    const unsaid = await replayed(agent, 'exchange', shop({ 'itm-4002': { id: 'itm-4002', price: 8 } }));
    expect(unsaid.report.divergence).toMatchObject({ call: 2, expected: 'boolean', found: 'nothing' });
    expect([...gone.writes, ...soldOut.writes, ...unsaid.writes]).toEqual([]);
  });

  it('one of each of two lists is not all there was: more in one of them is no matter', async () => {
    const agent = await alice();
    const order = (...items: string[]) => ({
      items: items.map((item) => ({ item })),
      payments: [{ ref: 'pay-5001' }, { ref: 'pay-5002' }],
    });
    const run = await recorded(agent, 'Refund something', [
      ['get_order', { id: 'ORD-1001' }, order('itm-3001', 'itm-3002')],
      ['refund', { item: 'itm-3001', payment: 'pay-5001' }, 'ok'],
    ]);
    await agent.templates.save({ run, name: 'refund', approve: true });
    const world = { get_order: () => order('itm-3001', 'itm-3002', 'itm-3003'), refund: () => 'ok' };
    expect((await replayed(agent, 'refund', world)).report.status).toBe('completed');
  });

  it('is a thing of its own: a word that the task names is not looked for in a list that has it', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Move the desk to Berlin', [
      ['list_offices', { page: 1 }, { offices: [{ city: 'Berlin' }, { city: 'Ulm' }] }],
      ['move_desk', { to: 'Berlin' }, 'ok'],
    ]);
    const template = await agent.templates.save({ run, name: 'move' });
    expect(tools(template)).toEqual(['move_desk']);
    expect(template.parameters).toMatchObject([{ name: 'to', source: 'task', presentIn: null }]);
  });

  it('is not touched when the thing to be changed is in another state', async () => {
    const agent = await saved();
    const { report, writes } = await replayed(agent, 'exchange', shop(variants, 'cancelled'));
    expect(report.divergence).toMatchObject({ call: 1, expected: '"open"', found: '"cancelled"' });
    expect(writes).toEqual([]);
  });

  it('and named by the task must be there all the same', async () => {
    const agent = await alice();
    const world = shop(variants);
    const run = await recorded(agent, 'Exchange it for itm-4002', [
      ['get_product', { id: 'prd-9' }, world.get_product()],
      ['exchange', { for: 'itm-4002' }, world.exchange()],
    ]);
    await agent.templates.save({ run, name: 'named', approve: true });
    const { report } = await replayed(agent, 'named', shop({ 'itm-4001': variants['itm-4001'] }));
    expect(report.status).toBe('diverged');
  });
});

describe('TPL-6 a result that was cut when it was recorded', () => {
  const cut =
    '{"order": "ORD-1001", "status": "open", "items": [{"sku": "sku-2001", "qty": 1}, {"sku": "sku-20';

  async function saved(): Promise<View> {
    const agent = await alice();
    const run = await recorded(agent, 'Return something', [
      ['get_order', { id: 'ORD-1001' }, cut],
      ['return_item', { order: 'ORD-1001', sku: 'sku-2002' }, 'ok'],
    ]);
    await agent.templates.save({ run, name: 'return', approve: true });
    return agent;
  }
  const world = { get_order: () => cut, return_item: () => 'ok' };

  it('is read as far as it goes', async () => {
    const agent = await saved();
    const template = await agent.templates.show('return');
    expect(template.plan[0]?.holds).toEqual([{ path: '$.status', oneOf: ['open'] }]);
    const other = { ...world, get_order: () => cut.replace('open', 'returned') };
    expect((await replayed(agent, 'return', other)).writes).toEqual([]);
  });

  it('may have held a value that nobody can explain: it is taken while all else is as it was', async () => {
    const agent = await saved();
    const { parameters } = await agent.templates.show('return');
    expect(parameters.find(({ name }) => name === 'sku')).toMatchObject({
      source: 'unexplained',
      unseen: true,
    });
    expect((await replayed(agent, 'return', world)).writes).toEqual([{ order: 'ORD-1001', sku: 'sku-2002' }]);
  });

  it('and must be given when anything else is another', async () => {
    const agent = await saved();
    const other = agent.templates.run({ id: 'return', inputs: { id: 'ORD-1002' } }, world);
    await expect(other).rejects.toThrow('"inputs.sku"');
  });
});
