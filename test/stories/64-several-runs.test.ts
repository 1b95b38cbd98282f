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
    await expect(bought(alice, 'buy', tuesday)).rejects.toThrow('--input sku=…');
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

  it('a state that was another and went well is fine too', async () => {
    const alice = (await openForTest()).agent('alice');
    const close = async (id: string, status: string): Promise<string> => {
      const run = await alice.startRun({ description: `Close ${id}` });
      await run.call('get_ticket', { id }, () => ({ status }));
      await run.call('close_ticket', { id }, () => 'ok');
      await run.finish({ outcome: 'success' });
      return run.id;
    };
    const first = await close('TCK-1001', 'open');
    const second = await close('TCK-1002', 'waiting');
    const { plan } = await alice.templates.save({ run: first, further: [second], name: 'close' });
    expect(plan[0]?.holds).toEqual([{ path: '$.status', oneOf: ['open', 'waiting'] }]);
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
});
