import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

interface Offer {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly available: boolean;
}

const anOffer = (sku: string, name: string, price: number, available = true): Offer => ({
  sku,
  name,
  price,
  available,
});

/** Days differ between runs: the same question with another answer would stop the replay. */
let days = 0;

/** A purchase: look at the offers of a day, take one. */
async function purchase(
  agent: View,
  task: string,
  offers: readonly Offer[],
  sku: string,
  extra: JsonObject = {},
): Promise<string> {
  days += 1;
  const day = `D-${100 + days}`;
  const run = await agent.startRun({ description: task, inputs: { day } });
  await run.call('list_offers', { day }, () => ({ offers }));
  await run.call('buy', { sku, currency: 'EUR', ...extra }, () => ({ ok: true }));
  await run.finish({ outcome: 'success' });
  return run.id;
}

const monday = [
  anOffer('sku-1001', 'Mug', 12),
  anOffer('sku-1002', 'Cup', 7),
  anOffer('sku-1003', 'Jar', 5, false),
];
const tuesday = [anOffer('sku-2001', 'Cup', 9), anOffer('sku-2002', 'Jar', 4), anOffer('sku-2003', 'Mug', 6)];

async function bought(
  agent: View,
  id: string,
  offers: readonly Offer[],
  inputs: JsonObject = {},
  asRecorded?: string[],
): Promise<{ report: TemplateRun; bought: Json[] }> {
  const orders: Json[] = [];
  const report = (await agent.templates.run(
    { id, inputs: { day: 'D-999', ...inputs }, ...(asRecorded && { asRecorded }) },
    {
      list_offers: () => ({ offers }),
      buy: ({ sku }: { sku: string }) => {
        orders.push(sku);
        return { ok: true };
      },
    },
  )) as TemplateRun;
  return { report, bought: orders };
}

describe('TPL-6 one run cannot tell why an item was taken', () => {
  it('so it must be given when another input changes', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await purchase(alice, 'Buy the cheapest in EUR', monday, 'sku-1002');
    const { parameters } = await alice.templates.save({ run, name: 'buy', approve: true });
    expect(parameters.map(({ name, source, unseen }) => [name, source, unseen])).toEqual([
      ['day', 'input', false],
      ['sku', 'picked', true],
      ['currency', 'task', false],
    ]);
    await expect(bought(alice, 'buy', tuesday)).rejects.toThrow('"inputs.sku"');
    expect((await bought(alice, 'buy', tuesday, { sku: 'sku-9999' }, ['currency'])).bought).toEqual([]);
  });
});

