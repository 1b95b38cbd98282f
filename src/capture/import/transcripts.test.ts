import { describe, expect, it } from 'vitest';
import { itemsInLines, outline } from './import.fixture.ts';
import type { ImportItem } from './records.ts';

const noon = Date.UTC(2025, 2, 1, 12);
const time = (second: number): string => new Date(noon + second * 1_000).toISOString();
const modelsIn = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'message' && item.model !== null ? [item.model] : []));

describe('CAP-6 transcripts of calls and results alone', () => {
  const call = { kind: 'call', session: 's', ts: time(0), id: 'c1', name: 'Bash', input: { command: 'ls' } };
  const result = { kind: 'result', session: 's', ts: time(2), id: 'c1', is_error: false, output: 'a.txt' };

  it('are read line by line', async () => {
    expect(await itemsInLines(call, result)).toEqual([
      {
        kind: 'call',
        session: 's',
        key: 'c1',
        tool: 'Bash',
        arguments: { command: 'ls' },
        message: null,
        at: noon,
        place: 'line 1',
      },
      {
        kind: 'result',
        session: 's',
        key: 'c1',
        tool: 'Bash',
        result: 'a.txt',
        error: null,
        at: noon + 2_000,
        place: 'line 2',
      },
    ]);
  });

  it('keep the words of a failure as its error and as its result', async () => {
    const failed = { ...result, is_error: true, output: 'Exit code 1\nno' };
    expect((await itemsInLines(call, failed))[1]).toMatchObject({
      result: 'Exit code 1\nno',
      error: { type: 'CommandFailed', message: 'Exit code 1\nno' },
    });
  });

  it('keep what a tool printed as text, also when it is JSON: the tool had printed text', async () => {
    expect((await itemsInLines(call, { ...result, output: '{"a":1}' }))[1]).toMatchObject({
      result: '{"a":1}',
    });
  });

  it('may mix sessions, and use an id in each', async () => {
    const items = await itemsInLines(call, { ...call, session: 't' }, { ...result, session: 't' }, result);
    expect(outline(items)).toEqual([
      's calls Bash {"command":"ls"} as c1',
      't calls Bash {"command":"ls"} as c1',
      't answers c1: "a.txt"',
      's answers c1: "a.txt"',
    ]);
  });

  it('give a line that stands there twice the same key', async () => {
    const items = await itemsInLines(call, call);
    expect(items[1]).toEqual({ ...items[0], place: 'line 2' });
  });

  it('give calls without an id keys that are the same the next time', async () => {
    const { id: _, ...unnamed } = call;
    const [first, second] = await itemsInLines(unnamed, unnamed);
    expect([first, second]).toEqual(await itemsInLines(unnamed, unnamed));
    expect(first).not.toMatchObject({ key: second?.kind === 'call' ? second.key : '' });
  });

  it('need no session: the file is one', async () => {
    const { session: _, ...homeless } = call;
    const items = await itemsInLines(homeless, { ...homeless, id: 'c2' });
    expect(items.map((item) => ('session' in item ? item.session : ''))).toEqual([
      expect.stringMatching(/^chat-[0-9a-f]{16}$/),
      items[0]?.kind === 'call' ? items[0].session : 'none',
    ]);
  });

  it('lose a call without a tool, and nothing else', async () => {
    expect(outline(await itemsInLines({ ...call, name: 7 }, result))).toEqual([
      'skipped line 1: call 1 names no tool',
      's answers c1: "a.txt"',
    ]);
  });
});

