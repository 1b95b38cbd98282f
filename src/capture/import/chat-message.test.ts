import { describe, expect, it } from 'vitest';
import { itemsIn, itemsInLines, outline } from './import.fixture.ts';
import type { ImportItem } from './records.ts';

const asked = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{"id":"W1"}' } },
    { id: 'c2', type: 'function', function: { name: 'get_user', arguments: '{"name":"Ada"}' } },
  ],
};

const orders = {
  id: 'shop',
  messages: [
    { role: 'system', content: 'You help.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Where is' },
        { type: 'text', text: 'my order?' },
      ],
    },
    asked,
    { role: 'tool', tool_call_id: 'c2', content: '{"user":7}' },
    { role: 'tool', tool_call_id: 'c1', content: 'Error: no such order' },
    { role: 'assistant', content: 'I cannot find it.' },
  ],
};

const expectedOrders = [
  'shop system: You help.',
  'shop user: Where is\nmy order?',
  'shop assistant: ',
  'shop calls get_order {"id":"W1"} as c1',
  'shop calls get_user {"name":"Ada"} as c2',
  'shop answers c2: {"user":7}',
  'shop fails with Error c1: "Error: no such order"',
  'shop assistant: I cannot find it.',
];

const kinds = (items: readonly ImportItem[]): string[] => items.map(({ kind }) => kind);
const problemsIn = (items: readonly ImportItem[]): string[] =>
  outline(items.filter(({ kind }) => kind === 'skipped'));

describe('CAP-6 OpenAI-style chats', () => {
  it('are read as a document, as one line, and as a list of conversations', async () => {
    expect(outline(await itemsIn(JSON.stringify(orders, null, 2)))).toEqual(expectedOrders);
    expect(outline(await itemsIn(JSON.stringify(orders)))).toEqual(expectedOrders);
    expect(outline(await itemsIn(JSON.stringify([orders], null, 2)))).toEqual(expectedOrders);
  });

  it('are read as a bare list of messages, and as one message a line', async () => {
    const withoutSession = (items: readonly ImportItem[]) =>
      outline(items).map((line) => line.replace(/^chat-[0-9a-f]{16}/, 'shop'));
    expect(withoutSession(await itemsIn(JSON.stringify(orders.messages)))).toEqual(expectedOrders);
    expect(withoutSession(await itemsInLines(...orders.messages))).toEqual(expectedOrders);
  });

  it('say where each record stands', async () => {
    const items = await itemsIn(JSON.stringify(orders, null, 2));
    expect(items[1]).toMatchObject({ place: 'document, message 2' });
    expect((await itemsInLines(orders))[1]).toMatchObject({ place: 'line 1, message 2' });
    expect((await itemsInLines([orders, orders]))[9]).toMatchObject({
      place: 'line 1, conversation 2, message 2',
    });
  });

  it('keep the calls with the message that asked for them', async () => {
    const [message, call] = (await itemsInLines(orders)).slice(2);
    expect(message).toMatchObject({ calls: [{ key: 'c1', tool: 'get_order' }, { key: 'c2' }] });
    expect(call).toMatchObject({ message: message?.kind === 'message' ? message.key : 'none' });
  });

  it('may have the older function_call, answered by order', async () => {
    const items = await itemsInLines(
      { role: 'assistant', content: '', function_call: { name: 'add', arguments: '{"a":1}' } },
      { role: 'function', name: 'add', content: '2' },
    );
    const [, call, result] = items;
    expect(kinds(items)).toEqual(['message', 'call', 'result']);
    expect(result).toMatchObject({
      key: call?.kind === 'call' ? call.key : 'none',
      tool: 'add',
      result: '2',
    });
  });

  it('keep a refusal as what was said', async () => {
    const items = await itemsInLines({ role: 'assistant', content: null, refusal: 'I will not.' });
    expect(items[0]).toMatchObject({ text: 'I will not.' });
  });

  it('keep the model and its tokens where a message tells them', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 5 };
    const items = await itemsInLines({ role: 'assistant', content: 'Hi', model: 'small-1', usage });
    expect(items[0]).toMatchObject({ model: { name: 'small-1', inputTokens: 11, outputTokens: 5 } });
  });

  it('name what is no text, and do not keep its data', async () => {
    const content = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'input_audio', input_audio: { data: 'AAAA' } },
    ];
    expect((await itemsInLines({ role: 'user', content }))[0]).toMatchObject({
      text: '[image]\n[input_audio]',
    });
  });

  it('keep arguments that are no JSON as the text the model wrote', async () => {
    const call = (written: unknown) => ({ id: 'c', function: { name: 'run', arguments: written } });
    const calls = ['{"cut": ', '', '[1]', { a: 1 }, 'null'].map(call);
    const items = await itemsInLines(...calls.map((one) => ({ role: 'assistant', tool_calls: [one] })));
    expect(items.flatMap((item) => (item.kind === 'call' ? [item.arguments] : []))).toEqual([
      { input: '{"cut": ' },
      {},
      { input: [1] },
      { a: 1 },
      {},
    ]);
  });

  it('give calls their own keys when an agent begins at call_0 in every turn', async () => {
    const turn = (argument: string, answer: string) => [
      { role: 'assistant', tool_calls: [{ id: 'call_0', function: { name: 'f', arguments: argument } }] },
      { role: 'tool', tool_call_id: 'call_0', content: answer },
    ];
    const items = await itemsInLines({ id: 's', messages: [...turn('{}', 'one'), ...turn('{}', 'two')] });
    expect(outline(items).filter((line) => !line.includes('assistant'))).toEqual([
      's calls f {} as call_0',
      's answers call_0: "one"',
      's calls f {} as call_0#2',
      's answers call_0#2: "two"',
    ]);
  });

  it('give a result without an id to the open call of the same tool, and not merely to the next', async () => {
    const calls = [
      { id: 'a', function: { name: 'first', arguments: '{}' } },
      { id: 'b', function: { name: 'second', arguments: '{}' } },
    ];
    const items = await itemsInLines(
      { role: 'assistant', tool_calls: calls },
      { role: 'tool', name: 'second', content: '2' },
      { role: 'tool', name: 'first', content: '1' },
      { role: 'tool', name: 'third', content: '3' },
    );
    expect(items.slice(3)).toMatchObject([
      { kind: 'result', key: 'b' },
      { kind: 'result', key: 'a' },
      { kind: 'message', role: 'tool', text: '3' },
    ]);
  });

  it('do not give a result without an id to a call of an earlier turn', async () => {
    const ask = (id: string) => ({
      role: 'assistant',
      tool_calls: [{ id, function: { name: 'f', arguments: '{}' } }],
    });
    const items = await itemsInLines(ask('old'), { role: 'user', content: 'Stop.' }, ask('new'), {
      role: 'tool',
      content: 'done',
    });
    expect(items.at(-1)).toMatchObject({ kind: 'result', key: 'new' });
  });

  it('give results without an id to the calls of several messages of one turn', async () => {
    const ask = (id: string) => ({
      role: 'assistant',
      tool_calls: [{ id, function: { name: 'f', arguments: '{}' } }],
    });
    const answer = { role: 'tool', content: 'done' };
    const items = await itemsInLines(ask('a'), ask('b'), answer, answer);
    expect(items.slice(-2)).toMatchObject([{ key: 'a' }, { key: 'b' }]);
  });

  it('keep long numbers of a result as they were written', async () => {
    const items = await itemsInLines({
      role: 'tool',
      tool_call_id: 'c',
      content: '{"id":12345678901234567890}',
    });
    expect(items[0]).toMatchObject({ result: '{"id":12345678901234567890}' });
  });

  it('lose only the record that is wrong', async () => {
    const items = await itemsInLines({
      id: 's',
      messages: [
        { role: 'wizard', content: 'x' },
        { role: 'constructor', content: 'x' },
        { content: 'x' },
        7,
        { role: 'user', content: 7 },
        { role: 'user', content: [7, { type: 'text', text: 'still here' }] },
        { role: 'assistant', tool_calls: 'all' },
        { role: 'assistant', tool_calls: [null, { id: 'c', function: { arguments: '{}' } }] },
        { role: 'user', content: 'fine' },
      ],
    });
    expect(problemsIn(items)).toEqual([
      'skipped line 1, message 1: has no known role: "wizard"',
      'skipped line 1, message 2: has no known role: "constructor"',
      'skipped line 1, message 3: has no known role: of type undefined',
      'skipped line 1, message 4: is no JSON object',
      'skipped line 1, message 5: its content is neither text nor a list, but of type number',
      'skipped line 1, message 6: part 1 of its content has no type',
      'skipped line 1, message 7: its tool_calls are no list',
      'skipped line 1, message 8: call 1 names no tool',
      'skipped line 1, message 8: call 2 names no tool',
    ]);
    expect(outline(items)).toContain('s user: still here');
    expect(outline(items)).toContain('s user: fine');
  });

  it('may be items of the Responses API', async () => {
    const items = await itemsInLines([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add.' }] },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"error":"too small"}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'No.' }] },
    ]);
    expect(outline(items).map((line) => line.replace(/^chat-[0-9a-f]{16}/, 's'))).toEqual([
      's user: Add.',
      'ignored line 1, message 2: reasoning',
      's calls add {"a":1} as c1',
      's fails with ToolError c1: {"error":"too small"}',
      's assistant: No.',
    ]);
  });
});

