import { describe, expect, it } from 'vitest';
import { openEngram } from '../../src/index.ts';
import type { AgentMemory } from '../../src/interfaces/library/types.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import {
  answerText,
  type Behaviour,
  hangUp,
  keepSilent,
  neverEnd,
  openChatServer,
  refuse,
  say,
} from './chat-server.ts';

const wise = {
  successful_strategies: ['Look the order up before paying'],
  optimal_tool_sequence: [{ step: 1, tool: 'refund', rationale: 'pays' }],
  pitfalls_to_avoid: [],
  efficiency_tips: ['Ask for both at once'],
  key_insights: ['Orders begin with #'],
};
const json = JSON.stringify(wise);

/** Saves a run with a model behind an address; what is known once everything has settled. */
async function distilledBy(
  behaviours: readonly Behaviour[],
  { templates = {}, timeoutMs = 10_000 }: { templates?: object; timeoutMs?: number } = {},
): Promise<{ memory: AgentMemory | undefined; asked: number; prompts: string[] }> {
  const server = await openChatServer(...behaviours);
  const store = { ...createReferenceStore(), close: async () => {} };
  const surroundings = { environment: {}, folder: '/nowhere', home: '/nowhere' };
  const engram = await openEngram({
    store,
    surroundings,
    templates,
    model: { provider: 'openai', url: server.url, name: 'small', timeoutMs },
  });
  const alice = engram.agent('alice');
  const run = await alice.startRun({ description: 'Refund order #W1001' });
  await run.call('refund', { id: '#W1001' }, () => ({ ok: true }));
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'refund' });
  // Closing waits for what goes on in the background.
  await engram.close();
  const reader = (await openEngram({ store, surroundings })).agent('alice');
  const [memory] = await reader.templates.memory.list({ template: 'refund' });
  return {
    memory,
    asked: server.requests.length,
    prompts: server.requests.map(({ body }) => JSON.stringify(body.messages)),
  };
}

describe('TPL-3 what was learned is distilled by a model behind an address', () => {
  it.each<[string, Behaviour[], number]>([
    ['bare JSON', [say(json)], 1],
    ['fenced JSON', [say(`\`\`\`json\n${json}\n\`\`\``)], 1],
    ['prose around it', [say(`Here is what I found:\n${json}\nI hope that helps!`)], 1],
    ['broken JSON, repaired once', [say(json.slice(0, 40)), say(json)], 2],
    ['an unknown tool, repaired once', [say(json.replace('"refund"', '"format_disk"')), say(json)], 2],
    ['429 at first', [refuse(429, 'slow down', { 'retry-after': '0' }), say(json)], 2],
    ['500 at first', [refuse(500), say(json)], 2],
  ])('from %s', async (_name, behaviours, requests) => {
    const { memory, asked } = await distilledBy(behaviours);
    expect(memory?.content).toMatchObject({
      origin: 'model',
      strategies: wise.successful_strategies,
      toolSequence: [{ step: 1, tool: 'refund', rationale: 'pays' }],
      insights: wise.key_insights,
      executions: 1,
    });
    expect(asked).toBe(requests);
  });

  it.each<[string, Behaviour[]]>([
    ['broken JSON twice', [say('{"successful_strategies": ['), say('still not')]],
    ['an answer of another form', [say('{"answer": 42}'), say('{"answer": 42}')]],
    ['500 every time', [refuse(500)]],
    ['silence', [keepSilent]],
    ['a connection that breaks', [hangUp]],
    ['an answer without end', [neverEnd]],
    ['no JSON at all from the service', [answerText('<html>busy</html>', 'text/html')]],
  ])('falls back to the rules on %s', async (_name, behaviours) => {
    const { memory } = await distilledBy(behaviours, { timeoutMs: 200 });
    expect(memory?.content).toMatchObject({
      origin: 'rules',
      agent: 'alice',
      toolSequence: [{ step: 1, tool: 'refund' }],
      executions: 1,
    });
  });

  it('asks nothing when the budget of the day is used up, or when rules are to do it', async () => {
    const poor = await distilledBy([say(json)], { templates: { synthesis: { tokensPerDay: 10 } } });
    expect([poor.asked, poor.memory?.content.origin]).toEqual([0, 'rules']);
    const plain = await distilledBy([say(json)], { templates: { synthesis: { by: 'rules' } } });
    expect([plain.asked, plain.memory?.content.origin]).toEqual([0, 'rules']);
  });

  it('tells the model the task, the outcome and the log, as data', async () => {
    const { prompts } = await distilledBy([say(json)]);
    expect(prompts[0]).toContain('Refund order #W1001');
    expect(prompts[0]).toContain('refund');
    expect(prompts[0]).toContain('success');
  });
});
