import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { noteRefusal } from '../../audit/refusals.ts';
import type { Engine } from '../../engine.ts';
import { EngramError, invalidInput, toEngramError } from '../../errors.ts';
import { operations } from '../../operations/operations.ts';
import type { Installation } from '../../operations/request-context.ts';
import {
  createAccessCheck,
  createAdmit,
  createBodyCheck,
  createIdentify,
  type HttpEnvironment,
} from './access-check.ts';
import { agentMemoryRoutes } from './agent-memory-routes.ts';
import { addCommonHeaders, errorAnswer } from './answer.ts';
import { refuseForeignPages } from './browser-safety.ts';
import { allowSites } from './cors.ts';
import { addDashboardRoutes } from './dashboard-route.ts';
import type { EventHub } from './event-hub.ts';
import { addEventsRoute } from './events-route.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { createRateLimit } from './rate-limit.ts';
import { addReportRoute } from './report-route.ts';
import { routesOf } from './routes.ts';
import { addServerRoutes } from './server-routes.ts';

export interface HttpAppOptions {
  readonly engine: Engine;
  /** Receives the events of that engine: `openEngram({ onEvent: hub.publish })`. */
  readonly hub: EventHub;
  readonly version: string;
  /** What operations may ask for besides the engine. */
  readonly installation: Installation;
  /** The address to listen on, 127.0.0.1 unless given. Beyond this machine, every request needs a token. */
  readonly host?: string;
  readonly limits?: Partial<HttpLimits>;
  /** Sites whose pages may use the server, besides its own: `https://app.example`. */
  readonly corsOrigins?: readonly string[];
  /** Called with unexpected errors; the client gets only the id of its request. */
  readonly onProblem?: (requestId: string, error: EngramError) => void;
  /** Adds routes of other interfaces, such as `/mcp`. Behind `check` they are as safe as those here. */
  readonly extra?: (app: Hono<HttpEnvironment>, check: MiddlewareHandler<HttpEnvironment>) => void;
}

/** The HTTP interface, without a socket. */
export interface HttpApp {
  readonly host: string;
  readonly limits: HttpLimits;
  fetch(request: Request, bindings?: HttpBindings): Promise<Response>;
  hasTokens(): Promise<boolean>;
  /** Ends the streams of events, which would go on for ever. New ones are refused. */
  endStreams(): void;
}

/**
 * Everything that the table of operations holds, and a little about the server itself, over HTTP.
 *
 * @example
 * const app = createHttpApp({ engine, hub, version, installation });
 * const answer = await app.fetch(new Request('http://localhost/api/memories'));
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { engine, hub, version, installation, host = '127.0.0.1', corsOrigins = [] } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const metrics = createMetrics();
  const closing = new AbortController();
  // Every stream of events listens to it.
  setMaxListeners(0, closing.signal);
  const identify = createIdentify(engine, host);
  const take = createRateLimit({ perSecond: limits.requestsPerSecond, burst: limits.requestBurst });
  const admit = createAdmit(identify, take);
  const accessCheck = createAccessCheck(admit);
  const routes = [...routesOf(operations), ...agentMemoryRoutes];
  hub.subscribe(metrics.event);

  const app = new Hono<HttpEnvironment>();
  const refuse = (thrown: unknown, requestId: string): Response => {
    const refusal = toEngramError(thrown);
    if (refusal.code === 'internal') options.onProblem?.(requestId, refusal);
    return errorAnswer(refusal, requestId);
  };
  app.onError(async (error, context) => {
    const asking = context.get('viewerContext');
    const tried = { operation: context.get('countedAs'), door: 'scope' } as const;
    if (asking !== undefined) await noteRefusal(async () => asking, tried, error);
    return refuse(error, context.get('requestId'));
  });
  app.notFound((context) => errorAnswer(noSuchRoute(context.req.path), context.get('requestId')));
  app.use(attend(metrics, refuse));
  if (corsOrigins.length > 0) app.use(allowSites(corsOrigins));
  app.use(guard(host, corsOrigins, limits, metrics));
  addServerRoutes(app, accessCheck, { engine, metrics, limits, routes, version });
  addEventsRoute(app, accessCheck, { hub, limits, metrics, identify, closing: closing.signal });
  addReportRoute(app, accessCheck, limits);
  addOperationRoutes(app, routes, { engine, installation, limits, admit });
  options.extra?.(app, createBodyCheck(accessCheck, limits));
  addDashboardRoutes(app);

  return {
    host,
    limits,
    fetch: (request, bindings) => Promise.resolve(app.fetch(request, bindings ?? {})),
    hasTokens: engine.access.hasTokens,
    endStreams: () => closing.abort(),
  };
}

/** Counts every request and gives every answer what all of them have. */
function attend(
  metrics: Metrics,
  refuse: (thrown: unknown, requestId: string) => Response,
): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    const started = performance.now();
    const requestId = requestIdFrom(context.req.header('x-request-id'));
    context.set('requestId', requestId);
    context.set('countedAs', 'none');
    metrics.requestStarted();
    try {
      await next();
    } catch (thrown) {
      // Only what is no Error comes here; everything else is answered where it was thrown.
      context.res = refuse(thrown, requestId);
    }
    addCommonHeaders(context.res, requestId);
    metrics.requestEnded(context.get('countedAs'), context.res.status, (performance.now() - started) / 1_000);
  };
}

/** An id of the client's own is kept when it is harmless, so that both sides can speak of one request. */
function requestIdFrom(given: string | undefined): string {
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/** What is refused before anybody asks what it is about. */
function guard(
  host: string,
  corsOrigins: readonly string[],
  limits: HttpLimits,
  metrics: Metrics,
): MiddlewareHandler<HttpEnvironment> {
  return (context, next) => {
    refuseForeignPages(context.req.raw, host, corsOrigins);
    if (context.req.method === 'TRACE') throw new EngramError('wrong_method', 'TRACE is not answered here.');
    refuseMalformedAddress(context.req.url);
    // A busy server is alive: whoever restarts it for being slow to answer makes things worse.
    if (metrics.inFlight() > limits.requestsInFlight && context.req.path !== '/healthz') {
      const problem = 'The server answers as many requests as it can. Try again in a second.';
      throw new EngramError('store_busy', problem, { details: { limit: limits.requestsInFlight } });
    }
    return next();
  };
}

function refuseMalformedAddress(url: string): void {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch (cause) {
    throw invalidInput('The address is not percent-encoded properly: "%" is written "%25".', { cause });
  }
}

function noSuchRoute(path: string): EngramError {
  return new EngramError('not_found', `There is nothing at ${path}. See /docs for what there is.`, {
    details: { path },
  });
}
