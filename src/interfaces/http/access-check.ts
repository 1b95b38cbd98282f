import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Access } from '../../access/tokens.ts';
import { noteRefusal } from '../../audit/refusals.ts';
import type { Engine } from '../../engine.ts';
import { EngramError, invalidInput } from '../../errors.ts';
import type { Asking } from '../../operations/request-context.ts';
import type { ViewerContext } from '../../ports/context.ts';
import type { Viewer } from '../../records/scope.ts';
import { mayAdminister, meansOf, openAccess, type RequestedViewer, viewerFor } from '../access.ts';
import { isLoopback, isOwnPage } from './browser-safety.ts';
import type { HttpLimits } from './limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { withBodyAtHand } from './read-body.ts';

/** What is known about a request while it is answered. */
export interface HttpEnvironment {
  /** Node's own request and answer, where there is a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The name it is counted under. */
    countedAs: string;
    access: Access;
    /** What operations of the viewer work with. */
    viewerContext: ViewerContext;
  };
}

/** Who asks, as operations need to know it. */
export function askingOf(context: Context<HttpEnvironment>): Asking {
  const access = context.get('access');
  return {
    context: context.get('viewerContext'),
    administers: mayAdminister(access),
    lacksTools: !meansOf(access).has('tools'),
    lacksTrust: !access.scopes.includes('trust'),
    door: access.tokenId === null && isOwnPage(context.req.raw) ? 'page' : 'scope',
  };
}

/** Finds out who is asking, from the head of a request. */
export type Identify = (request: Request) => Promise<{ access: Access; viewerContext: ViewerContext }>;

/**
 * Makes the function that finds out who is asking: a token decides it, where one is given or needed. A request without one is
 * let in only on a loopback address, and only until the first token exists: then every process on this machine acts as
 * the owner, but for what only people do, for which the page of this server is asked.
 */
export function createIdentify(engine: Engine, host: string): Identify {
  const isReachedByOthers = !isLoopback(host);

  return async (request) => {
    const { headers } = request;
    const authorization = headers.get('authorization');
    const named = readRequestedViewer(headers);
    const isOpen = authorization === null;
    if (isOpen && (isReachedByOthers || (await engine.access.hasTokens()))) throw tokenNeeded();
    const access = isOpen
      ? openAccess(engine.viewer, isOwnPage(request))
      : await engine.access.authenticate(secretIn(authorization));
    const requested = isOpen ? { agent: engine.viewer.agent ?? undefined, ...named } : named;
    // The engine checks the names and gives them their proper form.
    const contextOf = (viewer: Viewer) => ({
      ...engine.contextFor(viewer, meansOf(access)),
      modelsOnlyLook: !access.scopes.includes('act'),
    });
    try {
      return { access, viewerContext: contextOf(viewerFor(access, requested)) };
    } catch (error) {
      await noteRefusal(async () => contextOf(access.owner), { operation: 'http', door: 'scope' }, error);
      throw error;
    }
  };
}

/** Lets a request in when it is known who is asking, or else throws. What follows finds `access` and `viewerContext` in the context. */
export type Admit = (context: Context<HttpEnvironment>) => Promise<void>;

export function createAdmit(identify: Identify, take: RateLimit): Admit {
  return async (context) => {
    const { access, viewerContext } = await identify(context.req.raw);
    // Without tokens there is one caller only: the owner, on this machine.
    if (access.tokenId !== null) take(access.tokenId);
    context.set('access', access);
    context.set('viewerContext', viewerContext);
  };
}

/** The same as a middleware, which stands before the handler. */
export function createAccessCheck(admit: Admit): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    await admit(context);
    await next();
  };
}

/** The same for routes that read the body themselves: they get it whole, and within the limits. */
export function createBodyCheck(
  accessCheck: MiddlewareHandler<HttpEnvironment>,
  limits: HttpLimits,
): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    context.set('countedAs', routePath(context).slice(1));
    await accessCheck(context, async () => {
      context.req.raw = await withBodyAtHand(context.req.raw, limits);
      await next();
    });
  };
}

function tokenNeeded(): EngramError {
  return new EngramError(
    'unauthorized',
    'A token is needed: send "Authorization: Bearer …". Create one with "engram token create" where the server runs.',
  );
}

function secretIn(authorization: string): string {
  const [, secret] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (secret !== undefined) return secret;
  throw new EngramError('unauthorized', 'The header must be "Authorization: Bearer …" with one token.');
}

function readRequestedViewer(headers: Headers): RequestedViewer {
  const read = (header: string): string | undefined => {
    const value = headers.get(header);
    return value === null ? undefined : decoded(header, value);
  };
  const [project, agent] = [read('X-Engram-Project'), read('X-Engram-Agent')];
  return { ...(project !== undefined && { project }), ...(agent !== undefined && { agent }) };
}

/** Headers carry plain ASCII only, and names may be anything; so they are percent-encoded, as in addresses. */
function decoded(header: string, value: string): string {
  try {
    if (/^[\x20-\x7e]*$/.test(value)) return decodeURIComponent(value).trim();
  } catch {}
  throw invalidInput(`The header ${header} must be percent-encoded, as in an address.`, {
    details: { header },
  });
}
