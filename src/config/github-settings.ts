import * as z from 'zod';
import { wholeNumber } from '../records/number.ts';
import { safeAddress, serviceKey } from './service-settings.ts';
import { lazyGroup } from './setting-group.ts';

/** Where GitHub itself answers. */
export const githubApi = 'https://api.github.com';

/**
 * GitHub: docs/github.md. From the environment or the options of `openEngram` only: a configuration file in a repository must
 * not choose where a token is sent, and a token does not belong in a file.
 */
export const githubSettings = lazyGroup(() => ({
  /** The address of its API; of an Enterprise server `https://HOST/api/v3`. */
  apiUrl: z
    .url({ error: 'must be an https address', abort: true })
    .regex(safeAddress, 'must be an https address without credentials, "?" or "#"')
    .transform((url) => url.replace(/\/+$/, ''))
    .default(githubApi),
  /** A secret: never shown, never stored. */
  token: serviceKey,
  /** The repository that a bare number means: `owner/name`. */
  repository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
    .nullable()
    .default(null),
  /** Milliseconds that one request may take, with its answer. */
  timeoutMs: wholeNumber(100, 600_000).default(30_000),
}));

/** The settings of GitHub, complete. */
export type GitHubSettings = z.infer<typeof githubSettings>;
