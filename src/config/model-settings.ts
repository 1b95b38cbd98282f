import * as z from 'zod';
import { lazySchema } from '../records/lazy-schema.ts';
import { nameText } from '../text/text.ts';
import { openaiUrl, requireProvider, serviceKey, serviceUrl } from './service-settings.ts';
import { setting } from './setting-group.ts';

/** The language model: docs/models.md. Without one, everything that needs none goes on. */
export const modelSettings = lazySchema(() =>
  z
    .strictObject({
      /** `openai` is any OpenAI-compatible address; `none` is the default. */
      provider: setting(z.enum(['openai', 'none']).optional(), { variables: ['ENGRAM_MODEL_PROVIDER'] }),
      /** The address that `/chat/completions` is added to. OpenAI's own when left out. */
      url: serviceUrl('model.apiKey', 'ENGRAM_MODEL_URL'),
      /** The model's name, as the service knows it. */
      name: setting(nameText.nullable().default(null), { variables: ['ENGRAM_MODEL_NAME'] }),
      /** A secret: never shown. */
      apiKey: serviceKey('model.url', 'ENGRAM_MODEL_API_KEY'),
      /** Milliseconds that one request may take, with its answer. */
      timeoutMs: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
      /** Tokens that one answer may have. */
      maxOutputTokens: z.coerce.number().int().min(16).max(1_000_000).default(4_096),
    })
    .superRefine(requireProvider('model', 'name', 'as the service knows it'))
    .transform(({ provider = 'none', url, ...others }) => ({
      provider,
      // Said here, so that "engram config show" tells where texts go.
      url: provider === 'openai' ? (url ?? openaiUrl) : url,
      ...others,
    }))
    .prefault({}),
);

/** The settings of the language model, complete. */
export type ModelSettings = z.infer<typeof modelSettings>;
