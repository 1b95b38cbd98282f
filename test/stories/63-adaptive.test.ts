import { describe, expect, it, vi } from 'vitest';
import type { Json, Template, TemplateRun, View } from '../../src/index.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { type ScriptedAnswer, scriptedModel } from '../../src/testing/index.ts';
import { countTokens } from '../../src/text/token-count.ts';
import { openForTest } from './open-for-test.ts';

const call = (tool: string, given: Record<string, Json>, id = `${tool}-${JSON.stringify(given)}`) => ({
  id,
  tool,
  arguments: given,
});

/** A shop whose orders are asked for by a number that must begin with #. */
function createShop() {
  const refunds: Json[] = [];
  return {
    refunds,
    tools: {
      get_order: {
        description: 'Looks an order up',
        readOnly: true,
        execute: ({ id }: { id: string }) => {
          if (!id.startsWith('#')) throw new Error('order ids begin with #');
          return { id, status: 'delivered', total: 31.5 };
        },
      },
      refund: {
        description: 'Pays an order back',
        execute: ({ id, amount }: { id: string; amount: number }) => {
          refunds.push({ id, amount });
          return { ok: true };
        },
      },
    },
  };
}

/** The first time it tries a wrong id, looks twice, and thinks in between: five model calls, four of tools. */
const clumsy: ScriptedAnswer[] = [
  { requests: [call('get_order', { id: 'W1001' })], inputTokens: 400, outputTokens: 40 },
  { requests: [call('get_order', { id: '#W1001' })], inputTokens: 500, outputTokens: 40 },
  { requests: [call('get_order', { id: '#W1001' }, 'again')], inputTokens: 600, outputTokens: 40 },
  { requests: [call('refund', { id: '#W1001', amount: 31.5 })], inputTokens: 700, outputTokens: 40 },
  { text: 'Refunded 31.5', inputTokens: 800, outputTokens: 20 },
];
/** Afterwards it knows: two model calls, two of tools in one turn each. */
const skilled = (id: string): ScriptedAnswer[] => [
  { requests: [call('get_order', { id })], inputTokens: 600, outputTokens: 30 },
  { requests: [call('refund', { id, amount: 31.5 })], inputTokens: 650, outputTokens: 30 },
  { text: `Refunded ${id}`, inputTokens: 700, outputTokens: 10 },
];

async function opened(answers: ScriptedAnswer[], more: object = {}) {
  const model = scriptedModel(answers);
  const engram = await openForTest({ model, templates: { synthesis: { by: 'rules' }, ...more } });
  return { model, alice: engram.agent('alice'), shop: createShop() };
}

/** What a run leaves behind is written in the background, after its end was acknowledged. */
async function executionsOf(alice: View, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const [memory] = await alice.templates.memory.list({ template: 'refund' });
    expect(memory?.content.executions).toBe(count);
  });
}

describe('TPL-12 a task is done by a model and tools, and captured from the first step', () => {
  it('is a normal run that can be saved, and nothing was injected into it', async () => {
    const { alice, model, shop } = await opened(clumsy);
    const solved = await alice.solve({ task: 'Refund order #W1001', system: 'You help.' }, shop.tools);
    expect(solved).toMatchObject({ status: 'completed', text: 'Refunded 31.5', modelCalls: 5 });
    expect(solved.toolCalls.map(({ tool, matched }) => [tool, matched])).toEqual([
      ['get_order', false],
      ['get_order', true],
      ['get_order', true],
      ['refund', true],
    ]);
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', text: 'You help.' },
      { role: 'user', text: 'Refund order #W1001' },
    ]);
    expect(await alice.runs.show(solved.runId)).toMatchObject({
      mode: { kind: 'normal' },
      outcome: 'success',
      totals: { modelCalls: 5, toolCalls: 4, inputTokens: 3_000, outputTokens: 180 },
    });
    expect(shop.refunds).toEqual([{ id: '#W1001', amount: 31.5 }]);
  });

  it('says what to set when there is no model', async () => {
    const alice = (await openForTest()).agent('alice');
    await expect(alice.solve({ task: 'x' }, {})).rejects.toThrow('ENGRAM_MODEL_NAME');
  });
});

async function taught(answers: ScriptedAnswer[], more: object = {}) {
  const scene = await opened([...clumsy, ...answers], more);
  const { alice, shop } = scene;
  const { runId } = await alice.solve({ task: 'Refund order #W1001' }, shop.tools);
  const template = await alice.templates.save({ run: runId, name: 'refund', approve: true });
  return { ...scene, template };
}

const adaptive = async (alice: View, shop: ReturnType<typeof createShop>, input: object = {}) =>
  (await alice.templates.run({ id: 'refund', mode: 'adaptive', ...input }, shop.tools)) as TemplateRun;

