import type { Json } from '../../json/json.ts';
import { describeThrown } from '../../text/thrown.ts';

/** Walking deeper structures than this would overflow the stack. */
const maxDepth = 200;

/** A copy of a result, or why it is not taken. */
export type Taken = { readonly value: Json } | { readonly refused: string };

/**
 * A copy of a result, as JSON: a tool may answer with an object of its own and change it later. A result that is too
 * large or not JSON is refused, and a large one is read only up to the limit.
 */
export function takeResult(result: unknown, maxBytes: number): Taken {
  const problem = sizeProblem(result, maxBytes);
  if (problem !== undefined) return { refused: problem };
  if (result === undefined) return { value: null };
  if (result === null || typeof result === 'boolean' || typeof result === 'string') return { value: result };
  try {
    return { value: (JSON.parse(JSON.stringify(result) ?? 'null') ?? null) as Json };
  } catch (error) {
    return { refused: `The result cannot be read as JSON: ${describeThrown(error).message}` };
  }
}

/** Counts level by level, so that neither depth nor a cycle can do harm. A character counts as at least one byte. */
function sizeProblem(root: unknown, maxBytes: number): string | undefined {
  let bytes = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `The result is nested deeper than ${maxDepth} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      bytes += sizeOf(value);
      if (bytes > maxBytes) {
        return `The result has more than ${maxBytes} bytes, the limit of "tools.maxResultBytes"`;
      }
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) for (const item of value) next.push(item);
      else for (const key of Object.keys(value)) next.push(key, (value as Record<string, unknown>)[key]);
    }
    level = next;
  }
  return undefined;
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'string') return 1;
  // Counting the bytes of a text that is long enough anyway would be wasted.
  return value.length > 1_000_000 ? value.length : Buffer.byteLength(value);
}
