import type { Attempt } from './attempts.ts';

/**
 * The embeddings of an answer, in the order of the texts: `data` with an `index` each, as numbers or as base64.
 *
 * @example
 * parseEmbeddings('{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1]}]}'); // done: [[1], [2]]
 */
export function parseEmbeddings(text: string): Attempt<readonly unknown[]> {
  const data = propertyOf(parseJson(text), 'data');
  if (!Array.isArray(data)) return malformed('its answer is not JSON with a list "data"');
  const ordered = new Array<unknown>(data.length);
  const seen = new Set<unknown>();
  for (const [position, item] of data.entries()) {
    // Some servers leave the index out, and some say 0 to the only text, whichever it was.
    const index: unknown = data.length === 1 ? 0 : (propertyOf(item, 'index') ?? position);
    if (typeof index !== 'number' || !(index in data) || seen.has(index)) {
      return malformed('it does not say which vector belongs to which text');
    }
    seen.add(index);
    ordered[index] = decoded(propertyOf(item, 'embedding'));
  }
  return { kind: 'done', value: ordered };
}

/** What a service says about a failure, in one of the forms that are in use. */
export function messageOf(text: string): string {
  const answer = parseJson(text);
  const error = propertyOf(answer, 'error');
  const forms = [
    propertyOf(error, 'message'),
    error,
    propertyOf(answer, 'message'),
    propertyOf(answer, 'detail'),
  ];
  return forms.find((form) => typeof form === 'string') ?? '';
}

/** Base64 holds 32-bit numbers, the low byte first. */
function decoded(embedding: unknown): unknown {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, position) => bytes.readFloatLE(position * 4));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function malformed(reason: string): Attempt<never> {
  return { kind: 'malformed', reason };
}
