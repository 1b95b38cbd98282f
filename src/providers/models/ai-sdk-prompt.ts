import type { Json, JsonObject } from '../../json/json.ts';
import type { ChatMessage, ModelRequest, ToolRequest } from '../../ports/language-model.ts';
import type { ToolDescription } from '../../ports/tool-runtime.ts';
import { propertyOf } from '../service-answer.ts';
import { parametersOf } from './tool-definition.ts';
import type { ToolNames } from './tool-names.ts';

/** What `doGenerate` is given, as far as it is used here: specifications v2, v3 and v4 agree about it. */
export interface AiSdkRequest {
  readonly prompt: readonly object[];
  readonly tools?: readonly object[];
  readonly maxOutputTokens: number;
  readonly abortSignal: AbortSignal;
}

/** The parts in which a model asked for these calls; undefined when it was another one. */
export type PromptRecollection = (requests: readonly ToolRequest[]) => readonly unknown[] | undefined;

type PromptPart = Readonly<Record<string, unknown>>;

/** A conversation as the AI SDK hands it to its models. Results in a row are one message. */
export function aiSdkPrompt(
  { messages }: ModelRequest,
  names: ToolNames,
  recollect: PromptRecollection,
): readonly object[] {
  const prompt: Array<{ readonly role: string; readonly content: string | PromptPart[] }> = [];
  for (const message of messages) {
    if (message.role === 'system') {
      prompt.push({ role: 'system', content: message.text });
      continue;
    }
    const content = partsOf(message, names, recollect);
    const last = prompt.at(-1);
    if (message.role === 'tool' && last?.role === 'tool' && Array.isArray(last.content)) {
      last.content.push(...content);
    } else prompt.push({ role: message.role, content });
  }
  return prompt;
}

/** A tool as the AI SDK hands it to its models. */
export function aiSdkTool(tool: ToolDescription, names: ToolNames): JsonObject {
  return {
    type: 'function',
    name: names.sent(tool.name),
    description: tool.description,
    inputSchema: parametersOf(tool),
  };
}

function partsOf(message: ChatMessage, names: ToolNames, recollect: PromptRecollection): PromptPart[] {
  if (message.role === 'tool') {
    const { requestId, tool, result, failed } = message;
    return [
      {
        type: 'tool-result',
        toolCallId: requestId,
        toolName: names.sent(tool),
        output: outputOf(result, failed),
      },
    ];
  }
  const text = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  const { requests = [] } = message.role === 'assistant' ? message : {};
  if (requests.length === 0) return text;
  const earlier = recollect(requests) ?? [];
  return [
    ...thoughtsIn(earlier),
    ...text,
    ...requests.map(({ id, tool, arguments: input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: names.sent(tool),
      input,
      ...optionsOf(earlier.find((part) => propertyOf(part, 'toolCallId') === id)),
    })),
  ];
}

/** Some models refuse to go on without the thoughts that led to a call. */
function thoughtsIn(said: readonly unknown[]): PromptPart[] {
  const thoughts = said.filter((part) => propertyOf(part, 'type') === 'reasoning');
  return thoughts.map((part) => ({
    type: 'reasoning',
    text: propertyOf(part, 'text'),
    ...optionsOf(part),
  }));
}

/** A provider expects its metadata of a part back as options. */
function optionsOf(part: unknown): PromptPart {
  const metadata = propertyOf(part, 'providerMetadata');
  return metadata === undefined ? {} : { providerOptions: metadata };
}

function outputOf(result: Json, failed: boolean): PromptPart {
  const form = typeof result === 'string' ? 'text' : 'json';
  return { type: failed ? `error-${form}` : form, value: result };
}
