import createClient from 'openapi-fetch';
import createQueryHooks from 'openapi-react-query';
import { toApiError } from './api-error.ts';
import type { paths } from './schema.d.ts';
import { readToken, tokenRefused } from './token.ts';

/**
 * The HTTP API, typed by its OpenAPI document. Refusals are thrown as `ApiError`.
 *
 * @example
 * const { data } = await client.GET('/api/runs/{id}', { params: { path: { id } } });
 */
export const client = createClient<paths>();

client.use({
  onRequest({ request }) {
    const token = readToken();
    if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
  async onResponse({ request, response }) {
    if (response.ok) return;
    if (response.status === 401) {
      tokenRefused(request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? null);
    }
    throw await toApiError(response);
  },
});

/**
 * The same as hooks of TanStack Query.
 *
 * @example
 * const { data, error } = api.useQuery('get', '/api/stats');
 * const rename = api.useMutation('post', '/api/patterns/{id}/rename');
 */
export const api = createQueryHooks(client);
