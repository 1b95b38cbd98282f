import { describe, expect, it } from 'vitest';
import type { Json, TemplateRun } from '../../src/index.ts';
import { type ScriptedAnswer, scriptedModel } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

function createShop() {
  const refunds: Json[] = [];
  return {
    refunds,
    tools: {
      get_order: {
        readOnly: true,
        execute: ({ id }: { id: string }) => ({ id, status: 'open', total: id === 'W1001' ? 60 : 90 }),
      },
      refund_order: {
        description: 'Pays a part of an order back',
        inputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            amount: { type: 'number' },
            currency: { enum: ['EUR', 'USD'] },
          },
        },
        execute: (given: { id: string; amount: number }) => {
          refunds.push({ ...given });
          return { ok: true };
        },
      },
    },
  };
}

/** A template whose amount nobody can explain: the agent paid a third of the total, rounded as it liked. */
async function saved(answers: ScriptedAnswer[] | null) {
  const model = answers === null ? null : scriptedModel(answers);
  const engram = await openForTest({
    ...(model === null ? {} : { model }),
    templates: { synthesis: { by: 'rules' } },
  });
  const alice = engram.agent('alice');
  const shop = createShop();
  const run = await alice.startRun({ description: 'Refund a third of W1001', inputs: { order: 'W1001' } });
  await run.call('get_order', { id: 'W1001' }, () => shop.tools.get_order.execute({ id: 'W1001' }));
  await run.call('refund_order', { id: 'W1001', amount: 19.99, currency: 'EUR' }, () => ({ ok: true }));
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'refund', approve: true }, shop.tools);
  return { alice, model, shop };
}

const again = { id: 'refund', inputs: { order: 'W1002', currency: 'EUR' } };

describe('TPL-6 a model for one argument', () => {
  it('is asked for the open argument alone, just before its call, and its cost is in the report', async () => {
    const { alice, model, shop } = await saved([
      { text: '{"value": 29.99}', inputTokens: 300, outputTokens: 9 },
    ]);
    const report: TemplateRun = await alice.templates.run({ ...again, fill: true }, shop.tools);
    expect(report).toMatchObject({
      status: 'completed',
      modelCalls: 1,
      filled: [
        {
          parameter: 'amount',
          place: '2:$.amount',
          value: 29.99,
          modelCalls: 1,
          inputTokens: 300,
          outputTokens: 9,
        },
      ],
    });
    expect(shop.refunds).toEqual([{ id: 'W1002', amount: 29.99, currency: 'EUR' }]);
    expect(model?.requests).toHaveLength(1);
    const told = JSON.stringify(model?.requests[0]?.messages);
    // The schema, the recorded example, the inputs, and the answer of the look before it.
    for (const part of ['number', '19.99', 'W1002', '90']) expect(told).toContain(part);
    expect(model?.requests[0]?.tools ?? []).toEqual([]);
    expect(await alice.runs.show(report.runId)).toMatchObject({
      totals: { modelCalls: 1, inputTokens: 300 },
    });
  });

  it('is asked once more when its answer does not fit the schema, and then no write is made', async () => {
    const wrong = await saved(['{"value": "a lot"}', '{"value": 25}']);
    expect(await wrong.alice.templates.run({ ...again, fill: true }, wrong.shop.tools)).toMatchObject({
      status: 'completed',
      filled: [{ value: 25, modelCalls: 2 }],
    });
    const stubborn = await saved(['{"value": "a lot"}', 'twenty', 'I give up.']);
    const report = await stubborn.alice.templates.run({ ...again, fill: true }, stubborn.shop.tools);
    expect(report).toMatchObject({ divergence: { call: 2, remaining: ['refund_order'] } });
    expect(stubborn.shop.refunds).toEqual([]);
  });

  it('may say that it does not know, and nothing is guessed', async () => {
    const { alice, shop } = await saved(['{"unknown": "the amount is nowhere"}', 'I leave it.']);
    const report: TemplateRun = await alice.templates.run({ ...again, fill: true }, shop.tools);
    expect(report.divergence?.reason).toContain('the amount is nowhere');
    expect(report.filled).toMatchObject([{ value: null, problem: 'the amount is nowhere' }]);
    expect(shop.refunds).toEqual([]);
  });

  it('TPL-6: is asked only when the caller asks for it, and not for what is given or taken as recorded', async () => {
    const { alice, model, shop } = await saved(['{"value": 29.99}']);
    expect(
      await alice.templates.run({ id: 'refund', asRecorded: true, fill: true }, shop.tools),
    ).toMatchObject({ modelCalls: 0 });
    const given = { id: 'refund', inputs: { ...again.inputs, amount: 5 }, fill: true };
    expect(await alice.templates.run(given, shop.tools)).toMatchObject({ modelCalls: 0 });
    await expect(alice.templates.run(again, shop.tools)).rejects.toMatchObject({
      details: { missing: ['amount'] },
    });
    expect(await alice.templates.run({ ...again, fill: true }, shop.tools)).toMatchObject({ modelCalls: 1 });
    expect(model?.requests).toHaveLength(1);
    await expect(alice.templates.run({ ...again, fill: false }, shop.tools)).rejects.toMatchObject({
      details: { missing: ['amount'] },
    });
  });

  it('needs one: without a model it says what to set, before anything is called', async () => {
    const { alice, shop } = await saved(null);
    await expect(alice.templates.run({ ...again, fill: true }, shop.tools)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('model.provider'),
    });
    expect(shop.refunds).toEqual([]);
  });
});
