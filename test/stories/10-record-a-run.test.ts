import { describe, expect, it } from 'vitest';
import { openForTest } from './open-for-test.ts';

const refund = { description: 'Refund order 42', category: 'support', inputs: { orderId: 42 } };

describe('CAP-1 a tool call is recorded whole', () => {
  it('keeps tool, arguments, result, order, times, agent and run', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const run = await alice.startRun(refund);
    engram.time.advance(5);
    await run.call('getOrder', { id: 42 }, async ({ id }) => {
      engram.time.advance(30);
      return { id, status: 'open' };
    });
    const { steps } = await alice.runs.show(run.id);
    expect(steps).toMatchObject([
      {
        kind: 'tool',
        tool: 'getOrder',
        arguments: { id: 42 },
        result: { id: 42, status: 'open' },
        position: 0,
        durationMs: 30,
        success: true,
        error: null,
        runId: run.id,
        parentId: null,
        scope: { agent: 'alice' },
      },
    ]);
    expect(steps[0]?.startedAt).toBe((await alice.runs.show(run.id)).createdAt + 5);
  });

  it('records what a tool throws, and throws the very same thing on', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    const thrown = Object.assign(new TypeError('connect ETIMEDOUT 10.0.0.7:5432'), { code: 'ETIMEDOUT' });
    const caught = await run
      .call('query', { sql: 'select 1' }, () => Promise.reject(thrown))
      .catch((error) => error);
    expect(caught).toBe(thrown);
    const [step] = (await alice.runs.show(run.id)).steps;
    expect(step).toMatchObject({
      success: false,
      result: null,
      error: {
        type: 'ETIMEDOUT',
        message: 'connect ETIMEDOUT 10.0.0.7:5432',
        signature: 'connect ETIMEDOUT <address>',
      },
    });
  });

  it('records things that are thrown but are no errors', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    await expect(run.call('odd', {}, () => Promise.reject({ reason: 'no' }))).rejects.toEqual({
      reason: 'no',
    });
    const [step] = (await alice.runs.show(run.id)).steps;
    expect(step?.error).toMatchObject({ type: 'object', message: '{"reason":"no"}' });
  });

  it('keeps the order of starting for parallel calls, whichever ends first', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    const wait = (turns: number) => async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      return turns;
    };
    await Promise.all([
      run.call('slow', {}, wait(50)),
      run.call('quick', {}, wait(1)),
      run.call('middle', {}, wait(20)),
    ]);
    const { steps } = await alice.runs.show(run.id);
    expect(steps.map((step) => step.kind === 'tool' && step.tool)).toEqual(['slow', 'quick', 'middle']);
    expect(steps.map((step) => step.position)).toEqual([0, 1, 2]);
  });

  it('knows which call a nested call was made in, also when several run at once', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    const tools = run.tools({
      leaf: async ({ of }: { of: string }) => `leaf of ${of}`,
    });
    const branch = (name: string) =>
      run.call(name, { name }, async () => {
        await Promise.resolve();
        return Promise.all([tools.leaf({ of: name }), tools.leaf({ of: name })]);
      });
    await Promise.all([branch('left'), branch('right')]);
    await tools.leaf({ of: 'nobody' });
    const { steps } = await alice.runs.show(run.id);
    const parents = new Map(steps.map((step) => [step.id, step]));
    const leaves = steps.filter((step) => step.kind === 'tool' && step.tool === 'leaf');
    for (const leaf of leaves) {
      if (leaf.kind !== 'tool') continue;
      const parent = leaf.parentId === null ? undefined : parents.get(leaf.parentId);
      expect(parent?.kind === 'tool' ? parent.tool : 'nobody').toBe(leaf.arguments['of']);
    }
    expect(leaves).toHaveLength(5);
  });

  it('takes a snapshot: what the agent changes later does not change the record', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    const order = { id: 42, items: ['a'] };
    await run.call('save', order, (given) => {
      given.items.push('added by the tool');
      return given;
    });
    order.items.push('added later');
    const [step] = (await alice.runs.show(run.id)).steps;
    expect(step).toMatchObject({
      arguments: { items: ['a'] },
      result: { items: ['a', 'added by the tool'] },
    });
  });

  it('keeps a preview of a value above the size cap, and says so', async () => {
    const alice = (await openForTest({ capture: { maxValueBytes: 1_000 } })).agent('alice');
    const run = await alice.startRun(refund);
    const big = 'é'.repeat(2_000);
    await expect(run.call('read', { path: 'big.txt' }, () => big)).resolves.toBe(big);
    const [step] = (await alice.runs.show(run.id)).steps;
    expect(step).toMatchObject({ truncated: ['result'], result: { truncated: true, bytes: 4_002 } });
  });

  it('belongs to a sub-task when it was made through one', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun(refund);
    await run
      .subTask({ id: 'check', index: 1, text: 'Check the order' })
      .call('getOrder', { id: 42 }, () => 'ok');
    await run.call('refund', { id: 42 }, () => 'ok');
    const { steps } = await alice.runs.show(run.id);
    expect(steps.map((step) => step.subTask?.id ?? null)).toEqual(['check', null]);
    expect(steps.map((step) => step.position)).toEqual([0, 1]);
  });
});

