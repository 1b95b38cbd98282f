import type { Json } from './json.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * What is left of a JSON text whose end is missing, as logs keep long results: everything up to the last complete value.
 * Undefined when the text is not the beginning of JSON.
 *
 * @example
 * readCutJson('{"id": 42, "items": [{"sku": "a"}, {"sk'); // { id: 42, items: [{ sku: 'a' }, {}] }
 */
export function readCutJson(text: string): Json | undefined {
  if (!/^\s*(?:\{\s*"|\[\s*[[{"\d-])/.test(text)) return undefined;
  const open: string[] = [];
  let complete = '';
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') {
      inText = true;
    } else if (sign === ',') {
      complete = text.slice(0, at) + closing(open);
    } else if (sign in closers) {
      open.push(closers[sign] ?? '');
      complete = text.slice(0, at + 1) + closing(open);
    } else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) return undefined;
      // It ends before the text does: then something else follows, and this is not JSON that was cut.
      if (open.length === 0) return undefined;
      complete = text.slice(0, at + 1) + closing(open);
    }
  }
  try {
    return JSON.parse(complete) as Json;
  } catch {
    return undefined;
  }
}

function closing(open: readonly string[]): string {
  return open.toReversed().join('');
}