describe('TPL-2 what an agent learned is distilled when the template is saved', () => {
  it('names the way that worked and the mistake that was made', async () => {
    const { alice } = await taught([]);
    const [memory] = await alice.templates.memory.list({ template: 'refund' });
    expect(memory?.content).toMatchObject({
      agent: 'alice',
      origin: 'rules',
      successes: 1,
      executions: 1,
      toolSequence: [{ tool: 'get_order' }, { tool: 'refund' }],
    });
    expect(memory?.content.pitfalls.join(' ')).toContain('#');
  });
});

describe('TPL-5 adaptive re-execution', () => {
  it('puts what was learned and examples behind the agent’s own system message, within the budget', async () => {
    const { alice, model, shop } = await taught(skilled('#W1002'), { contextTokens: 400 });
    const report = await adaptive(alice, shop, { task: 'Refund order #W1002', system: 'You help.' });
    expect(report).toMatchObject({
      status: 'completed',
      mode: 'adaptive',
      modelCalls: 3,
      text: 'Refunded #W1002',
    });
    const [system, task] = model.requests[clumsy.length]?.messages ?? [];
    expect(task).toEqual({ role: 'user', text: 'Refund order #W1002' });
    expect(system?.role).toBe('system');
    const text = system !== undefined && 'text' in system ? system.text : '';
    expect(text.startsWith('You help.\n\n')).toBe(true);
    expect(text).toContain('get_order');
    expect(countTokens(text) - countTokens('You help.')).toBeLessThanOrEqual(400);
    expect(text.length).toBeGreaterThan(200);
  });

  it('merges what the run taught into the memory, and moves the statistics', async () => {
    const { alice, shop } = await taught(skilled('#W1002'));
    await adaptive(alice, shop, { task: 'Refund order #W1002' });
    await executionsOf(alice, 2);
    const [memory] = await alice.templates.memory.list({ template: 'refund' });
    expect(memory?.content).toMatchObject({ executions: 2, successes: 2, distillations: 2, meanSteps: 7 });
  });

  it('TPL-8 uses the model that the template names', async () => {
    const { alice } = await taught([]);
    await alice.templates.edit({ id: 'refund', reexecuteModel: 'small-and-quick' });
    const run = alice.templates.run({ id: 'refund', mode: 'adaptive', asRecorded: true }, createShop().tools);
    // A model that was given as an object cannot become another; one by its address can (docs/models.md).
    await expect(run).rejects.toThrow('small-and-quick');
  });

  it('hands an agent with its own model the message and a run to record', async () => {
    const { alice } = await taught([]);
    const { system, run, addedTokens } = await alice.templates.begin({
      id: 'refund',
      system: 'Mine.',
      asRecorded: true,
    });
    expect(system).toContain('Mine.');
    expect(addedTokens).toBeGreaterThan(0);
    await run.call('refund', { id: '#W1003', amount: 1 }, () => ({ ok: true }));
    await run.finish({ outcome: 'success' });
    await executionsOf(alice, 2);
    expect((await alice.runs.show(run.id)).mode).toMatchObject({ kind: 'template', style: 'adaptive' });
  });
});

describe('TPL-5 an adaptive run is about its own inputs', () => {
  const userText = (model: { requests: readonly ModelRequest[] }, number: number) => {
    const task = model.requests[number]?.messages.find(({ role }) => role === 'user');
    return task !== undefined && 'text' in task ? task.text : '';
  };

  it('tells the model the task with the new values, never with the recorded ones', async () => {
    const { alice, model, shop } = await taught(skilled('#W1002'));
    const report = await adaptive(alice, shop, { inputs: { id: '#W1002' } });
    expect(userText(model, clumsy.length)).toBe('Refund order #W1002\n\nGiven: {"id":"#W1002"}');
    expect((await alice.runs.show(report.runId)).task.description).toBe('Refund order #W1002');
  });

  it('records the task with the new values when an agent brings its own model', async () => {
    const { alice } = await taught([]);
    const { run } = await alice.templates.begin({ id: 'refund', inputs: { id: '#W1005' } });
    expect((await alice.runs.show(run.id)).task.description).toBe('Refund order #W1005');
  });

  it('tells each part of the task with the new values', async () => {
    const { alice, model, shop } = await opened(['Looked.', 'Refunded.']);
    const run = await alice.startRun({ description: 'Refund order #W1001', inputs: { id: '#W1001' } });
    const [look, pay] = ['Look at #W1001', 'Pay #W1001 back'].map((text, index) =>
      run.subTask({ id: `part-${index}`, index, text }),
    );
    await look?.call('get_order', { id: '#W1001' }, () => ({ id: '#W1001', total: 31.5 }));
    await pay?.call('refund', { id: '#W1001', amount: 31.5 }, () => ({ ok: true }));
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'refund' });
    await adaptive(alice, shop, { inputs: { id: '#W1002' } });
    const told = [0, 1].map((number) => userText(model, number)).join('\n');
    expect(told).toContain('Look at #W1002');
    expect(told).toContain('Pay #W1002 back');
    expect(told).not.toContain('#W1001');
  });

  it('refuses a task and inputs that contradict each other', async () => {
    const { alice, shop } = await taught([]);
    const asked = { task: 'Refund order #W1003', inputs: { id: '#W1002' } };
    const refusal = { code: 'invalid_input', details: { contradicted: ['id'] } };
    await expect(adaptive(alice, shop, asked)).rejects.toMatchObject(refusal);
    await expect(alice.templates.run({ id: 'refund', ...asked }, shop.tools)).rejects.toMatchObject(refusal);
  });
});

