import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { type HttpServer, serveHttp } from '../../src/interfaces/http/serve.ts';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { createFakeTerminal } from '../cli/fake-terminal.ts';
import { installationForTest } from '../http/test-server.ts';
import { connectDirectly, createPlace, type Place } from '../mcp/connect.ts';
import { requestOf } from '../mcp/request-of.ts';

type Connection = Awaited<ReturnType<typeof connectDirectly>>;

const text = 'The staging API needs a VPN · 数据库 · قاعدة البيانات · ฐานข้อมูล';

/** What people and programs ask, by mistake or on purpose. */
const queries: ReadonlyArray<readonly [name: string, query: string]> = [
  ['nothing', ''],
  ['spaces', '   \t\n '],
  ['100 kB of words', 'staging vpn '.repeat(8_500)],
  ['100 kB of one word', 'x'.repeat(100_000)],
  ['100 kB of Chinese', '数据库'.repeat(33_000).slice(0, 34_000)],
  ['emoji', '🙂🙃👩‍👩‍👧‍👦🇩🇪'],
  ['an operator of a full-text index', 'NEAR("a" b)'],
  ['operators', 'AND OR NOT'],
  ['a star', '*'],
  ['a dash', '-'],
  ['a flag', '--limit'],
  ['a double quote', '"'],
  ['a single quote', "'; DROP TABLE memories; --"],
  ['brackets', '(((([[{{'],
  ['a column of an index', 'text:vpn ^2 {text} : a'],
  ['wildcards of a database', '%_\\%'],
  ['a regular expression', '(a+)+$'],
  ['control characters', '\u0001\u0007\u001b[31mred\u007f\u0085'],
  ['signs that turn text around', '\u202eNPV\u202c\u200b\ufeff'],
  ['half a character', 'staging \ud800 vpn \udc00'],
  ['signs that are no characters', '\uffff\ufffe'],
  ['marks without letters', '\u0301'.repeat(500)],
  ['Chinese', '数据库'],
  ['Arabic', 'قاعدة البيانات'],
  ['Thai', 'ฐานข้อมูล'],
  ['names of members of objects', '__proto__ constructor toString'],
  ['a date that is none', '99 May 2024, 2024-13-45, 0000-00-00'],
];

/** A way to ask: answers the texts that were found, or throws. */
type Ask = (operation: 'search' | 'retrieve' | 'context', query: string) => Promise<unknown>;

let place: Place;
let server: HttpServer;
let client: Connection;

beforeAll(async () => {
  place = await createPlace();
  await place.engram.memories.record({ kind: 'knowledge', text });
  const app = createHttpApp({
    engine: place.engram,
    hub: createEventHub(),
    version: '0',
    installation: installationForTest,
  });
  server = await serveHttp(app, 0);
  client = await connectDirectly(localCaller(requestOf(place.engram, place.engram, place.surroundings)));
});
afterAll(async () => {
  await client.close();
  await server.close();
  await place.close();
});

const inputOf = (operation: string, query: string) =>
  operation === 'retrieve' ? { context: query } : { query };

const doors: Readonly<Record<string, Ask>> = {
  library: (operation, query) => {
    const ask = place.engram.memories[operation] as (
      input: unknown,
    ) => ReturnType<View['memories']['search']>;
    return ask(inputOf(operation, query));
  },
  async 'command line'(operation, query) {
    const terminal = createFakeTerminal({ ...place.surroundings, input: '' });
    const words = operation === 'retrieve' ? [`--context=${query}`] : ['--', query];
    const code = await runCli(['memory', operation, '--json', ...words], terminal, '0.0.0-test');
    expect(terminal.written().err).toBe('');
    expect(code).toBe(0);
    return JSON.parse(terminal.written().out);
  },
  async HTTP(operation, query) {
    const url = `${server.url}/api/memories/${operation}`;
    const input = inputOf(operation, query);
    const answer =
      operation === 'context'
        ? await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(input),
          })
        : await fetch(`${url}?${new URLSearchParams(input as Record<string, string>)}`);
    expect(answer.status, (await answer.clone().text()).slice(0, 200)).toBe(200);
    return answer.json();
  },
  async MCP(operation, query) {
    const answer = await client.callTool({
      name: `engram_memory_${operation}`,
      arguments: inputOf(operation, query),
    });
    expect(answer.isError, JSON.stringify(answer.content).slice(0, 200)).not.toBe(true);
    return answer.structuredContent;
  },
};

describe.each(Object.entries(doors))('a query is never an error through %s (REC-1)', (_door, ask) => {
  it.each(queries)('%s', async (_name, query) => {
    await ask('search', query);
    await ask('retrieve', query);
    await ask('context', query);
  });

  it.each([
    ['Chinese', '数据库'],
    ['Arabic', 'البيانات'],
    ['Thai', 'ข้อมูล'],
    ['long', 'staging vpn '.repeat(8_500)],
  ])('and finds what there is: %s', async (_name, query) => {
    expect(JSON.stringify(await ask('search', query))).toContain('The staging API needs a VPN');
  });
});