describe('TPL-6 two runs that took different items', () => {
  async function cheapest(): Promise<View> {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const second = await purchase(alice, 'Buy the cheapest', tuesday, 'sku-2002');
    await alice.templates.save({ run: first, further: [second], name: 'buy', approve: true });
    return alice;
  }

  it('show that it was the cheapest of those that are available', async () => {
    const alice = await cheapest();
    const { plan } = await alice.templates.show('buy');
    expect(plan[1]?.arguments).toMatchObject({
      members: {
        sku: {
          from: 'item',
          path: '$.offers[*]',
          value: '$.sku',
          selectors: [{ take: 'least', by: '$.price', where: [{ path: '$.available' }] }],
        },
        currency: { from: 'constant', value: 'EUR', because: 'runs' },
      },
    });
    const wednesday = [
      anOffer('sku-3001', 'Mug', 4, false),
      anOffer('sku-3002', 'Cup', 12),
      anOffer('sku-3003', 'Jar', 9),
    ];
    expect((await bought(alice, 'buy', wednesday)).bought).toEqual(['sku-3003']);
  });

  it('stop the replay when two are equally cheap: no telling which', async () => {
    const alice = await cheapest();
    const { report, bought: orders } = await bought(alice, 'buy', [
      anOffer('sku-3001', 'Mug', 5),
      anOffer('sku-3002', 'Cup', 5),
      anOffer('sku-3003', 'Jar', 9),
    ]);
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2, tool: 'buy' } });
    expect(orders).toEqual([]);
  });

  it('show that it was the one the task names, not the first or the dearest by accident', async () => {
    const alice = (await openForTest()).agent('alice');
    const shop = (...skus: readonly string[]) => skus.map((sku, index) => anOffer(sku, sku, 30 - index));
    const first = await purchase(alice, 'Buy sku-1001', shop('sku-1001', 'sku-1002'), 'sku-1001');
    const second = await purchase(alice, 'Buy sku-2001', shop('sku-2001', 'sku-2002'), 'sku-2001');
    const save = { run: first, further: [second], name: 'buy', approve: true };
    const { parameters } = await alice.templates.save(save);
    expect(parameters).toMatchObject([
      { name: 'day', source: 'input' },
      { name: 'sku', source: 'task', seen: ['sku-1001', 'sku-2001'] },
    ]);
    const offers = shop('sku-3001', 'sku-3002');
    expect((await bought(alice, 'buy', offers, { sku: 'sku-3002' })).bought).toEqual(['sku-3002']);
  });

  it('show that it was the item whose name is in the task', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy a Mug', monday, 'sku-1001');
    const second = await purchase(alice, 'Buy a Cup', tuesday, 'sku-2001');
    const third = await purchase(alice, 'Buy a Jar', tuesday, 'sku-2002');
    const { parameters } = await alice.templates.save({
      run: first,
      further: [second, third],
      name: 'buy',
      approve: true,
    });
    expect(parameters).toMatchObject([
      { name: 'day', source: 'input' },
      { name: 'name', source: 'task', seen: ['Mug', 'Cup', 'Jar'] },
    ]);
    expect((await bought(alice, 'buy', tuesday, { name: 'Mug' })).bought).toEqual(['sku-2003']);
    expect((await bought(alice, 'buy', tuesday, { name: 'Cup' })).bought).toEqual(['sku-2001']);
    const tools = { list_offers: () => ({ offers: tuesday }), buy: () => ({ ok: true }) };
    const byTask = await alice.templates.run(
      { id: 'buy', task: 'Buy a Jar', inputs: { day: 'D-999' } },
      tools,
    );
    expect(byTask).toMatchObject({
      status: 'completed',
      toolCalls: [{}, { arguments: { sku: 'sku-2002' } }],
    });
  });

  it('show nothing when no rule holds in both: then it must be given', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy something', monday, 'sku-1002');
    const offers = [
      anOffer('sku-2001', 'Cup', 3),
      anOffer('sku-2002', 'Jar', 4),
      anOffer('sku-2003', 'Mug', 6),
    ];
    const second = await purchase(alice, 'Buy something', offers, 'sku-2002');
    const { parameters } = await alice.templates.save({
      run: first,
      further: [second],
      name: 'buy',
      approve: true,
    });
    expect(parameters).toMatchObject([{ name: 'day' }, { name: 'sku', source: 'unexplained', unseen: true }]);
    await expect(bought(alice, 'buy', tuesday)).rejects.toThrow('"inputs.sku"');
  });

  it('show that it was the only one in its state', async () => {
    const alice = (await openForTest()).agent('alice');
    const desks = (free: Readonly<Record<string, boolean>>) => ({
      desks: Object.entries(free).map(([desk, isFree]) => ({ desk, is_free: isFree })),
    });
    const book = async (floor: string, list: ReturnType<typeof desks>, desk: string): Promise<string> => {
      const run = await alice.startRun({ description: 'Book a desk', inputs: { floor } });
      await run.call('list_desks', { floor }, () => list);
      await run.call('book_desk', { desk }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const run = await book('F-101', desks({ d1001: false, d1002: true, d1003: false }), 'd1002');
    const further = [await book('F-102', desks({ d2001: true, d2002: false, d2003: false }), 'd2001')];
    await alice.templates.save({ run, further, name: 'book', approve: true });
    const booked = async (list: ReturnType<typeof desks>) => {
      const tools = { list_desks: () => list, book_desk: () => 'ok' };
      const inputs = { floor: 'F-103' };
      const report = (await alice.templates.run(
        { id: 'book', inputs, asRecorded: Object.keys(inputs).length === 0 },
        tools,
      )) as TemplateRun;
      return report.toolCalls[1]?.arguments;
    };
    expect(await booked(desks({ d3001: false, d3002: false, d3003: true }))).toEqual({ desk: 'd3003' });
    expect(await booked(desks({ d3001: true, d3002: false, d3003: true }))).toBeUndefined();
  });

  it('stop the replay when two rules that held in both find different items', async () => {
    const alice = (await openForTest()).agent('alice');
    const cups = [
      anOffer('sku-2001', 'Mug', 9),
      anOffer('sku-2002', 'Jar', 8),
      anOffer('sku-2003', 'Cup', 6),
    ];
    const run = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const further = [await purchase(alice, 'Buy the cheapest', cups, 'sku-2003')];
    await alice.templates.save({ run, further, name: 'buy', approve: true });
    expect((await bought(alice, 'buy', cups)).bought).toEqual(['sku-2003']);
    const { report, bought: none } = await bought(alice, 'buy', tuesday);
    // The cheapest one is no cup, and both runs bought a cup.
    expect(report.divergence).toMatchObject({ call: 1, place: '1:$.offers[*].name' });
    expect(none).toEqual([]);
  });

  it('show nothing when one of them had nothing to choose from', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const further = [await purchase(alice, 'Buy the cheapest', tuesday.slice(1, 2), 'sku-2002')];
    const { parameters } = await alice.templates.save({ run, further, name: 'buy' });
    expect(parameters).toMatchObject([{ name: 'day' }, { name: 'sku', source: 'unexplained', unseen: true }]);
  });

  it('do not take the number of an item for an amount to find it by', async () => {
    const alice = (await openForTest()).agent('alice');
    const book = async (rooms: readonly number[], room: number): Promise<string> => {
      const floor = `F-${rooms[0]}`;
      const run = await alice.startRun({ description: 'Book a room', inputs: { floor } });
      await run.call('list_rooms', { floor }, () => ({ rooms: rooms.map((number) => ({ number })) }));
      await run.call('book_room', { room }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const first = await book([205, 201, 209], 201);
    const second = await book([310, 303, 305], 303);
    const { parameters } = await alice.templates.save({ run: first, further: [second], name: 'book' });
    expect(parameters).toMatchObject([
      { name: 'floor' },
      { name: 'room', source: 'unexplained', unseen: true },
    ]);
  });

  it('stop at the list when what items are found by is something else there', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const second = await purchase(alice, 'Buy the cheapest', tuesday, 'sku-2002');
    await alice.templates.save({ run: first, further: [second], name: 'buy', approve: true });
    const offers = tuesday.map((offer) => ({ ...offer, price: `${offer.price} EUR` }));
    const tools = { list_offers: () => ({ offers }), buy: () => ({ ok: true }) };
    expect(await alice.templates.run({ id: 'buy', inputs: { day: 'D-999' } }, tools)).toMatchObject({
      status: 'diverged',
      divergence: { call: 1, expected: 'positive', found: '"# EUR"' },
    });
  });
});

