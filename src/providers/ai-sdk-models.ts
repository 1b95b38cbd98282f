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

/**
 * A language model of the AI SDK, as far as it is used here: specifications v2, v3 and v4 (`ai` 5, 6 and 7) have this
 * form. Described by us, so that the AI SDK is not needed by those who do not use it.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

/** Tells a model of the AI SDK from one of the caller's own and from settings. */
export function isAiSdkLanguageModel(value: unknown): value is AiSdkLanguageModel {
  if (typeof value !== 'object' || value === null) return false;
  const { doGenerate, provider, modelId } = value as Partial<AiSdkLanguageModel>;
  return typeof doGenerate === 'function' && typeof provider === 'string' && typeof modelId === 'string';
}
