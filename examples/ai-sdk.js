// An agent of the AI SDK does a task; then it knows how; then it needs no model. Run it: node examples/ai-sdk.js
import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { openEngram } from 'engram';
import { engramMiddleware, engramTools, recordTools, replayTools, withEngram } from 'engram/ai-sdk';
import * as z from 'zod';

const payments = { 42: 'pay-9031', 43: 'pay-7712', 44: 'pay-4410', 45: 'pay-5180' };

// Two tools, as any agent of the AI SDK has them.
const getOrder = tool({
  description: 'An order with its payment',
  inputSchema: z.object({ id: z.number() }),
  execute: async ({ id }) => ({ id, status: 'open', payment: payments[id] }),
});
const refund = tool({
  description: 'Gives the money of a payment back',
  inputSchema: z.object({ payment: z.string() }),
  execute: async ({ payment }) => ({ payment, refunded: true }),
});

// A script stands in for a model, so that this needs no network. Use any model you like: openai('gpt-4.1-mini').
function refundModel(id) {
  const turns = [
    [{ type: 'tool-call', toolCallId: '1', toolName: 'getOrder', input: JSON.stringify({ id }) }],
    [
      {
        type: 'tool-call',
        toolCallId: '2',
        toolName: 'refund',
        input: JSON.stringify({ payment: payments[id] }),
      },
    ],
    [{ type: 'text', text: `Order ${id} is refunded.` }],
  ];
  return new MockLanguageModelV3({
    modelId: 'scripted',
    doGenerate: async () => ({
      content: turns.shift(),
      finishReason: { unified: turns.length > 0 ? 'tool-calls' : 'stop' },
      usage: { inputTokens: { total: 120 }, outputTokens: { total: 15 } },
      warnings: [],
    }),
  });
}

const engram = await openEngram({ db: process.env.ENGRAM_DB ?? 'memory:' });
const alice = engram.agent('alice');

// The first run: calls of the model and of the tools are recorded, and nothing is added to the prompt.
{
  const model = refundModel(42);
  const task = 'Refund order 42';
  const { run, middleware, tools } = await withEngram(alice, {
    task,
    inputs: { orderId: 42 },
    tools: { getOrder, refund },
  });
  const { text } = await generateText({
    model: wrapLanguageModel({ model, middleware }),
    tools,
    prompt: task,
    stopWhen: stepCountIs(10),
  });
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'refund-order' });
  console.log('first run:', text);
}

// An adaptive run: the model is told what was learned.
{
  const model = refundModel(43);
  const system = 'You help customers of a shop.';
  const begun = await alice.templates.begin({ id: 'refund-order', inputs: { orderId: 43 }, system });
  const { text } = await generateText({
    model: wrapLanguageModel({ model, middleware: engramMiddleware(begun) }),
    tools: recordTools(begun.run, { getOrder, refund }),
    system,
    prompt: 'Refund order 43',
    stopWhen: stepCountIs(10),
  });
  await begun.run.finish({ outcome: 'success' });
  const [{ content }] = model.doGenerateCalls[0].prompt;
  console.log('adaptive run:', text, `The system message has ${content.length} characters.`);
}

// A replay: `execute` of the same tools, and no model.
{
  await alice.templates.approve({ id: 'refund-order' });
  const tools = await replayTools({ getOrder, refund }, { readOnly: ['getOrder'] });
  const report = await alice.templates.run({ id: 'refund-order', inputs: { orderId: 44 } }, tools);
  console.log(
    `replay: ${report.status}, ${report.modelCalls} model calls, ${report.toolCalls.length} tool calls`,
  );
  if (report.status !== 'completed') process.exitCode = 1;
}

// Memories: in the prompt when you ask for it, or as tools that the agent uses by itself.
{
  await alice.memories.record({
    kind: 'knowledge',
    text: 'Order 45 was paid by invoice: ask Ada before a refund.',
  });
  const run = await alice.startRun({ description: 'Refund order 45' });
  const model = refundModel(45);
  const middleware = engramMiddleware({ run, inject: { memories: alice.memories, tokens: 800 } });
  await generateText({
    model: wrapLanguageModel({ model, middleware }),
    tools: { ...recordTools(run, { getOrder, refund }), ...engramTools(alice, { run }) },
    prompt: 'Refund order 45',
    stopWhen: stepCountIs(10),
  });
  await run.finish({ outcome: 'success' });
  const [{ content }] = model.doGenerateCalls[0].prompt;
  console.log('the model knew of Ada:', content.includes('ask Ada'));
}

await engram.close();
