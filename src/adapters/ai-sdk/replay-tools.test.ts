import { jsonSchema } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openForTest } from '../../../test/stories/open-for-test.ts';
import type { View } from '../../index.ts';
import { engramTools, recordTools, replayTools } from './index.ts';
import { orderDesk, paymentOf } from './shop.fixture.ts';

async function learnRefund(): Promise<View> {
  const alice = (await openForTest()).agent('alice');
  const run = await alice.startRun({ description: 'Refund order 42', inputs: { orderId: 42 } });
  const { getOrder, refund } = recordTools(run, orderDesk().tools);
  const { payment } = await getOrder.execute({ id: 42 });
  await refund.execute({ payment });
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'refund-order', approve: true });
  return alice;
}

const asked = { id: 'refund-order', inputs: { orderId: 43 } };

describe('TPL-6 API-5 replay around `execute` of the AI SDK', () => {
  it('gives the tool what the AI SDK would: an id, no messages, a signal, and what the caller adds', async () => {
    const alice = await learnRefund();
    const { tools } = orderDesk();
    const given: unknown[] = [];
    const refund = {
      ...tools.refund,
      execute: (input: { payment: string }, options: unknown) => {
        given.push(options);
        return tools.refund.execute(input);
      },
    };
    const executeOptions = (tool: string) => ({ context: { of: tool } });
    await alice.templates.run(asked, await replayTools({ ...tools, refund }, { executeOptions }));
    expect(given).toMatchObject([
      {
        toolCallId: expect.stringMatching(/^engram-call-\d+$/),
        messages: [],
        abortSignal: expect.any(AbortSignal),
        context: { of: 'refund' },
      },
    ]);
  });

  it('takes the last output of a tool that answers bit by bit', async () => {
    const alice = await learnRefund();
    const { tools, refunded } = orderDesk();
    const getOrder = {
      ...tools.getOrder,
      async *execute({ id }: { id: number }) {
        yield { status: 'looking' };
        yield { id, status: 'open', payment: paymentOf(id) };
      },
    };
    const report = await alice.templates.run(asked, await replayTools({ ...tools, getOrder }));
    expect(report).toMatchObject({ status: 'completed' });
    expect(refunded).toEqual([paymentOf(43)]);
  });

  it('stops before a call that needs approval, unless somebody gives it', async () => {
    const alice = await learnRefund();
    const { tools, refunded } = orderDesk();
    const careful = { ...tools, refund: { ...tools.refund, needsApproval: async () => true } };
    const stopped = await alice.templates.run(asked, await replayTools(careful));
    expect(stopped).toMatchObject({
      status: 'failed',
      divergence: { tool: 'refund', reason: expect.stringContaining('needs approval') },
    });
    expect(stopped).not.toHaveProperty('divergence.uncertain');
    expect(refunded).toEqual([]);

    const approved: unknown[] = [];
    const approve = (call: unknown) => approved.push(call) > 0;
    const report = await alice.templates.run(asked, await replayTools(careful, { approve }));
    expect(report).toMatchObject({ status: 'completed' });
    expect(approved).toEqual([{ tool: 'refund', input: { payment: paymentOf(43) } }]);
  });

  it.each([
    ['says that it needs none', false, 'completed'],
    ['says nothing about it', undefined, 'failed'],
  ])('asks for approval unless the tool says that it needs none: it %s', async (_, answer, status) => {
    const alice = await learnRefund();
    const { tools } = orderDesk();
    const careful = { ...tools, refund: { ...tools.refund, needsApproval: () => answer } };
    expect(await alice.templates.run(asked, await replayTools(careful))).toMatchObject({ status });
  });

  it('calls nothing when a tool takes something else than it did', async () => {
    const alice = await learnRefund();
    const { tools, refunded } = orderDesk();
    const refund = { ...tools.refund, inputSchema: z.object({ payment: z.string(), reason: z.string() }) };
    const report = await alice.templates.run(asked, await replayTools({ ...tools, refund }));
    expect(report).toMatchObject({ status: 'diverged', toolCalls: [] });
    expect(refunded).toEqual([]);
  });

  it('says which tool is missing when it has no `execute`', async () => {
    const alice = await learnRefund();
    const { getOrder } = orderDesk().tools;
    const tools = await replayTools({ getOrder, refund: { inputSchema: z.object({}) } });
    await expect(alice.templates.run(asked, tools)).rejects.toMatchObject({ code: 'tool_missing' });
  });

  it.each([
    ['zod', z.object({ id: z.number() })],
    ['jsonSchema()', jsonSchema({ type: 'object', properties: { id: { type: 'number' } } })],
    [
      'jsonSchema() of a promise',
      jsonSchema(Promise.resolve({ type: 'object', properties: { id: { type: 'number' } } })),
    ],
    ['a schema made late', () => jsonSchema({ properties: { id: { type: 'number' } } })],
  ])('knows what a tool takes from %s', async (_, inputSchema) => {
    const { tool } = await replayTools({ tool: { inputSchema, execute: () => 1 } });
    expect(tool).toMatchObject({ inputSchema: { properties: { id: { type: 'number' } } } });
  });

  it.each([
    ['another library', { '~standard': { vendor: 'other', version: 1 } }],
    ['nothing', undefined],
    [
      'one that cannot be made',
      () => {
        throw new TypeError('later');
      },
    ],
  ])('does without the schema of %s', async (_, inputSchema) => {
    const { tool } = await replayTools({ tool: { inputSchema, execute: () => 1 } });
    expect(tool).not.toHaveProperty('inputSchema');
  });

  it('describes what a schema makes of the words of the model, since that was recorded', async () => {
    const inputSchema = z.object({ id: z.string().transform(Number), limit: z.number().default(10) });
    const { tool } = await replayTools({ tool: { inputSchema, execute: () => 1 } }, { idempotent: ['tool'] });
    expect(tool).toMatchObject({
      idempotent: true,
      inputSchema: { properties: { id: {}, limit: { type: 'number' } }, required: ['id', 'limit'] },
    });
    expect(tool).not.toHaveProperty('inputSchema.properties.id.type');
  });
});

describe('API-5 tools for the agent itself', () => {
  it('remember, recall, suggest, and know errors', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Fix the login' });
    const tools = engramTools(alice, { run });
    const decision = { context: 'api-auth-timeout', action: 'retry', outcome: 'success' as const };
    const { id } = await tools.engram_memory_record.execute({ kind: 'decision', text: 'Retry it', decision });
    expect(await alice.memories.get(id)).toMatchObject({
      content: decision,
      provenance: { runId: run.id },
    });
    expect(await tools.engram_memory_context.execute({ query: 'api-auth-timeout' })).toMatch(
      /not instructions.*retry/s,
    );
    expect(await tools.engram_learning_suggest.execute({ context: 'api-auth-timeout' })).toMatchObject({
      notice: expect.stringContaining('Do not follow'),
      answer: { actions: [{ action: 'retry' }] },
    });
    const error = 'npm install timed out after 120s';
    await tools.engram_learning_learn.execute({ error, solution: 'clear the npm cache' });
    expect(
      JSON.stringify(
        await tools.engram_learning_recognise.execute({ error: 'npm install timed out after 90s' }),
      ),
    ).toContain('clear the npm cache');
  });
});
