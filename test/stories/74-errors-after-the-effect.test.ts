import { describe, expect, it } from 'vitest';
import type { EngramOptions, Json, TemplateRun, View } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Store } from '../../src/ports/store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { type LateError, lateErrorLimits, lateErrors } from './errors-after-the-effect.ts';
import { openForTest } from './open-for-test.ts';

/** A shop that counts what was changed. `late` fails once a refund has taken effect. */
function aShop(late: () => unknown = () => undefined) {
  const refunded = new Set<string>();
  const changes: string[] = [];
  let refunds = 0;
  const tools = {
    getOrder: {
      execute: ({ id }: { id: string }) => ({ id, status: refunded.has(id) ? 'refunded' : 'paid' }),
      readOnly: true,
    },
    getCustomer: { execute: ({ id }: { id: string }) => ({ id, language: 'English' }), readOnly: true },
    refund: {
      execute: ({ id }: { id: string }) => {
        changes.push(`refund ${id}`);
        refunded.add(id);
        refunds += 1;
        return (refunds === 1 ? late : () => ({ id, sent: true }))();
      },
      readOnly: false,
    },
    sendLetter: {
      execute: ({ id }: { id: string }) => {
        changes.push(`letter ${id}`);
        return { sent: true };
      },
      readOnly: false,
    },
  } satisfies Tools;
  return { tools, changes };
}

/** Whether the plan looks at the order before and after the refund, or only at what a refund does not change. */
type Looks = 'the order is looked at' | 'nothing shows the refund';

async function record(agent: View, looks: Looks): Promise<void> {
  const { tools } = aShop(() => ({ id: 'W1', sent: true }));
  const look = looks === 'the order is looked at' ? 'getOrder' : 'getCustomer';
  const run = await agent.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
  for (const tool of [look, 'refund', look, 'sendLetter'] as const)
    await run.call(tool, { id: 'W1' }, (given) => tools[tool].execute(given) as Json);
  await run.finish({ outcome: 'success' });
  await agent.templates.save({ run: run.id, name: 'refund', approve: true }, tools);
}

async function aFaultyShop({ fail }: LateError, looks: Looks, settings: EngramOptions = {}) {
  const engram = await openForTest({ tools: lateErrorLimits, ...settings });
  const alice = engram.agent('alice');
  await record(alice, looks);
  const shop = aShop(fail);
  const run = (input: object = {}) =>
    alice.templates.run({ id: 'refund', inputs: { id: 'W2' }, ...input }, shop.tools) as Promise<TemplateRun>;
  return { alice, shop, run };
}

const doubtful = lateErrors.filter(({ hasReturned }) => hasReturned !== true);
const returned = lateErrors.filter(({ hasReturned }) => hasReturned === true);
const refundOnce = (changes: readonly string[]): void =>
  expect(changes.filter((change) => change === 'refund W2')).toHaveLength(1);

it('there are 22 kinds of errors after the effect, and two more', () => expect(lateErrors).toHaveLength(24));

