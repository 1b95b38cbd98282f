import type { EngramError } from '../../errors.ts';
import type { LanguageModel, ModelAnswer, ModelRequest, ToolRequest } from '../../ports/language-model.ts';
import { shownUrl } from '../../text/shown-url.ts';
import {
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';
import { explainOpenaiFailure } from '../openai-failure.ts';
import { postJson, withoutKey } from '../post-json.ts';
import { parseCompletion } from './chat-answer.ts';
import { chatRequest } from './chat-request.ts';
import { callIds } from './read-request.ts';
import { openRemoteModel } from './remote-model.ts';
import { toolNames } from './tool-names.ts';

/** A model behind an address that speaks as OpenAI's does. */
export interface OpenaiCompatibleModelOptions {
  /** What `/chat/completions` is added to: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly name: string;
  /** Null for servers that ask for none, as those on this machine. */
  readonly apiKey: string | null;
  /** Tokens of one answer, where a request does not say it. */
  readonly maxOutputTokens?: number;
}

/** Far above what a model writes in one answer. */
const maxAnswerBytes = 8_000_000;

/**
 * A language model behind an OpenAI-compatible address: OpenAI, Ollama, LM Studio, vLLM and many more. What is asked
 * leaves this process.
 *
 * @example
 * const model = openaiCompatibleModel({ url: 'http://localhost:11434/v1', name: 'qwen3', apiKey: null });
 * const { text } = await model.generate({ messages: [{ role: 'user', text: 'Say hello.' }] });
 */
export function openaiCompatibleModel(
  { url, name, apiKey, maxOutputTokens = 4_096 }: OpenaiCompatibleModelOptions,
  given: Partial<RequestSurroundings> = {},
): LanguageModel {
  const surroundings = { ...realSurroundings, ...given };
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  const nextId = callIds();
  const rawMessages = new WeakMap<readonly ToolRequest[], unknown>();
  /** OpenAI's newer models take the limit by another name, and other services only by the old one. */
  let limit: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';

  async function send(request: ModelRequest, signal: AbortSignal): Promise<ServiceAttempt<ModelAnswer>> {
    const names = toolNames(request.tools ?? []);
    const tokens = request.maxOutputTokens ?? maxOutputTokens;
    const body = {
      model: name,
      ...chatRequest(request, names, (requests) => rawMessages.get(requests)),
      [limit]: tokens,
      stream: false,
    };
    const answer = await postJson({ address, apiKey, body, maxAnswerBytes, signal }, surroundings);
    if (answer.kind === 'refused' && limit === 'max_tokens' && /max_completion_tokens/.test(answer.reason)) {
      limit = 'max_completion_tokens';
      return send(request, signal);
    }
    if (answer.kind !== 'done') return answer;
    const { now } = surroundings;
    const read = parseCompletion(answer.value, {
      request,
      names,
      nextId,
      withoutKey: (text) => withoutKey(text, apiKey),
      now,
    });
    if (read.kind !== 'done') return read;
    rawMessages.set(read.value.answer.requests, read.value.message);
    return { kind: 'done', value: read.value.answer };
  }

  return openRemoteModel(
    { id: `openai:${name}`, send, explain: (failure) => explain(failure, shownUrl(address), name) },
    surroundings,
  );
}

function explain(failure: ServiceFailure, address: string, name: string): EngramError {
  return explainOpenaiFailure(failure, {
    kind: 'model',
    address,
    model: name,
    modelSetting: 'model.name',
    expected: 'answer',
    advice: {
      unavailable:
        'Try again later; if it stays so, see that the service runs, that model.url is its address, and that model.timeoutMs is long enough.',
      malformed:
        'See that model.url is an OpenAI-compatible address (most end in /v1) that answers in one piece.',
      refused: `See that model.name "${name}" is a model for chats that can call tools, that it can read this much, and that it can write model.maxOutputTokens.`,
    },
  });
}
