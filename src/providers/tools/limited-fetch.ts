import type { FetchLike } from '@modelcontextprotocol/client';
import { EngramError } from '../../errors.ts';

/** Closing the session of a server that no longer answers must not delay the caller. */
const goodbyeMs = 1_000;

/**
 * Fetching with an eye on answers: one that is larger than allowed is not read to its end, and one that breaks off is
 * reported, because the protocol would wait for the rest of it.
 */
export function limitedFetch(maxBytes: number, onBroken: (cause: unknown) => void): FetchLike {
  return async (url, init) => {
    if (init?.method === 'DELETE') return fetch(url, { ...init, signal: AbortSignal.timeout(goodbyeMs) });
    const response = await fetch(url, init);
    // What is fetched otherwise is the stream of what a server has to say by itself, which has no end.
    if (init?.method !== 'POST' || response.body === null) return response;
    const report = (cause: unknown): void => {
      if (init.signal?.aborted !== true) onBroken(cause);
    };
    const body = ReadableStream.from(counted(response.body, maxBytes, report)) as ReadableStream<Uint8Array>;
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

async function* counted(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  report: (cause: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        throw new EngramError('too_large', `An answer has more than ${maxBytes} bytes.`, {
          details: { maxBytes },
        });
      }
      yield chunk;
    }
  } catch (cause) {
    report(cause);
    throw cause;
  }
}
