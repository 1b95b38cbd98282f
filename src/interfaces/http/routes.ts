import type { Operation } from '../operations/operation.ts';
import { learningPlaces } from './learning-places.ts';
import type { Place } from './place.ts';
import { templatePlaces } from './template-places.ts';

export interface Route extends Place {
  readonly operation: Operation;
  /** The fields of the input that the path gives. */
  readonly pathFields: readonly string[];
  /** The other fields come as JSON in the body, or as parameters of the query. */
  readonly takesBody: boolean;
}

const places: Readonly<Record<string, Place>> = {
  'memory.record': {
    method: 'POST',
    path: '/api/memories',
    status: 201,
    example: {
      kind: 'decision',
      content: { context: 'api-auth-timeout', action: 'increase-timeout', outcome: 'failure' },
    },
  },
  'memory.list': { method: 'GET', path: '/api/memories', example: { kind: 'decision', limit: 50 } },
  'memory.search': {
    method: 'GET',
    path: '/api/memories/search',
    example: { query: 'authentication failure' },
  },
  'memory.retrieve': { method: 'GET', path: '/api/memories/retrieve', example: { context: 'auth-failure' } },
  // Reads, but what is to be done may be a long text, and does not belong into addresses, which are logged.
  'memory.context': {
    method: 'POST',
    path: '/api/memories/context',
    example: { query: 'Refund order 42', tokens: 800 },
  },
  'memory.prune': { method: 'POST', path: '/api/memories/prune', example: { dryRun: true } },
  'memory.consolidate': { method: 'POST', path: '/api/memories/consolidate', example: { dryRun: true } },
  'memory.why': { method: 'GET', path: '/api/memories/{id}/why', example: { id: 'mem_01' } },
  'memory.history': { method: 'GET', path: '/api/memories/{id}/history', example: { id: 'mem_01' } },
  'memory.feedback': {
    method: 'POST',
    path: '/api/memories/{id}/feedback',
    example: { id: 'mem_01', outcome: 'success' },
  },
  'memory.import': {
    method: 'POST',
    path: '/api/memories/import',
    example: { items: [{ externalId: 'wiki-7', kind: 'knowledge', text: 'The staging API needs a VPN' }] },
  },
  'memory.get': { method: 'GET', path: '/api/memories/{id}', example: { id: 'mem_01' } },
  'memory.delete': { method: 'DELETE', path: '/api/memories/{id}', example: { id: 'mem_01' } },

  'run.start': {
    method: 'POST',
    path: '/api/runs',
    status: 201,
    example: { description: 'Refund order 42', inputs: { orderId: 42 } },
  },
  'run.list': { method: 'GET', path: '/api/runs', example: { outcome: 'failure' } },
  'run.show': { method: 'GET', path: '/api/runs/{id}', example: { id: 'run_01' } },
  'run.step': {
    method: 'POST',
    path: '/api/runs/{run}/steps',
    status: 201,
    example: { run: 'run_01', tool: 'get_order', arguments: { id: 42 }, result: { status: 'open' } },
  },
  'run.finish': {
    method: 'POST',
    path: '/api/runs/{id}/finish',
    example: { id: 'run_01', outcome: 'success', summary: 'Refunded' },
  },

  'session.list': { method: 'GET', path: '/api/sessions', example: {} },
  'session.show': { method: 'GET', path: '/api/sessions/{id}', example: { id: 'chat-1' } },
  'session.append': {
    method: 'POST',
    path: '/api/sessions/{session}/messages',
    status: 201,
    example: { session: 'chat-1', role: 'user', content: 'Where is my order?' },
  },

  // Not below /api/sessions, where a session may have any name.
  'import.session': {
    method: 'POST',
    path: '/api/import/session',
    example: { content: [{ role: 'user', content: 'Where is my order?' }], format: 'openai', name: 'chat-7' },
  },

  'task.create': {
    method: 'POST',
    path: '/api/tasks',
    status: 201,
    example: { id: 'auth-123', description: 'Fix the login timeout', category: 'auth', effort: 3 },
  },
  'task.list': { method: 'GET', path: '/api/tasks', example: { status: 'open' } },
  'task.similar': {
    method: 'GET',
    path: '/api/tasks/similar',
    example: { description: 'Fix the login timeout', category: 'auth' },
  },
  'task.show': { method: 'GET', path: '/api/tasks/{id}', example: { id: 'auth-123' } },
  'task.update': {
    method: 'PATCH',
    path: '/api/tasks/{id}',
    example: { id: 'auth-123', status: 'done' },
  },

  'agent.list': { method: 'GET', path: '/api/agents', example: {} },

  ...learningPlaces,

  ...templatePlaces,

  'token.create': {
    method: 'POST',
    path: '/api/tokens',
    status: 201,
    example: { name: 'ci', scopes: ['read'] },
  },
  'token.list': { method: 'GET', path: '/api/tokens', example: {} },
  'token.revoke': { method: 'DELETE', path: '/api/tokens/{id}', example: { id: 'tok_01' } },

  'job.list': { method: 'GET', path: '/api/jobs', example: {} },
  'job.run': { method: 'POST', path: '/api/jobs/run', example: {} },

  stats: { method: 'GET', path: '/api/stats', example: {} },
  'config.show': { method: 'GET', path: '/api/config', example: {} },
  doctor: { method: 'GET', path: '/api/doctor', example: {} },
};

/** The names that have a place of their own. */
export const placedOperations: readonly string[] = Object.keys(places);

/** Where an operation is. One without a place of its own is called by its name, so a new one works at once. */
export function placeOf(name: string): Place {
  return places[name] ?? { method: 'POST', path: `/api/operations/${name}` };
}

/** The route of every operation. */
export function routesOf(operations: readonly Operation[]): Route[] {
  return operations.map((operation) => routeAt(placeOf(operation.name), operation));
}

/** The route of an operation at a place. */
export function routeAt(place: Place, operation: Operation): Route {
  return {
    ...place,
    operation,
    pathFields: [...place.path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field),
    takesBody: place.method === 'POST' || place.method === 'PATCH',
  };
}
