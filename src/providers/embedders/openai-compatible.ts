import type { EngramError } from '../../errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { shownUrl } from '../../text/shown-url.ts';
import {
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';
import { explainOpenaiFailure } from '../openai-failure.ts';
import { postJson } from '../post-json.ts';
import { parseEmbeddings } from './openai-answer.ts';
import { openRemoteEmbedder } from './remote-embedder.ts';

/** A model behind an address that speaks as OpenAI's does. */
export interface OpenaiCompatibleOptions {
  /** What `/embeddings` is added to: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Null for servers that ask for none, as those on this machine. */
  readonly apiKey: string | null;
  /** Asks the model for vectors of this length. Without it the length is found out by a first request. */
  readonly dimensions?: number | null;
  /** Texts of one request. */
  readonly batch?: number;
}

/** The largest answer: some 2,000 vectors of 3,000 numbers. */
const maxAnswerBytes = 128_000_000;

/**
 * An embedder behind an OpenAI-compatible address: OpenAI, Ollama, LM Studio, vLLM and many more. Texts leave this
 * process; what is too long is cut.
 *
 * @example
 * const embedder = await openaiCompatibleEmbedder({
 *   url: 'http://localhost:11434/v1',
 *   model: 'nomic-embed-text',
 *   apiKey: null,
 * });
 * embedder.id; // 'openai:nomic-embed-text:768'
 */
export function openaiCompatibleEmbedder(
  { url, model, apiKey, dimensions = null, batch = 96 }: OpenaiCompatibleOptions,
  given: Partial<RequestSurroundings> = {},
): Promise<Embedder> {
  const surroundings = { ...realSurroundings, ...given };
  const address = `${url.replace(/\/+$/, '')}/embeddings`;

  async function send(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<ServiceAttempt<readonly unknown[]>> {
    const body = {
      model,
      input: texts,
      encoding_format: 'float',
      ...(dimensions === null ? {} : { dimensions }),
    };
    const answer = await postJson({ address, apiKey, body, maxAnswerBytes, signal }, surroundings);
    return answer.kind === 'done' ? parseEmbeddings(answer.value) : answer;
  }

  return openRemoteEmbedder(
    {
      name: `openai:${model}`,
      batch,
      requestsAtOnce: 4,
      send,
      explain: (failure) => explain(failure, shownUrl(address), model),
    },
    dimensions,
    surroundings,
  );
}

function explain(failure: ServiceFailure, address: string, model: string): EngramError {
  return explainOpenaiFailure(failure, {
    kind: 'embedder',
    address,
    model,
    modelSetting: 'embedder.model',
    expected: 'vectors',
    advice: {
      unavailable:
        'Try again later; if it stays so, see that the service runs and that embedder.url is its address.',
      malformed:
        'See that embedder.url is an OpenAI-compatible address, and leave embedder.dimensions out or set it to what the model gives.',
      refused: `See that embedder.model "${model}" is a model for embeddings, and that it can give embedder.dimensions if they are set.`,
    },
  });
}
