import { EngramError } from '../../errors.ts';
import { readText } from '../read-text.ts';

/** More than GitHub's largest page. */
const maxAnswerBytes = 20_000_000;
/** A renamed repository is one redirect away. */
const maxRedirects = 3;

/**
 * Fetches from one server only. A redirect to another one is refused, because it would carry the token there, and only what is
 * asked for is asked again elsewhere: a change is not repeated. An answer beyond all measure is not read to its end.
 */
export function guardedFetch(apiUrl: string): typeof fetch {
  const { origin } = new URL(apiUrl);
  return async (address, init = {}) => {
    let url = new URL(String(address));
    for (let redirects = 0; ; redirects += 1) {
      if (url.origin !== origin) throw elsewhere(url);
      const response = await fetch(url, { ...init, redirect: 'manual' });
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return whole(response);
      await response.body?.cancel();
      if ((init.method ?? 'GET') !== 'GET' || redirects >= maxRedirects) throw movedAway();
      url = new URL(location, url);
    }
  };
}

async function whole(response: Response): Promise<Response> {
  const text = await readText(response, maxAnswerBytes);
  if (text === undefined) {
    throw new EngramError('service_unavailable', 'GitHub answered with more than 20 MB, which was not read.');
  }
  const { status, statusText, headers } = response;
  return new Response([204, 205, 304].includes(status) ? null : text, { status, statusText, headers });
}

function elsewhere({ host }: URL): EngramError {
  return new EngramError(
    'service_unavailable',
    `GitHub sent the request on to ${host}, which is not the configured server, so it was not followed.`,
    { details: { host } },
  );
}

function movedAway(): EngramError {
  return new EngramError('service_unavailable', 'GitHub sent the request on and on, so it was not followed.');
}
