import { EngramError } from '../../errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { failureOfAiSdk } from '../ai-sdk-failure.ts';
import { type Attempt, type Failure, type RequestSurroundings, realSurroundings } from '../attempts.ts';
import { openRemoteEmbedder } from './remote-embedder.ts';

/**
 * An embedding model of the AI SDK, as far as it is used here: specifications v2 and v3 both have this form.
 * Described by us, so that the AI SDK is not needed by those who do not use it.
 */
export interface AiSdkEmbeddingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(request: {
    values: string[];
    abortSignal?: AbortSignal;
  }): PromiseLike<{ readonly embeddings: ReadonlyArray<readonly number[]> }>;
}

/** Tells a model of the AI SDK from an embedder and from settings. */
export function isAiSdkEmbeddingModel(value: unknown): value is AiSdkEmbeddingModel {
  if (typeof value !== 'object' || value === null) return false;
  const { doEmbed, provider, modelId } = value as Partial<AiSdkEmbeddingModel>;
  return typeof doEmbed === 'function' && typeof provider === 'string' && typeof modelId === 'string';
}

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

  async function send(texts: readonly string[], signal: AbortSignal): Promise<Attempt<readonly unknown[]>> {
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

function explain(failure: Failure, name: string): EngramError {
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
