import type { Context, Hono, MiddlewareHandler } from 'hono';
import { EngramError, invalidInput } from '../../errors.ts';
import { requireScopes } from '../access.ts';
import type { HttpEnvironment, Identify } from './access-check.ts';
import type { EventHub } from './event-hub.ts';
import { openEventStream } from './event-stream.ts';
import { eventTypes } from './event-types.ts';
import type { HttpLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { addPath, type Handlers } from './paths.ts';

/** What a stream of events is made of. */
export interface Broadcasting {
  readonly hub: EventHub;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
  readonly identify: Identify;
  readonly closing: AbortSignal;
}

const events = { name: 'events', effect: 'read' } as const;

/** Adds `GET /api/events`. */
export function addEventsRoute(
  app: Hono<HttpEnvironment>,
  accessCheck: MiddlewareHandler<HttpEnvironment>,
  broadcasting: Broadcasting,
): void {
  const handlers: Handlers = [
    accessCheck,
    (context: Context<HttpEnvironment>) => answerWithEvents(context, broadcasting),
  ];
  addPath(app, '/api/events', [{ method: 'GET', countedAs: 'events', handlers }]);
}

function answerWithEvents(context: Context<HttpEnvironment>, broadcasting: Broadcasting): Response {
  const { hub, limits, metrics, identify, closing } = broadcasting;
  requireScopes(context.get('access'), events);
  const request = context.req.raw;
  const { after, types } = readWanted(new URL(request.url).searchParams);
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (metrics.streams() >= limits.eventStreams || closing.aborted) {
    throw new EngramError('store_busy', 'There are as many streams of events as allowed. Try again later.', {
      details: { limit: limits.eventStreams },
    });
  }
  const { outgoing } = context.env;
  const stream = openEventStream({
    hub,
    viewer: context.get('viewerContext').viewer,
    after: request.headers.get('last-event-id') ?? after,
    types,
    heartbeatMs: limits.heartbeatMs,
    stillWelcome: () => identify(request),
    closing,
    cutOff: outgoing === undefined ? undefined : () => void outgoing.destroy(),
    onEnd: metrics.streamEnded,
  });
  metrics.streamOpened();
  return new Response(stream, { headers });
}

function readWanted(query: URLSearchParams): { after: string | undefined; types: Set<string> | undefined } {
  const unknown = [...query.keys()].filter((name) => name !== 'after' && name !== 'types');
  if (unknown.length > 0) {
    throw invalidInput(`events does not have ${unknown.join(', ')}. It takes: types, after.`, {
      details: { fields: unknown },
    });
  }
  const types = query.getAll('types').flatMap((text) => text.split(','));
  const strange = types.filter((type) => !Object.hasOwn(eventTypes, type));
  if (strange.length > 0) {
    throw invalidInput(
      `There are no events of type ${strange.map((type) => `"${type}"`).join(', ')}. There are: ${Object.keys(eventTypes).join(', ')}.`,
      { details: { fields: ['types'] } },
    );
  }
  return { after: query.get('after') ?? undefined, types: types.length === 0 ? undefined : new Set(types) };
}
