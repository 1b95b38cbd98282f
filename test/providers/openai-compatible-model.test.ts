import { describe, expect, it } from 'vitest';
import type { EngramError } from '../../src/errors.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import type { ToolDescription } from '../../src/ports/tool-runtime.ts';
import type { RequestSurroundings } from '../../src/providers/attempts.ts';
import {
  type OpenaiCompatibleModelOptions,
  openaiCompatibleModel,
} from '../../src/providers/models/openai-compatible.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { countTokens } from '../../src/text/token-count.ts';
import {
  answerJson,
  answerText,
  ask,
  type Behaviour,
  call,
  hangUp,
  keepSilent,
  neverEnd,
  openChatServer,
  refuse,
  say,
  streamForever,
} from './chat-server.ts';

const apiKey = 'sk-very-secret-key';
const question: ModelRequest = { messages: [{ role: 'user', text: 'What is 1 + 2?' }] };

function tool(name: string, inputSchema: ToolDescription['inputSchema'] = null): ToolDescription {
  return { name, description: `The tool ${name}`, inputSchema, annotations: {} };
}

interface Given extends Partial<OpenaiCompatibleModelOptions> {
  readonly surroundings?: Partial<RequestSurroundings>;
}

/** A model of a server that behaves like this, and the pauses it makes without making them. */
async function modelFor(behaviours: readonly Behaviour[], { surroundings, ...options }: Given = {}) {
  const server = await openChatServer(...behaviours);
  const pauses: number[] = [];
  const model = openaiCompatibleModel(
    { url: server.url, name: 'small', apiKey, ...options },
    {
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
      },
      random: () => 1,
      ...surroundings,
    },
  );
  return { server, pauses, model };
}

async function answerTo(request: ModelRequest, behaviours: readonly Behaviour[], given: Given = {}) {
  const { server, pauses, model } = await modelFor(behaviours, given);
  return { server, pauses, answer: await model.generate(request) };
}

async function refusalOf(behaviours: readonly Behaviour[], given: Given = {}) {
  const { server, pauses, model } = await modelFor(behaviours, given);
  const error = asRefusal(await model.generate(question).catch((thrown: unknown) => thrown));
  return { server, pauses, error };
}

/** All that a person or a log could get to see of an error. */
function everythingIn(error: EngramError): string {
  return [error.stack, error.message, JSON.stringify(error.details), String(error.cause)].join('\n');
}

describe('TPL-3 a model behind an OpenAI-compatible address', () => {
  it('is asked with its name, the key and a limit, and answers with text and tokens', async () => {
    const { server, answer } = await answerTo(question, [say('It is 3.')]);
    expect(answer).toEqual({ text: 'It is 3.', requests: [], inputTokens: 11, outputTokens: 7, cut: false });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    expect(server.requests[0]?.body).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'What is 1 + 2?' }],
      max_tokens: 4_096,
      stream: false,
    });
  });

  it('gets no key where none is needed, and the limit that a request asks for', async () => {
    const { server } = await answerTo({ ...question, maxOutputTokens: 50 }, [say('3')], { apiKey: null });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 50 });
  });

  it('gets the limit by its newer name when it asks for that, from then on', async () => {
    const { server, model } = await modelFor([
      refuse(400, "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
      say('3'),
    ]);
    expect((await model.generate(question)).text).toBe('3');
    await model.generate(question);
    expect(server.requests.map(({ body }) => body['max_completion_tokens'])).toEqual([
      undefined,
      4_096,
      4_096,
    ]);
    expect(server.requests[2]?.body).not.toHaveProperty('max_tokens');
  });

  it('gets tools, its own calls and their results in the form of chat completions', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const request: ModelRequest = {
      tools: [tool('add', schema), tool('now')],
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Add.' },
        {
          role: 'assistant',
          text: '',
          requests: [
            { id: 'a', tool: 'add', arguments: { a: 1 } },
            { id: 'b', tool: 'now', arguments: {}, unreadable: 'not a JSON object: {' },
          ],
        },
        { role: 'tool', requestId: 'a', tool: 'add', result: { sum: 1 }, failed: false },
        { role: 'tool', requestId: 'b', tool: 'now', result: 'no clock', failed: true },
        { role: 'assistant', text: 'One.' },
      ],
    };
    const { server } = await answerTo(request, [say('done')]);
    expect(server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Add.' },
      { role: 'assistant', content: null, tool_calls: [call('a', 'add', { a: 1 }), call('b', 'now', {})] },
      { role: 'tool', tool_call_id: 'a', content: '{"sum":1}' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: no clock' },
      { role: 'assistant', content: 'One.' },
    ]);
    expect(server.requests[0]?.body.tools).toEqual([
      { type: 'function', function: { name: 'add', description: 'The tool add', parameters: schema } },
      {
        type: 'function',
        function: {
          name: 'now',
          description: 'The tool now',
          parameters: { type: 'object', properties: {}, additionalProperties: true },
        },
      },
    ]);
  });

  it('may ask for several calls at once, each with an id of its own', async () => {
    const { answer } = await answerTo({ ...question, tools: [tool('add')] }, [
      ask(call('a', 'add', { n: 1 }), call('a', 'add', { n: 2 }), call('', 'add', { n: 3 })),
    ]);
    expect(answer.requests.map(({ tool, arguments: given }) => [tool, given])).toEqual([
      ['add', { n: 1 }],
      ['add', { n: 2 }],
      ['add', { n: 3 }],
    ]);
    expect(new Set(answer.requests.map(({ id }) => id)).size).toBe(3);
  });

  it('knows tools by names that services take, and means the tools themselves', async () => {
    const tools = [tool('shop.list/all'), tool('shop_list_all'), tool('ß'.repeat(80))];
    const { server, answer } = await answerTo({ ...question, tools }, [
      ask(call('a', 'shop_list_all_2', {}), call('b', 'shop_list_all', {})),
    ]);
    const sent = (server.requests[0]?.body.tools ?? []) as Array<{ function: { name: string } }>;
    expect(sent.map((offer) => offer.function.name)).toEqual([
      'shop_list_all_2',
      'shop_list_all',
      '_'.repeat(64),
    ]);
    expect(answer.requests.map((request) => request.tool)).toEqual(['shop.list/all', 'shop_list_all']);
  });

  it('gets back the thoughts that came with its calls', async () => {
    const signed = { ...call('a', 'add', {}), extra_content: { google: { thought_signature: 'xyz' } } };
    const { server, model } = await modelFor([
      say({ content: null, reasoning_content: 'I should add.', tool_calls: [signed] }),
      say('3'),
    ]);
    const tools = [tool('add')];
    const { text, requests } = await model.generate({ ...question, tools });
    await model.generate({
      tools,
      messages: [
        ...question.messages,
        { role: 'assistant', text, requests },
        { role: 'tool', requestId: 'a', tool: 'add', result: 3, failed: false },
      ],
    });
    expect(server.requests[1]?.body.messages[1]).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'I should add.',
      tool_calls: [signed],
    });
  });
});

