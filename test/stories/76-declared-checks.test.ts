import { describe, expect, it } from 'vitest';
import { toolSettings } from '../../src/config/template-settings.ts';
import type { EngramOptions, TemplateRun, View } from '../../src/index.ts';
import type { ToolStep } from '../../src/interfaces/library/types.ts';
import type { ToolDefinition, Tools } from '../../src/ports/run-handle.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { openForTest } from './open-for-test.ts';

/** What the auditors know about an order. No tool of the agent shows it. */
type Hold = { hold: string };

/** Cancels an order, and says what makes that safe: that the auditors do not hold it. */
interface Checked extends ToolDefinition {
  execute(given: { id: string }): { id: string; cancelled: boolean };
}

/** A shop where auditors may hold an order, which nothing but the check of `cancelOrder` looks at. */
function aShop(check: Partial<NonNullable<ToolDefinition['check']>> = {}) {
  const held = new Map<string, string>();
  const called: string[] = [];
  const cancelOrder: Checked = {
    execute({ id }) {
      called.push(`cancel ${id}`);
      return { id, cancelled: true };
    },
    readOnly: false,
    check: {
      capture: ({ id }: { id: string }): Hold => ({ hold: held.get(id) ?? 'none' }),
      compare: (recorded: Hold, now: Hold) =>
        recorded.hold === now.hold || `the order is held by ${now.hold}`,
      ...check,
    },
  };
  const tools = {
    getOrder: { execute: ({ id }: { id: string }) => ({ id, status: 'pending' }), readOnly: true },
    cancelOrder,
    tellCustomer: {
      execute({ id }: { id: string }) {
        called.push(`tell ${id}`);
        return { told: true };
      },
      readOnly: false,
    },
  } satisfies Tools;
  return { held, called, tools };
}

/** An agent cancels an order with these tools and tells the customer; the id of its run. */
async function recordedBy(agent: View, { tools }: ReturnType<typeof aShop>, id = 'W1'): Promise<string> {
  const run = await agent.startRun({ description: `Cancel order ${id}`, inputs: { id } });
  const { getOrder, cancelOrder, tellCustomer } = run.tools(tools);
  await getOrder({ id });
  await cancelOrder({ id });
  await tellCustomer({ id });
  await run.finish({ outcome: 'success' });
  return run.id;
}

async function aTemplate(options: EngramOptions = {}, shop = aShop()) {
  const alice = (await openForTest(options)).agent('alice');
  const run = await recordedBy(alice, shop);
  await alice.templates.save({ run, name: 'cancel', approve: true }, shop.tools);
  const replay = (tools: Tools, input: object = {}) =>
    alice.templates.run({ id: 'cancel', inputs: { id: 'W2' }, ...input }, tools) as Promise<TemplateRun>;
  return { alice, run, replay };
}

async function callsOf(agent: View, run: string): Promise<ToolStep[]> {
  const { steps } = await agent.runs.show(run);
  return steps.filter((step) => step.kind === 'tool');
}

const capturedBy = async (agent: View, run: string) => (await callsOf(agent, run))[1]?.captured;
const hanging = () => new Promise<never>(() => {});
const quick: EngramOptions = { tools: toolSettings.parse({ checkTimeoutMs: 20 }) };