describe('TPL-6 an input that is used in several ways', () => {
  it('is one parameter: as it is, and to find an item by', async () => {
    const alice = (await openForTest()).agent('alice');
    const buy = async (code: string, offers: readonly Offer[], sku: string): Promise<string> => {
      const run = await alice.startRun({ description: 'Buy one', inputs: { code } });
      await run.call('list_offers', { code }, () => ({ offers }));
      await run.call('buy', { sku }, () => ({ ok: true }));
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const offers = (...codes: readonly string[]) =>
      codes.map((code, index) => anOffer(`sku-${code.slice(1)}`, code, 5 + index));
    const first = await buy('P1001', offers('P1001', 'P1002', 'P1003'), 'sku-1001');
    const second = await buy('P2003', offers('P2001', 'P2002', 'P2003'), 'sku-2003');
    const { parameters } = await alice.templates.save({
      run: first,
      further: [second],
      name: 'buy',
      approve: true,
    });
    expect(parameters.map(({ name }) => name)).toEqual(['code']);
    const orders: Json[] = [];
    const tools = {
      list_offers: () => ({ offers: offers('P3001', 'P3002', 'P3003') }),
      buy: (given: JsonObject) => {
        orders.push(given);
        return { ok: true };
      },
    };
    await alice.templates.run({ id: 'buy', inputs: { code: 'P3002' } }, tools);
    expect(orders).toEqual([{ sku: 'sku-3002' }]);
  });
});

describe('TPL-6 several runs tell constants from variables', () => {
  it('what nobody could explain and was always the same is a constant; what was not must be given', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy sku-1001', monday, 'sku-1001', {
      account: 'acc-7001',
      note: 'for Ann',
    });
    const single = await alice.templates.save({ run: first, name: 'single' });
    expect(single.parameters.map(({ name, source }) => [name, source])).toContainEqual([
      'account',
      'unexplained',
    ]);
    const second = await purchase(alice, 'Buy sku-2001', tuesday, 'sku-2001', {
      account: 'acc-7001',
      note: 'for Bob',
    });
    const learned = await alice.templates.learn({ id: 'single', run: second });
    expect(learned).toMatchObject({
      version: 2,
      status: 'draft',
      statusReason: `learned from run ${second}`,
    });
    expect(learned.plan[1]?.arguments).toMatchObject({
      members: {
        account: { from: 'constant', value: 'acc-7001', because: 'runs' },
        note: { from: 'parameter', name: 'note' },
      },
    });
    expect(learned.parameters.find(({ name }) => name === 'note')).toMatchObject({
      unseen: true,
      seen: ['for Ann', 'for Bob'],
    });
  });

  async function closed(alice: View, id: string, ticket: JsonObject): Promise<string> {
    const run = await alice.startRun({ description: `Close ${id}` });
    await run.call('get_ticket', { id }, () => ticket);
    await run.call('close_ticket', { id }, () => 'ok');
    await run.finish({ outcome: 'success' });
    return run.id;
  }

  /** The status of a replay at a ticket like this. */
  async function statusAt(alice: View, ticket: JsonObject): Promise<string> {
    const tools = { get_ticket: () => ticket, close_ticket: () => 'ok' };
    return (await alice.templates.run({ id: 'close', inputs: { id: 'TCK-1009' } }, tools)).status;
  }

  it('a state that was another and went well is fine too, also after further runs', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await closed(alice, 'TCK-1001', { status: 'open' });
    const further = [await closed(alice, 'TCK-1002', { status: 'waiting' })];
    await alice.templates.save({ run, further, name: 'close', approve: true });
    expect(await statusAt(alice, { status: 'waiting' })).toBe('completed');
    expect(await statusAt(alice, { status: 'closed' })).toBe('diverged');
    const third = await closed(alice, 'TCK-1003', { status: 'open' });
    const learned = await alice.templates.learn({ id: 'close', run: third });
    expect(learned.plan[0]?.observed.map(({ result }) => result)).toEqual([
      { status: 'open' },
      { status: 'waiting' },
      { status: 'open' },
    ]);
    await alice.templates.approve({ id: 'close' });
    expect(await statusAt(alice, { status: 'closed' })).toBe('diverged');
  });

  it('a member that not every run has seen need not be there, and must not say anything new', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await closed(alice, 'TCK-1001', { status: 'open', locked: false });
    const further = [await closed(alice, 'TCK-1002', { status: 'open' })];
    await alice.templates.save({ run, further, name: 'close', approve: true });
    expect(await statusAt(alice, { status: 'open' })).toBe('completed');
    expect(await statusAt(alice, { status: 'open', locked: false })).toBe('completed');
    expect(await statusAt(alice, { status: 'open', locked: true })).toBe('diverged');
  });

  it.each([
    ['an input had', { description: 'Pay it', inputs: { limit: 500 } }, { limit: 900 }],
    ['the task names', { description: 'Pay it, up to 500', inputs: {} }, {}],
  ])('a value that %s by accident is taken from the result that always has it', async (_, first, inputs) => {
    const alice = (await openForTest()).agent('alice');
    const pay = async (
      start: { description: string; inputs: JsonObject },
      total: number,
    ): Promise<string> => {
      const run = await alice.startRun(start);
      await run.call('get_bill', { id: 'BILL-1001' }, () => ({ total }));
      await run.call('pay', { bill: 'BILL-1001', amount: total }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const runs = [await pay(first, 500), await pay({ description: 'Pay it', inputs }, 120)];
    const [run = '', ...further] = runs;
    const { plan } = await alice.templates.save({ run, further, name: 'pay' });
    expect(plan[1]?.arguments).toMatchObject({
      members: { amount: { from: 'result', step: 0, path: '$.total' } },
    });
  });

  const mugs = {
    items: [
      { sku: 'mug-red', price: 12.5 },
      { sku: 'mug-blue', price: 19.5 },
    ],
  };

  it.each<[string, Json, number, Json, number]>([
    ['stood at a place of a result', { total: 250 }, 250, { total: 300 }, 120],
    ['was made of two numbers', { total: 120.5, paid: 20.25 }, 100.25, { total: 200, paid: 50 }, 120],
    ['was that of the item that is named', mugs, 12.5, mugs, 5.25],
  ])('an amount that %s once, and once did not, must be given', async (_, one, amount, other, another) => {
    const alice = (await openForTest()).agent('alice');
    const refund = async (order: Json, paid: number): Promise<string> => {
      const run = await alice.startRun({ description: 'Refund it' });
      await run.call('get_order', { id: 'ORD-1001' }, () => order);
      await run.call('refund', { id: 'ORD-1001', sku: 'mug-red', amount: paid }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const run = await refund(one, amount);
    const further = [await refund(other, another)];
    const { parameters } = await alice.templates.save({ run, further, name: 'refund' });
    expect(parameters.find(({ name }) => name === 'amount')).toMatchObject({
      source: 'unexplained',
      unseen: true,
    });
  });

  it.each<[string, Json, Json]>([
    ['a list of another length', ['red', 'blue'], ['red', 'blue', 'green']],
    ['an object with other members', { gift: true, card: 'Hi' }, { gift: true }],
  ])('%s must be given as a whole', async (_, one, other) => {
    const alice = (await openForTest()).agent('alice');
    const run = await purchase(alice, 'Buy sku-1001', monday, 'sku-1001', { options: one });
    const further = [await purchase(alice, 'Buy sku-2001', tuesday, 'sku-2001', { options: other })];
    const { parameters } = await alice.templates.save({ run, further, name: 'buy' });
    expect(parameters.find(({ name }) => name === 'options')).toMatchObject({
      unseen: true,
      seen: [one, other],
    });
  });

  it('a number that was how many there were, each time another, is counted again', async () => {
    const alice = (await openForTest()).agent('alice');
    const tickets = (count: number): Json => Array.from({ length: count }, (_, index) => ({ id: index }));
    const report = async (count: number): Promise<string> => {
      const inputs = { team: `T-${100 + count}` };
      const run = await alice.startRun({ description: 'Tell the team how much is open', inputs });
      await run.call('list_tickets', inputs, () => ({ tickets: tickets(count) }));
      await run.call('post_report', { open: count }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const [first, second] = [await report(3), await report(5)];
    await alice.templates.save({ run: first, further: [second], name: 'tell', approve: true });
    const posted: Json[] = [];
    await alice.templates.run(
      { id: 'tell', inputs: { team: 'T-112' } },
      {
        list_tickets: () => ({ tickets: tickets(12) }),
        post_report: (given: JsonObject) => {
          posted.push(given);
          return 'ok';
        },
      },
    );
    expect(posted).toEqual([{ open: 12 }]);
  });

  it.each([
    ['asked for when an input that nothing else uses explains it, too', false],
    ['asked for when that input is used otherwise', true],
  ])('a number that was the same by accident is %s', async (_, isUsed) => {
    const alice = (await openForTest()).agent('alice');
    const ship = async (item: string, stock: number, amount: number): Promise<string> => {
      const run = await alice.startRun({ description: 'Ship some', inputs: { item, amount } });
      await run.call('get_stock', { item }, () => ({ item, stock }));
      await run.call('set_stock', { item, stock: 20 }, () => 'ok');
      if (isUsed) await run.call('ship', { item, amount }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const [first, second] = [await ship('I-1001', 27, 7), await ship('I-1002', 23, 3)];
    await alice.templates.save({ run: first, further: [second], name: 'ship', approve: true });
    const tools = {
      get_stock: () => ({ item: 'I-1003', stock: 27 }),
      set_stock: () => 'ok',
      ship: () => 'ok',
    };
    const replayed = alice.templates.run({ id: 'ship', inputs: { item: 'I-1003', amount: 9 } }, tools);
    await expect(replayed).rejects.toMatchObject({ details: { missing: ['stock'] } });
  });

  it('a run that did it otherwise is refused, and nothing changes', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy sku-1001', monday, 'sku-1001');
    const other = await alice.startRun({ description: 'Buy sku-1001' });
    await other.call('order_by_mail', { sku: 'sku-1001' }, () => 'ok');
    await other.finish({ outcome: 'success' });
    const before = await alice.templates.save({ run: first, name: 'buy' });
    await expect(alice.templates.learn({ id: 'buy', run: other.id })).rejects.toThrow('did it otherwise');
    expect(await alice.templates.show('buy')).toMatchObject(before);
  });

  it('so is one that gave a call another argument, and what each argument came from stays known', async () => {
    const alice = (await openForTest()).agent('alice');
    const refund = async (id: string, amount: number, extra: JsonObject = {}): Promise<string> => {
      const run = await alice.startRun({ description: `Refund ${id}` });
      await run.call('get_order', { id }, () => ({ amount }));
      await run.call('refund', { id, amount, ...extra }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const before = await alice.templates.save({ run: await refund('#W1001', 120), name: 'refund' });
    const noted = await refund('#W1002', 250, { note: 'as agreed' });
    await expect(alice.templates.learn({ id: 'refund', run: noted })).rejects.toThrow(
      'it called refund with amount, id, note, not with amount, id',
    );
    expect(await alice.templates.show('refund')).toMatchObject(before);
    await expect(alice.templates.save({ run: noted, further: [before.sourceRunId] })).rejects.toThrow(
      'did it otherwise',
    );
  });
});
