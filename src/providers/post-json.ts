import {
  failureOfStatus,
  malformed,
  type RequestSurroundings,
  type ServiceAttempt,
  systemCodeOf,
} from './attempts.ts';
import { readText } from './read-text.ts';
import { messageOf } from './service-answer.ts';

/** A request to a service that speaks JSON. */
export interface JsonRequest {
  readonly address: string;
  /** Null for servers that ask for none, as those on this machine. */
  readonly apiKey: string | null;
  readonly body: unknown;
  /** A larger answer is not read to its end. */
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Posts once and returns the text of a successful answer. Never rejects, and no reason ever holds the key.
 *
 * @example
 * const answer = await postJson({ address, apiKey, body: { model, input }, maxAnswerBytes, signal }, surroundings);
 */
export async function postJson(
  { address, apiKey, body, maxAnswerBytes, signal }: JsonRequest,
  { fetch, now }: Pick<RequestSurroundings, 'fetch' | 'now'>,
): Promise<ServiceAttempt<string>> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // A redirect would carry the key and the texts to a place that nobody configured.
      redirect: 'manual',
      signal,
    });
    if (response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      // Not read: a stream may have no end.
      return malformed('it answered with a stream of events, which nobody asked for');
    }
    const text = await readText(response, maxAnswerBytes);
    if (text === undefined) {
      return malformed(`its answer is larger than ${maxAnswerBytes / 1_000_000} MB`);
    }
    if (response.ok) return { kind: 'done', value: text };
    const message = withoutKey(messageOf(text), apiKey);
    return failureOfStatus(response.status, message, response.headers.get('retry-after'), now());
  } catch (error) {
    const code = systemCodeOf(error);
    return code === undefined
      ? { kind: 'refused', status: null, reason: 'the request could not be made' }
      : { kind: 'unavailable', reason: `the connection failed (${code})` };
  }
}

/** Services may repeat what they were sent. */
export function withoutKey(text: string, apiKey: string | null): string {
  return apiKey === null ? text : text.replaceAll(apiKey, '…');
}
