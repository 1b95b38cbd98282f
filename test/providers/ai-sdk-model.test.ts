import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import { type AiSdkLanguageModel, isAiSdkLanguageModel } from '../../src/providers/ai-sdk-models.ts';
import { aiSdkModel } from '../../src/providers/models/ai-sdk.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import {
  answerJson,
  answerText,
  ask,
  type Behaviour,
  call,
  hangUp,
  openChatServer,
  refuse,
  say,
} from './chat-server.ts';

const apiKey = 'sk-very-secret-key';
const question: ModelRequest = { messages: [{ role: 'user', text: 'What is 1 + 2?' }] };
const add = { name: 'shop.add', description: 'Adds', inputSchema: null, annotations: {} };

/** A model as its users make it, of a server that behaves like this. */
async function modelFor(...behaviours: readonly Behaviour[]) {
  const server = await openChatServer(...behaviours);
  const provider = createOpenAICompatible({ name: 'local', baseURL: server.url, apiKey });
  return { server, model: provider.chatModel('small') };
}

/** No real waiting. */
const surroundings = { pause: async () => {}, random: () => 1 };

/** A model of nobody's package, with what it was asked. */
function ownModel(result: unknown, specificationVersion = 'v2') {
  const asked: Array<Record<string, unknown>> = [];
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'own',
    modelId: 'tiny',
    doGenerate: async (options) => {
      asked.push(options);
      return result;
    },
  };
  return { model, asked };
}

