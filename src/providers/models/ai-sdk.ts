import { EngramError } from '../../errors.ts';
import type { LanguageModel, ModelAnswer, ModelRequest, ToolRequest } from '../../ports/language-model.ts';
import { failureOfAiSdk } from '../ai-sdk-failure.ts';
import type { AiSdkLanguageModel } from '../ai-sdk-models.ts';
import {
  malformed,
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';
import { propertyOf } from '../service-answer.ts';
import { type AiSdkRequest, aiSdkPrompt, aiSdkTool } from './ai-sdk-prompt.ts';
import { callIds, readRequests } from './read-request.ts';
import { openRemoteModel } from './remote-model.ts';
import { type ToolNames, toolNames } from './tool-names.ts';
import { usageOf } from './usage.ts';

/** A language model of the AI SDK, as it is called here. */
interface CallableModel {
  doGenerate(options: AiSdkRequest): PromiseLike<unknown>;
}

/**
 * Any language model of the AI SDK as one for Engram.
 *
 * @example
 * const model = aiSdkModel(openai('gpt-4.1-mini'), { maxOutputTokens: 4_096 });
 * model.id; // 'ai-sdk:openai.responses:gpt-4.1-mini'
 */
export function aiSdkModel(
  model: AiSdkLanguageModel,
  { maxOutputTokens = 4_096 }: { readonly maxOutputTokens?: number } = {},
  given: Partial<RequestSurroundings> = {},
): LanguageModel {
  const surroundings = { ...realSurroundings, timeoutMs: 60_000, ...given };
  const id = `ai-sdk:${model.provider}:${model.modelId}`;
  if (model.specificationVersion === 'v1') {
    throw new EngramError(
      'unsupported',
      `The model ${id} is one for ai 4. Use a provider for ai 5 or newer.`,
    );
  }
  const nextId = callIds();
  const rawContents = new WeakMap<readonly ToolRequest[], readonly unknown[]>();

  async function send(request: ModelRequest, signal: AbortSignal): Promise<ServiceAttempt<ModelAnswer>> {
    const { tools = [] } = request;
    const names = toolNames(tools);
    try {
      const result = await (model as CallableModel).doGenerate({
        prompt: aiSdkPrompt(request, names, (requests) => rawContents.get(requests)),
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => aiSdkTool(tool, names)) }),
        maxOutputTokens: request.maxOutputTokens ?? maxOutputTokens,
        abortSignal: signal,
      });
      const content = propertyOf(result, 'content');
      if (!Array.isArray(content)) return malformed('its answer has no list "content"');
      const answer = answerOf(content, result, request, names, nextId);
      rawContents.set(answer.requests, content);
      return { kind: 'done', value: answer };
    } catch (error) {
      return failureOfAiSdk(error, surroundings.now());
    }
  }

  return openRemoteModel({ id, send, explain: (failure) => explain(failure, id) }, surroundings);
}

function answerOf(
  content: readonly unknown[],
  result: unknown,
  request: ModelRequest,
  names: ToolNames,
  nextId: () => string,
): ModelAnswer {
  const reason = propertyOf(result, 'finishReason');
  // A word in v2, an object from v3 on.
  const cut = (propertyOf(reason, 'unified') ?? reason) === 'length';
  const partsOf = (type: string): readonly unknown[] =>
    content.filter((part) => propertyOf(part, 'type') === type);
  const calls = partsOf('tool-call')
    // What the service carries out by itself is no business of ours.
    .filter((part) => propertyOf(part, 'providerExecuted') !== true)
    .map((part) => ({
      id: propertyOf(part, 'toolCallId'),
      tool: names.meant(String(propertyOf(part, 'toolName') ?? '')),
      arguments: propertyOf(part, 'input'),
    }));
  const texts = partsOf('text').map((part) => propertyOf(part, 'text'));
  const reply = {
    text: texts.filter((text) => typeof text === 'string').join(''),
    requests: readRequests(calls, cut, nextId),
  };
  const usage = propertyOf(result, 'usage');
  const reported = { inputTokens: tokens(usage, 'inputTokens'), outputTokens: tokens(usage, 'outputTokens') };
  return { ...reply, ...usageOf(reported, request, reply), cut };
}

/** A number in v2, an object with a total from v3 on. */
function tokens(usage: unknown, member: string): unknown {
  const value = propertyOf(usage, member);
  return propertyOf(value, 'total') ?? value;
}

function explain(failure: ServiceFailure, id: string): EngramError {
  const advice =
    failure.kind === 'unavailable'
      ? 'Try again later; if it stays so, see that its service runs and that model.timeoutMs is long enough.'
      : 'See that it is a model for chats, and that its provider has the right key and address.';
  return new EngramError(
    failure.kind === 'unavailable' ? 'timeout' : 'config_invalid',
    `The model ${id} gave no answer: ${failure.reason}. ${advice}`,
    { details: { model: id } },
  );
}
