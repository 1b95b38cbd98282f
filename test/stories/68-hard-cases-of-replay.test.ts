import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

type Recorded = readonly [tool: string, toolArguments: Record<string, Json>, result: Json];
type Answers = Record<string, Json | ((given: Record<string, Json>) => unknown)>;

interface Work {
  readonly task?: string;
  readonly inputs?: Record<string, Json>;
  readonly calls: readonly Recorded[];
}

/** A run of that work, saved and approved. */
async function saved({ task = 'Do it', inputs = {}, calls }: Work): Promise<View> {
  const agent = (await openForTest()).agent('alice');
  const run = await agent.startRun({ description: task, inputs });
  for (const [tool, given, result] of calls) await run.call(tool, given, () => result);
  await run.finish({ outcome: 'success' });
  await agent.templates.save({ run: run.id, name: 'work', approve: true });
  return agent;
}

/** A replay in another world, and all calls that it made. */
async function replayed(agent: View, answers: Answers, given: { inputs?: Record<string, Json> } = {}) {
  const made: Array<[string, Json]> = [];
  const tools = Object.fromEntries(
    Object.entries(answers).map(([tool, answer]) => [
      tool,
      (toolArguments: Record<string, Json>) => {
        made.push([tool, structuredClone(toolArguments)]);
        return typeof answer === 'function' ? answer(toolArguments) : answer;
      },
    ]),
  );
  const report = (await agent.templates.run({ id: 'work', ...given }, tools)) as TemplateRun;
  return { report, made };
}

const toolsIn = (made: ReadonlyArray<[string, Json]>): string[] => made.map(([tool]) => tool);

describe('TPL-6 everything in a collection was taken', () => {
  const items = (...ids: string[]) => ({ status: 'delivered', items: ids.map((item_id) => ({ item_id })) });

  it('in one call: when there is more now, it stops instead of leaving the rest undone', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, items('1001', '1002')],
        ['return_items', { order: '#W1000', item_ids: ['1001', '1002'] }, 'ok'],
      ],
    });
    const grown = { get_order: items('1001', '1002', '1003'), return_items: 'ok' };
    const { report, made } = await replayed(agent, grown);
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { expected: '2 items', found: '3 items' },
    });
    expect(toolsIn(made)).toEqual(['get_order']);
    const same = { get_order: items('1002', '1001'), return_items: 'ok' };
    expect((await replayed(agent, same)).report.status).toBe('completed');
  });

  it('in a list of one: when there are two now, it is unclear whether both were meant', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, items('1001')],
        ['return_items', { order: '#W1000', item_ids: ['1001'] }, 'ok'],
      ],
    });
    const grown = await replayed(agent, { get_order: items('1001', '1002'), return_items: 'ok' });
    expect(toolsIn(grown.made)).toEqual(['get_order']);
    const same = await replayed(agent, { get_order: items('1001'), return_items: 'ok' });
    expect(same.report.status).toBe('completed');
  });

  it('an item that is listed twice is one', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, items('1001', '1002', '1002')],
        ['return_items', { order: '#W1000', item_ids: ['1001', '1002'] }, 'ok'],
      ],
    });
    const grown = { get_order: items('1001', '1002', '1002', '1003'), return_items: 'ok' };
    expect(toolsIn((await replayed(agent, grown)).made)).toEqual(['get_order']);
  });

  it('and only looked at: more of them are no matter', async () => {
    const tickets = (...ids: string[]) => ({ tickets: ids.map((id) => ({ id })) });
    const agent = await saved({
      calls: [
        ['list_tickets', { label: 'stale' }, tickets('T-1001', 'T-1002')],
        ['get_ticket', { id: 'T-1001' }, 'one'],
        ['get_ticket', { id: 'T-1002' }, 'two'],
      ],
    });
    const grown = { list_tickets: tickets('T-1001', 'T-1002', 'T-1003'), get_ticket: 'any' };
    expect((await replayed(agent, grown)).report.status).toBe('completed');
  });

  it('one call after the other: it stops before the first', async () => {
    const tickets = (...ids: string[]) => ({ tickets: ids.map((id) => ({ id })) });
    const agent = await saved({
      calls: [
        ['list_tickets', { label: 'stale' }, tickets('T-1001', 'T-1002')],
        ['close_ticket', { id: 'T-1001' }, 'ok'],
        ['close_ticket', { id: 'T-1002' }, 'ok'],
      ],
    });
    const grown = { list_tickets: tickets('T-1001', 'T-1002', 'T-1003'), close_ticket: 'ok' };
    expect(toolsIn((await replayed(agent, grown)).made)).toEqual(['list_tickets']);
  });

  it('and whoever names others has chosen: those are taken', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, items('1001', '1002')],
        ['return_items', { order: '#W1000', item_ids: ['1001', '1002'] }, 'ok'],
      ],
    });
    const inputs = { order: '#W2000', item_ids: '2001', item_ids_2: '2003' };
    const other = { get_order: items('2001', '2002', '2003'), return_items: 'ok' };
    const { made } = await replayed(agent, other, { inputs });
    expect(made.at(-1)).toEqual(['return_items', { order: '#W2000', item_ids: ['2001', '2003'] }]);
  });
});

