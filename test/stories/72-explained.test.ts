import { describe, expect, it } from 'vitest';
import type { Json, TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly total: number;
}

const first: Order = { id: 'W1001', customer: 'Ada', status: 'delivered', total: 228 };
const second: Order = { id: 'W1002', customer: 'Grace', status: 'returned', total: 110 };

/** An agent that refunds an order: it looks, and pays an amount that nobody can explain. */
async function refunded(alice: View, order: Order, amount: number): Promise<string> {
  const run = await alice.startRun({ description: `Refund order ${order.id}`, inputs: { order: order.id } });
  await run.call('get_order', { id: order.id }, () => ({ ...order }));
  await run.call('refund_order', { id: order.id, amount, currency: 'EUR' }, () => ({ ok: true }));
  await run.finish({ outcome: 'success' });
  return run.id;
}

function shopWith(order: Partial<Order>) {
  const refunds: Json[] = [];
  return {
    refunds,
    tools: {
      get_order: { readOnly: true, execute: ({ id }: { id: string }) => ({ ...first, id, ...order }) },
      refund_order: (given: { id: string; amount: number }) => {
        refunds.push({ ...given });
        return { ok: true };
      },
    },
  };
}

async function saved() {
  const alice = (await openForTest()).agent('alice');
  await alice.templates.save({ run: await refunded(alice, first, 20), name: 'refund' });
  return alice;
}

describe('TPL-6 a plan says in words where its values come from and what must hold', () => {
  it('each argument is explained, constant, or open with its recorded example', async () => {
    const alice = await saved();
    const { explained, parameters } = await alice.templates.show('refund');
    expect(explained[1]?.arguments).toMatchObject([
      { place: '2:$.id', state: 'explained' },
      { place: '2:$.amount', state: 'open', parameter: 'amount', example: 20 },
      { place: '2:$.currency', state: 'open', parameter: 'currency', example: 'EUR' },
    ]);
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'amount', example: 20, unseen: true }));
  });

  it('each look with what must be as it was, what must be about the inputs, and numbers nobody compares', async () => {
    const alice = await saved();
    const { explained } = await alice.templates.show('refund');
    const guards = new Map(explained[0]?.guards.map((guard) => [guard.place, guard]));
    expect(guards.get('1:$.status')).toMatchObject({ must: 'equal', values: ['"delivered"'] });
    expect(guards.get('1:$.id')).toMatchObject({ must: 'named', values: ['parameter order'] });
    expect(guards.get('1:$.total')?.must).toBe('data');
  });

  it('a number that nothing compares is marked: a decision by it cannot be seen', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Order lamp-a', inputs: { sku: 'lamp-a' } });
    await run.call('get_stock', { sku: 'lamp-a' }, () => ({ sku: 'lamp-a', left: 7 }));
    await run.call('order_item', { sku: 'lamp-a' }, () => ({ ok: true }));
    await run.finish({ outcome: 'success' });
    const { id } = await alice.templates.save({ run: run.id });
    const { explained } = await alice.templates.show(id);
    expect(explained[0]?.guards).toContainEqual(
      expect.objectContaining({ place: '1:$.left', must: 'data', unchecked: true }),
    );
  });

  it('what a person said is evidence that learning keeps, unless a run contradicts it', async () => {
    const alice = await saved();
    await alice.templates.edit({
      id: 'refund',
      constant: ['2:$.amount'],
      reason: 'the goodwill of the house',
    });
    expect((await alice.templates.show('refund')).explained[1]?.arguments[1]).toMatchObject({
      place: '2:$.amount',
      state: 'constant',
      because: expect.stringContaining('alice'),
    });
    const same = await alice.templates.learn({ id: 'refund', run: await refunded(alice, second, 20) });
    expect(same.explained[1]?.arguments[1]).toMatchObject({ state: 'constant' });
    const other = await alice.templates.learn({
      id: 'refund',
      run: await refunded(alice, { ...second, id: 'W1007' }, 35),
    });
    expect(other.changes).toContainEqual(expect.objectContaining({ place: '2:$.amount', change: 'open' }));
    expect(other.said).toEqual([]);
  });

  it('what is said to stop does stop, and what is said to differ may', async () => {
    const alice = await saved();
    await alice.templates.approve({ id: 'refund' });
    const given = { id: 'refund', inputs: { order: 'W1009', amount: 5, currency: 'EUR' } };
    const other = await alice.templates.run(given, shopWith({ total: 99 }).tools);
    expect(other.status).toBe('completed');
    const stopped = await alice.templates.run(given, shopWith({ status: 'pending' }).tools);
    expect(stopped.status).toBe('diverged');
  });
});

