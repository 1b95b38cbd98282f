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

async function recorded(agent: View, { task = 'Do it', inputs = {}, calls }: Work): Promise<string> {
  const run = await agent.startRun({ description: task, inputs });
  for (const [tool, given, result] of calls) await run.call(tool, given, () => result);
  await run.finish({ outcome: 'success' });
  return run.id;
}

/** Runs of that work as one template, saved and approved. */
async function saved(work: Work, ...more: readonly Work[]): Promise<View> {
  const agent = (await openForTest()).agent('alice');
  const run = await recorded(agent, work);
  const further: string[] = [];
  for (const other of more) further.push(await recorded(agent, other));
  await agent.templates.save({ run, further, name: 'work', approve: true });
  return agent;
}

/** A replay in another world, and all calls that it made. */
async function replayed(
  agent: View,
  answers: Answers,
  given: { inputs?: Record<string, Json>; asRecorded?: string[]; resume?: string } = {},
) {
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
  const report = (await agent.templates.run(
    { id: 'work', asRecorded: given.inputs === undefined && given.resume === undefined, ...given },
    tools,
  )) as TemplateRun;
  return { report, made };
}

const toolsIn = (made: ReadonlyArray<[string, Json]>): string[] => made.map(([tool]) => tool);

describe('TPL-6 everything in a collection was taken', () => {
  const items = (...ids: string[]) => ({ status: 'delivered', items: ids.map((item_id) => ({ item_id })) });

  it('in one call: the items of another order are all taken; the same order must have the same', async () => {
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
    const other = { get_order: items('2001', '2002', '2003'), return_items: 'ok' };
    const { made: taken } = await replayed(agent, other, { inputs: { order: '#W2000' } });
    expect(taken.at(-1)).toEqual(['return_items', { order: '#W2000', item_ids: ['2001', '2002', '2003'] }]);
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

  it('one call after the other: it stops before the first, and asks which when another list is given', async () => {
    const tickets = (...ids: string[]) => ({ tickets: ids.map((id) => ({ id })) });
    const agent = await saved({
      inputs: { label: 'L-1001' },
      calls: [
        ['list_tickets', { label: 'L-1001' }, tickets('T-1001', 'T-1002')],
        ['close_ticket', { id: 'T-1001' }, 'ok'],
        ['close_ticket', { id: 'T-1002' }, 'ok'],
      ],
    });
    const grown = { list_tickets: tickets('T-1001', 'T-1002', 'T-1003'), close_ticket: 'ok' };
    expect(toolsIn((await replayed(agent, grown)).made)).toEqual(['list_tickets']);
    // That the second number follows the first says nothing about another list.
    const inputs = { label: 'L-2001', id: 'T-2001' };
    const other = { list_tickets: tickets('T-2001', 'T-2005'), close_ticket: 'ok' };
    await expect(replayed(agent, other, { inputs })).rejects.toThrow('"inputs.id_2"');
  });
});

describe('TPL-6 values that are the same by accident', () => {
  it.each([1, 3, 42])(
    'the number %d of an input does not change another argument: it is asked for',
    async (number) => {
      const agent = await saved({
        inputs: { sku: 'mug-1001', quantity: number },
        calls: [['create_order', { version: number, sku: 'mug-1001', quantity: number }, 'ok']],
      });
      const again = (inputs: Record<string, Json>) =>
        replayed(agent, { create_order: 'ok' }, { inputs, asRecorded: ['sku'] });
      await expect(again({ quantity: 7 })).rejects.toThrow('"inputs.version"');
      const { made } = await again({ quantity: 7, version: number });
      expect(made).toEqual([['create_order', { version: number, sku: 'mug-1001', quantity: 7 }]]);
    },
  );

  it('two inputs of one value, and no telling which was meant: neither is followed', async () => {
    const agent = await saved({
      inputs: { shipTo: 'addr_1001', billTo: 'addr_1001' },
      calls: [['send_label', { address: 'addr_1001' }, 'ok']],
    });
    const world = { send_label: 'ok' };
    const { report, made } = await replayed(agent, world, {
      inputs: { shipTo: 'addr_2002' },
      asRecorded: ['billTo'],
    });
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    expect(made).toEqual([]);
    const both = { shipTo: 'addr_2002', billTo: 'addr_2002' };
    expect((await replayed(agent, world, { inputs: both })).made).toEqual([
      ['send_label', { address: 'addr_2002' }],
    ]);
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
      number: { open: 3 },
      text: { text: 'Good morning: 3 tickets are open.' },
    };

    it.each(Object.entries(report))(
      'is told as a %s again only while there are as many',
      async (_, written) => {
        const agent = await saved({
          task: 'Tell the team how much is open',
          inputs: { team: 'T-101' },
          calls: [
            ['list_tickets', { team: 'T-101' }, tickets('t-1001', 't-1002', 't-1003')],
            ['post_report', written, 'ok'],
          ],
        });
        const world = (...ids: string[]) => ({ list_tickets: tickets(...ids), post_report: 'ok' });
        const same = await replayed(agent, world('t-1001', 't-1002', 't-1003'));
        expect(same.made.at(-1)).toEqual(['post_report', written]);
        const grown = await replayed(agent, world('t-1001', 't-1002', 't-1003', 't-1004'));
        expect(grown.report.status).toBe('diverged');
        expect(toolsIn(grown.made)).toEqual(['list_tickets']);
        const other = replayed(agent, world('t-2001', 't-2002', 't-2003', 't-2004'), {
          inputs: { team: 'T-102' },
        });
        await expect(other).rejects.toThrow(`"inputs.${Object.keys(written)[0]}"`);
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
    const inputs = { order: '#W2000' };
    const { report, made } = await replayed(
      agent,
      { get_order: { amount: 31 }, refund: 'ok' },
      { inputs, asRecorded: ['limit'] },
    );
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    expect(toolsIn(made)).toEqual(['get_order']);
  });

  it('the same amount of two orders is refunded only while both still have the same', async () => {
    const agent = await saved({
      inputs: { refunded: '#W1000', cancelled: '#W2000' },
      calls: [
        ['get_order', { id: '#W1000' }, { total: 250 }],
        ['get_order', { id: '#W2000' }, { total: 250 }],
        ['refund', { order: '#W1000', amount: 250 }, 'ok'],
        ['cancel_order', { order: '#W2000' }, 'ok'],
      ],
    });
    const inputs = { refunded: '#W3000', cancelled: '#W4000' };
    const world = (other: number) => ({
      get_order: ({ id }: Record<string, Json>) => ({ total: id === '#W3000' ? 300 : other }),
      refund: 'ok',
      cancel_order: 'ok',
    });
    const { report, made } = await replayed(agent, world(400), { inputs });
    expect(report.status).toBe('diverged');
    expect(toolsIn(made)).toEqual(['get_order', 'get_order']);
    const same = await replayed(agent, world(300), { inputs });
    expect(same.made.at(-2)).toEqual(['refund', { order: '#W3000', amount: 300 }]);
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
    expect(await now({ mode: 'on' })).toMatchObject({ call: 1, expected: '"off"', found: '"on"' });
    expect(await now({})).toMatchObject({ call: 1, expected: '"off"', found: 'nothing' });
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
      { sku: 'MUG-101', price: red },
      { sku: 'MUG-102', price: blue },
    ],
  });
  const work = (price: number, key: string): Work => ({
    inputs: { order: '#W1000' },
    calls: [
      ['get_order', { order: '#W1000' }, shop(price, 19.5)],
      ['refund', { order: '#W1000', sku: 'MUG-101', [key]: price }, 'ok'],
    ],
  });

  it('is that of the item that is picked now, and not one that another item has', async () => {
    const agent = await saved(work(12.5, 'amount'));
    const refunds = async (world: Json, inputs: Record<string, Json>) =>
      (await replayed(agent, { get_order: world, refund: 'ok' }, { inputs })).made.at(-1)?.[1];
    const blue = await refunds(shop(12.5, 19.5), { order: '#W1000', sku: 'MUG-102' });
    expect(blue).toEqual({ order: '#W1000', sku: 'MUG-102', amount: 19.5 });
    const dearer = await refunds(shop(13.5, 12.5), { order: '#W2000', sku: 'MUG-101' });
    expect(dearer).toEqual({ order: '#W2000', sku: 'MUG-101', amount: 13.5 });
  });

  it('also when it is a text: the owner is that of the card', async () => {
    const cards = [
      { id: 'card_1001', owner: 'Ann Lee' },
      { id: 'card_2002', owner: 'Bob Ray' },
    ];
    const charge = (card: string, holder: string): Work => ({
      inputs: { card },
      calls: [
        ['get_user', { user: 'u-1001' }, { cards }],
        ['charge', { card, holder }, 'ok'],
      ],
    });
    const world = { get_user: { cards }, charge: 'ok' };
    const inputs = { card: 'card_2002', user: 'u-1001' };
    // A name is a word, by which one may decide; two runs show that nobody did.
    const once = await saved(charge('card_1001', 'Ann Lee'));
    expect((await replayed(once, world, { inputs })).report.status).toBe('diverged');
    const twice = await saved(charge('card_1001', 'Ann Lee'), charge('card_2002', 'Bob Ray'));
    const { made } = await replayed(twice, world, { inputs: { card: 'card_2002' } });
    expect(made.at(-1)).toEqual(['charge', { card: 'card_2002', holder: 'Bob Ray' }]);
  });

  it('and small under another name is asked for with another item, and not paid when the item has another', async () => {
    const agent = await saved(work(12, 'amount'));
    const world = (red: number, blue: number) => ({ get_order: shop(red, blue), refund: 'ok' });
    await expect(replayed(agent, world(12, 19), { inputs: { sku: 'MUG-102' } })).rejects.toThrow(
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
      inputs: { shelf: 42, order: '#W1000' },
      calls: [
        ['get_shelf', { shelf: 42 }, { aisle: 'B' }],
        ['add_items', { order: '#W1000', quantity: 42 }, 'ok'],
      ],
    });
    const world = { get_shelf: { aisle: 'B' }, add_items: 'ok' };
    const other = replayed(agent, world, { inputs: { shelf: 43 } });
    await expect(other).rejects.toThrow('"inputs.quantity"');
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
    const same = { get_order: { total: 120 }, refund: 'ok' };
    expect((await replayed(agent, same)).made.at(-1)).toEqual(['refund', { order: '#W1000', amount: 97.35 }]);
  });

  it('the second of three names is not the second of two', async () => {
    const register = (first: string, last: string): Work => ({
      inputs: { name: `${first} ${last}` },
      calls: [['register_user', { first, last }, 'ok']],
    });
    const agent = await saved(register('Anna', 'Leeds'), register('Cem', 'Oz'));
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
      const again = agent.templates.run({ id: 'work', asRecorded: true }, { [tool]: () => ({ done: true }) });
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
    // It is deployed already: whoever begins again would deploy it twice.
    await expect(replayed(agent, world('done'))).rejects.toMatchObject({ code: 'conflict' });
    const { report, made } = await replayed(agent, world('done'), { resume: early.report.runId });
    expect(report.status).toBe('completed');
    expect(toolsIn(made)).toEqual(['get_job', 'announce']);
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
    // Read too early, it would be another one than in the recorded run.
    let total = 1000;
    const slowTransfer = async () => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      total = 5000;
      return 'ok';
    };
    const world = { transfer: slowTransfer, get_summary: () => ({ total }), send_report: 'ok' };
    expect((await replayed(agent, world)).made.at(-1)).toEqual(['send_report', { total: 5000 }]);
  });
});
