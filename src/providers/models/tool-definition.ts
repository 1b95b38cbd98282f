import type { JsonObject } from '../../json/json.ts';
import type { ToolDescription } from '../../ports/tool-runtime.ts';

/** What a tool takes, as services want it: an object with its properties, also where the tool has said nothing. */
export function parametersOf({ inputSchema }: ToolDescription): JsonObject {
  if (inputSchema === null) return { type: 'object', properties: {}, additionalProperties: true };
  return { ...inputSchema, type: 'object', properties: inputSchema['properties'] ?? {} };
}
