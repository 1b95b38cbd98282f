import * as z from 'zod';
import { lazySchema } from '../records/lazy-schema.ts';
import { wholeNumber } from '../records/number.ts';
import { nameText } from '../text/text.ts';
import { openaiUrl, requireProvider, serviceKey, serviceUrl } from './service-settings.ts';
import { setting } from './setting-group.ts';

/** Environment variables are text. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

/** What turns texts into vectors: docs/embedders.md. */
export const embedderSettings = lazySchema(() =>
  z
    .strictObject({
      /**
       * `static` is built in and needs nothing; `openai` is any OpenAI-compatible address; `use-lite` a model in
       * packages of its own; `none` leaves search to words alone.
       */
      provider: setting(z.enum(['static', 'openai', 'use-lite', 'none']).optional(), {
        variables: ['ENGRAM_EMBEDDER_PROVIDER'],
      }),
      /** For `openai`: the address that `/embeddings` is added to. OpenAI's own when left out. */
      url: serviceUrl('embedder.apiKey', 'ENGRAM_EMBEDDER_URL'),
      /** For `openai`: the model's name, as the service knows it. */
      model: setting(nameText.nullable().default(null), { variables: ['ENGRAM_EMBEDDER_MODEL'] }),
      /** For `openai`. A secret: never shown. */
      apiKey: serviceKey('embedder.url', 'ENGRAM_EMBEDDER_API_KEY'),
      /** For `openai`: asks for vectors of this length. Without it, the model's own length is used. */
      dimensions: setting(z.preprocess(numberOf, wholeNumber(1, 16_384).nullable()).default(null), {
        variables: ['ENGRAM_EMBEDDER_DIMENSIONS'],
      }),
    })
    .superRefine(requireProvider('embedder', 'model', 'such as "text-embedding-3-small"'))
    .transform(({ provider = 'static', url, ...others }) => ({
      provider,
      // Said here, so that "engram config show" tells where texts go.
      url: provider === 'openai' ? (url ?? openaiUrl) : url,
      ...others,
    }))
    .prefault({}),
);

/** The settings of the embedder, complete. */
export type EmbedderSettings = z.infer<typeof embedderSettings>;
