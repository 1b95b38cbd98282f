import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp, type HttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { type Route, routesOf } from '../../src/interfaces/http/routes.ts';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import { operations } from '../../src/operations/operations.ts';
import { createWorld } from '../cli/world.ts';
import { installationForTest } from '../http/test-server.ts';
import { connectDirectly, createPlace, type Place } from '../mcp/connect.ts';
import { requestOf } from '../mcp/request-of.ts';
import { sampleWith, textPlacesOf } from './samples.ts';

// Put together here, so that nobody's scanner takes this file for a leak.
const secret = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');

type Input = Record<string, unknown>;

let place: Place;
let app: HttpApp;
let client: Client;
/** What the servers wrote for their operators. */
const complaints: string[] = [];

beforeAll(async () => {
  place = await createPlace();
  app = createHttpApp({
    engine: place.engram,
    hub: createEventHub(),
    version: '0.0.0-test',
    installation: installationForTest,
    onProblem: (_request, error) => complaints.push(error.message),
  });
  const caller = localCaller(requestOf(place.engram, place.engram, place.surroundings));
  client = await connectDirectly(caller, (error) => complaints.push(error.message));
});
afterAll(async () => {
  await client.close();
  await place.close();
});

/** Inputs of an operation, each with the secret in another place. */
function inputsOf({ input }: { readonly input: Route['operation']['input'] }): Input[] {
  return textPlacesOf(input).map((at) => sampleWith(input, at, secret) as Input);
}

function requestFor({ method, path, pathFields, takesBody, listIs }: Route, input: Input): Request {
  const rest = Object.entries(input).filter(([field]) => !pathFields.includes(field));
  const at = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])));
  const asked = takesBody ? [] : rest.map(([field, value]) => [field, asText(value)] as [string, string]);
  const query = new URLSearchParams(asked);
  const body = listIs === undefined ? Object.fromEntries(rest) : input[listIs];
  return new Request(`http://127.0.0.1${at}?${query}`, {
    method,
    ...(takesBody ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Those that call tools or services would do it here. */
const tried = routesOf(operations).filter(({ operation }) => operation.actsOutside !== true);

describe('CAP-5 no interface repeats a secret that it refuses', () => {
  it.each(tried.map((route) => [route.operation.name, route] as const))(
    '%s over HTTP',
    async (_name, route) => {
      for (const input of inputsOf(route.operation)) {
        const answer = await app.fetch(requestFor(route, input));
        const text = await answer.text();
        if (answer.status >= 400) expect(text).not.toContain(secret);
      }
    },
  );

  const tools = offeredOperations.filter(({ actsOutside }) => actsOutside !== true);
  it.each(tools.map((operation) => [operation.name, operation] as const))(
    '%s over MCP',
    async (_name, operation) => {
      for (const input of inputsOf(operation)) {
        const answer = await client
          .callTool({ name: toolName(operation), arguments: input })
          .catch((error: Error) => ({ isError: true, error: error.message }));
        if (answer.isError === true) expect(JSON.stringify(answer)).not.toContain(secret);
      }
    },
  );

  it('neither in what the servers report nor on the command line', async () => {
    const world = createWorld();
    const refused = [
      ['memory', 'get', secret],
      ['run', 'show', secret, '--json'],
      ['task', 'create', secret, '--description', 'x'],
      ['memory', 'list', '--kind', secret],
      [secret],
      ['memory', secret],
      ['task', 'list', `--${secret}`],
      ['config', 'get', secret],
    ];
    const answers = await Promise.all(refused.map((words) => world.run(words)));
    expect(answers.every(({ code }) => code !== 0)).toBe(true);
    expect(JSON.stringify(answers)).not.toContain(secret);
    world.close();
    expect(complaints.join('\n')).not.toContain(secret);
  });

  it('and nothing of it is in the files of the database', () => {
    const files = readdirSync(place.folder).map((name) => join(place.folder, name));
    expect(files.some((file) => file.endsWith('memory.db'))).toBe(true);
    expect(files.filter((file) => readFileSync(file).includes(secret))).toEqual([]);
  });
});
