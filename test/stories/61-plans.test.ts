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
  return {
    report: (await agent.templates.run(
      { id, inputs, asRecorded: Object.keys(inputs).length === 0 },
      tools,
    )) as TemplateRun,
    writes,
  };
}

const tools = ({ plan }: Template): string[] => plan.map(({ tool }) => tool);

describe('TPL-6 the plan keeps what an agent may have decided by', () => {
  it('leaves out failed writes, what was tried again and worked, and exact repeats, and says why', async () => {
    const agent = await alice();
    const order = { id: 'ORD-1001', status: 'open' };
    const run = await recorded(agent, 'Cancel order ORD-1001', [
      ['get_order', { id: 'ORD-1001' }, new Error('busy')],
      ['get_order', { id: 'ORD-1001' }, order],
      ['get_weather', { city: 'Ulm' }, { sky: 'blue' }],
      ['get_order', { id: 'ORD-1001' }, order],
      ['cancel_order', { id: 'ORD-1001', reason: '' }, new Error('a reason is required')],
      ['cancel_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
    ]);
    const template = await agent.templates.save({ run, name: 'cancel' });
    expect(tools(template)).toEqual(['get_order', 'get_weather', 'cancel_order']);
    expect(template.dropped.map(({ tool, reason }) => `${tool} ${reason}`)).toEqual([
      'get_order failed',
      'cancel_order failed',
      'get_order repeated',
    ]);
  });

  it('keeps a look that failed when the agent went on without it, and stops when it no longer fails', async () => {
    const agent = await alice();
    const run = await recorded(
      agent,
      'Register a customer',
      [
        ['get_customer', { id: 'CUS-1001' }, new Error('No customer CUS-1001')],
        ['create_customer', { id: 'CUS-1001' }, 'ok'],
      ],
      { id: 'CUS-1001' },
    );
    const { plan } = await agent.templates.save({ run, name: 'register', approve: true });
    expect(plan.map(({ tool, observed }) => [tool, observed[0]?.error])).toEqual([
      ['get_customer', 'No customer CUS-1001'],
      ['create_customer', null],
    ]);
    const absent = ({ id }: JsonObject): Json => {
      throw new Error(`No customer ${id}`);
    };
    const create_customer = () => 'ok';
    const inputs = { id: 'CUS-1002' };
    const missing = await replayed(agent, 'register', { get_customer: absent, create_customer }, inputs);
    expect(missing.report.status).toBe('completed');
    expect(missing.writes).toEqual([{ id: 'CUS-1002' }]);
    const present = { get_customer: () => ({ id: 'CUS-1002' }), create_customer };
    const { report, writes } = await replayed(agent, 'register', present, inputs);
    expect([report.status, writes]).toEqual(['diverged', []]);
  });

  it.each<[string, string, Recorded[]]>([
    [
      'made again after a change',
      'Move ticket T-1042 twice',
      [
        ['get_ticket', { id: 'T-1042' }, { status: 'new' }],
        ['move_ticket', { id: 'T-1042', to: 'doing' }, 'ok'],
        ['get_ticket', { id: 'T-1042' }, { status: 'doing' }],
        ['move_ticket', { id: 'T-1042', to: 'done' }, 'ok'],
      ],
    ],
    [
      'at the same thing, before and after something else was changed',
      'Cancel order ORD-1001',
      [
        ['get_order', { id: 'ORD-1001' }, { status: 'open' }],
        ['send_mail', { to: 'shop@example.com' }, 'ok'],
        ['get_order', { id: 'ORD-1001' }, { status: 'open' }],
        ['cancel_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
      ],
    ],
    [
      'that makes sure of a change before the next one',
      'Close ticket T-1042 and tell it',
      [
        ['close_ticket', { id: 'T-1042' }, 'ok'],
        ['get_ticket', { id: 'T-1042' }, { status: 'closed' }],
        ['send_mail', { to: 'desk@example.com' }, 'ok'],
      ],
    ],
    [
      'at the end of the run',
      'Cancel order ORD-1001',
      [
        ['get_order', { id: 'ORD-1001' }, { status: 'open' }],
        ['cancel_order', { id: 'ORD-1001' }, 'ok'],
        ['get_order', { id: 'ORD-1001' }, { status: 'cancelled' }],
        ['get_balance', { of: 'shop' }, { amount: 12 }],
      ],
    ],
    [
      'that found nothing',
      'Find the order of Ann',
      [
        ['find_orders', { name: 'Ann' }, []],
        ['find_customers', { name: 'Ann' }, {}],
        ['find_orders', { name: 'Ann Lee' }, [{ id: 'ORD-1001' }]],
      ],
    ],
    [
      'whose value another call had too',
      'Refund order ORD-1001',
      [
        ['get_customer', { id: 'cus-7001' }, { payments: [{ ref: 'pay-5001' }] }],
        ['get_order', { id: 'ORD-1001' }, { id: 'ORD-1001', payment: { ref: 'pay-5001' } }],
        ['refund', { order: 'ORD-1001', payment: 'pay-5001' }, 'ok'],
      ],
    ],
  ])('keeps a look %s', async (_, task, calls) => {
    const agent = await alice();
    const run = await recorded(agent, task, calls);
    const template = await agent.templates.save({ run, name: 'kept' });
    expect(tools(template)).toEqual(calls.map(([tool]) => tool));
    expect(template.dropped).toEqual([]);
  });

  it('keeps of looks that waited for a change only the last one', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Deploy when the build is done', [
      ['get_build', { id: 'B-1001' }, { status: 'running' }],
      ['get_build', { id: 'B-1001' }, { status: 'running' }],
      ['get_build', { id: 'B-1001' }, { status: 'done' }],
      ['deploy', { id: 'B-1001' }, 'ok'],
    ]);
    const { plan } = await agent.templates.save({ run, name: 'deploy' });
    expect(plan.map(({ tool, observed }) => [tool, observed[0]?.result])).toEqual([
      ['get_build', { status: 'done' }],
      ['deploy', 'ok'],
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

  it('takes a value from the look that had it, also when it could be put together from others', async () => {
    const agent = await alice();
    const inputs = { orderId: 42 };
    const calls = (id: number, payment: string): Recorded[] => [
      ['get_order', { id }, { payment }],
      ['refund', { payment }, 'ok'],
    ];
    const run = await recorded(agent, 'Refund it', calls(42, '7781-42'), inputs);
    await agent.templates.save({ run, name: 'refund', approve: true });
    const world = { get_order: () => ({ payment: '9902-43' }), refund: () => 'ok' };
    expect((await replayed(agent, 'refund', world, { orderId: 43 })).writes).toEqual([
      { payment: '9902-43' },
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
      ['inventory_size', 'read', 'declared'],
      ['get_lock', 'write', 'declared'],
      ['getOrCreateUser', 'write', 'name'],
    ]);
  });
});

describe('TPL-6 values made of others', () => {
  it('are followed through pieces, letters, numbers, texts around them, sums and differences', async () => {
    const agent = await alice();
    const calls = (id: string, order: JsonObject, bill: JsonObject): Recorded[] => [
      ['get_order', { id }, order],
      ['send_bill', bill, 'ok'],
    ];
    const run = await recorded(
      agent,
      'Send the bill for an order',
      calls(
        'ORD-1001',
        {
          path: 'orders/7701',
          code: 'ABC-7701',
          total: 120.5,
          paid: 20.25,
          lines: [{ price: 11.5 }, { price: 22.25 }],
        },
        {
          number: '7701',
          slug: 'abc-7701',
          subject: '(ABC-7701)',
          due: 100.25,
          total: '120.5',
          goods: 33.75,
        },
      ),
      { id: 'ORD-1001' },
    );
    await agent.templates.save({ run, name: 'bill', approve: true });
    const world = {
      get_order: () => ({
        path: 'orders/8802',
        code: 'XYZ-8802',
        total: 200,
        paid: 50.5,
        lines: [{ price: 1.1 }, { price: 2.2 }, { price: 3.3 }],
      }),
      send_bill: () => 'ok',
    };
    const { report, writes } = await replayed(agent, 'bill', world, { id: 'ORD-1002' });
    expect(report.divergence).toBeUndefined();
    expect(writes).toEqual([
      {
        number: '8802',
        slug: 'xyz-8802',
        subject: '(XYZ-8802)',
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

  it('is no proof that it came from there: it is asked for when another order is given', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Refund it', calls('ORD-1001', 3), { id: 'ORD-1001' });
    await agent.templates.save({ run, name: 'refund', approve: true });
    const refused = replayed(agent, 'refund', world, { id: 'ORD-1002' });
    await expect(refused).rejects.toThrow('"inputs.amount"');
  });

  it('follows the result when two runs show that it did', async () => {
    const agent = await alice();
    const first = await recorded(agent, 'Refund it', calls('ORD-1001', 3), { id: 'ORD-1001' });
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
  const two = mugs(['MUG-101', 12.5], ['MUG-102', 19.5]);
  const other = mugs(['MUG-101', 13.5], ['MUG-102', 20.5]);
  const given = { id: 'ORD-1002', sku: 'MUG-101' };

  async function saved(order: JsonObject, amount: number): Promise<View> {
    const agent = await alice();
    const calls: Recorded[] = [
      ['get_order', { id: 'ORD-1001' }, order],
      ['refund', { id: 'ORD-1001', sku: 'MUG-101', amount }, 'ok'],
    ];
    const run = await recorded(agent, 'Refund it', calls, { id: 'ORD-1001', sku: 'MUG-101' });
    await agent.templates.save({ run, name: 'refund', approve: true });
    return agent;
  }
  const world = (order: JsonObject) => ({ get_order: () => order, refund: () => 'ok' });

  it('is that of the item in the new answer', async () => {
    const { writes } = await replayed(await saved(two, 12.5), 'refund', world(other), given);
    expect(writes).toEqual([{ ...given, amount: 13.5 }]);
  });

  it.each<[string, JsonObject, number]>([
    ['it was that of another one', two, 19.5],
    ['two go by that name', mugs(['MUG-101', 12.5], ['MUG-101', 19.5]), 12.5],
  ])('is asked for when %s', async (_, order, amount) => {
    const agent = await saved(order, amount);
    await expect(replayed(agent, 'refund', world(other), given)).rejects.toThrow('"inputs.amount"');
  });

  it('is that of the whole when the whole had it too, which is the simpler explanation', async () => {
    const agent = await saved({ ...two, total: 12.5 }, 12.5);
    const { writes } = await replayed(agent, 'refund', world({ ...other, total: 10.5 }), given);
    expect(writes).toEqual([{ ...given, amount: 10.5 }]);
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
    const run = await recorded(
      agent,
      'Exchange something of ORD-1001',
      [
        ['get_order', { id: 'ORD-1001' }, world.get_order()],
        ['get_product', { id: 'prd-901' }, world.get_product()],
        ['exchange', { order: 'ORD-1001', item: 'itm-3001', for: 'itm-4002' }, world.exchange()],
      ],
      { product: 'prd-901' },
    );
    const { parameters } = await agent.templates.save({ run, name: 'exchange', approve: true });
    expect(parameters.find(({ name }) => name === 'for')).toMatchObject({
      source: 'picked',
      example: 'itm-4002',
      unseen: true,
      presentIn: { path: '$.variants[*].id' },
    });
    return agent;
  }

  it('from a map by its key is looked for among the keys of tomorrow', async () => {
    const agent = await saved();
    const renamed = {
      'itm-5004': { id: 'itm-5004', available: true, price: 10 },
      'itm-5005': { id: 'itm-5005', available: true, price: 8 },
    };
    const given = { id: 'ORD-1001', product: 'prd-902', for: 'itm-5005' };
    const { report, writes } = await replayed(agent, 'exchange', shop(renamed), given);
    expect(report.divergence).toBeUndefined();
    expect(writes).toEqual([{ order: 'ORD-1001', item: 'itm-3001', for: 'itm-5005' }]);
  });

  it.each<[string, Json]>([
    ['it is gone', { 'itm-4001': variants['itm-4001'] }],
    ['it is sold out', { ...variants, 'itm-4002': { ...variants['itm-4002'], available: false } }],
    ['nothing says that it is available', { ...variants, 'itm-4002': { id: 'itm-4002', price: 8 } }],
    [
      'there is one more to pick from',
      { ...variants, 'itm-4003': { ...variants['itm-4001'], id: 'itm-4003' } },
    ],
  ])('stops the replay when %s', async (_, now) => {
    const { report, writes } = await replayed(await saved(), 'exchange', shop(now));
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2, tool: 'get_product' } });
    expect(writes).toEqual([]);
  });

  it('is a thing of its own: a word that the task names is not looked for in a list that has it', async () => {
    const agent = await alice();
    const run = await recorded(agent, 'Move the desk to Berlin', [
      ['list_offices', {}, { offices: [{ city: 'Berlin' }, { city: 'Ulm' }] }],
      ['move_desk', { to: 'Berlin' }, 'ok'],
    ]);
    const template = await agent.templates.save({ run, name: 'move' });
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
    const other = { ...world, get_order: () => cut.replace('open', 'returned') };
    expect((await replayed(agent, 'return', other)).writes).toEqual([]);
  });

  it('may have held a value that nothing explains: it is repeated while everything else is as it was', async () => {
    const agent = await saved();
    const { parameters } = await agent.templates.show('return');
    expect(parameters.find(({ name }) => name === 'sku')).toMatchObject({
      source: 'unexplained',
      unseen: true,
    });
    expect((await replayed(agent, 'return', world)).writes).toEqual([{ order: 'ORD-1001', sku: 'sku-2002' }]);
  });

  it('requires that value when any other input changes', async () => {
    const agent = await saved();
    const other = agent.templates.run({ id: 'return', inputs: { id: 'ORD-1002' } }, world);
    await expect(other).rejects.toThrow('"inputs.sku"');
  });
});
