import * as z from 'zod';
import { wholeNumber } from '../records/number.ts';
import { safeAddress, serviceKey } from './service-settings.ts';
import { lazyGroup, setting } from './setting-group.ts';

/** Where GitHub itself answers. */
export const githubApi = 'https://api.github.com';

/** GitHub: docs/github.md. */
export const githubSettings = lazyGroup(() => ({
  /** The address of its API; of an Enterprise server `https://HOST/api/v3`. */
  apiUrl: setting(
    z
      .url({ error: 'must be an https address', abort: true })
      .regex(safeAddress, 'must be an https address without credentials, "?" or "#"')
      .transform((url) => url.replace(/\/+$/, ''))
      .default(githubApi),
    { variables: ['GITHUB_API_URL'] },
  ),
  /** A secret: never shown, never stored. */
  // The variable of the program "gh" wins.
  token: serviceKey('github.apiUrl', 'GITHUB_TOKEN', 'GH_TOKEN'),
  /** The repository that a bare number means: `owner/name`. */
  repository: setting(
    z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .nullable()
      .default(null),
    { variables: ['GITHUB_REPOSITORY'] },
  ),
  /** Milliseconds that one request may take, with its answer. */
  timeoutMs: wholeNumber(100, 600_000).default(30_000),
}));

/** The settings of GitHub, complete. */
export type GitHubSettings = z.infer<typeof githubSettings>;
