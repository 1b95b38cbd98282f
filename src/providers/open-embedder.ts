import type { EmbedderSettings } from '../config/embedder-settings.ts';
import { EngramError } from '../errors.ts';
import type { Embedder } from '../ports/embedder.ts';
import { type AiSdkEmbeddingModel, isAiSdkEmbeddingModel } from './ai-sdk-models.ts';
import { aiSdkEmbedder } from './embedders/ai-sdk.ts';
import { openaiCompatibleEmbedder } from './embedders/openai-compatible.ts';
import { useLiteEmbedder } from './embedders/use-lite.ts';

/** What may be asked for: settings, an embedder of one's own, or a model of the AI SDK. */
export type EmbedderChoice = EmbedderSettings | Embedder | AiSdkEmbeddingModel;

/** What opening an embedder needs from the engine. */
export interface OpenEmbedderOptions {
  /** Opens the embedder that comes with Engram. */
  readonly openStatic: () => Promise<Embedder>;
  /** Ends requests that are under way. */
  readonly closed: AbortSignal;
}

/**
 * Opens the embedder that was asked for; null when search goes by words alone. May ask a service or load a model, so
 * it is called when vectors are first needed, and not before.
 *
 * @example
 * const embedder = await openEmbedder(settings.embedder, { openStatic, closed: closing.signal });
 */
export async function openEmbedder(
  choice: EmbedderChoice,
  { openStatic, closed }: OpenEmbedderOptions,
): Promise<Embedder | null> {
  if ('embed' in choice) return choice;
  if (isAiSdkEmbeddingModel(choice)) return aiSdkEmbedder(choice, { closed });
  switch (choice.provider) {
    case 'none':
      return null;
    case 'static':
      return openStatic();
    case 'use-lite':
      return useLiteEmbedder();
    case 'openai': {
      const { url, model, apiKey, dimensions } = choice;
      if (url === null || model === null) {
        throw new EngramError(
          'config_invalid',
          'The embedder "openai" needs embedder.url and embedder.model.',
        );
      }
      return openaiCompatibleEmbedder({ url, model, apiKey, dimensions }, { closed });
    }
  }
}