describe('CAP-6 Anthropic-style chats', () => {
  const chat = {
    session_id: 'claude',
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: 'Read it.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'x' },
          { type: 'text', text: 'Reading.' },
          { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: 't2', name: 'read', input: { path: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't2', is_error: true, content: 'ENOENT: no such file' },
          { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '{"a":1}' }] },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ],
  };

  it('are read with their system text, calls and results', async () => {
    expect(outline(await itemsIn(JSON.stringify(chat, null, 1)))).toEqual([
      'claude system: Be brief.',
      'claude user: Read it.',
      'claude assistant: Reading.',
      'claude calls read {"path":"a"} as t1',
      'claude calls read {"path":"b"} as t2',
      'claude fails with ENOENT t2: "ENOENT: no such file"',
      'claude answers t1: {"a":1}',
      'claude user: Go on.',
    ]);
  });

  it('leave reasoning out: it is no message', async () => {
    const thinking = { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] };
    expect(outline(await itemsInLines(thinking))).toEqual(['ignored line 1: reasoning']);
  });

  it('count tokens from the cache as tokens that were read', async () => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 40,
      cache_creation_input_tokens: 7,
      output_tokens: 2,
    };
    const items = await itemsInLines({ role: 'assistant', content: 'Hi', model: 'large', usage });
    expect(items[0]).toMatchObject({ model: { inputTokens: 50, outputTokens: 2 } });
  });

  it('take the words of a failure from where its tool put them', async () => {
    const block = {
      type: 'tool_result',
      tool_use_id: 't',
      is_error: true,
      content: '{"error":"out of stock"}',
    };
    expect((await itemsInLines({ role: 'user', content: [block] }))[0]).toMatchObject({
      result: { error: 'out of stock' },
      error: { message: 'out of stock' },
    });
  });

  it('believe a result that is marked as no failure', async () => {
    const block = { type: 'tool_result', tool_use_id: 't', is_error: false, content: 'Error: is the title' };
    expect((await itemsInLines({ role: 'user', content: [block] }))[0]).toMatchObject({ error: null });
  });
});
