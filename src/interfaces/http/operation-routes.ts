import type { Context, Handler, Hono } from 'hono';
import type { Engine } from '../../engine.ts';
import { type Installation, requestFor } from '../../operations/request-context.ts';
import { refuseWiderToken, requireScopes } from '../access.ts';
import { refuseLargeAnswer } from '../answer-size.ts';
import { type Admit, askingOf, type HttpEnvironment } from './access-check.ts';
import { jsonAnswer } from './answer.ts';
import { handledInTime } from './deadline.ts';
import type { HttpLimits } from './limits.ts';
import { addPath } from './paths.ts';
import { readInput } from './read-input.ts';
import type { Route } from './routes.ts';

/** What operations need to be carried out. */
export interface HttpOperations {
  readonly engine: Engine;
  readonly installation: Installation;
  readonly limits: HttpLimits;
  readonly admit: Admit;
}

/** Adds the route of every operation. */
export function addOperationRoutes(
  app: Hono<HttpEnvironment>,
  routes: readonly Route[],
  given: HttpOperations,
): void {
  // A path with a name in it would swallow the fixed ones: /api/memories/{id} and /api/memories/search.
  const fixedFirst = (left: string, right: string): number =>
    Number(left.includes('{')) - Number(right.includes('{'));
  for (const path of [...new Set(routes.map((route) => route.path))].sort(fixedFirst)) {
    const answering = routes
      .filter((route) => route.path === path)
      .map((route) => ({
        method: route.method,
        countedAs: route.operation.name,
        handlers: [handlerOf(route, given)] as const,
      }));
    addPath(app, path, answering);
  }
}

const noValues: Readonly<Record<string, string>> = {};

function handlerOf(route: Route, given: HttpOperations): Handler<HttpEnvironment> {
  const { engine, installation, limits, admit } = given;
  const { operation, status } = route;
  return async (context: Context<HttpEnvironment>) => {
    await admit(context);
    const access = context.get('access');
    requireScopes(access, operation);
    const pathValues = route.pathFields.length === 0 ? noValues : context.req.param();
    const input = await readInput(route, context.req.raw, pathValues, limits);
    requireScopes(access, operation, input);
    refuseWiderToken(access, operation, input);
    const work = operation.run(requestFor(engine, installation, askingOf(context)), input as never);
    const output = await handledInTime(work, limits);
    refuseLargeAnswer(output, limits.answerBytes);
    return jsonAnswer(output, status);
  };
}
