import type { CallToolResult } from '@modelcontextprotocol/client';
import { EngramError } from '../../errors.ts';
import type { Json } from '../../json/json.ts';

/** A tool was called and said that it failed. The message is what it said, and nothing else. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/**
 * What a tool answered, as a value: its structured content, else its text, else the list of what it sent. JSON inside a
 * text stays a text; `structured()` looks into it.
 *
 * @throws ToolError when the tool says that it failed; EngramError `too_large` for more than `maxBytes`.
 */
export function answeredValue(answer: CallToolResult, tool: string, maxBytes: number): Json {
  if (answer.isError === true) throw new ToolError(failureIn(answer));
  const value = contentOf(answer);
  const bytes = Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
  if (bytes > maxBytes) throw tooLarge(tool, maxBytes);
  return value;
}

function contentOf({ structuredContent, content }: CallToolResult): Json {
  if (structuredContent !== undefined) return structuredContent as Json;
  const parts = content.map((part) => (part.type === 'text' ? part.text : (part as unknown as Json)));
  return parts.length > 1 ? parts : (parts[0] ?? null);
}

function failureIn({ structuredContent, content }: CallToolResult): string {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length > 0) return texts.join('\n');
  return structuredContent === undefined
    ? 'The tool failed and did not say why.'
    : JSON.stringify(structuredContent);
}

/** The tool has done its work; only its result is not wanted. */
export function tooLarge(tool: string, maxBytes: number): EngramError {
  return new EngramError(
    'too_large',
    `${tool} answered with more than ${maxBytes} bytes. It has done its work; ask it for less, or raise "tools.maxResultBytes".`,
    { details: { tool, maxBytes, mayHaveActed: true } },
  );
}
