import * as z from 'zod';
import { wholeNumber } from '../records/number.ts';
import { safeAddress, serviceKey } from './service-settings.ts';
import { group, lazyGroup, setting } from './setting-group.ts';

/** Where Honcho itself answers. */
const honchoUrl = 'https://api.honcho.dev';

/** Where user-model entries are kept: docs/user-model.md. */
export const backendSettings = lazyGroup(() => ({
  /**
   * `local`: in the store · `honcho`: at the service Honcho · `null`: nowhere. `auto` is `honcho` where there is a key and it
   * answers; otherwise `local` for the command line and servers, and `null` for programs.
   */
  use: setting(z.enum(['auto', 'null', 'local', 'honcho']).default('auto'), {
    variables: ['ENGRAM_MEMORY_BACKEND'],
  }),
  honcho: group({
    /** A secret: never shown, never stored. */
    apiKey: serviceKey('backend.honcho.baseUrl', 'HONCHO_API_KEY'),
    /** Honcho calls it a workspace. */
    appId: setting(
      z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,512}$/, 'must have letters, digits, "_" and "-" only')
        .default('engram'),
      { variables: ['HONCHO_APP_ID'] },
    ),
    baseUrl: setting(
      z
        .url({ error: 'must be an https address', abort: true })
        .regex(safeAddress, 'must be an https address without credentials, "?" or "#"')
        .refine((url) => new URL(url).pathname === '/', 'must have no path')
        .transform((url) => url.replace(/\/+$/, ''))
        .default(honchoUrl),
      { variables: ['HONCHO_BASE_URL'] },
    ),
    /** Milliseconds that one request may take, with its answer. */
    timeoutMs: wholeNumber(100, 600_000).default(10_000),
  }),
}));

/** The settings of user-model backends, complete. */
export type BackendSettings = z.infer<typeof backendSettings>;
