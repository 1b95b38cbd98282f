import { malformed, type ServiceAttempt } from '../attempts.ts';
import { parseJson, propertyOf } from '../service-answer.ts';

/**
 * The embeddings of an answer, in the order of the texts: `data` with an `index` each, as numbers or as base64.
 *
 * @example
 * parseEmbeddings('{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1]}]}'); // done: [[1], [2]]
 */
export function parseEmbeddings(text: string): ServiceAttempt<readonly unknown[]> {
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

/** Base64 holds 32-bit numbers, the low byte first. */
function decoded(embedding: unknown): unknown {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, position) => bytes.readFloatLE(position * 4));
}
