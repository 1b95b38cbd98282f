import { EngramError } from '../../errors.ts';

/**
 * Whether only this machine can reach what listens there.
 *
 * @example
 * isLoopback('127.0.0.1'); // true
 */
export function isLoopback(host: string): boolean {
  if (host === '127.0.0.1' || host === 'localhost') return true;
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Any page open in a browser can send requests to this machine. A page of a foreign site names itself in
 * `Origin`, and may be one of those the operator allows; one that pretends to be local by a name of its own (DNS rebinding) is found out by that name.
 * A request with a token needs no such proof of its name: pages have no token, and a proxy in front of
 * Engram may pass on the public name.
 */
export function refuseForeignPages(
  request: Request,
  host: string,
  allowedSites: readonly string[] = [],
): void {
  const url = new URL(request.url);
  const origin = request.headers.get('origin');
  const isAllowed = origin !== null && allowedSites.includes(origin.toLowerCase());
  if (origin !== null && !isAllowed && hostOf(origin) !== url.host) {
    throw new EngramError('forbidden', `Pages of ${origin} may not use this server.`, {
      details: { origin },
    });
  }
  if (!isLoopback(host) || request.headers.has('authorization')) return;
  if (isLoopback(url.hostname) || url.hostname === host) return;
  throw new EngramError(
    'forbidden',
    `This server does not answer to the name "${url.hostname}" without a token. Use localhost, or send a token.`,
    { details: { host: url.hostname } },
  );
}

/** Whether a page of this server sends it: browsers name the page in `Origin`, and let no page say otherwise. */
export function isOwnPage({ url, headers }: Request): boolean {
  const origin = headers.get('origin');
  return origin !== null && hostOf(origin) === new URL(url).host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
