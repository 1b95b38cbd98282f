import type { Operation } from '../../operations/operation.ts';
import type { RoutePlace } from './place.ts';

export interface Route extends RoutePlace {
  readonly operation: Operation;
  /** The fields of the input that the path gives. */
  readonly pathFields: readonly string[];
  /** Whether the other fields come as JSON in the body, or else as query parameters. */
  readonly takesBody: boolean;
}

/** The route of every operation. */
export function routesOf(operations: readonly Operation[]): Route[] {
  return operations.map((operation) => routeOf(operation));
}

function routeOf(operation: Operation): Route {
  const { http: place } = operation;
  return {
    ...place,
    operation,
    pathFields: [...place.path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field),
    takesBody: place.method === 'POST' || place.method === 'PATCH',
  };
}
