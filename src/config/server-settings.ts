import * as z from 'zod';
import { lazySchema } from '../records/lazy-schema.ts';
import { wholeNumber } from '../records/number.ts';
import { lazyGroup, setting } from './setting-group.ts';

/** `https://app.example`: an address without a path, as browsers name the site of a page. */
const siteOrigin = z
  .string()
  .trim()
  .refine(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).origin === text.toLowerCase(),
    'must be the origin of a site, such as https://app.example, without a path; "*" is not one',
  )
  .transform((text) => text.toLowerCase());

/** A list, or a text with commas: variables of the environment are texts. */
const siteOrigins = lazySchema(() =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',').filter((text) => text.trim() !== '') : given),
    z.array(siteOrigin).max(100),
  ),
);

/** The server over HTTP and MCP: docs/server.md, docs/security.md. */
export const serverSettings = lazyGroup(() => ({
  /** Sites whose pages may use the server from a browser, besides its own. */
  corsOrigins: setting(siteOrigins.default([]), { variables: ['ENGRAM_CORS_ORIGINS'] }),
  /** Requests of one token that are answered per second in the long run; 0 for any number. */
  requestsPerSecond: setting(z.coerce.number().min(0).max(1_000_000).default(500), {
    variables: ['ENGRAM_REQUESTS_PER_SECOND'],
  }),
  /** Requests of one token that are answered at once before that. */
  requestBurst: wholeNumber(1, 10_000_000).default(5_000),
  /** An answer that would be larger is refused before it is written. */
  maxAnswerBytes: wholeNumber(100_000, 500_000_000).default(50_000_000),
}));
