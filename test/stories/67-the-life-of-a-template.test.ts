import { describe, expect, it, vi } from 'vitest';
import type { TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

async function saved(agent: View, name = 'cancel'): Promise<string> {
  const run = await agent.startRun({ description: 'Cancel order ORD-1001' });
  await run.call('get_order', { id: 'ORD-1001' }, () => ({ id: 'ORD-1001', status: 'open' }));
  await run.call('cancel_order', { id: 'ORD-1001' }, () => ({ status: 'cancelled' }));
  await run.finish({ outcome: 'success' });
  return (await agent.templates.save({ run: run.id, name })).id;
}

const tools = (status = 'open') => {
  const cancelled: string[] = [];
  return {
    cancelled,
    get_order: ({ id }: { id: string }) => ({ id, status }),
    cancel_order: ({ id }: { id: string }) => {
      cancelled.push(id);
      return { status: 'cancelled' };
    },
  };
};
const functions = ({ get_order, cancel_order }: ReturnType<typeof tools>) => ({ get_order, cancel_order });

describe('TPL-11 draft → approved → retired', () => {
  it('a draft that may change something waits for approval, and says how to give it', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    const shop = tools();
    await expect(
      alice.templates.run({ id: 'cancel', asRecorded: true }, functions(shop)),
    ).rejects.toMatchObject({
      code: 'not_replayable',
      message: expect.stringContaining('templates.approve({ id: "cancel" })'),
    });
    const planned = await alice.templates.run(
      { id: 'cancel', dryRun: true, asRecorded: true },
      functions(shop),
    );
    expect(planned).toMatchObject({ status: 'planned', problems: [expect.stringContaining('draft')] });
    await alice.templates.approve({ id: 'cancel', reason: 'looked at it' });
    expect(await alice.templates.run({ id: 'cancel', asRecorded: true }, functions(shop))).toMatchObject({
      status: 'completed',
    });
    expect(shop.cancelled).toEqual(['ORD-1001']);
  });

  it('are listed by their status', async () => {
    const alice = (await openForTest()).agent('alice');
    for (const name of ['one', 'two', 'three']) await saved(alice, name);
    await alice.templates.approve({ id: 'two' });
    const names = async (input: object) => {
      const { items, next } = await alice.templates.list(input);
      return { names: items.map(({ slug }) => slug), next };
    };
    expect(await names({ status: 'approved' })).toEqual({ names: ['two'], next: null });
    const first = await names({ status: 'draft', limit: 1 });
    expect(first.names).toEqual(['three']);
    expect(await names({ status: 'draft', limit: 1, cursor: first.next })).toEqual({
      names: ['one'],
      next: null,
    });
  });

  it('a retired one is not run in any way', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    await alice.templates.retire({ id: 'cancel', reason: 'the shop moved' });
    await expect(alice.templates.begin({ id: 'cancel', asRecorded: true })).rejects.toThrow('the shop moved');
    for (const mode of ['replay', 'adaptive'] as const) {
      await expect(
        alice.templates.run({ id: 'cancel', mode, asRecorded: true }, functions(tools())),
      ).rejects.toThrow('the shop moved');
    }
  });

  it('one that starts failing is demoted by itself, and what failed before its approval is forgiven', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    const broken = functions(tools('cancelled'));
    for (let time = 0; time < 5; time += 1) {
      engram.time.advance(1_000);
      expect(
        ((await alice.templates.run({ id: 'cancel', asRecorded: true }, broken)) as TemplateRun).status,
      ).toBe('diverged');
    }
    await vi.waitFor(async () => {
      expect(await alice.templates.show('cancel')).toMatchObject({
        status: 'draft',
        statusReason: expect.stringContaining('5 of its latest 5 runs failed'),
      });
    });
    engram.time.advance(1_000);
    await alice.templates.approve({ id: 'cancel' });
    // The fifth failure since then is one too many, and not the first.
    for (let time = 0; time < 5; time += 1) {
      engram.time.advance(1_000);
      expect(
        ((await alice.templates.run({ id: 'cancel', asRecorded: true }, broken)) as TemplateRun).status,
      ).toBe('diverged');
    }
    await vi.waitFor(async () => {
      expect((await alice.templates.show('cancel')).statusReason).toContain('5 of its latest 10 runs failed');
    });
  });

  it('one that failed now and then, long ago, stays approved: only its latest runs count', async () => {
    const engram = await openForTest({ templates: { demotion: { runs: 3, failures: 2 } } });
    const alice = engram.agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    for (const state of ['cancelled', 'open', 'open', 'cancelled', 'cancelled']) {
      engram.time.advance(1_000);
      await alice.templates.run({ id: 'cancel', asRecorded: true }, functions(tools(state)));
    }
    await vi.waitFor(async () => {
      expect(await alice.templates.show('cancel')).toMatchObject({
        status: 'draft',
        statusReason: expect.stringContaining('2 of its latest 3 runs failed'),
      });
    });
  });
});

