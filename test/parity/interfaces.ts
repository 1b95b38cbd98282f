import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Engram, EngramError, openEngram, type View } from '../../src/index.ts';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { raisesTrust } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import { tokenScopes } from '../../src/records/token.ts';
import { createFakeTerminal } from '../cli/fake-terminal.ts';
import { freePort, startServing } from '../crash/serving.ts';

const commands = commandsOf(operations);

/** What an operation answered, or the code and message it refused with. */
export type Answer =
  | { readonly output: unknown }
  | { readonly refused: { readonly code: string; readonly message: string } };

/** A way to Engram. */
export interface TestedInterface {
  readonly name: string;
  /** Operations this door does not offer. */
  readonly closedTo: readonly string[];
  send(operation: string, input: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

const agent = 'alice';

/** What is wrong with an input, and what to do next, each door says in its own words: a flag, a field, a parameter. */
function refusal({ code, message }: { code: string; message: string }): Answer {
  const [problem = ''] = message.split(/(?<=\.) /);
  return { refused: { code, message: code === 'invalid_input' ? 'in its own words' : problem } };
}

/** Doors on a network ask for a token as soon as there is one; so there is one from the beginning, everywhere. */
async function makeToken(db: string, folder: string): Promise<string> {
  const engram = await openEngram({ db, surroundings: { environment: {}, folder, home: folder } });
  const { secret } = await engram.tokens.create({
    name: 'all',
    scopes: [...tokenScopes],
  });
  await engram.close();
  return secret;
}

/** What a program calls for each operation. */
type Methods = Record<string, (input: Record<string, unknown>) => Promise<unknown>>;

/** The methods of the library, called as a program would; where one answers a list, interfaces answer an object. */
function methodsOf(engram: Engram, view: View): Methods {
  const byOperation = new Map(functionsIn(view).map((method) => [method.name, method]));
  const elsewhere: Methods = {
    'memory.patterns': async (input) => ({ items: await view.learning.patterns(input) }),
    // They take functions of the caller besides.
    'plan.run': (input) => view.plans.run(input as { name: string }),
    'task.run-pending': (input) => view.tasks.runPending(input),
    'job.run': async () => ({ items: await engram.jobs.run() }),
    'job.list': async () => ({ items: await engram.jobs.list() }),
  };
  const methods = operations.map((operation): [string, Methods[string] | undefined] => {
    const method = byOperation.get(operation.name);
    if (method === undefined) return [operation.name, elsewhere[operation.name]];
    const { by } = operation.library ?? {};
    return [
      operation.name,
      async (input) => {
        const result = await method(by === undefined ? input : input[by]);
        return 'answer' in operation ? (operation.answer as (result: unknown) => unknown)(result) : result;
      },
    ];
  });
  return Object.fromEntries(
    methods.filter((entry): entry is [string, Methods[string]] => entry[1] !== undefined),
  );
}

type Called = (...given: unknown[]) => Promise<unknown>;

function functionsIn(group: object): Called[] {
  return Object.values(group).flatMap((member: unknown) => {
    if (typeof member === 'function') return [member as Called];
    return member !== null && typeof member === 'object' ? functionsIn(member) : [];
  });
}

export async function openLibrary(db: string, folder: string): Promise<TestedInterface> {
  await makeToken(db, folder);
  const engram = await openEngram({ db, surroundings: { environment: {}, folder, home: folder } });
  const methods = methodsOf(engram, engram.agent(agent));
  return {
    name: 'library',
    closedTo: ['config.show', 'doctor'],
    async send(operation, input) {
      try {
        return { output: await methods[operation]?.(input) };
      } catch (error) {
        if (!EngramError.is(error)) throw error;
        return refusal(error);
      }
    },
    close: () => engram.close(),
  };
}

export async function openCli(db: string, folder: string): Promise<TestedInterface> {
  await makeToken(db, folder);
  return {
    name: 'CLI',
    closedTo: [],
    async send(operation, input) {
      const terminal = createFakeTerminal({
        environment: {},
        folder,
        home: folder,
        input: JSON.stringify(input),
      });
      const command = commands.find((candidate) => candidate.operation.name === operation);
      const words = [...(command?.words ?? []), '--db', db, '--agent', agent, '--json', '--body', '-'];
      // There is nobody to be asked.
      if (operation === 'template.approve') words.push('--yes');
      const code = await runCli(words, terminal, '0.0.0-test');
      const { out, err } = terminal.written();
      // A call that is blocked is an answer, with an exit code of its own.
      if (code === 0 || err === '') return { output: JSON.parse(out) };
      const { error } = JSON.parse(err) as { error: { code: string; message: string } };
      return refusal(error);
    },
    close: async () => {},
  };
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; parameters?: Array<{ name: string; in: string }> }>
  >;
}

/** Requests are made from the description the server gives of itself, so that this is tested, too. */
export async function openHttp(db: string, folder: string): Promise<TestedInterface> {
  const authorization = `Bearer ${await makeToken(db, folder)}`;
  const serving = await startServing(db, await freePort(), folder);
  return {
    name: 'HTTP',
    closedTo: [],
    send: await requestsTo(serving.url, authorization),
    close: async () => void (await serving.end('SIGTERM')),
  };
}

async function requestsTo(server: string, authorization: string): Promise<TestedInterface['send']> {
  const { paths } = (await (
    await fetch(`${server}/openapi.json`, { headers: { authorization } })
  ).json()) as OpenApi;
  const routes = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { path, method }] as const),
    ),
  );
  return async (operation, input) => {
    // memory.record is memoryRecord there.
    const route = routes.get(operation.replace(/[.-](.)/g, (_, letter: string) => letter.toUpperCase()));
    if (route === undefined) throw new Error(`The description has no ${operation}.`);
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest.get(name));
      rest.delete(name);
      return encodeURIComponent(value);
    });
    const url = new URL(path, server);
    const headers: Record<string, string> = { authorization, 'X-Engram-Agent': agent };
    const inQuery = route.method === 'get' || route.method === 'delete';
    if (inQuery) for (const [name, value] of rest) url.searchParams.set(name, String(value));
    else headers['content-type'] = 'application/json';
    const answer = await fetch(url, {
      method: route.method.toUpperCase(),
      headers,
      ...(inQuery ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
    const body = (await answer.json()) as { error: { code: string; message: string } };
    return answer.ok ? { output: body } : refusal(body.error);
  };
}

/** The official client, over streamable HTTP. What is for people, a person does at the same server. */
export async function openMcp(db: string, folder: string): Promise<TestedInterface> {
  const authorization = `Bearer ${await makeToken(db, folder)}`;
  const serving = await startServing(db, await freePort(), folder);
  const client = new Client({ name: 'parity', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp?tools=all`), {
    requestInit: { headers: { authorization, 'X-Engram-Agent': agent } },
  });
  await client.connect(transport);
  const asPerson = await requestsTo(serving.url, authorization);
  return {
    name: 'MCP',
    // Its secret would stand in a conversation.
    closedTo: [
      'token.create',
      'token.list',
      'token.revoke',
      'audit.verify',
      'audit.export',
      'user.erase',
      'backend.info',
      'backend.evaluate',
      'retention.hold',
      'retention.release',
    ],
    async send(operation, input) {
      const defined = operations.find(({ name }) => name === operation);
      if (defined !== undefined && raisesTrust(defined, input)) return asPerson(operation, input);
      const result = await client.callTool({
        name: `engram_${operation.replace(/[.-]/g, '_')}`,
        arguments: input,
      });
      if (result.isError !== true) return { output: result.structuredContent };
      const [content] = result.content as Array<{ text: string }>;
      const { error } = JSON.parse(content?.text ?? '{}') as { error: { code: string; message: string } };
      return refusal(error);
    },
    async close() {
      await client.close();
      await serving.end('SIGTERM');
    },
  };
}
