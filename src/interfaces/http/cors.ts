import type { MiddlewareHandler } from 'hono';
import type { HttpEnvironment } from './access-check.ts';

/** What a page may send besides what every page may, and may read of an answer. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'X-Engram-Agent',
  'X-Engram-Project',
  'X-Request-Id',
].join(', ');
const exposedHeaders = 'Allow, Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id';
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const preflightSeconds = '600';

/**
 * Lets pages of the listed sites use the server from a browser (CORS). All others get nothing a browser would hand them, and are
 * refused before. There are no cookies here, so nothing is allowed with credentials: a page needs a token like any program.
 */
export function allowSites(origins: readonly string[]): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    const origin = context.req.header('origin')?.toLowerCase();
    if (origin === undefined || !origins.includes(origin)) {
      await next();
    } else if (context.req.method === 'OPTIONS' && context.req.header('access-control-request-method')) {
      context.res = new Response(null, {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': allowedMethods,
          'Access-Control-Allow-Headers': allowedHeaders,
          'Access-Control-Max-Age': preflightSeconds,
        },
      });
      allow(context.res, origin);
    } else {
      await next();
      allow(context.res, origin);
    }
    // An answer to one site must not be kept for another.
    context.res.headers.append('Vary', 'Origin');
  };
}

function allow({ headers }: Response, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', exposedHeaders);
  // Else a browser would withhold what it was just allowed to read.
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
}
