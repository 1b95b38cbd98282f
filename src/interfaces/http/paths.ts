import type { Handler, Hono } from 'hono';
import { EngramError } from '../../errors.ts';
import type { HttpEnvironment } from './access-check.ts';
import type { HttpMethod } from './place.ts';

/** What a request passes through, the last of which answers it. */
export type Handlers = readonly [Handler<HttpEnvironment>, ...Handler<HttpEnvironment>[]];

/** What answers one method of a path, and the name it is counted under. */
export interface MethodHandlers {
  readonly method: HttpMethod;
  readonly countedAs: string;
  readonly handlers: Handlers;
}

/** Adds a path with all its methods; any other method is refused with the list of those there are. */
export function addPath(
  app: Hono<HttpEnvironment>,
  path: string,
  answering: readonly MethodHandlers[],
): void {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  for (const { method, countedAs, handlers } of answering) {
    const [first, ...others] = handlers;
    const counted: Handler<HttpEnvironment> = (context, next) => {
      context.set('countedAs', countedAs);
      return first(context, next);
    };
    app.on(method, pattern, counted, ...others);
  }
  const allow = allowedMethods(answering.map(({ method }) => method));
  app.all(pattern, ({ req }) => {
    if (req.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { Allow: allow.join(', ') } });
    throw new EngramError('wrong_method', `${path} takes ${allow.join(', ')}; not ${req.method}.`, {
      details: { allow },
    });
  });
}

function allowedMethods(methods: readonly HttpMethod[]): string[] {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}
