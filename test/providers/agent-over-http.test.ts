import { describe, expect, it } from 'vitest';
import { openaiCompatibleModel } from '../../src/providers/models/openai-compatible.ts';
import { fixtureRun, fixtureTools, limits } from '../../src/run/agent/agent.fixture.ts';
import { runAgent } from '../../src/run/agent/run-agent.ts';
import { ask, call, openChatServer, refuse, say } from './chat-server.ts';

describe('TPL-12 a task is done with a model behind an address', () => {
  it('that is away at first, writes broken arguments, names unknown tools and asks for several at once', async () => {
    const server = await openChatServer(
      refuse(503, 'loading'),
      ask(call('a', 'orders_find', '{"user": "ann"')),
      ask(call('b', 'orders_find', { user: 'ann' }), call('c', 'orders_find', { user: 'bob' })),
      ask(call('d', 'orders_erase', {})),
      ask(call('e', 'orders_cancel', { id: 7 })),
      say('Order 7 is cancelled.'),
    );
    const model = openaiCompatibleModel(
      { url: server.url, name: 'small', apiKey: null },
      { pause: async () => {} },
    );
    const { runtime, called } = fixtureTools({
      'orders.find': { readOnly: true, call: ({ user }) => [{ id: 7, user: user ?? null }] },
      'orders.cancel': { call: () => ({ status: 'cancelled' }) },
    });
    const { run, recorded } = fixtureRun();
    const report = await runAgent({
      model,
      tools: runtime,
      run,
      system: 'You work in a shop.',
      task: "Cancel Ann's order.",
      limits,
      elapsed: () => 0,
    });
    expect(report).toMatchObject({ status: 'completed', text: 'Order 7 is cancelled.', modelCalls: 5 });
    expect(called).toEqual([
      ['orders.find', { user: 'ann' }],
      ['orders.find', { user: 'bob' }],
      ['orders.cancel', { id: 7 }],
    ]);
    expect(recorded.filter((line) => line.startsWith('model'))).toEqual(
      Array.from({ length: 5 }, () => 'model openai:small 11+7'),
    );
    const said = (server.requests.at(-1)?.body.messages ?? []).filter(({ role }) => role === 'tool');
    expect(said).toEqual([
      {
        role: 'tool',
        tool_call_id: 'a',
        content: expect.stringMatching(/^Error: .* not a JSON object: {"user"/),
      },
      { role: 'tool', tool_call_id: 'b', content: '[{"id":7,"user":"ann"}]' },
      { role: 'tool', tool_call_id: 'c', content: '[{"id":7,"user":"bob"}]' },
      { role: 'tool', tool_call_id: 'd', content: expect.stringMatching(/^Error: There is no tool/) },
      { role: 'tool', tool_call_id: 'e', content: '{"status":"cancelled"}' },
    ]);
  });
});
