import { EngramError } from '../../errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { failureOfAiSdk } from '../ai-sdk-failure.ts';
import type { AiSdkEmbeddingModel } from '../ai-sdk-models.ts';
import {
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';
import { openRemoteEmbedder } from './remote-embedder.ts';

/** Texts of one request, for models that would take more. */
const largestBatch = 96;

/**
 * An embedder of any embedding model of the AI SDK.
 *
 * @example
 * const embedder = await aiSdkEmbedder(openai.embeddingModel('text-embedding-3-small'));
 * embedder.id; // 'ai-sdk:openai.embedding:text-embedding-3-small:1536'
 */
export async function aiSdkEmbedder(
  model: AiSdkEmbeddingModel,
  given: Partial<RequestSurroundings> = {},
): Promise<Embedder> {
  const surroundings = { ...realSurroundings, ...given };
  const name = `ai-sdk:${model.provider}:${model.modelId}`;

  async function send(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<ServiceAttempt<readonly unknown[]>> {
    try {
      // The specification promises the order of the texts.
      const { embeddings } = await model.doEmbed({ values: [...texts], abortSignal: signal });
      return { kind: 'done', value: embeddings };
    } catch (error) {
      return failureOfAiSdk(error, surroundings.now());
    }
  }

  return openRemoteEmbedder(
    {
      name,
      batch: Math.max(1, Math.min((await model.maxEmbeddingsPerCall) ?? largestBatch, largestBatch)),
      requestsAtOnce: (await model.supportsParallelCalls) ? 4 : 1,
      send,
      explain: (failure) => explain(failure, name),
    },
    null,
    surroundings,
  );
}

function explain(failure: ServiceFailure, name: string): EngramError {
  const advice =
    failure.kind === 'unavailable'
      ? 'Try again later.'
      : 'See that the model is one for texts, and that its provider has the right key and address.';
  return new EngramError(
    failure.kind === 'unavailable' ? 'timeout' : 'config_invalid',
    `The embedder ${name} gave no vectors: ${failure.reason}. ${advice}`,
    { details: { embedder: name } },
  );
}
