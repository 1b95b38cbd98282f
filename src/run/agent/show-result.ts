import type { Json } from '../../json/json.ts';

/** Some 6,000 tokens: more of one result crowds out everything else in a conversation. */
const shownCharacters = 20_000;

/** What a model sees of a result: a copy, cut with a note where it is long; only a note when it exceeds `maxBytes`. */
export function showResult(
  result: unknown,
  maxBytes: number,
): { readonly result: Json; readonly failed: boolean } {
  const text = textOf(result);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    return {
      failed: true,
      result: `The call was made, but its result has ${bytes} bytes, and tools.maxResultBytes allows ${maxBytes}. Ask for less, if you can.`,
    };
  }
  if (text.length > shownCharacters) {
    const beginning = text.slice(0, shownCharacters).toWellFormed();
    return {
      failed: false,
      result: `${beginning}\n[Cut: these are the first ${shownCharacters} of ${text.length} characters. Ask for less to see the rest.]`,
    };
  }
  return { failed: false, result: typeof result === 'string' ? result : (JSON.parse(text) as Json) };
}

/** Functions given as tools may return what JSON cannot say. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    return JSON.stringify(result) ?? 'null';
  } catch {
    return JSON.stringify(String(result));
  }
}