describe('TPL-3 a language model of the AI SDK', () => {
  it('is told from a model of the caller and from settings', async () => {
    const { model } = await modelFor();
    expect(isAiSdkLanguageModel(model)).toBe(true);
    const others = [aiSdkModel(model), { provider: 'openai', name: 'x' }, null, 'openai/small', () => {}];
    expect(others.filter(isAiSdkLanguageModel)).toEqual([]);
  });

  it('is asked with tools, and its calls and their results go back to it', async () => {
    const { model, server } = await modelFor(ask(call('a', 'shop_add', { n: 1 })), say('It is 3.'));
    const asked = aiSdkModel(model, { maxOutputTokens: 500 });
    expect(asked.id).toBe('ai-sdk:local.chat:small');
    const tools = [add];
    const first = await asked.generate({ ...question, tools });
    expect(first).toEqual({
      text: '',
      requests: [{ id: 'a', tool: 'shop.add', arguments: { n: 1 } }],
      inputTokens: 11,
      outputTokens: 7,
      cut: false,
    });
    const second = await asked.generate({
      tools,
      messages: [
        { role: 'system', text: 'Be brief.' },
        ...question.messages,
        { role: 'assistant', text: 'Let me see.', requests: first.requests },
        { role: 'tool', requestId: 'a', tool: 'shop.add', result: { sum: 3 }, failed: false },
      ],
    });
    expect(second.text).toBe('It is 3.');
    expect(server.requests[1]).toMatchObject({
      headers: { authorization: `Bearer ${apiKey}` },
      body: { model: 'small', max_tokens: 500 },
    });
    expect(server.requests[1]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is 1 + 2?' },
      { role: 'assistant', content: 'Let me see.', tool_calls: [call('a', 'shop_add', { n: 1 })] },
      { role: 'tool', tool_call_id: 'a', content: '{"sum":3}' },
    ]);
    expect(server.requests[1]?.body.tools).toMatchObject([
      { type: 'function', function: { name: 'shop_add', description: 'Adds' } },
    ]);
  });

  it.each([
    ['v2', 'length', { inputTokens: 5, outputTokens: 2, totalTokens: 7 }],
    ['v3', { unified: 'length', raw: 'max' }, { inputTokens: { total: 5 }, outputTokens: { total: 2 } }],
    ['v4', { unified: 'length', raw: 'max' }, { inputTokens: { total: 5 }, outputTokens: { total: 2 } }],
  ])('may be of specification %s', async (version, finishReason, usage) => {
    const content = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'It is ' },
      { type: 'text', text: '3.' },
      { type: 'tool-call', toolCallId: 's', toolName: 'search', input: '{}', providerExecuted: true },
    ];
    const { model } = ownModel({ content, finishReason, usage }, version);
    expect(await aiSdkModel(model).generate(question)).toEqual({
      text: 'It is 3.',
      requests: [],
      inputTokens: 5,
      outputTokens: 2,
      cut: true,
    });
  });

  it('of an older specification is refused', () => {
    const { model } = ownModel({}, 'v1');
    expect(() => aiSdkModel(model)).toThrow('Use a provider for ai 5 or newer.');
  });

  it('gets results in a row as one message, failures as such, and its own thoughts back', async () => {
    const metadata = { own: { signature: 'xyz' } };
    const { model, asked } = ownModel({
      content: [
        { type: 'reasoning', text: 'I should add.', providerMetadata: metadata },
        { type: 'tool-call', toolCallId: 'a', toolName: 'add', input: '{"n":1}', providerMetadata: metadata },
        { type: 'tool-call', toolCallId: 'b', toolName: 'add', input: '{"n":' },
      ],
      finishReason: 'tool-calls',
      usage: {},
    });
    const speaking = aiSdkModel(model);
    const { requests, outputTokens } = await speaking.generate(question);
    expect(outputTokens).toBeGreaterThan(10);
    expect(requests[1]).toMatchObject({ arguments: {}, unreadable: 'not a JSON object: {"n":' });
    await speaking.generate({
      messages: [
        { role: 'assistant', text: '', requests },
        { role: 'tool', requestId: 'a', tool: 'add', result: 'one', failed: false },
        { role: 'tool', requestId: 'b', tool: 'add', result: { why: 'no' }, failed: true },
      ],
    });
    expect(asked[1]?.['prompt']).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'I should add.', providerOptions: metadata },
          { type: 'tool-call', toolCallId: 'a', toolName: 'add', input: { n: 1 }, providerOptions: metadata },
          { type: 'tool-call', toolCallId: 'b', toolName: 'add', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'add', output: { type: 'text', value: 'one' } },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'add',
            output: { type: 'error-json', value: { why: 'no' } },
          },
        ],
      },
    ]);
  });

  it('is asked again when its service is away', async () => {
    const { model, server } = await modelFor(refuse(429, 'slow', { 'retry-after': '3' }), hangUp, say('3'));
    const pauses: number[] = [];
    const pause = async (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds);
    };
    expect((await aiSdkModel(model, {}, { ...surroundings, pause }).generate(question)).text).toBe('3');
    expect(server.requests).toHaveLength(3);
    expect(pauses).toEqual([3_000, 2_000]);
  });

  it.each<[string, Behaviour, string, number, string]>([
    ['a service that stays away', refuse(503, 'loading'), 'timeout', 3, 'it answered 503 (loading)'],
    ['a wrong key', refuse(401, `Incorrect key: ${apiKey}`), 'config_invalid', 1, 'it answered 401.'],
    ['an unknown model', refuse(404, 'no such model'), 'config_invalid', 1, '404 (no such model)'],
    ['a page', answerText(`<html>${apiKey}`, 'text/html'), 'config_invalid', 1, 'AI_APICallError'],
    ['another answer', answerJson({ models: [] }), 'config_invalid', 1, 'AI_APICallError'],
    ['no choices', answerJson({ choices: [] }), 'config_invalid', 1, 'AI_InvalidResponseDataError'],
  ])('fails with a typed error, and without the key: %s', async (_, behaviour, code, tries, message) => {
    const { model, server } = await modelFor(behaviour);
    const asked = aiSdkModel(model, {}, surroundings).generate(question);
    const error = asRefusal(await asked.catch((thrown: unknown) => thrown));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).toContain('ai-sdk:local.chat:small');
    expect(server.requests).toHaveLength(tries);
    expect([error.stack, String(error.cause)].join()).not.toContain(apiKey);
  });

  it('that answers nonsense, or never, is given up', async () => {
    const nonsense = aiSdkModel(ownModel({ text: '3' }).model).generate(question);
    await expect(nonsense).rejects.toThrow('its answer has no list "content"');
    const silent = { ...ownModel({}).model, doGenerate: () => new Promise<never>(() => {}) };
    const waiting = aiSdkModel(silent, {}, { ...surroundings, timeoutMs: 10 }).generate(question);
    await expect(waiting).rejects.toThrow('it did not answer in time');
  });
});