describe('TPL-12 a tool may say what makes a call of it safe', () => {
  it('and that is captured before each call an agent makes, and kept with the step', async () => {
    const { alice, run } = await aTemplate();
    const calls = await callsOf(alice, run);
    expect(calls.map(({ tool, captured }) => [tool, captured])).toEqual([
      ['getOrder', undefined],
      ['cancelOrder', { value: { hold: 'none' } }],
      ['tellCustomer', undefined],
    ]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the auditors do not answer')), 'the auditors do not answer'],
    ['hangs', hanging, 'The capture took longer than 20 ms.'],
    ['answers what is not JSON', () => ({ at: 1n }), expect.stringContaining('BigInt')],
    ['is too large', () => 'x'.repeat(2_000_000), expect.stringContaining('"capture.maxValueBytes"')],
  ])('a capture that %s does not keep the agent from its call', async (_, capture, error) => {
    const shop = aShop({ capture });
    const { alice, run } = await aTemplate(quick, shop);
    expect(shop.called).toEqual(['cancel W1', 'tell W1']);
    expect(await capturedBy(alice, run)).toEqual({ error });
  });

  it('a capture may change what it is given without changing the call', async () => {
    const shop = aShop({
      capture: (given: { id: string }) => {
        const { id } = given;
        given.id = 'spoilt';
        return id;
      },
    });
    const { alice, run } = await aTemplate({}, shop);
    expect(shop.called).toEqual(['cancel W1', 'tell W1']);
    expect((await callsOf(alice, run))[1]).toMatchObject({
      arguments: { id: 'W1' },
      captured: { value: 'W1' },
    });
  });

  it('what a capture calls through the run is part of the call, and no call of the plan', async () => {
    const alice = (await openForTest()).agent('alice');
    const shop = aShop();
    const run = await alice.startRun({ description: 'Cancel order W1', inputs: { id: 'W1' } });
    const { getHold } = run.tools({
      getHold: ({ id }: { id: string }) => ({ hold: shop.held.get(id) ?? 'none' }),
    });
    const check = { capture: ({ id }: { id: string }) => getHold({ id }) };
    await run.call('cancelOrder', { id: 'W1' }, shop.tools.cancelOrder.execute, { check });
    await run.finish({ outcome: 'success' });
    const template = await alice.templates.save({ run: run.id, name: 'cancel' });
    expect(template.plan.map(({ tool }) => tool)).toEqual(['cancelOrder']);
    expect(template.plan[0]?.observed[0]?.captured).toEqual({ value: { hold: 'none' } });
  });

  it('who records from outside gives what was captured with the step', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.runs.start({ description: 'Cancel order W1', inputs: { id: 'W1' } });
    const given = { tool: 'cancelOrder', arguments: { id: 'W1' }, result: { id: 'W1', cancelled: true } };
    await alice.runs.step({ run: id, ...given, captured: { hold: 'none' } });
    await alice.runs.finish({ id, outcome: 'success' });
    await alice.templates.save({ run: id, name: 'cancel', approve: true });
    const shop = aShop();
    shop.held.set('W1', 'auditors');
    expect(await alice.templates.run({ id: 'cancel', asRecorded: true }, shop.tools)).toMatchObject({
      status: 'diverged',
    });
    expect(shop.called).toEqual([]);
  });

  it('a secret in it is redacted like everything', async () => {
    const shop = aShop({ capture: () => ({ password: 'hunter2hunter2', hold: 'none' }) });
    const { alice, run, replay } = await aTemplate({}, shop);
    expect(await capturedBy(alice, run)).toEqual({
      value: { password: '[REDACTED:password]', hold: 'none' },
    });
    const { plan, explained } = await alice.templates.show('cancel');
    expect(JSON.stringify([plan, explained])).not.toContain('hunter2');
    // What was not kept cannot be compared, and a guard that cannot be compared stops.
    const report = await replay(shop.tools);
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2 } });
    expect(report.divergence?.reason).toContain('held a secret, which is not kept');
    expect(shop.called).toEqual(['cancel W1', 'tell W1']);
  });
});