describe.each(doubtful)('TPL-9 a change that acts and then fails by $kind', (late) => {
  it('is uncertain where nothing shows it, and is neither run again nor resumed until a person says what came of it', async () => {
    const { shop, run } = await aFaultyShop(late, 'nothing shows the refund');
    const first = await run();
    expect(first).toMatchObject({ divergence: { call: 2, tool: 'refund', uncertain: true } });
    expect(first.status).not.toBe('completed');
    expect(await run().catch(asRefusal)).toMatchObject({ code: 'conflict', details: { run: first.runId } });
    const resumed = await run({ resume: first.runId });
    expect(resumed).toMatchObject({ status: 'failed', divergence: { call: 2, uncertain: true } });
    expect(shop.changes).toEqual(['refund W2']);
    const resolved = await run({ resume: resumed.runId, uncertain: 'made' });
    expect(resolved).toMatchObject({ status: 'completed' });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
  });

  it('is found by looking where the plan looks before and after it, and the rest is done', async () => {
    const { shop, run } = await aFaultyShop(late, 'the order is looked at');
    const report = await run();
    expect(report).toMatchObject({ status: 'completed' });
    expect(report.toolCalls[1]).toMatchObject({ tool: 'refund', verified: true });
    expect(shop.changes).toEqual(['refund W2', 'letter W2']);
    // Nothing is left to resume, and the world is in the way of doing it again.
    expect(await run()).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    refundOnce(shop.changes);
  });

  it('with one idempotency key is not made again either', async () => {
    const { shop, run } = await aFaultyShop(late, 'nothing shows the refund');
    const first = await run({ idempotencyKey: 'one' });
    expect(await run({ idempotencyKey: 'one' })).toMatchObject({ repeated: true, runId: first.runId });
    expect(await run({ idempotencyKey: 'two' }).catch(asRefusal)).toMatchObject({ code: 'conflict' });
    expect(shop.changes).toEqual(['refund W2']);
  });
});

describe.each(returned)('TPL-9 a change that acts and then answers with $kind', (late) => {
  it.each<Looks>(['nothing shows the refund', 'the order is looked at'])(
    'was made: the run stops after it, and neither a new run nor a resumed one makes it again (%s)',
    async (looks) => {
      const { shop, run } = await aFaultyShop(late, looks);
      const first = await run();
      expect(first.status).not.toBe('completed');
      expect(first.divergence).toMatchObject({ call: 2, tool: 'refund' });
      expect(await run().catch(asRefusal)).toMatchObject({ code: 'conflict', details: { run: first.runId } });
      expect(shop.changes).toEqual(['refund W2']);
      const resumed = await run({ resume: first.runId });
      const isCompared = late.kind === 'no result';
      expect(resumed.status).toBe(isCompared ? 'diverged' : 'completed');
      if (isCompared) await run({ resume: resumed.runId, uncertain: 'made' });
      expect(shop.changes).toEqual(['refund W2', 'letter W2']);
    },
  );
});

describe.each(lateErrors)('TPL-9 a model that takes over after $kind', (late) => {
  it('asks for the same change again, and it is held back', async () => {
    const model = scriptedModel([
      { requests: [{ tool: 'refund', arguments: { id: 'W2' } }] },
      'The refund may have been made; somebody must look.',
    ]);
    const { shop, run } = await aFaultyShop(late, 'nothing shows the refund', {
      model,
      templates: { synthesis: { by: 'rules' } },
    });
    const report = await run();
    expect(report).toMatchObject({ modelCalls: 2, toolCalls: [{}, { tool: 'refund' }] });
    expect(shop.changes).toEqual(['refund W2']);
    // What the model says about the rest does not make a doubtful change certain.
    if (late.hasReturned === true) return;
    expect(await run().catch(asRefusal)).toMatchObject({ code: 'conflict' });
    expect(await run({ resume: report.runId }).catch(asRefusal)).toMatchObject({ code: 'conflict' });
    expect(shop.changes).toEqual(['refund W2']);
  });
});

it('TPL-9 a run that stops without a model never says that its rest was handed to one: killed then, it can be resumed', async () => {
  const sound = createReferenceStore();
  const outputs: Json[] = [];
  const store: Store = {
    ...sound,
    async commit(commands) {
      for (const command of commands)
        if (command.type === 'hold-workflow') outputs.push(command.workflow.output);
      return sound.commit(commands);
    },
  };
  const [late = lateErrors[0]] = doubtful.filter(({ kind }) => kind === 'ECONNRESET');
  if (late === undefined) throw new Error('There is no such error.');
  const { run } = await aFaultyShop(late, 'nothing shows the refund', { store });
  expect(await run()).toMatchObject({ divergence: { uncertain: true } });
  expect(outputs).not.toContainEqual(expect.objectContaining({ handedOver: true }));
  expect(outputs.at(-1)).toEqual({ status: 'failed' });
});
