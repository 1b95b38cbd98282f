import * as six from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as seven from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openForTest } from '../../../test/stories/open-for-test.ts';
import * as adapter from './index.ts';

const inputSchema = z.object({ id: z.number() });
const execute = async ({ id }: { id: number }) => ({ id, status: 'open' });

describe('API-5 the adapter fits the types of the AI SDK', () => {
  it('exports five functions; the rest are types', () => {
    expect(Object.keys(adapter).sort()).toEqual([
      'engramMiddleware',
      'engramTools',
      'recordTools',
      'replayTools',
      'withEngram',
    ]);
  });

  it('is accepted by ai 6 as it is', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Look at order 42' });
    const getOrder = six.tool({ inputSchema, execute });
    const search = six.dynamicTool({ inputSchema: z.unknown(), execute: async () => 'found' });
    const asked = six.tool({ inputSchema, outputSchema: z.string() });
    const recorded = adapter.recordTools(run, { getOrder, search, asked });
    const tools = { ...recorded, ...adapter.engramTools(alice, { run }) } satisfies six.ToolSet;
    const middleware: six.LanguageModelMiddleware = adapter.engramMiddleware({ run });
    const model = six.wrapLanguageModel({ model: new MockLanguageModelV3(), middleware });
    const agent = new six.ToolLoopAgent({ model, tools });
    const input: six.InferUITool<typeof recorded.getOrder>['input'] = { id: 42 };
    expect([Object.keys(agent.tools), input]).toBeDefined();
    expect(Object.keys(await adapter.replayTools(tools))).not.toContain('asked');
  });

  it('is accepted by ai 7 as it is', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await alice.startRun({ description: 'Look at order 42' });
    const getOrder = seven.tool({ inputSchema, execute });
    const search = seven.dynamicTool({ inputSchema: z.unknown(), execute: async () => 'found' });
    const asked = seven.tool({ inputSchema, outputSchema: z.string() });
    const recorded = adapter.recordTools(run, { getOrder, search, asked });
    const tools = { ...recorded, ...adapter.engramTools(alice, { run }) } satisfies seven.ToolSet;
    const middleware: seven.LanguageModelMiddleware = adapter.engramMiddleware({ run });
    const model = seven.wrapLanguageModel({ model: new MockLanguageModelV4(), middleware });
    const agent = new seven.ToolLoopAgent({ model, tools });
    const input: seven.InferUITool<typeof recorded.getOrder>['input'] = { id: 42 };
    expect([Object.keys(agent.tools), input]).toBeDefined();
    expect(Object.keys(await adapter.replayTools(tools))).not.toContain('asked');
  });
});