describe('TPL-3 an answer is read in whatever form it comes', () => {
  it.each<[string, Behaviour, object]>([
    ['fenced JSON, as it is', say('```json\n{"a":1}\n```'), { text: '```json\n{"a":1}\n```' }],
    ['prose', say('Sure! Here it is.'), { text: 'Sure! Here it is.' }],
    [
      'parts',
      say({ content: [{ type: 'text', text: 'a' }, { type: 'image' }, 'b', { text: 'c' }] }),
      { text: 'abc' },
    ],
    ['no content', say({ content: null }), { text: '', requests: [] }],
    ['a refusal', say({ content: null, refusal: 'I cannot.' }), { text: 'I cannot.' }],
    ['an answer cut off', say('a', { finish_reason: 'length' }), { text: 'a', cut: true }],
    [
      'another content type',
      (response) => response.end('{"choices":[{"message":{"content":"a"}}]}'),
      { text: 'a' },
    ],
    [
      'arguments as an object',
      say({ tool_calls: [{ id: 'a', function: { name: 'add', arguments: { n: 1 } } }] }),
      { requests: [{ id: 'a', tool: 'add', arguments: { n: 1 } }] },
    ],
    [
      'no arguments',
      say({ tool_calls: [{ id: 'a', function: { name: 'add', arguments: '' } }] }),
      { requests: [{ id: 'a', tool: 'add', arguments: {} }] },
    ],
    [
      'a call without anything',
      say({ tool_calls: [null] }),
      { requests: [{ id: 'call00001', tool: '', arguments: {} }] },
    ],
  ])('%s', async (_, behaviour, expected) => {
    const { answer } = await answerTo(question, [behaviour]);
    expect(answer).toMatchObject(expected);
  });

  it.each([
    ['broken JSON', '{"n": 1', 'not a JSON object: {"n": 1'],
    ['a list', '[1]', 'not a JSON object: [1]'],
    ['a word', '"x"', 'not a JSON object: "x"'],
    ['what cannot be kept', '{"n":"\\u0000"}', 'contains a NUL byte'],
    ['a pit', `{"n":${'['.repeat(500)}${']'.repeat(500)}}`, 'nested deeper'],
  ])('with arguments that cannot be read, and says so: %s', async (_, written, why) => {
    const { answer } = await answerTo(question, [ask(call('a', 'add', written))]);
    expect(answer.requests).toEqual([
      { id: 'a', tool: 'add', arguments: {}, unreadable: expect.stringContaining(why) },
    ]);
  });

  it('with arguments that did not fit into a cut answer, which are not taken for none', async () => {
    const cut = say({ tool_calls: [call('a', 'delete_all', '')] }, { finish_reason: 'length' });
    const { answer } = await answerTo(question, [cut]);
    expect(answer.requests[0]?.unreadable).toContain('cut off');
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['nonsense', { prompt_tokens: 'many', completion_tokens: -1 }],
  ])('and counts tokens itself when the usage is %s', async (_, usage) => {
    const { answer } = await answerTo(question, [say('It is three.', { usage })]);
    expect(answer.inputTokens).toBeGreaterThan(5);
    expect(answer.outputTokens).toBe(countTokens('It is three.'));
  });
});