describe('TPL-6 values that are the same by accident', () => {
  it('a small number of an input does not change another argument: it is asked for', async () => {
    const agent = await saved({
      inputs: { sku: 'mug-1001', quantity: 1 },
      calls: [['create_order', { version: 1, sku: 'mug-1001', quantity: 1 }, 'ok']],
    });
    const again = (inputs: Record<string, Json>) => replayed(agent, { create_order: 'ok' }, { inputs });
    await expect(again({ quantity: 3 })).rejects.toThrow('"inputs.version"');
    const { made } = await again({ quantity: 3, version: 1 });
    expect(made).toEqual([['create_order', { version: 1, sku: 'mug-1001', quantity: 3 }]]);
  });

  it('two inputs of one value, and no telling which was meant: neither is followed', async () => {
    const agent = await saved({
      inputs: { shipTo: 'addr_1001', billTo: 'addr_1001' },
      calls: [['send_label', { address: 'addr_1001' }, 'ok']],
    });
    const again = replayed(agent, { send_label: 'ok' }, { inputs: { shipTo: 'addr_2002' } });
    await expect(again).rejects.toThrow('It has: address.');
  });

  it.each([10, 1000])('a number that the task names twice is two values (%d)', async (number) => {
    const agent = await saved({
      task: `Give ${number} points off on at most ${number} items of order 4211`,
      calls: [['set_discount', { order: 4211, points: number, max_items: number }, 'ok']],
    });
    const again = replayed(agent, { set_discount: 'ok' }, { inputs: { points: 20 } });
    await expect(again).rejects.toThrow('"inputs.max_items"');
  });

  describe('how many there were', () => {
    const tickets = (...ids: string[]): Json => ({ tickets: ids.map((id) => ({ id })) });
    const report: Record<string, JsonObject> = {
      number: { team: 'support', open: 3 },
      text: { text: 'Good morning: 3 tickets are open.' },
    };

    it.each(Object.entries(report))(
      'is told as a %s again only while there are as many',
      async (_, written) => {
        const agent = await saved({
          task: 'Tell the team how much is open',
          calls: [
            ['list_tickets', {}, tickets('t-1001', 't-1002', 't-1003')],
            ['post_report', written, 'ok'],
          ],
        });
        const same = await replayed(agent, {
          list_tickets: tickets('t-2001', 't-2002', 't-2003'),
          post_report: 'ok',
        });
        expect(same.made.at(-1)).toEqual(['post_report', written]);
        const grown = await replayed(agent, {
          list_tickets: tickets('t-1001', 't-1002', 't-1003', 't-1004'),
          post_report: 'ok',
        });
        expect(grown.report).toMatchObject({
          status: 'diverged',
          divergence: { expected: '3', found: '4' },
        });
        expect(toolsIn(grown.made)).toEqual(['list_tickets']);
      },
    );
  });

  it('what was read to its end stops a replay when there is one page more', async () => {
    const page = (ids: string[], next: string | null): Json => ({
      orders: ids.map((id) => ({ id })),
      next_cursor: next,
    });
    const agent = await saved({
      task: 'Archive all orders',
      calls: [
        ['list_orders', {}, page(['#W1001'], 'c-7001')],
        ['list_orders', { cursor: 'c-7001' }, page(['#W1002'], null)],
        ['archive_orders', { orders: ['#W1001', '#W1002'] }, 'ok'],
      ],
    });
    const answers = (last: string | null) => ({
      list_orders: ({ cursor }: Record<string, Json>) =>
        cursor === undefined ? page(['#W1001'], 'c-8001') : page(['#W1002'], last),
      archive_orders: 'ok',
    });
    expect((await replayed(agent, answers(null))).report.status).toBe('completed');
    const { report, made } = await replayed(agent, answers('c-8002'));
    expect(report).toMatchObject({ status: 'diverged' });
    expect(toolsIn(made)).toEqual(['list_orders', 'list_orders']);
  });

  it('a limit that was given is not paid when the result has another amount', async () => {
    const agent = await saved({
      inputs: { order: '#W1000', limit: 500 },
      calls: [
        ['get_order', { order: '#W1000' }, { amount: 500 }],
        ['refund', { order: '#W1000', amount: 500 }, 'ok'],
      ],
    });
    const { report, made } = await replayed(agent, { get_order: { amount: 31 }, refund: 'ok' });
    expect(report).toMatchObject({ status: 'diverged', divergence: { expected: '500', found: '[31]' } });
    expect(toolsIn(made)).toEqual(['get_order']);
  });

  it('the same amount of two orders is that of the order that the call names', async () => {
    const agent = await saved({
      calls: [
        ['get_order', { id: '#W1000' }, { total: 250 }],
        ['get_order', { id: '#W2000' }, { total: 250 }],
        ['refund', { order: '#W1000', amount: 250 }, 'ok'],
        ['cancel_order', { order: '#W2000' }, 'ok'],
      ],
    });
    const get_order = ({ id }: Record<string, Json>) => ({ total: id === '#W1000' ? 300 : 400 });
    const { made } = await replayed(agent, { get_order, refund: 'ok', cancel_order: 'ok' });
    expect(made.at(-2)).toEqual(['refund', { order: '#W1000', amount: 300 }]);
  });

  it('a common word is held against the result also where all else is always the same', async () => {
    const agent = await saved({
      calls: [
        ['get_light', { room: 'hall' }, { lamp: { mode: 'off' } }],
        ['set_light', { room: 'hall', to: 'off' }, 'ok'],
      ],
    });
    const now = async (lamp: Json) =>
      (await replayed(agent, { get_light: { lamp }, set_light: 'ok' })).report.divergence;
    expect(await now({ mode: 'on' })).toMatchObject({ call: 2, expected: '"off"', found: '"on"' });
    expect(await now({})).toMatchObject({ call: 1, expected: 'string' });
    expect(await now({ mode: 'off' })).toBeUndefined();
  });

  it('two places of one result that were the same are followed only while they are', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, { subtotal: 120, total: 120 }],
        ['refund', { order: '#W1000', amount: 120 }, 'ok'],
      ],
    });
    const inputs = { order: '#W2000' };
    const same = { get_order: { subtotal: 99, total: 99 }, refund: 'ok' };
    expect((await replayed(agent, same, { inputs })).made.at(-1)).toEqual([
      'refund',
      { order: '#W2000', amount: 99 },
    ]);
    const other = { get_order: { subtotal: 100, total: 119 }, refund: 'ok' };
    const { report, made } = await replayed(agent, other, { inputs });
    expect(report).toMatchObject({ status: 'diverged', divergence: { expected: '100', found: '119' } });
    expect(toolsIn(made)).toEqual(['get_order']);
  });
});