describe('TPL-5 a run whose last change failed is no success', () => {
  const refusing = (shop: ReturnType<typeof createShop>) => ({
    ...shop.tools,
    refund: { ...shop.tools.refund, execute: () => ({ status: 'failed', reason: 'no money' }) },
  });

  it('when the model says that all went well, and the answer of the change does not', async () => {
    const { alice, shop } = await taught(skilled('#W1002'));
    const report = await alice.templates.run(
      { id: 'refund', mode: 'adaptive', inputs: { id: '#W1002' } },
      refusing(shop),
    );
    expect(report).toMatchObject({ status: 'failed', text: expect.stringContaining('refund') });
    expect(await alice.runs.show((report as TemplateRun).runId)).toMatchObject({ outcome: 'failure' });
    await executionsOf(alice, 2);
    const [memory] = await alice.templates.memory.list({ template: 'refund' });
    expect(memory?.content).toMatchObject({ executions: 2, successes: 1 });
  });

  it('so a task that a model solved that way failed, and no template is made of it or learns from it', async () => {
    const { alice, shop } = await taught(skilled('#W1002'));
    const solved = await alice.solve({ task: 'Refund order #W1002' }, refusing(shop));
    expect(solved).toMatchObject({ status: 'failed', reason: expect.stringContaining('no money') });
    const run = await alice.startRun({ description: 'Refund order #W1003' });
    await run.call('get_order', { id: '#W1003' }, () => ({ id: '#W1003', total: 31.5 }));
    await run.call('refund', { id: '#W1003', amount: 31.5 }, () => 'Error: no money');
    await run.finish({ outcome: 'success' });
    const refusal = { code: 'not_replayable', details: { tool: 'refund' } };
    await expect(alice.templates.save({ run: run.id })).rejects.toMatchObject(refusal);
    await expect(alice.templates.learn({ id: 'refund', run: run.id })).rejects.toMatchObject(refusal);
  });
});

describe('TPL-1 examples show calls that worked', () => {
  it('and leave out answers that say "Error" or "Failed", whoever reported them', async () => {
    const { alice } = await opened([]);
    const run = await alice.startRun({ description: 'Refund order #W1003' });
    await run.call('get_order', { id: 'W1003' }, () => 'Error: order ids begin with #');
    await run.call('get_order', { id: '#W1003' }, () => ({ id: '#W1003', total: 31.5 }));
    await run.call('refund', { id: '#W1003', amount: 31.5 }, () => ({ ok: true }));
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'refund' });
    const reported = [
      { tool: 'refund', arguments: { id: '#1' }, result: 'Failed to refund #1' },
      { tool: 'refund', arguments: { id: '#2' }, result: { content: [{ type: 'text', text: 'Error: no' }] } },
    ];
    expect(await alice.templates.examples.add({ template: 'refund', examples: reported })).toEqual({
      count: 0,
    });
    const examples = await alice.templates.examples.list({ template: 'refund', limit: 100 });
    expect(examples.map(({ arguments: given }) => given)).toEqual([
      { id: '#W1003', amount: 31.5 },
      { id: '#W1003' },
    ]);
  });
});