describe('TPL-10 what re-runs cost', () => {
  it('is the mean of those that worked: one that rightly stopped counts neither way', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    for (const state of ['open', 'cancelled']) {
      await alice.templates.run({ id: 'cancel', asRecorded: true }, functions(tools(state)));
    }
    expect((await alice.templates.compare('cancel')).replay).toMatchObject({
      runs: 1,
      successes: 1,
      toolCalls: 2,
    });
    // It is no failure of its category or of its agent either.
    const { overall, agents } = await alice.report();
    expect(overall).toMatchObject({ failed: 0, partly: 0, successRate: { value: 1 } });
    expect(agents).toMatchObject([{ agent: 'alice', successRate: { value: 1 } }]);
    expect((await alice.stats()).successRate).toBe(1);
  });

  it('is that of all while none has worked', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    const fail = (): never => {
      throw new Error('the shop is down');
    };
    const failing = { ...tools(), get_order: fail };
    await alice.templates.run({ id: 'cancel', asRecorded: true }, functions(failing));
    expect((await alice.templates.compare('cancel')).replay).toMatchObject({ runs: 1, successes: 0 });
  });
});

describe('TPL-11 versions', () => {
  it('another plan is another version, a draft again, and the one before is kept', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    await alice.templates.approve({ id });
    const before = await alice.templates.show(id);
    const edited = await alice.templates.edit({
      id,
      plan: before.plan.map((step) => ({ ...step, free: ['$.status'] })),
      reason: 'any state will do',
    });
    expect(edited).toMatchObject({ version: 2, status: 'draft', statusReason: 'any state will do' });
    expect((await alice.templates.versions(id)).map(({ version, status }) => [version, status])).toEqual([
      [2, 'draft'],
      [1, 'approved'],
    ]);
    const { from, to, changes } = await alice.templates.diff({ id });
    expect([from, to]).toEqual([1, 2]);
    expect(changes.map(({ at }) => at)).toEqual(['plan[0].free', 'plan[1].free']);
    await expect(alice.templates.diff({ id, from: 7 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('other parameters are another version, too; what became of it is told from the one before', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    await alice.templates.approve({ id });
    const { parameters, plan } = await alice.templates.show(id);
    const edited = await alice.templates.edit({
      id,
      parameters: parameters.map((parameter) => ({ ...parameter, required: true })),
    });
    expect(edited).toMatchObject({ version: 2, status: 'draft', statusReason: 'the plan was edited' });
    await alice.templates.edit({ id, plan: plan.map((step) => ({ ...step, free: ['$.status'] })) });
    expect(await alice.templates.diff({ id })).toMatchObject({ from: 2, to: 3 });
    expect(await alice.templates.diff({ id, from: 1, to: 2 })).toMatchObject({ from: 1, to: 2 });
  });

  it('a new name or model is no new version', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    expect(await alice.templates.edit({ id, name: 'stop-order' })).toMatchObject({
      version: 1,
      slug: 'stop-order',
    });
    expect((await alice.templates.diff({ id })).changes).toEqual([]);
  });

  it('a plan that cannot be run is refused, and nothing changes', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    const { plan, parameters } = await alice.templates.show(id);
    const [first, second] = plan;
    if (first === undefined || second === undefined) throw new Error('two calls were saved');
    const uses = (step: number) => ({
      ...first,
      arguments: {
        from: 'object' as const,
        members: { id: { from: 'result' as const, step, path: '$.id' } },
      },
    });
    await expect(alice.templates.edit({ id, plan: [uses(1), second] })).rejects.toThrow(
      'uses the result of call 2',
    );
    await expect(alice.templates.edit({ id, parameters: [] })).rejects.toThrow('uses the parameter "id"');
    await expect(alice.templates.edit({ id, parameters: [...parameters, ...parameters] })).rejects.toThrow(
      'two parameters',
    );
    // Not even in the result of the very call that takes it.
    const presentIn = { step: 0, path: '$.id', items: null, holds: [] };
    await expect(
      alice.templates.edit({ id, parameters: parameters.map((one) => ({ ...one, presentIn })) }),
    ).rejects.toThrow('is looked for in the result of call 1, which is not made before it');
    expect((await alice.templates.show(id)).version).toBe(1);
  });
});

describe('TPL-11 what was edited by hand', () => {
  /** A template whose plan somebody made stricter, and another run of its work. */
  async function edited() {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    const { plan } = await alice.templates.show(id);
    const stricter = await alice.templates.edit({
      id,
      plan: plan.map((step) => ({ ...step, holds: [{ path: '$.status', oneOf: ['open'] }] })),
    });
    const { sourceRunId: run } = await alice.templates.show(await saved(alice, 'again'));
    return { alice, id, run, stricter };
  }

  it('is not learned over unasked: the refusal names the way, and nothing changes', async () => {
    const { alice, id, run, stricter } = await edited();
    await expect(alice.templates.learn({ id, run })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('learn with "discardEdits"; the edited plan stays in version 2'),
    });
    expect(await alice.templates.show(id)).toMatchObject(stricter);
  });

  it('goes when somebody says so, and is kept as the version before', async () => {
    const { alice, id, run, stricter } = await edited();
    const learned = await alice.templates.learn({ id, run, discardEdits: true });
    expect(learned).toMatchObject({ version: 3, planEdited: false });
    expect(learned.plan[0]?.holds).toEqual([]);
    expect((await alice.templates.versions(id))[1]?.plan).toEqual(stricter.plan);
    expect(await alice.templates.learn({ id, run })).toMatchObject({ version: 3 });
  });

  it('is kept where a person freed a place of an answer', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    await alice.templates.edit({ id, free: ['1:$.status'] });
    await alice.templates.approve({ id });
    const shop = tools('waiting');
    expect(await alice.templates.run({ id, asRecorded: true }, functions(shop))).toMatchObject({
      status: 'completed',
    });
    const { sourceRunId: run } = await alice.templates.show(await saved(alice, 'again'));
    const learned = await alice.templates.learn({ id, run });
    expect(learned.plan.map(({ free }) => free)).toEqual([['$.status'], []]);
  });

  it('is the plan and its parameters; a name, a model or an approval is none of it', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    await alice.templates.edit({ id, name: 'stop-order', reexecuteModel: 'small' });
    expect(await alice.templates.approve({ id })).toMatchObject({ planEdited: false });
    const { parameters } = await alice.templates.show(id);
    expect(await alice.templates.edit({ id, parameters })).toMatchObject({ planEdited: true });
  });

  it('is refused when it would lose something: an argument called __proto__', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    const { plan } = await alice.templates.show(id);
    const text = JSON.stringify(plan).replace('"id":{"from"', '"__proto__":{"from"');
    await expect(alice.templates.edit({ id, plan: JSON.parse(text) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('"plan.0.arguments.members.__proto__" cannot be kept'),
    });
    expect((await alice.templates.show(id)).version).toBe(1);
  });
});

