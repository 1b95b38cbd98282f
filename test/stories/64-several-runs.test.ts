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

/** A purchase: look at the offers, take one. */
async function purchase(
  agent: View,
  task: string,
  offers: readonly Offer[],
  sku: string,
  extra: JsonObject = {},
): Promise<string> {
  const run = await agent.startRun({ description: task });
  await run.call('list_offers', { page: 1 }, () => ({ offers }));
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
): Promise<{ report: TemplateRun; bought: Json[] }> {
  const orders: Json[] = [];
  const report = (await agent.templates.run(
    { id, inputs },
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
  it('so it stays a parameter, whatever it was', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const { parameters } = await alice.templates.save({ run, name: 'buy', approve: true });
    expect(parameters.map(({ name, source }) => [name, source])).toEqual([['sku', 'picked']]);
    expect((await bought(alice, 'buy', tuesday)).bought).toEqual([]);
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
        currency: { from: 'constant', value: 'EUR' },
      },
    });
    const wednesday = [
      anOffer('sku-3001', 'Mug', 3, false),
      anOffer('sku-3002', 'Cup', 20),
      anOffer('sku-3003', 'Jar', 19),
    ];
    expect((await bought(alice, 'buy', wednesday)).bought).toEqual(['sku-3003']);
  });

  it('stop the replay when two are equally cheap: no telling which', async () => {
    const alice = await cheapest();
    const { report, bought: orders } = await bought(alice, 'buy', [
      anOffer('sku-1', 'Mug', 5),
      anOffer('sku-2', 'Cup', 5),
    ]);
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2, tool: 'buy' } });
    expect(orders).toEqual([]);
  });

  it('show that it was the one the task names', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy a Mug', monday, 'sku-1001');
    const second = await purchase(alice, 'Buy a Cup', tuesday, 'sku-2001');
    const { parameters } = await alice.templates.save({
      run: first,
      further: [second],
      name: 'buy',
      approve: true,
    });
    expect(parameters).toMatchObject([{ name: 'name', source: 'task', example: 'Mug' }]);
    expect((await bought(alice, 'buy', tuesday, { name: 'Jar' })).bought).toEqual(['sku-2002']);
    const byTask = await alice.templates.run(
      { id: 'buy', task: 'Buy a Jar' },
      {
        list_offers: () => ({ offers: tuesday }),
        buy: () => ({ ok: true }),
      },
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
    expect(parameters).toMatchObject([{ name: 'sku', source: 'picked', required: true }]);
    await expect(bought(alice, 'buy', tuesday)).rejects.toThrow('"inputs.sku"');
  });

  it('show that it was the only one in its state', async () => {
    const alice = (await openForTest()).agent('alice');
    const desks = (free: Readonly<Record<string, boolean>>) => ({
      desks: Object.entries(free).map(([desk, isFree]) => ({ desk, is_free: isFree })),
    });
    const book = async (list: ReturnType<typeof desks>, desk: string): Promise<string> => {
      const run = await alice.startRun({ description: 'Book a desk' });
      await run.call('list_desks', { page: 1 }, () => list);
      await run.call('book_desk', { desk }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const run = await book(desks({ d1001: false, d1002: true, d1003: false }), 'd1002');
    const further = [await book(desks({ d2001: true, d2002: false, d2003: false }), 'd2001')];
    await alice.templates.save({ run, further, name: 'book', approve: true });
    const booked = async (list: ReturnType<typeof desks>) => {
      const tools = { list_desks: () => list, book_desk: () => 'ok' };
      const report = (await alice.templates.run({ id: 'book' }, tools)) as TemplateRun;
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
    expect(report.divergence?.reason).toContain('is not clear any more');
    expect(none).toEqual([]);
  });

  it('show nothing when one of them had nothing to choose from', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const further = [await purchase(alice, 'Buy the cheapest', tuesday.slice(1, 2), 'sku-2002')];
    const { parameters } = await alice.templates.save({ run, further, name: 'buy' });
    expect(parameters).toMatchObject([{ name: 'sku', source: 'picked', required: true }]);
  });

  it('show nothing when one had two items of that name: no telling which was taken', async () => {
    const alice = (await openForTest()).agent('alice');
    const twice = [...monday, anOffer('sku-1002', 'Cup', 30)];
    const first = await purchase(alice, 'Buy the cheapest', twice, 'sku-1002');
    const second = await purchase(alice, 'Buy the cheapest', tuesday, 'sku-2002');
    const { parameters } = await alice.templates.save({ run: first, further: [second], name: 'buy' });
    expect(parameters).toMatchObject([{ name: 'sku', source: 'picked', required: true }]);
  });

  it('do not take the number of an item for an amount to find it by', async () => {
    const alice = (await openForTest()).agent('alice');
    const book = async (rooms: readonly number[], room: number): Promise<string> => {
      const run = await alice.startRun({ description: 'Book a room' });
      await run.call('list_rooms', { page: 1 }, () => ({ rooms: rooms.map((number) => ({ number })) }));
      await run.call('book_room', { room }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const first = await book([205, 201, 209], 201);
    const second = await book([310, 303, 305], 303);
    const { parameters } = await alice.templates.save({ run: first, further: [second], name: 'book' });
    expect(parameters).toMatchObject([{ name: 'room', source: 'picked', required: true }]);
  });

  it('stop at the list when what items are found by is something else there', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy the cheapest', monday, 'sku-1002');
    const second = await purchase(alice, 'Buy the cheapest', tuesday, 'sku-2002');
    await alice.templates.save({ run: first, further: [second], name: 'buy', approve: true });
    const offers = tuesday.map((offer) => ({ ...offer, price: `${offer.price} EUR` }));
    const tools = { list_offers: () => ({ offers }), buy: () => ({ ok: true }) };
    expect(await alice.templates.run({ id: 'buy' }, tools)).toMatchObject({
      status: 'diverged',
      divergence: { call: 1, expected: 'number', found: 'string' },
    });
  });
});

describe('TPL-6 an input that is used in several ways', () => {
  it('is one parameter: as it is, and to find an item by', async () => {
    const alice = (await openForTest()).agent('alice');
    const buy = async (name: string, offers: readonly Offer[], sku: string): Promise<string> => {
      const run = await alice.startRun({ description: 'Buy one', inputs: { name } });
      await run.call('list_offers', { named: name }, () => ({ offers }));
      await run.call('buy', { sku }, () => ({ ok: true }));
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const first = await buy('Mug', monday, 'sku-1001');
    const second = await buy('Cup', tuesday, 'sku-2001');
    const { parameters } = await alice.templates.save({
      run: first,
      further: [second],
      name: 'buy',
      approve: true,
    });
    expect(parameters.map(({ name }) => name)).toEqual(['name']);
    expect((await bought(alice, 'buy', tuesday, { name: 'Jar' })).bought).toEqual(['sku-2002']);
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
        account: { from: 'constant', value: 'acc-7001' },
        note: { from: 'parameter', name: 'note' },
      },
    });
    expect(learned.parameters.find(({ name }) => name === 'note')).toMatchObject({ required: true });
  });

  async function closed(alice: View, id: string, ticket: JsonObject): Promise<string> {
    const run = await alice.startRun({ description: `Close ${id}` });
    await run.call('get_ticket', { id }, () => ticket);
    await run.call('close_ticket', { id }, () => 'ok');
    await run.finish({ outcome: 'success' });
    return run.id;
  }

  it('a state that was another and went well is fine too, also after further runs', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await closed(alice, 'TCK-1001', { status: 'open' });
    const further = [await closed(alice, 'TCK-1002', { status: 'waiting' })];
    const { plan } = await alice.templates.save({ run, further, name: 'close' });
    expect(plan[0]?.holds).toEqual([{ path: '$.status', oneOf: ['open', 'waiting'] }]);
    const third = await closed(alice, 'TCK-1003', { status: 'new' });
    const learned = await alice.templates.learn({ id: 'close', run: third });
    expect(learned.plan[0]?.holds).toEqual([{ path: '$.status', oneOf: ['open', 'waiting', 'new'] }]);
  });

  it('a state that not every run has seen is not insisted on, nor that there is one', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await closed(alice, 'TCK-1001', { status: 'open', locked: false });
    const further = [await closed(alice, 'TCK-1002', { status: 'open' })];
    const { plan } = await alice.templates.save({ run, further, name: 'close' });
    expect(plan[0]?.holds).toEqual([{ path: '$.status', oneOf: ['open'] }]);
    expect(plan[0]?.expects).toEqual({ type: 'object', members: { status: { type: 'string' } } });
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
      required: true,
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
    expect(parameters.find(({ name }) => name === 'options')).toMatchObject({ required: true, example: one });
  });

  it('a number that was how many there were, each time another, is counted again', async () => {
    const alice = (await openForTest()).agent('alice');
    const tickets = (count: number): Json => Array.from({ length: count }, (_, index) => ({ id: index }));
    const report = async (count: number): Promise<string> => {
      const run = await alice.startRun({ description: 'Tell the team how much is open' });
      await run.call('list_tickets', {}, () => ({ tickets: tickets(count) }));
      await run.call('post_report', { open: count, text: `${count} tickets are open` }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const [first, second] = [await report(3), await report(5)];
    await alice.templates.save({ run: first, further: [second], name: 'tell', approve: true });
    const posted: Json[] = [];
    await alice.templates.run(
      { id: 'tell' },
      {
        list_tickets: () => ({ tickets: tickets(12) }),
        post_report: (given: JsonObject) => void posted.push(given),
      },
    );
    expect(posted).toEqual([{ open: 12, text: '12 tickets are open' }]);
  });

  it('a run that did it otherwise is refused, and nothing changes', async () => {
    const alice = (await openForTest()).agent('alice');
    const first = await purchase(alice, 'Buy sku-1001', monday, 'sku-1001');
    const other = await alice.startRun({ description: 'Buy sku-1001' });
    await other.call('order_by_mail', { sku: 'sku-1001' }, () => 'ok');
    await other.finish({ outcome: 'success' });
    const before = await alice.templates.save({ run: first, name: 'buy' });
    await expect(alice.templates.learn({ id: 'buy', run: other.id })).rejects.toThrow('did it otherwise');
    expect(await alice.templates.show('buy')).toEqual(before);
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
    expect(await alice.templates.show('refund')).toEqual(before);
    await expect(alice.templates.save({ run: noted, further: [before.sourceRunId] })).rejects.toThrow(
      'did it otherwise',
    );
  });
});