describe('TPL-6 a replay compares what a check captured before the call', () => {
  it('and makes the call when it agrees, also for another order', async () => {
    const { alice, replay } = await aTemplate();
    const shop = aShop();
    const report = await replay(shop.tools);
    expect(report).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(shop.called).toEqual(['cancel W2', 'tell W2']);
    // Captured with this run, too: a template can learn from it.
    expect(await capturedBy(alice, report.runId)).toEqual({ value: { hold: 'none' } });
  });

  it('and stops before the call when it does not, and says what to do', async () => {
    const { replay } = await aTemplate();
    const shop = aShop();
    shop.held.set('W2', 'auditors');
    const report = await replay(shop.tools);
    expect(report).toMatchObject({
      status: 'diverged',
      toolCalls: [{ tool: 'getOrder', matched: true }],
      divergence: {
        call: 2,
        tool: 'cancelOrder',
        reason: 'The check of "cancelOrder" does not agree: the order is held by auditors',
        expected: '{"hold":"none"}',
        found: '{"hold":"auditors"}',
        check: true,
        remaining: ['cancelOrder', 'tellCustomer'],
        matters: expect.stringContaining('says by it when a call is safe'),
        next: [
          { operation: 'run.show' },
          { operation: 'template.run', input: { id: 'cancel' } },
          { operation: 'template.learn' },
        ],
      },
    });
    expect(shop.called).toEqual([]);
    // Nothing was written down as begun: once the order is free, the same may be run again.
    shop.held.delete('W2');
    expect(await replay(shop.tools)).toMatchObject({ status: 'completed' });
  });

  it.each<[string, NonNullable<ToolDefinition['check']>['compare'], RegExp]>([
    ['answers false', () => false, /not as it was when the call was recorded/],
    ['throws', () => Promise.reject(new Error('no such order')), /the comparison failed: no such order/],
    ['hangs', hanging, /The comparison took longer than 20 ms/],
    ['forgets to answer', () => undefined as never, /answered undefined/],
    ['answers something true that is not true', () => 1 as never, /answered 1/],
  ])('a comparison that %s stops it', async (_, compare, reason) => {
    const { replay } = await aTemplate(quick);
    const shop = aShop(compare === undefined ? {} : { compare });
    const report = await replay(shop.tools);
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2, check: true } });
    expect(report.divergence?.reason).toMatch(reason);
    expect(shop.called).toEqual([]);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['throws', () => Promise.reject(new Error('the auditors do not answer')), /the auditors do not answer/],
    ['hangs', hanging, /The capture took longer than 20 ms/],
  ])('a capture that %s stops it', async (_, capture, reason) => {
    const { replay } = await aTemplate(quick);
    const shop = aShop({ capture });
    const report = await replay(shop.tools);
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 2, found: 'nothing' } });
    expect(report.divergence?.reason).toMatch(reason);
    expect(shop.called).toEqual([]);
  });

  it('without a comparison both must be equal', async () => {
    const equal = () => {
      const shop = aShop();
      const { capture } = shop.tools.cancelOrder.check ?? {};
      return {
        ...shop,
        tools: { ...shop.tools, cancelOrder: { ...shop.tools.cancelOrder, check: { capture } } },
      };
    };
    const { replay } = await aTemplate({}, equal() as ReturnType<typeof aShop>);
    const shop = equal();
    shop.held.set('W3', 'auditors');
    expect(await replay(shop.tools as Tools, { inputs: { id: 'W3' } })).toMatchObject({ status: 'diverged' });
    expect(await replay(shop.tools as Tools)).toMatchObject({ status: 'completed' });
    expect(shop.called).toEqual(['cancel W2', 'tell W2']);
  });

  it('with several runs, one that agrees is enough', async () => {
    const { alice, replay } = await aTemplate();
    const lenient = aShop();
    lenient.held.set('W7', 'accounting');
    const run = await recordedBy(alice, lenient, 'W7');
    const { changes } = await alice.templates.learn({ id: 'cancel', run }, lenient.tools);
    expect(changes).toContainEqual({
      call: 2,
      tool: 'cancelOrder',
      place: '2:check',
      change: 'relaxed',
      because: `Its check had to agree with {"hold":"none"}; in run ${run} it captured {"hold":"accounting"}, and the run did the same.`,
    });
    await alice.templates.approve({ id: 'cancel' });
    const shop = aShop();
    shop.held.set('W3', 'accounting').set('W4', 'auditors');
    expect(await replay(shop.tools)).toMatchObject({ status: 'completed' });
    expect(await replay(shop.tools, { inputs: { id: 'W3' } })).toMatchObject({ status: 'completed' });
    expect(await replay(shop.tools, { inputs: { id: 'W4' } })).toMatchObject({
      status: 'diverged',
      divergence: { expected: '{"hold":"none"} or {"hold":"accounting"}' },
    });
    expect(shop.called).toEqual(['cancel W2', 'tell W2', 'cancel W3', 'tell W3']);
  });

  it('a check that is gone stops it before anything is called', async () => {
    const { replay } = await aTemplate();
    const shop = aShop();
    const { check: _, ...unchecked } = shop.tools.cancelOrder;
    const report = await replay({ ...shop.tools, cancelOrder: unchecked });
    expect(report).toMatchObject({
      status: 'diverged',
      toolCalls: [],
      divergence: { call: 2, found: 'no check' },
    });
    expect(report.divergence?.reason).toContain('had a check when it was recorded and has none now');
    expect(shop.called).toEqual([]);
  });

  it('a check cannot be edited away without a new approval', async () => {
    const { alice, replay } = await aTemplate();
    const { plan } = await alice.templates.show('cancel');
    const without = plan.map((step) => ({
      ...step,
      observed: step.observed.map(({ captured: _, ...observation }) => observation),
    }));
    await alice.templates.edit({ id: 'cancel', plan: without });
    expect(await alice.templates.show('cancel')).toMatchObject({ status: 'draft', version: 2 });
    expect(await replay(aShop().tools).catch(asRefusal)).toMatchObject({ code: 'not_replayable' });
  });

  it('a check that came later is not compared, and that is said', async () => {
    const shop = aShop();
    const { check: _, ...unchecked } = shop.tools.cancelOrder;
    const before = { ...shop, tools: { ...shop.tools, cancelOrder: unchecked } };
    const { alice, replay } = await aTemplate({}, before);
    expect((await alice.templates.show('cancel')).explained[1]).not.toHaveProperty('check');
    const later = aShop();
    const dryRun = await alice.templates.run({ id: 'cancel', dryRun: true, asRecorded: true }, later.tools);
    expect(dryRun).toMatchObject({
      calls: [{}, { check: { values: [], missing: ['The call was recorded without its check'] } }, {}],
      problems: [],
    });
    expect(await replay(later.tools)).toMatchObject({ status: 'completed' });
    // Saved with tools that have it by now, the template itself says so.
    const run = await recordedBy(alice, before, 'W8');
    await alice.templates.save({ run, name: 'cancel-late' }, later.tools);
    expect((await alice.templates.show('cancel-late')).explained[1]?.check).toEqual({
      values: [],
      because: 'nothing is compared, because no run captured anything',
      missing: ['The call was recorded without its check'],
    });
  });

  it('is shown like any other guard', async () => {
    const { alice } = await aTemplate();
    const check = {
      values: ['{"hold":"none"}'],
      because: 'the check of the tool captured it before the call',
    };
    expect((await alice.templates.show('cancel')).explained[1]).toMatchObject({ tool: 'cancelOrder', check });
    const dryRun = await alice.templates.run({ id: 'cancel', dryRun: true, asRecorded: true }, aShop().tools);
    expect(dryRun).toMatchObject({ calls: [{}, { tool: 'cancelOrder', check }, {}], problems: [] });
  });

  it('a dry run says that a check is gone', async () => {
    const { alice } = await aTemplate();
    const { check: _, ...unchecked } = aShop().tools.cancelOrder;
    const tools = { ...aShop().tools, cancelOrder: unchecked };
    expect(await alice.templates.run({ id: 'cancel', dryRun: true, asRecorded: true }, tools)).toMatchObject({
      problems: [expect.stringContaining('had a check when it was recorded')],
    });
  });
});