describe('TPL-6 an amount of the item that was picked', () => {
  const shop = (red: number, blue: number) => ({
    items: [
      { sku: 'mug-red', price: red },
      { sku: 'mug-blue', price: blue },
    ],
  });
  const work = (price: number, key: string): Work => ({
    inputs: { order: '#W1000' },
    calls: [
      ['get_order', { order: '#W1000' }, shop(price, 19.5)],
      ['refund', { order: '#W1000', sku: 'mug-red', [key]: price }, 'ok'],
    ],
  });

  it('is that of the item that is picked now, and not one that another item has', async () => {
    const agent = await saved(work(12.5, 'amount'));
    const refunds = async (world: Json, inputs: Record<string, Json>) =>
      (await replayed(agent, { get_order: world, refund: 'ok' }, { inputs })).made.at(-1)?.[1];
    const blue = await refunds(shop(12.5, 19.5), { sku: 'mug-blue' });
    expect(blue).toEqual({ order: '#W1000', sku: 'mug-blue', amount: 19.5 });
    const dearer = await refunds(shop(13.5, 12.5), {});
    expect(dearer).toEqual({ order: '#W1000', sku: 'mug-red', amount: 13.5 });
  });

  it('also when it is a text: the owner is that of the card', async () => {
    const cards = [
      { id: 'card_1001', owner: 'Ann Lee' },
      { id: 'card_2002', owner: 'Bob Ray' },
    ];
    const agent = await saved({
      inputs: { user: 'u-1001' },
      calls: [
        ['get_user', { user: 'u-1001' }, { cards }],
        ['charge', { card: 'card_1001', holder: 'Ann Lee' }, 'ok'],
      ],
    });
    const world = { get_user: { cards }, charge: 'ok' };
    const { made } = await replayed(agent, world, { inputs: { card: 'card_2002' } });
    expect(made.at(-1)).toEqual(['charge', { card: 'card_2002', holder: 'Bob Ray' }]);
  });

  it('and small under another name is asked for with another item, and not paid when the item has another', async () => {
    const agent = await saved(work(12, 'amount'));
    const world = (red: number, blue: number) => ({ get_order: shop(red, blue), refund: 'ok' });
    await expect(replayed(agent, world(12, 19), { inputs: { sku: 'mug-blue' } })).rejects.toThrow(
      '"inputs.amount"',
    );
    const { report, made } = await replayed(agent, world(13, 12));
    expect(report.status).toBe('diverged');
    expect(toolsIn(made)).toEqual(['get_order']);
  });
});

