import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { storableCopy } from '../snapshot.ts';

/** What the content of a message holds, whichever chat API wrote it. */
export interface MessageContent {
  readonly text: string;
  /** Blocks that ask for a tool. */
  readonly calls: readonly JsonObject[];
  /** Blocks that answer such a call. */
  readonly results: readonly JsonObject[];
  /** Whether a model's reasoning was left out: it is no message, and often only a signature. */
  readonly hasReasoning: boolean;
  /** What in it cannot be read, in words. */
  readonly problems: readonly string[];
}

const callTypes = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
const reasoningTypes = new Set(['thinking', 'redacted_thinking', 'reasoning']);
const imageTypes = new Set(['image', 'image_url', 'input_image']);

/**
 * Content of a message: text, a list of parts (OpenAI) or of blocks (Anthropic), or nothing. What is not text
 * leaves its kind in brackets, so that the message still makes sense; its data is not kept.
 *
 * @example
 * readContent([{ type: 'text', text: 'Look:' }, { type: 'image_url', image_url: {} }]).text; // 'Look:\n[image]'
 */
export function readContent(content: unknown): MessageContent {
  const texts: string[] = [];
  const calls: JsonObject[] = [];
  const results: JsonObject[] = [];
  const problems: string[] = [];
  let hasReasoning = false;
  const { parts, problem } = partsOf(content);
  if (problem !== undefined) problems.push(problem);
  for (const [index, part] of parts.entries()) {
    const type = typeof part === 'string' ? 'text' : typeOf(part);
    if (type === undefined || !(typeof part === 'string' || isJsonObject(part))) {
      problems.push(`part ${index + 1} of its content has no type`);
    } else if (typeof part === 'string') texts.push(part);
    else if (callTypes.has(type)) calls.push(part);
    else if (type.endsWith('tool_result')) results.push(part);
    else if (reasoningTypes.has(type)) hasReasoning = true;
    else texts.push(textOf(part, type));
  }
  const text = storableCopy(texts.filter((piece) => piece !== '').join('\n'));
  return { text, calls, results, hasReasoning, problems };
}

function partsOf(content: unknown): { parts: readonly unknown[]; problem?: string } {
  if (content === undefined || content === null) return { parts: [] };
  if (typeof content === 'string') return { parts: [content] };
  if (Array.isArray(content)) return { parts: content };
  return { parts: [], problem: `its content is neither text nor a list, but of type ${typeof content}` };
}

function typeOf(part: unknown): string | undefined {
  if (!isJsonObject(part)) return undefined;
  return typeof part['type'] === 'string' ? part['type'] : undefined;
}

/** `text`, `input_text`, `output_text` and `refusal` carry words; anything else is named. */
function textOf(part: JsonObject, type: string): string {
  const words = part[type === 'refusal' ? 'refusal' : 'text'];
  if (typeof words === 'string') return words;
  return `[${imageTypes.has(type) ? 'image' : type}]`;
}