describe('TPL-9 a resumed replay compares before the calls that it makes', () => {
  it('and not before those that were made', async () => {
    const { replay } = await aTemplate();
    const shop = aShop();
    const failing = {
      ...shop.tools,
      tellCustomer: {
        execute: () => {
          throw new Error('socket hang up');
        },
        readOnly: false,
      },
    };
    const first = await replay(failing);
    expect(first).toMatchObject({ status: 'failed', divergence: { call: 3, uncertain: true } });
    // The order was cancelled by this very run, so its check would not agree any more; it is not asked.
    shop.held.set('W2', 'archive');
    const { check: _, ...unchecked } = shop.tools.cancelOrder;
    const rest = await replay(
      { ...shop.tools, cancelOrder: unchecked },
      { resume: first.runId, uncertain: 'not made' },
    );
    expect(rest).toMatchObject({ status: 'completed' });
    expect(shop.called).toEqual(['cancel W2', 'tell W2']);
  });

  it('so one that may not have been made is checked again', async () => {
    const { replay } = await aTemplate();
    const shop = aShop();
    const failing = {
      ...shop.tools,
      cancelOrder: {
        ...shop.tools.cancelOrder,
        execute: () => {
          throw new Error('socket hang up');
        },
      },
    };
    const first = await replay(failing);
    expect(first).toMatchObject({ status: 'failed', divergence: { call: 2, uncertain: true } });
    shop.held.set('W2', 'auditors');
    const rest = await replay(shop.tools, { resume: first.runId, uncertain: 'not made' });
    expect(rest).toMatchObject({ status: 'diverged', divergence: { call: 2, check: true } });
    expect(shop.called).toEqual([]);
  });
});

describe('TPL-5 a model decides by itself', () => {
  it('so what a check captures is kept with its calls, and compared with nothing', async () => {
    const model = scriptedModel([{ requests: [{ tool: 'cancelOrder', arguments: { id: 'W2' } }] }, 'Done.']);
    const { alice, replay } = await aTemplate({ model, templates: { synthesis: { by: 'rules' } } });
    const shop = aShop();
    shop.held.set('W2', 'auditors');
    const report = await replay(shop.tools);
    expect(report).toMatchObject({ divergence: { call: 2, check: true }, fallback: { status: 'completed' } });
    expect(shop.called).toEqual(['cancel W2']);
    expect(await capturedBy(alice, report.runId)).toEqual({ value: { hold: 'auditors' } });
  });
});

describe('TPL-12 a check that cannot be carried out', () => {
  it.each([[{}], [{ capture: 'getHold' }], [{ capture: () => 1, compare: true }], [null]])(
    'is refused before anything is called: %j',
    async (check) => {
      const { replay } = await aTemplate();
      const shop = aShop();
      const tools = { ...shop.tools, cancelOrder: { ...shop.tools.cancelOrder, check } } as unknown as Tools;
      expect(await replay(tools).catch(asRefusal)).toMatchObject({
        code: 'invalid_input',
        details: { tool: 'cancelOrder' },
      });
      expect(shop.called).toEqual([]);
    },
  );
});