describe('CAP-6 transcripts in the style of Claude Code', () => {
  const line = (uuid: string, message: object, more: object = {}) => ({
    type: 'assistant',
    sessionId: 's',
    uuid,
    timestamp: time(1),
    message: { role: 'assistant', ...message },
    ...more,
  });
  const usage = { input_tokens: 4, output_tokens: 6 };
  const text = { id: 'msg_1', model: 'large', usage, content: [{ type: 'text', text: 'Looking.' }] };
  const toolUse = { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a' } };
  const toolResult = { type: 'tool_result', tool_use_id: 't1', content: 'hello' };

  it('are read with ids, times, calls and results', async () => {
    const items = await itemsInLines(
      {
        type: 'user',
        sessionId: 's',
        uuid: 'u1',
        timestamp: time(0),
        message: { role: 'user', content: 'Read a.' },
      },
      line('u2', text),
      line('u3', { ...text, content: [toolUse] }),
      {
        type: 'user',
        sessionId: 's',
        uuid: 'u4',
        timestamp: time(5),
        message: { role: 'user', content: [toolResult] },
      },
    );
    expect(outline(items)).toEqual([
      's user: Read a.',
      's assistant: Looking.',
      's assistant: ',
      's calls Read {"path":"a"} as t1',
      's answers t1: "hello"',
    ]);
    expect(items[0]).toMatchObject({ key: 'u1', at: noon });
    expect(items[4]).toMatchObject({ key: 't1', tool: 'Read', at: noon + 5_000 });
  });

  it('count a model call once, though each of its lines tells the tokens', async () => {
    const items = await itemsInLines(
      line('u1', text),
      line('u2', { ...text, content: [toolUse] }),
      line('u3', { ...text, id: 'msg_2' }),
    );
    expect(modelsIn(items)).toEqual([
      { name: 'large', inputTokens: 4, outputTokens: 6 },
      { name: 'large', inputTokens: 4, outputTokens: 6 },
    ]);
  });

  it('give a call that a resumed session repeats its old key, though the line has a new id', async () => {
    const asks = { ...text, content: [toolUse] };
    const calls = (await itemsInLines(line('u1', asks), line('u2', asks))).filter(
      ({ kind }) => kind === 'call',
    );
    expect(calls).toMatchObject([{ key: 't1' }, { key: 't1' }]);
  });

  it('count no model call for what the coding agent wrote itself', async () => {
    expect(modelsIn(await itemsInLines(line('u1', { ...text, model: '<synthetic>' })))).toEqual([]);
  });

  it('keep the work of a sub-agent in the session that handed it on', async () => {
    expect((await itemsInLines(line('u1', text, { isSidechain: true })))[0]).toMatchObject({ session: 's' });
  });

  it('pass over lines that are neither a message nor a call, and do not call them bad', async () => {
    const items = await itemsInLines(
      { type: 'summary', summary: 'A title', leafUuid: 'x' },
      { type: 'file-history-snapshot', snapshot: {} },
      { type: 'system', subtype: 'turn_duration', sessionId: 's' },
      line('u1', { content: [{ type: 'thinking', thinking: 'hm' }] }),
    );
    expect(outline(items)).toEqual([
      'ignored line 1: summary',
      'ignored line 2: file-history-snapshot',
      'ignored line 3: system',
      'ignored line 4: reasoning',
    ]);
  });

  it('keep what the coding agent told the user', async () => {
    const notice = { type: 'system', sessionId: 's', uuid: 'u', content: 'A hook refused it.' };
    expect((await itemsInLines(notice))[0]).toMatchObject({ role: 'system', key: 'u' });
  });

  it('say what is wrong with a line that should have a message', async () => {
    const items = await itemsInLines(
      line('u', text),
      { type: 'user', message: 'hello' },
      { type: 'assistant' },
    );
    expect(outline(items.slice(1))).toEqual([
      'skipped line 2: has no message',
      'skipped line 3: has no message',
    ]);
  });
});

describe('CAP-6 transcripts in the style of Codex', () => {
  const meta = { type: 'session_meta', timestamp: time(0), payload: { id: 'rollout-1', cwd: '/home' } };
  const item = (payload: object) => ({ type: 'response_item', timestamp: time(1), payload });
  const call = item({ type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{"command":["ls"]}' });
  const output = (answer: unknown) => item({ type: 'function_call_output', call_id: 'c1', output: answer });
  const tokens = (last: number, total: number) => ({
    type: 'event_msg',
    timestamp: time(2),
    payload: {
      type: 'token_count',
      info: {
        last_token_usage: { input_tokens: last, output_tokens: 1 },
        total_token_usage: { total_tokens: total },
      },
    },
  });

  it('are read in the session that their first line names', async () => {
    const said = item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List.' }] });
    expect(outline(await itemsInLines(meta, said, call, output('a.txt')))).toEqual([
      'ignored line 1: session_meta',
      'rollout-1 user: List.',
      'rollout-1 calls shell {"command":["ls"]} as c1',
      'rollout-1 answers c1: "a.txt"',
    ]);
  });

  it.each([
    ['words before the output', 'Exit code: 2\nWall time: 1 seconds\nOutput:\nno', 'CommandFailed'],
    ['a field beside it', '{"output":"no","metadata":{"exit_code":2}}', 'CommandFailed'],
    ['a mark', { content: 'no', success: false }, 'ToolError'],
  ])('tell a failure by %s', async (_how, answer, type) => {
    expect((await itemsInLines(meta, call, output(answer)))[2]).toMatchObject({ error: { type } });
  });

  it.each([
    ['text', 'fine', 'fine'],
    ['a field', '{"output":"fine","metadata":{"exit_code":0}}', 'fine'],
    ['parts', [{ type: 'input_text', text: 'fine' }], 'fine'],
    ['an object', { content: 'fine', success: true }, 'fine'],
  ])('keep the output when it is %s', async (_form, answer, result) => {
    expect((await itemsInLines(meta, call, output(answer)))[2]).toMatchObject({ result, error: null });
  });

  it('have calls of other kinds', async () => {
    const items = await itemsInLines(
      meta,
      item({ type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin' }),
      item({ type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' }),
      item({ type: 'local_shell_call', call_id: 'c3', action: { type: 'exec', command: ['ls'] } }),
      item({ type: 'web_search_call', action: { query: 'x' } }),
    );
    expect(outline(items.slice(1))).toEqual([
      'rollout-1 calls apply_patch {"input":"*** Begin"} as c2',
      'rollout-1 answers c2: "Done"',
      'rollout-1 calls local_shell {"type":"exec","command":["ls"]} as c3',
      'ignored line 5: web_search_call',
    ]);
  });

  it('count a model call once, though a change of a rate limit repeats it', async () => {
    const model = { type: 'turn_context', payload: { model: 'large-2' } };
    const limitOnly = { type: 'event_msg', payload: { type: 'token_count', info: null } };
    const items = await itemsInLines(meta, model, tokens(10, 11), tokens(10, 11), limitOnly, tokens(20, 32));
    expect(modelsIn(items)).toEqual([
      { name: 'large-2', inputTokens: 10, outputTokens: 1 },
      { name: 'large-2', inputTokens: 20, outputTokens: 1 },
    ]);
  });

  it('do not count what events repeat', async () => {
    const event = { type: 'event_msg', payload: { type: 'user_message', message: 'List.' } };
    expect(outline(await itemsInLines(meta, event))[1]).toBe('ignored line 2: event_msg user_message');
  });
});

describe('CAP-6 lines with a role', () => {
  it('belong to the session they name, with their own id and time', async () => {
    const items = await itemsInLines(
      { role: 'user', content: 'Hi', session_id: 'a', id: 'm1', created_at: noon / 1_000 },
      { role: 'user', content: 'Ho', session_id: 'b', id: 'm1' },
    );
    expect(items).toMatchObject([
      { session: 'a', key: 'm1', at: noon },
      { session: 'b', key: 'm1', at: null },
    ]);
  });

  it('are no model call when the user says something, though they name the model it goes to', async () => {
    expect(modelsIn(await itemsInLines({ role: 'user', content: 'Hi', model: 'large' }))).toEqual([]);
  });

  it('may say the same thing twice: the keys differ, and are the same the next time', async () => {
    const lines = [
      { role: 'user', content: 'Yes.' },
      { role: 'user', content: 'Yes.' },
    ];
    const [first, second] = await itemsInLines(...lines);
    expect(first).not.toMatchObject({ key: second?.kind === 'message' ? second.key : '' });
    expect([first, second]).toEqual(await itemsInLines(...lines));
  });

  it('keep their keys when the session went on', async () => {
    const lines = [
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: 'Two.' },
    ];
    const before = await itemsInLines(...lines);
    const after = await itemsInLines(...lines, { role: 'user', content: 'Three.' });
    expect(after.slice(0, 2)).toEqual(before);
  });
});
