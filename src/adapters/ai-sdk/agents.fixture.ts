import * as six from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';
import * as seven from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import type { AiSdkTools } from './contract.ts';
import type { EngramMiddleware } from './middleware.ts';

/** What a scripted model says when it is its turn: calls, a text, or nothing because it breaks. */
export type Turn =
  | { readonly calls: ReadonlyArray<readonly [tool: string, input: unknown]> }
  | { readonly text: string }
  | { readonly breaks: Error };

/** Work for an agent whose model is a script. */
export interface ScriptedWork {
  readonly turns: readonly Turn[];
  readonly middleware: EngramMiddleware;
  readonly tools?: AiSdkTools;
  readonly prompt?: string;
  readonly system?: string;
}

/** What came of it, and every prompt the model was given. */
export interface ScriptedEnd {
  readonly text: string;
  readonly prompts: ReadonlyArray<ReadonlyArray<{ readonly role: string; readonly content: unknown }>>;
}

/** The same agent on each version of the AI SDK. */
export interface Sdk {
  readonly name: string;
  generate(work: ScriptedWork): Promise<ScriptedEnd>;
  stream(work: ScriptedWork): Promise<ScriptedEnd & { readonly parts: readonly string[] }>;
}

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 7, text: 7, reasoning: 0 },
};

/** The answers of the script, in the form that both specifications have. */
function scripted(turns: readonly Turn[]) {
  let next = 0;
  function turn() {
    const said = turns[next] ?? { text: 'done' };
    next += 1;
    if ('breaks' in said) throw said.breaks;
    const calls = 'calls' in said ? said.calls : [];
    return {
      text: 'text' in said ? said.text : '',
      calls: calls.map(([toolName, input], index) => ({
        type: 'tool-call' as const,
        toolCallId: `call-${next}-${index}`,
        toolName,
        input: JSON.stringify(input),
      })),
      end: {
        usage,
        finishReason: {
          unified: calls.length > 0 ? ('tool-calls' as const) : ('stop' as const),
          raw: undefined,
        },
      },
    };
  }
  return {
    async doGenerate() {
      const { text, calls, end } = turn();
      const content = text === '' ? calls : [{ type: 'text' as const, text }, ...calls];
      return { content, ...end, warnings: [] };
    },
    async doStream() {
      const { text, calls, end } = turn();
      const said = [
        { type: 'text-start' as const, id: '0' },
        { type: 'text-delta' as const, id: '0', delta: text },
        { type: 'text-end' as const, id: '0' },
      ];
      const parts = [...(text === '' ? [] : said), ...calls, { type: 'finish' as const, ...end }];
      return { stream: convertArrayToReadableStream(parts) };
    },
  };
}

export const ai6: Sdk = {
  name: 'ai 6',
  async generate(work) {
    const { model, mock } = model6(work);
    const { text } = await six.generateText({ model, ...asked6(work) });
    return { text, prompts: mock.doGenerateCalls.map(({ prompt }) => prompt) };
  },
  async stream(work) {
    const { model, mock } = model6(work);
    const result = six.streamText({ model, ...asked6(work), onError: () => {} });
    const parts: string[] = [];
    for await (const { type } of result.fullStream) parts.push(type);
    const text = await result.text;
    return { text, parts, prompts: mock.doStreamCalls.map(({ prompt }) => prompt) };
  },
};

function model6({ turns, middleware }: ScriptedWork) {
  const mock = new MockLanguageModelV3({ modelId: 'scripted', ...scripted(turns) });
  return { mock, model: six.wrapLanguageModel({ model: mock, middleware }) };
}

function asked6({ tools = {}, prompt = 'Refund order 42', system }: ScriptedWork) {
  const asked = { tools: tools as six.ToolSet, prompt, stopWhen: six.stepCountIs(10), maxRetries: 0 };
  return system === undefined ? asked : { ...asked, system };
}

export const ai7: Sdk = {
  name: 'ai 7',
  async generate(work) {
    const { model, mock } = model7(work);
    const { text } = await seven.generateText({ model, ...asked7(work) });
    return { text, prompts: mock.doGenerateCalls.map(({ prompt }) => prompt) };
  },
  async stream(work) {
    const { model, mock } = model7(work);
    const result = seven.streamText({ model, ...asked7(work), onError: () => {} });
    const parts: string[] = [];
    for await (const { type } of result.fullStream) parts.push(type);
    const text = await result.text;
    return { text, parts, prompts: mock.doStreamCalls.map(({ prompt }) => prompt) };
  },
};

function model7({ turns, middleware }: ScriptedWork) {
  const mock = new MockLanguageModelV4({ modelId: 'scripted', ...scripted(turns) });
  return { mock, model: seven.wrapLanguageModel({ model: mock, middleware }) };
}

function asked7({ tools = {}, prompt = 'Refund order 42', system }: ScriptedWork) {
  const asked = { tools: tools as seven.ToolSet, prompt, stopWhen: seven.stepCountIs(10), maxRetries: 0 };
  return system === undefined ? asked : { ...asked, instructions: system };
}