describe('CAP-2 a run knows what it cost', () => {
  it('counts model calls, tool calls, failures, tokens and wall time', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const run = await alice.startRun(refund);
    await run.model({ model: 'small', inputTokens: 900, outputTokens: 40, durationMs: 800 });
    await run.call('getOrder', { id: 42 }, () => 'ok');
    await run.call('refund', { id: 42 }, () => Promise.reject(new Error('no'))).catch(() => {});
    await run.note('giving up');
    engram.time.advance(2_500);
    await run.finish({ outcome: 'failure' });
    expect((await alice.runs.show(run.id)).totals).toEqual({
      steps: 4,
      toolCalls: 2,
      modelCalls: 1,
      failedSteps: 1,
      inputTokens: 900,
      outputTokens: 40,
      wallTimeMs: 2_500,
    });
  });
});

describe('CAP-3 a run has a task, an approach, a mode and an outcome', () => {
  it('takes over the details of a stored task', async () => {
    const engram = await openForTest();
    await engram.tasks.create({
      id: 'auth-123',
      description: 'Fix the login',
      category: 'auth',
      effort: 3,
      type: 'bug',
    });
    const alice = engram.agent('alice');
    const run = await alice.startRun({ task: 'auth-123', approach: 'incremental' });
    await run.finish({ outcome: 'partial', summary: 'half done', successFactors: ['small steps'] });
    expect(await alice.runs.show(run.id)).toMatchObject({
      task: { id: 'auth-123', description: 'Fix the login', category: 'auth', effort: 3, type: 'bug' },
      approach: 'incremental',
      mode: { kind: 'normal' },
      outcome: 'partial',
      summary: 'half done',
      successFactors: ['small steps'],
    });
  });

  it('refuses a run without a task, before anything is written', async () => {
    const engram = await openForTest();
    await expect(engram.startRun({})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(engram.startRun({ task: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await engram.stats()).runs).toBe(0);
  });

  it('closes a run by itself: success when the work returns, failure when it throws', async () => {
    const alice = (await openForTest()).agent('alice');
    await expect(alice.run(refund, (run) => run.call('getOrder', { id: 42 }, () => 'open'))).resolves.toBe(
      'open',
    );
    const failure = new Error('no such order');
    await expect(alice.run(refund, () => Promise.reject(failure))).rejects.toBe(failure);
    const { items } = await alice.runs.list();
    expect(items.map((run) => [run.outcome, run.summary])).toEqual([
      ['failure', 'no such order'],
      ['success', null],
    ]);
  });
});

describe('recording from outside, one call at a time', () => {
  it('start, step, finish leave the same record as a handle does', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.runs.start(refund);
    await alice.runs.step({
      run: id,
      tool: 'getOrder',
      arguments: { id: 42 },
      result: { status: 'open' },
      durationMs: 12,
    });
    await alice.runs.step({ run: id, tool: 'refund', arguments: { id: 42 }, error: 'order 42 is locked' });
    await alice.runs.step({ run: id, kind: 'model', model: 'small', inputTokens: 10, outputTokens: 2 });
    await alice.runs.step({ run: id, kind: 'note', text: 'try later' });
    await alice.runs.finish({ id, outcome: 'failure' });
    const run = await alice.runs.show(id);
    expect(run.totals).toMatchObject({ steps: 4, toolCalls: 2, modelCalls: 1, failedSteps: 1 });
    expect(run.steps.map((step) => step.position)).toEqual([0, 1, 2, 3]);
    expect(run.steps[1]?.error).toMatchObject({ signature: 'order <number> is locked' });
  });

  it.each([
    ['a tool step without a tool', { tool: undefined }],
    ['a model step without a model', { kind: 'model' as const }],
    ['a note without text', { kind: 'note' as const }],
  ])('refuses %s', async (_what, fields) => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.runs.start(refund);
    await expect(alice.runs.step({ run: id, ...fields } as never)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