describe('TPL-6 a plan gets better by further runs of the same work', () => {
  const again = async ({ approve = false, edit = false }) => {
    const { alice, shop } = await opened([...skilled('#W1001'), ...skilled('#W1002')]);
    const { runId } = await alice.solve({ task: 'Refund order #W1001' }, shop.tools);
    const { plan } = await alice.templates.save({ run: runId, name: 'refund', approve });
    if (edit) {
      await alice.templates.edit({
        id: 'refund',
        plan: plan.map((step) => ({ ...step, free: ['$.status'] })),
      });
    }
    const other = {
      ...shop.tools,
      get_order: {
        ...shop.tools.get_order,
        execute: () => ({ id: '#W1002', status: 'returned', total: 31.5 }),
      },
    };
    await alice.templates.run({ id: 'refund', mode: 'adaptive', task: 'Refund order #W1002' }, other);
    await executionsOf(alice, 2);
    return alice.templates.show('refund');
  };

  /** What the order was seen as, in each run the plan was made of. */
  const statesOf = ({ plan }: Template) => plan[0]?.observed.map(({ result }) => result);
  const delivered = { id: '#W1001', status: 'delivered', total: 31.5 };
  const returned = { id: '#W1002', status: 'returned', total: 31.5 };

  it('by itself while it is a draft: a state that went well, too, is fine', async () => {
    const template = await again({});
    expect(template.version).toBe(2);
    expect(statesOf(template)).toEqual([delivered, returned]);
  });

  it('and only when somebody says so, once it was approved', async () => {
    const template = await again({ approve: true });
    expect(template.version).toBe(1);
    expect(statesOf(template)).toEqual([delivered]);
  });

  it('and only when somebody says so, once its plan was edited by hand', async () => {
    const template = await again({ edit: true });
    expect(template.version).toBe(2);
    expect(statesOf(template)).toEqual([delivered]);
    expect(template.plan[0]?.free).toEqual(['$.status']);
  });
});

describe('TPL-10 first run against re-runs', () => {
  it('is counted in model calls, steps, tokens and time', async () => {
    const { alice, shop } = await taught([...skilled('#W1002'), ...skilled('#W1003')]);
    await adaptive(alice, shop, { task: 'Refund order #W1002' });
    await adaptive(alice, shop, { task: 'Refund order #W1003' });
    await alice.templates.run({ id: 'refund', task: 'Refund order #W1004' }, shop.tools);
    const { first, adaptive: again, replay, ratios, runs } = await alice.templates.compare('refund');
    expect(first).toMatchObject({ runs: 1, modelCalls: 5, steps: 9, inputTokens: 3_000, outputTokens: 180 });
    expect(again).toMatchObject({
      runs: 2,
      successes: 2,
      modelCalls: 3,
      steps: 5,
      inputTokens: 1_950,
      outputTokens: 70,
    });
    expect(replay).toMatchObject({ runs: 1, successes: 1, modelCalls: 0, steps: 2, inputTokens: 0 });
    expect(ratios.adaptive).toMatchObject({ modelCalls: 3 / 5, steps: 5 / 9, tokens: 2_020 / 3_180 });
    expect(ratios.replay).toMatchObject({ modelCalls: 0, steps: 2 / 9, tokens: 0 });
    expect(runs.map(({ style }) => style)).toEqual(['first', 'adaptive', 'adaptive', 'replay']);
  });
});

describe('TPL-6 a replay that stops is handed to the model', () => {
  it('with an exact account, and what was changed is not changed again', async () => {
    const answers: ScriptedAnswer[] = [
      { requests: [call('get_order', { id: '#W1001' })] },
      { requests: [call('refund', { id: '#W1001', amount: 31.5 })] },
      { text: 'It was refunded already.' },
    ];
    const { alice, model, shop } = await taught(answers);
    const odd = {
      ...shop.tools,
      refund: {
        ...shop.tools.refund,
        execute: (given: { id: string; amount: number }) => {
          shop.tools.refund.execute(given);
          return { ok: 'maybe' } as unknown as { ok: boolean };
        },
      },
    };
    const before = shop.refunds.length;
    const report = (await alice.templates.run({ id: 'refund', asRecorded: true }, odd)) as TemplateRun;
    expect(report).toMatchObject({
      status: 'completed',
      modelCalls: 3,
      divergence: { call: 2, tool: 'refund' },
      fallback: { status: 'completed', text: 'It was refunded already.' },
    });
    const told = model.requests[clumsy.length]?.messages.at(-1);
    const account = told !== undefined && 'text' in told ? told.text : '';
    expect(account).toContain('Do not make any of them again');
    expect(account.startsWith('Refund order #W1001\n')).toBe(true);
    // Once by the replay; the model asked for it too, and got the answer of the first.
    expect(shop.refunds.length - before).toBe(1);
  });

  it('and told the task of this run, not that of the first', async () => {
    const { alice, model, shop } = await taught([{ text: 'There is no such order.' }]);
    const gone = { ...shop.tools, get_order: { ...shop.tools.get_order, execute: () => 'nothing' } };
    await alice.templates.run({ id: 'refund', inputs: { id: '#W1009' } }, gone);
    const told = model.requests[clumsy.length]?.messages.at(-1);
    const account = told !== undefined && 'text' in told ? told.text : '';
    expect(account.startsWith('Refund order #W1009\n')).toBe(true);
    expect(account).not.toContain('#W1001');
  });
});