describe('TPL-1 whose a template is', () => {
  it('other agents neither see it nor change it; what the project shares is changed by its owner', async () => {
    const engram = await openForTest();
    const id = await saved(engram.agent('alice'));
    const bob = engram.agent('bob');
    for (const attempt of [
      () => bob.templates.show(id),
      () => bob.templates.approve({ id }),
      () => bob.templates.delete(id),
      () => bob.templates.compare(id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await bob.templates.memory.list({ template: id })).toEqual([]);
    expect(await bob.templates.examples.list({ template: id })).toEqual([]);
    const shared = await saved(engram, 'shared');
    expect((await bob.templates.show(shared)).slug).toBe('shared');
    await expect(bob.templates.approve({ id: shared })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('what one agent tells about shared work is not told to the others', async () => {
    const engram = await openForTest();
    const shared = await saved(engram, 'shared');
    const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
    await alice.templates.memory.keep({ template: shared, agent: 'bob', memory: { tips: ['Pay me first'] } });
    const told = { agent: 'bob', tool: 'pay', arguments: { to: 'alice' }, result: 'ok' };
    expect(await alice.templates.examples.add({ template: shared, examples: [told, told] })).toEqual({
      count: 2,
    });
    expect(await alice.templates.examples.add({ template: shared, examples: [told] })).toEqual({ count: 0 });
    expect(JSON.stringify(await alice.templates.memory.list({ template: shared }))).toContain('Pay me first');
    expect(JSON.stringify(await bob.templates.memory.list({ template: shared }))).not.toContain(
      'Pay me first',
    );
    expect(JSON.stringify(await bob.templates.examples.list({ template: shared }))).not.toContain('pay');
  });

  it('an agent that knows nothing of it yet is told what the first one knows, and not what the latest does', async () => {
    const engram = await openForTest();
    const shared = await saved(engram, 'shared');
    engram.time.advance(1_000);
    const memory = { tips: ['Ask Cem'] };
    await engram.templates.memory.keep({ template: shared, agent: 'cem', memory });
    const systemOf = async (agent: string) =>
      (await engram.agent(agent).templates.begin({ id: shared, asRecorded: true })).system;
    expect(await systemOf('bob')).toContain('cancel_order');
    expect(await systemOf('bob')).not.toContain('Ask Cem');
    expect(await systemOf('cem')).toContain('Ask Cem');
  });

  it('a run that somebody else reports is counted, as one that worked or one that did not', async () => {
    const alice = (await openForTest()).agent('alice');
    const template = await saved(alice);
    const report = (increment?: boolean) =>
      alice.templates.memory.keep({
        template,
        memory: {},
        ...(increment === undefined ? {} : { increment }),
      });
    expect((await report()).content).toMatchObject({ executions: 1, successes: 1 });
    expect((await report(true)).content).toMatchObject({ executions: 2, successes: 2 });
    expect((await report(false)).content).toMatchObject({ executions: 3, successes: 2 });
  });

  it('deleted, it is gone with its versions, its memory and its examples', async () => {
    const alice = (await openForTest()).agent('alice');
    const id = await saved(alice);
    await alice.templates.examples.add({
      template: id,
      examples: [{ agent: 'alice', tool: 'cancel_order', arguments: { id: 'x' }, result: 'ok' }],
    });
    expect(await alice.templates.memory.list({ template: id })).toHaveLength(1);
    await alice.templates.delete('cancel');
    await expect(alice.templates.show(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await alice.templates.memory.list({ template: id })).toEqual([]);
    expect(await alice.templates.examples.list({ template: id })).toEqual([]);
  });
});

describe('TPL-6 the task in other words', () => {
  it('names the new values where it named the old ones', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    const shop = tools();
    await alice.templates.run({ id: 'cancel', task: 'cancel  order ORD-2002' }, functions(shop));
    expect(shop.cancelled).toEqual(['ORD-2002']);
  });

  it('names one value for one parameter, also where it names it twice', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Look at ORD-1001 and tell me of ORD-1001' });
    await run.call('get_order', { id: 'ORD-1001' }, () => 'open');
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'look' });
    const asked: string[] = [];
    const look = (task: string) =>
      alice.templates.run(
        { id: 'look', task },
        { get_order: ({ id }: { id: string }) => asked.push(id) && 'open' },
      );
    await look('Look at ORD-2002 and tell me of ORD-2002');
    await expect(look('Look at ORD-2002 and tell me of ORD-3003')).rejects.toThrow('two values for "id"');
    expect(asked).toEqual(['ORD-2002']);
  });

  it('is refused when it says something else, with the parameters to give', async () => {
    const alice = (await openForTest()).agent('alice');
    await saved(alice);
    await alice.templates.approve({ id: 'cancel' });
    const shop = tools();
    await expect(
      alice.templates.run({ id: 'cancel', task: 'Please cancel both ORD-1 and ORD-2' }, functions(shop)),
    ).rejects.toThrow('"inputs.id"');
    expect(shop.cancelled).toEqual([]);
  });
});
