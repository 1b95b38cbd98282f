import { isJsonObject, type JsonObject } from './json.ts';

const fences = /```[a-z]*\s*\n?([\s\S]*?)```/gi;

/**
 * The first JSON object in what a model wrote: the whole text, what a fence holds, or from a brace to the last one.
 *
 * @example
 * findJsonObject('Here it is: {"done": true}'); // { done: true }
 */
export function findJsonObject(text: string): JsonObject | undefined {
  const fenced = Array.from(text.matchAll(fences), ([, inside]) => inside ?? '');
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return [text, ...fenced, braces].map(parsed).find(isJsonObject);
}

function parsed(candidate: string): unknown {
  try {
    return JSON.parse(candidate);
  } catch {
    return undefined;
  }
}