describe('TPL-3 a model that is away is asked again', () => {
  it.each<[string, Behaviour]>([
    ['429', refuse(429)],
    ['500', refuse(500)],
    ['a line that is cut', hangUp],
    ['an answer without choices', answerJson({ choices: [] })],
    ['an error inside a success', answerJson({ error: { message: 'overloaded', code: 503 } })],
    ['an error inside a success without a code', answerJson({ error: { message: 'overloaded' } })],
  ])('after %s', async (_, behaviour) => {
    const { server, pauses, answer } = await answerTo(question, [behaviour, behaviour, say('3')]);
    expect(answer.text).toBe('3');
    expect([server.requests.length, pauses]).toEqual([3, [1_000, 2_000]]);
  });

  it('when it said so', async () => {
    const { pauses } = await answerTo(question, [refuse(429, 'slow', { 'retry-after': '7' }), say('3')]);
    expect(pauses).toEqual([7_000]);
  });

  it('three times, and then given up with what happened and what to do', async () => {
    const { server, error } = await refusalOf([refuse(503, 'loading')]);
    expect(server.requests).toHaveLength(3);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain(`${server.url}/chat/completions`);
    expect(error.message).toContain('it answered 503 (loading)');
    expect(error.message).toContain('model.url');
  });

  it('also when it never answers', async () => {
    const { pauses, error } = await refusalOf([keepSilent], { surroundings: { timeoutMs: 30 } });
    expect(pauses).toHaveLength(2);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('it did not answer in time');
  });

  it('but not once Engram is closed, or nobody waits any more', async () => {
    const closing = new AbortController();
    const { model, server } = await modelFor([keepSilent], { surroundings: { closed: closing.signal } });
    const stopping = new AbortController();
    const stopped = model
      .generate({ ...question, signal: stopping.signal })
      .catch((thrown: unknown) => thrown);
    await server.received(1);
    stopping.abort();
    expect(asRefusal(await stopped).message).toContain('was stopped by its caller');

    const closed = model.generate(question).catch((thrown: unknown) => thrown);
    await server.received(2);
    closing.abort();
    expect(asRefusal(await closed).message).toContain('Engram is being closed');
    await expect(model.generate(question)).rejects.toThrow('Engram is being closed');
    expect(server.requests).toHaveLength(2);
  });
});

describe('TPL-3 what would fail again is not asked again', () => {
  it.each<[string, Behaviour, string, string]>([
    ['a wrong key', refuse(401), 'it answered 401', 'ENGRAM_MODEL_API_KEY'],
    ['a key that may not', refuse(403), 'it answered 403', 'ENGRAM_MODEL_API_KEY'],
    ['an unknown model', refuse(404, 'no such model'), '(no such model)', 'model.name "small"'],
    ['a redirect', refuse(307, '', { location: 'http://127.0.0.1:1/' }), 'it answered 307', 'model.url'],
    ['a model without tools', refuse(400, 'no tools'), '(no tools)', 'can call tools'],
    ['a page', answerText('<html>', 'text/html'), 'not JSON', 'model.url'],
    ['half an answer', answerText('{"choices":[{"mess'), 'not JSON', 'model.url'],
    ['an empty answer', answerText(''), 'not JSON', 'model.url'],
    ['an answer of another kind', answerJson({ models: [] }), 'without a list "choices"', 'model.url'],
    ['a choice without a message', answerJson({ choices: [{}] }), 'no message', 'model.url'],
    ['a stream', streamForever, 'a stream of events', 'in one piece'],
    ['a stream in disguise', answerText('data: {"choices":[]}\n\n'), 'a stream of events', 'in one piece'],
    ['an endless answer', neverEnd, 'larger than 8 MB', 'model.url'],
    ['a refusal inside a success', answerJson({ error: { message: 'pay', code: 402 } }), '(pay)', 'model'],
  ])('%s', async (_, behaviour, reason, setting) => {
    const { server, pauses, error } = await refusalOf([behaviour, say('3')]);
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(reason);
    expect(error.message).toContain(setting);
    expect([server.requests.length, pauses]).toEqual([1, []]);
  });
});

describe('TPL-3 the key of a model is never shown', () => {
  it.each<[string, Behaviour, Given]>([
    ['when it is refused and quoted', refuse(401, `Incorrect API key provided: ${apiKey}`), {}],
    ['when it is quoted with another failure', refuse(404, `no model for ${apiKey}`), {}],
    ['when it is quoted inside a success', answerJson({ error: { message: `no ${apiKey}` } }), {}],
    ['when it cannot be sent', say('3'), { apiKey: `${apiKey}\nx: y` }],
    ['when nothing answers', hangUp, {}],
    ['when the answer is a page with it', answerText(`<html>${apiKey}`), {}],
    ['when it stands in the address', say('3'), { url: `http://user:${apiKey}@127.0.0.1:1/v1` }],
  ])('%s', async (_, behaviour, given) => {
    const { error } = await refusalOf([behaviour], given);
    expect(everythingIn(error)).not.toContain(apiKey);
    expect(everythingIn(error)).not.toContain('very-secret');
  });
});
