import type { Json, JsonObject } from '../../json/json.ts';
import type { ChatMessage, ModelRequest, ToolRequest } from '../../ports/language-model.ts';
import { errorText } from '../../text/thrown.ts';
import { propertyOf } from '../service-answer.ts';
import { parametersOf } from './tool-definition.ts';
import type { ToolNames } from './tool-names.ts';

/** What the service itself said when it asked for these calls; undefined when it was another one. */
export type ChatRecollection = (requests: readonly ToolRequest[]) => unknown;

/** Messages and tools in the form of chat completions. */
export function chatRequest(
  { messages, tools = [] }: ModelRequest,
  names: ToolNames,
  recollect: ChatRecollection,
): { readonly messages: readonly object[]; readonly tools?: readonly object[] } {
  return {
    messages: messages.map((message) => chatMessage(message, names, recollect)),
    // An empty list is refused by some services.
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: 'function',
            function: {
              name: names.sent(tool.name),
              description: tool.description,
              parameters: parametersOf(tool),
            },
          })),
        }),
  };
}

function chatMessage(message: ChatMessage, names: ToolNames, recollect: ChatRecollection): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: message.requestId,
        content: message.failed ? errorText('Error', resultText(message.result)) : resultText(message.result),
      };
    case 'assistant': {
      const { text, requests = [] } = message;
      if (requests.length === 0) return { role: 'assistant', content: text };
      const earlier = recollect(requests);
      return {
        role: 'assistant',
        content: text === '' ? null : text,
        // Some models refuse to go on without the thoughts that led to a call.
        ...kept(earlier, ['reasoning_content', 'reasoning_details']),
        tool_calls: requests.map(({ id, tool, arguments: given }, index) => ({
          id,
          type: 'function',
          function: { name: names.sent(tool), arguments: JSON.stringify(given) },
          ...kept(propertyOf(propertyOf(earlier, 'tool_calls'), String(index)), ['extra_content']),
        })),
      };
    }
  }
}

function kept(said: unknown, members: readonly string[]): JsonObject {
  const entries = members.map((name) => [name, propertyOf(said, name) as Json | undefined] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, Json] => (entry[1] ?? null) !== null),
  );
}

/** A result as a model reads it. */
function resultText(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