describe('TPL-6 learning says what it changed, and why', () => {
  it('names relaxed guards and arguments that became constant, with the run that shows it', async () => {
    const alice = await saved();
    const run = await refunded(alice, second, 35);
    const { changes } = await alice.templates.learn({ id: 'refund', run });
    expect(changes.map(({ place, change }) => [place, change])).toEqual([
      ['1:$.customer', 'relaxed'],
      ['1:$.status', 'relaxed'],
      ['2:$.currency', 'constant'],
    ]);
    expect(changes[1]?.because).toContain('"delivered"');
    expect(changes[1]?.because).toContain('"returned"');
    for (const { because } of changes) expect(because).toContain(run);
  });

  it('never loses a guard in silence: every look that it lets through now is named', async () => {
    const alice = await saved();
    const before = await alice.templates.show('refund');
    const { changes } = await alice.templates.learn({ id: 'refund', run: await refunded(alice, second, 35) });
    const after = await alice.templates.show('refund');
    const strict = (guards: (typeof before)['explained'][number]['guards']) =>
      guards
        .filter(({ must }) => must === 'equal' || must === 'named')
        .map(({ place, values }) => [place, ...values].join());
    const kept = new Set(after.explained.flatMap(({ guards }) => strict(guards)));
    const lost = before.explained.flatMap(({ guards }) => strict(guards)).filter((guard) => !kept.has(guard));
    expect(lost.map((guard) => guard.split(',')[0])).toEqual(
      changes.filter(({ change }) => change === 'relaxed').map(({ place }) => place),
    );
  });

  it('says nothing where the run did as the plan says', async () => {
    const alice = await saved();
    const { changes } = await alice.templates.learn({ id: 'refund', run: await refunded(alice, first, 20) });
    expect(changes).toEqual([]);
  });
});

describe('TPL-6 a dry run says what it would ask for and what would stop it', () => {
  it('with other inputs: open arguments by place, and the guards of each look', async () => {
    const alice = await saved();
    const dry = await alice.templates.run({ id: 'refund', inputs: { order: 'W1009' }, dryRun: true });
    expect(dry.asks).toEqual([
      { parameter: 'amount', example: 20, places: ['2:$.amount'] },
      { parameter: 'currency', example: 'EUR', places: ['2:$.currency'] },
    ]);
    expect(dry.calls[0]).toMatchObject({ asksAsRecorded: false });
    expect(dry.calls[0]?.guards).toContainEqual(
      expect.objectContaining({ place: '1:$.status', must: 'equal', values: ['"delivered"'] }),
    );
  });

  it('with the recorded inputs: nothing is asked for, and the whole answer must be as it was', async () => {
    const alice = await saved();
    const dry = await alice.templates.run({ id: 'refund', dryRun: true, asRecorded: true });
    expect(dry.asks).toEqual([]);
    expect(dry.calls.map(({ asksAsRecorded }) => asksAsRecorded)).toEqual([true, true]);
  });
});

describe('TPL-6 a stop says what to do', () => {
  it('why it matters, and the exact operations, the place to free among them', async () => {
    const alice = await saved();
    await alice.templates.approve({ id: 'refund' });
    const shop = shopWith({ status: 'pending' });
    const inputs = { order: 'W1009', amount: 5, currency: 'EUR' };
    const report: TemplateRun = await alice.templates.run(
      { id: 'refund', inputs, asRecorded: Object.keys(inputs).length === 0 },
      shop.tools,
    );
    expect(report.divergence).toMatchObject({
      call: 1,
      tool: 'get_order',
      expected: '"delivered"',
      found: '"pending"',
      matters: expect.stringContaining('refund_order'),
      remaining: ['refund_order'],
    });
    const edit = report.divergence?.next?.find(({ operation }) => operation === 'template.edit');
    expect(edit?.input).toEqual({ id: 'refund', free: ['1:$.status'] });
    expect(shop.refunds).toEqual([]);
  });
});
