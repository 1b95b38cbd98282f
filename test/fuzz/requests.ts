import { agentMemoryRoutes } from '../../src/interfaces/http/agent-memory-routes.ts';
import { routesOf } from '../../src/interfaces/http/routes.ts';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import { inputSchema } from '../../src/operations/json-schema.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import type { SeededRandom } from '../random-worlds/random.ts';
import { inputFor, type Manner } from './inputs.ts';

/** A request to the server, ready to be sent. */
export interface FuzzRequest {
  /** What it is about: a route or a tool. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes a request of one kind. */
export interface RequestMaker {
  readonly name: string;
  /** Whether it leaves the store as it was, whatever is sent. */
  readonly onlyReads: boolean;
  make(manner: Manner, random: SeededRandom, known: readonly string[]): FuzzRequest;
}

const json = { 'Content-Type': 'application/json' };

const onlyReads = ({ effect, effectOf }: Pick<Operation, 'effect' | 'effectOf'>): boolean =>
  effect === 'read' && effectOf === undefined;

/** Every route of every operation: a new operation is among them by itself. */
const routeMakers = [...routesOf(operations), ...agentMemoryRoutes].map((route): RequestMaker => {
  const name = `${route.method} ${route.path}`;
  const schema = inputSchema(route.operation);
  return {
    name,
    onlyReads: onlyReads(route.operation),
    make(manner, random, known) {
      const input = inputFor(schema, manner, random, known);
      const given = { ...input };
      const path = route.path.replace(/\{(\w+)\}/g, (_, field: string) => {
        const value = given[field] ?? random.oneOf(known);
        delete given[field];
        return encodeURIComponent(textOf(value).toWellFormed() || '-');
      });
      if (route.takesBody) {
        const body = random.chance(0.02) ? '{"broken":' : JSON.stringify(given);
        return { name, method: route.method, path, headers: json, body };
      }
      const query = new URLSearchParams();
      for (const [field, value] of Object.entries(given)) {
        for (const one of Array.isArray(value) ? value.slice(0, 50) : [value])
          query.append(field, textOf(one));
      }
      const text = query.toString();
      return { name, method: route.method, path: text === '' ? path : `${path}?${text}`, headers: {} };
    },
  };
});

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
}

const pages = ['/', '/docs', '/openapi.json', '/healthz', '/metrics', '/report', '/report?format=markdown'];
const pageMakers = pages.map((path): RequestMaker => {
  const name = `GET ${path}`;
  return { name, onlyReads: true, make: () => ({ name, method: 'GET', path, headers: {} }) };
});

const mcpHeaders = {
  ...json,
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-06-18',
};

function mcpRequest(name: string, method: string, parameters: unknown): FuzzRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters });
  return { name, method: 'POST', path: '/mcp?tools=all', headers: mcpHeaders, body };
}

/** Every tool. */
const toolMakers = offeredOperations.map((operation): RequestMaker => {
  const tool = toolName(operation);
  const schema = inputSchema(operation);
  return {
    name: tool,
    onlyReads: onlyReads(operation),
    make: (manner, random, known) =>
      mcpRequest(tool, 'tools/call', { name: tool, arguments: inputFor(schema, manner, random, known) }),
  };
});

const addresses = ['memories', 'templates', 'runs', 'patterns', 'nothing'];
const promptNames = ['before-you-start', 'after-an-error', 'save-what-worked', 'nothing'];

/** What else the protocol offers. */
const protocolMakers = [
  ...[
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'prompts/list',
    'ping',
    'nonsense/method',
  ].map(
    (method): RequestMaker => ({ name: method, onlyReads: true, make: () => mcpRequest(method, method, {}) }),
  ),
  {
    name: 'resources/read',
    onlyReads: true,
    make: (_manner: Manner, random: SeededRandom, known: readonly string[]) => {
      const uri = `engram://${random.oneOf(addresses)}/${encodeURIComponent(random.oneOf(known))}`;
      return mcpRequest('resources/read', 'resources/read', { uri });
    },
  },
  {
    name: 'prompts/get',
    onlyReads: true,
    make: (_manner: Manner, random: SeededRandom, known: readonly string[]) =>
      mcpRequest('prompts/get', 'prompts/get', {
        name: random.oneOf(promptNames),
        arguments: { [random.oneOf(['task', 'error', 'run'])]: random.oneOf(known) },
      }),
  },
];

/** Everything that can be asked of a server. */
export const requestMakers: readonly RequestMaker[] = [
  ...routeMakers,
  ...toolMakers,
  ...pageMakers,
  ...protocolMakers,
];
