import * as z from 'zod';
import { lazySchema } from '../records/lazy-schema.ts';

/** The address of a service. Credentials have a setting of their own, which is never shown. */
export function serviceUrl(keySetting: string) {
  return z
    .url({ error: 'must be an http or https address', abort: true })
    .regex(
      /^https?:\/\/[^\s@?#]+$/i,
      `must be an http or https address without credentials, "?" or "#"; the key goes into ${keySetting}`,
    )
    .nullable()
    .default(null);
}

/** The key of a service. A secret: never shown. */
export const serviceKey = lazySchema(() =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be one word of plain characters, as the service gave it')
    .nullable()
    .default(null),
);

/** Where OpenAI itself answers. */
export const openaiUrl = 'https://api.openai.com/v1';
