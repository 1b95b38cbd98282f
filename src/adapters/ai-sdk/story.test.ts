import { describe, expect, it } from 'vitest';
import { openForTest } from '../../../test/stories/open-for-test.ts';
import type { View } from '../../index.ts';
import { ai6, ai7 } from './agents.fixture.ts';
import { engramMiddleware, recordTools, replayTools, withEngram } from './index.ts';
import { orderDesk, paymentOf, refundTurns } from './shop.fixture.ts';

describe.each([ai6, ai7])('API-5 an agent on $name', (sdk) => {
  async function firstRun(view: View) {
    const desk = orderDesk();
    const { run, ...recorded } = await withEngram(view, {
      task: 'Refund order 42',
      inputs: { orderId: 42 },
      tools: desk.tools,
    });
    const end = await sdk.generate({ turns: refundTurns(42), ...recorded });
    await run.finish({ outcome: 'success' });
    return { id: run.id, desk, ...end };
  }

  it('is recorded call by call, models and tools', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id, text } = await firstRun(alice);
    expect(text).toBe('Refunded.');
    const { steps, totals } = await alice.runs.show(id);
    const model = { kind: 'model', model: 'scripted', inputTokens: 100, outputTokens: 7 };
    expect(steps).toMatchObject([
      model,
      { kind: 'tool', tool: 'getOrder', arguments: { id: 42 }, result: { id: 42, status: 'open' } },
      model,
      { kind: 'tool', tool: 'refund', arguments: { payment: paymentOf(42) }, result: { refunded: true } },
      model,
    ]);
    expect(totals).toMatchObject({ modelCalls: 3 });
  });

  it('TPL-6 becomes a template that is replayed around `execute`, without a model', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id, desk } = await firstRun(alice);
    await alice.templates.save({ run: id, name: 'refund-order' });
    const tools = await replayTools(desk.tools, { readOnly: ['getOrder'] });
    const asked = { id: 'refund-order', inputs: { orderId: 43 } };
    await expect(alice.templates.run(asked, tools)).rejects.toMatchObject({ code: 'not_replayable' });
    await alice.templates.approve({ id: 'refund-order' });
    const report = await alice.templates.run(asked, tools);
    expect(report).toMatchObject({
      status: 'completed',
      modelCalls: 0,
      toolCalls: [{ tool: 'getOrder' }, { tool: 'refund' }],
    });
    expect(desk.refunded).toEqual([paymentOf(42), paymentOf(43)]);
  });

  it('TPL-5 is told by the system message what was learned, and only once', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await firstRun(alice);
    await alice.templates.save({ run: id, name: 'refund-order' });
    const system = 'You help customers.';
    const begun = await alice.templates.begin({ id: 'refund-order', inputs: { orderId: 43 }, system });
    const { prompts } = await sdk.generate({
      turns: refundTurns(43),
      middleware: engramMiddleware(begun),
      tools: recordTools(begun.run, orderDesk().tools),
      system,
    });
    expect(begun.system).toContain('Earlier runs of this task');
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) {
      const told = prompt.filter(({ role }) => role === 'system');
      expect(told).toMatchObject([{ content: begun.system }]);
    }
    await begun.run.finish({ outcome: 'success' });
    const { adaptive } = await alice.templates.compare('refund-order');
    expect(adaptive).toMatchObject({ runs: 1, successes: 1, modelCalls: 3 });
  });

  it('TPL-5 keeps the system message that the caller gives to the model alone', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id, desk } = await firstRun(alice);
    await alice.templates.save({ run: id, name: 'refund-order' });
    const work = { task: 'Refund order 43', template: 'refund-order', tools: desk.tools };
    const { run, ...recorded } = await withEngram(alice, work);
    const { prompts } = await sdk.generate({ turns: [{ text: 'Hm.' }], ...recorded, system: 'Be brief.' });
    const [first, second] = prompts[0] ?? [];
    expect(first).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^Be brief\.\n\n## Earlier/),
    });
    expect(second).toMatchObject({ role: 'user' });
    expect((await alice.runs.show(run.id)).mode).toMatchObject({ kind: 'template', style: 'adaptive' });
  });

  it('TPL-4 is told nothing in normal mode, whatever is known', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await firstRun(alice);
    await alice.templates.save({ run: id, name: 'refund-order', approve: true });
    await alice.memories.record({ kind: 'knowledge', text: 'To refund order 42, ask Ada.' });
    const { prompts } = await firstRun(alice);
    expect(prompts).toHaveLength(3);
    expect(prompts.map((prompt) => prompt.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'tool'],
      ['user', 'assistant', 'tool', 'assistant', 'tool'],
    ]);
    expect(JSON.stringify(prompts)).not.toMatch(/Earlier runs|Ada/);
  });
});