describe('TPL-6 things with small numbers', () => {
  it('are looked at before they are changed, as things with long names are', async () => {
    const agent = await saved({
      inputs: { order: 42 },
      calls: [
        ['get_order', { order: 42 }, { status: 'pending' }],
        ['cancel_order', { order: 42 }, 'ok'],
      ],
    });
    const shipped = { get_order: { status: 'shipped' }, cancel_order: 'ok' };
    expect(toolsIn((await replayed(agent, shipped)).made)).toEqual(['get_order']);
  });

  it('go by their number and what it is called: shelf 42 is not 42 items', async () => {
    const agent = await saved({
      calls: [
        ['get_shelf', { shelf: 42 }, { aisle: 'B' }],
        ['add_items', { order: '#W1000', quantity: 42 }, 'ok'],
      ],
    });
    const { plan } = await agent.templates.show('work');
    expect(plan.map(({ tool }) => tool)).toEqual(['add_items']);
  });
});

describe('TPL-6 values that do not go with another task', () => {
  it('an amount that nobody can explain is not paid for another order: it is asked for', async () => {
    const agent = await saved({
      inputs: { order: '#W1000' },
      calls: [
        ['get_order', { order: '#W1000' }, { total: 120 }],
        ['refund', { order: '#W1000', amount: 97.35 }, 'ok'],
      ],
    });
    const world = { get_order: { total: 20 }, refund: 'ok' };
    await expect(replayed(agent, world, { inputs: { order: '#W2000' } })).rejects.toThrow('"inputs.amount"');
    expect((await replayed(agent, world)).report.status).toBe('completed');
  });

  it('the second of three names is not the second of two', async () => {
    const agent = await saved({
      inputs: { name: 'Anna Leeds' },
      calls: [['register_user', { first: 'Anna', last: 'Leeds' }, 'ok']],
    });
    const world = { register_user: 'ok' };
    const { report, made } = await replayed(agent, world, { inputs: { name: 'Anna Maria Leeds' } });
    expect(report.status).toBe('diverged');
    expect(made).toEqual([]);
    const two = await replayed(agent, world, { inputs: { name: 'Bob Raymond' } });
    expect(two.made).toEqual([['register_user', { first: 'Bob', last: 'Raymond' }]]);
  });

  it.each([
    ['another number that begins alike', 'Move 14 of lot 1423', 'Move 15 of lot 1523', { count: 14 }],
    [
      'a word that may stand between or inside',
      'Send 14 to Ann',
      'Send 15 to Cem to Bob',
      { n: 14, to: 'Ann' },
    ],
    ['one value of two parameters', 'Bill and ship to addr_1001', 'Bill and ship to addr_2002', null],
  ])('a new task with %s is refused', async (_, task, newTask, given) => {
    const inputs: Record<string, Json> = given === null ? { ship_to: 'addr_1001', bill_to: 'addr_1001' } : {};
    const agent = await saved({ task, inputs, calls: [['move', given ?? inputs, 'ok']] });
    const again = agent.templates.run({ id: 'work', task: newTask }, { move: () => 'ok' });
    await expect(again).rejects.toThrow('is worded otherwise');
  });
});

describe('TPL-6 calls that look like looks', () => {
  it.each([
    ['fetch', { url: '/coupons', method: 'POST' }],
    ['query_database', { sql: "insert into coupons values ('u-1')" }],
    ['query_database', { sql: 'with old as (select 1) delete from coupons' }],
    ['check_in_guest', { guest: 'g-1001' }],
    ['get_next_ticket', { queue: 'support' }],
  ])(
    '%s may change something: made twice, it is made twice, and not without approval',
    async (tool, given) => {
      const agent = (await openForTest()).agent('alice');
      const run = await agent.startRun({ description: 'Do it twice' });
      for (let time = 0; time < 2; time += 1) await run.call(tool, given, () => ({ done: true }));
      await run.finish({ outcome: 'success' });
      const { plan } = await agent.templates.save({ run: run.id, name: 'work' });
      expect(plan.map(({ effect }) => effect)).toEqual(['write', 'write']);
      const again = agent.templates.run({ id: 'work' }, { [tool]: () => ({ done: true }) });
      await expect(again).rejects.toMatchObject({ code: 'not_replayable' });
    },
  );

  it('a look that waits for what was begun is kept, as it was when it was done', async () => {
    const agent = await saved({
      inputs: { app: 'shop-1001' },
      calls: [
        ['deploy', { app: 'shop-1001' }, { job: 'job-7001' }],
        ['get_job', { id: 'job-7001' }, { status: 'running' }],
        ['get_job', { id: 'job-7001' }, { status: 'done' }],
        ['announce', { app: 'shop-1001' }, 'ok'],
      ],
    });
    const world = (status: string) => ({ deploy: { job: 'job-7002' }, get_job: { status }, announce: 'ok' });
    const early = await replayed(agent, world('running'));
    expect(early.report).toMatchObject({ status: 'diverged', divergence: { remaining: ['announce'] } });
    expect(toolsIn(early.made)).toEqual(['deploy', 'get_job']);
    expect((await replayed(agent, world('done'))).report.status).toBe('completed');
  });
});

describe('TPL-6 what tools and editors do', () => {
  it('a tool that changes its arguments changes neither the next call nor what the caller gave', async () => {
    const app = { id: 'shop-1001', tags: ['a1'] };
    const agent = await saved({
      inputs: { app },
      calls: [
        ['stop_app', { app }, 'ok'],
        ['start_app', { app }, 'ok'],
      ],
    });
    const mine = { id: 'shop-2002', tags: ['b2'] };
    const stop = ({ app: given }: Record<string, Json>) => {
      Object.assign(given as object, { id: 'another' });
      return 'ok';
    };
    const { made } = await replayed(agent, { stop_app: stop, start_app: 'ok' }, { inputs: { app: mine } });
    expect(made[1]).toEqual(['start_app', { app: { id: 'shop-2002', tags: ['b2'] } }]);
    expect(mine.id).toBe('shop-2002');
  });

  it('a plan that is nested without end is refused, and nothing changes', async () => {
    const agent = await saved({ calls: [['deploy', { app: 'shop-1001' }, 'ok']] });
    const { plan } = await agent.templates.show('work');
    let deep: object = { from: 'constant', value: 1 };
    for (let level = 0; level < 20_000; level += 1) deep = { from: 'list', items: [deep] };
    const hostile = plan.map((step) => ({ ...step, arguments: { from: 'object', members: { app: deep } } }));
    const edited = agent.templates.edit({ id: 'work', plan: hostile as never });
    await expect(edited).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await agent.templates.show('work')).toMatchObject({ version: 1, status: 'approved' });
  });

  it('TPL-9 what is counted in one part is counted after another part has changed it', async () => {
    const agent = (await openForTest()).agent('alice');
    const run = await agent.startRun({ description: 'Transfer, then report' });
    const transfer = run.subTask({ id: 'transfer', index: 0, text: 'Transfer' });
    const report = run.subTask({ id: 'report', index: 1, text: 'Report' });
    await transfer.call('transfer', { from: 'acc_1001', to: 'acc_1002' }, () => 'ok');
    await report.call('get_summary', { year: 2024 }, () => ({ total: 5000 }));
    await report.call('send_report', { total: 5000 }, () => 'ok');
    await run.finish({ outcome: 'success' });
    await agent.templates.save({ run: run.id, name: 'work', approve: true });
    let total = 1000;
    const slowTransfer = async () => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      total = 9000;
      return 'ok';
    };
    const world = { transfer: slowTransfer, get_summary: () => ({ total }), send_report: 'ok' };
    expect((await replayed(agent, world)).made.at(-1)).toEqual(['send_report', { total: 9000 }]);
  });
});
