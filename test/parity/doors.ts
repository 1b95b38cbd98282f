import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Engram, EngramError, openEngram, type View } from '../../src/index.ts';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { operations } from '../../src/operations/operations.ts';
import { createFakeTerminal } from '../cli/fake-terminal.ts';
import { freePort, startServing } from '../crash/serving.ts';
import { items, type Methods, templateMethodsOf } from './template-methods.ts';

const commands = commandsOf(operations);

/** What an operation answered, or the code and message it refused with. */
export type Answer =
  | { readonly output: unknown }
  | { readonly refused: { readonly code: string; readonly message: string } };

/** A way to Engram. */
export interface Door {
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
    scopes: ['read', 'write', 'delete', 'admin'],
  });
  await engram.close();
  return secret;
}

/** The methods of the library, called as a program would. */
function methodsOf(engram: Engram, view: View): Methods {
  return {
    'task.create': (input) => view.tasks.create(input),
    'task.update': (input) => view.tasks.update(input),
    'task.show': ({ id }) => view.tasks.show(id),
    'task.list': (input) => view.tasks.list(input),
    'task.similar': (input) => items(view.tasks.similar(input) as Promise<unknown>),
    'run.start': (input) => view.runs.start(input),
    'run.step': (input) => view.runs.step(input),
    'run.finish': (input) => view.runs.finish(input),
    'run.show': ({ id }) => view.runs.show(id),
    'run.list': (input) => view.runs.list(input),
    'learning.suggest': (input) => view.learning.suggest(input),
    'learning.patterns': (input) => items(view.learning.patterns(input) as Promise<unknown>),
    'memory.patterns': (input) => items(view.learning.patterns(input) as Promise<unknown>),
    'learning.show': ({ id }) => view.learning.show(id),
    'learning.rename': (input) => view.learning.rename(input),
    'learning.apply-pattern': (input) => view.learning.applyPattern(input),
    'learning.failures': (input) => items(view.learning.failures(input) as Promise<unknown>),
    'learning.recognise': (input) => view.learning.recognise(input),
    'learning.learn': (input) => view.learning.learn(input),
    'learning.solutions': (input) => items(view.learning.solutions(input) as Promise<unknown>),
    'learning.solved': (input) => view.learning.solved(input),
    'learning.recommend': (input) => view.learning.recommend(input),
    'learning.predict': (input) => view.learning.predict(input),
    'learning.trends': (input) => items(view.learning.trends(input) as Promise<unknown>),
    'learning.signatures': (input) => items(view.learning.signatures(input) as Promise<unknown>),
    'learning.stats': () => view.learning.stats(),
    report: (input) => view.report(input),
    'prevention.check': (input) => view.prevention.check(input),
    'prevention.generate': async (input) => ({ created: await view.prevention.generate(input) }),
    'prevention.create': (input) => view.prevention.create(input),
    'prevention.list': (input) => items(view.prevention.list(input) as Promise<unknown>),
    'prevention.show': ({ id }) => view.prevention.show(id),
    'prevention.switch': (input) => view.prevention.switch(input),
    'prevention.rename': (input) => view.prevention.rename(input),
    'prevention.delete': ({ id }) => view.prevention.delete(id),
    ...templateMethodsOf(view),
    'session.append': (input) => view.sessions.append(input),
    'session.show': ({ id }) => view.sessions.show(id),
    'session.list': (input) => view.sessions.list(input),
    'import.session': (input) => view.sessions.import(input),
    'memory.record': (input) => view.memories.record(input),
    'memory.import': ({ items: memories }) => view.memories.import(memories),
    'memory.list': (input) => view.memories.list(input),
    'memory.get': ({ id }) => view.memories.get(id),
    'memory.search': (input) => items(view.memories.search(input) as Promise<unknown>),
    'memory.retrieve': (input) => items(view.memories.retrieve(input) as Promise<unknown>),
    'memory.delete': ({ id }) => view.memories.delete(id),
    'memory.context': (input) => view.memories.context(input),
    'memory.feedback': (input) => view.memories.feedback(input),
    'memory.why': ({ id }) => view.memories.why(id),
    'memory.history': ({ id }) => items(view.memories.history(id) as Promise<unknown>),
    'memory.prune': (input) => view.memories.prune(input),
    'memory.consolidate': (input) => view.memories.consolidate(input),
    'agent.list': () => items(view.agents.list() as Promise<unknown>),
    stats: () => view.stats(),
    'job.run': () => items(engram.jobs.run() as Promise<unknown>),
    'job.list': () => items(engram.jobs.list() as Promise<unknown>),
    'token.create': (input) => view.tokens.create(input),
    'token.list': () => items(view.tokens.list() as Promise<unknown>),
    'token.revoke': ({ id }) => view.tokens.revoke(id),
  };
}

export async function libraryDoor(db: string, folder: string): Promise<Door> {
  await makeToken(db, folder);
  const engram = await openEngram({ db, surroundings: { environment: {}, folder, home: folder } });
  const methods = methodsOf(engram, engram.agent(agent));
  return {
    name: 'library',
    closedTo: ['config.show', 'doctor'],
    async send(operation, input) {
      try {
        return { output: await methods[operation]?.(input as never) };
      } catch (error) {
        if (!EngramError.is(error)) throw error;
        return refusal(error);
      }
    },
    close: () => engram.close(),
  };
}

export async function cliDoor(db: string, folder: string): Promise<Door> {
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
export async function httpDoor(db: string, folder: string): Promise<Door> {
  const authorization = `Bearer ${await makeToken(db, folder)}`;
  const serving = await startServing(db, await freePort(), folder);
  const { paths } = (await (
    await fetch(`${serving.url}/openapi.json`, { headers: { authorization } })
  ).json()) as OpenApi;
  const routes = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { path, method }] as const),
    ),
  );
  return {
    name: 'HTTP',
    closedTo: [],
    async send(operation, input) {
      // memory.record is memoryRecord there.
      const route = routes.get(operation.replace(/[.-](.)/g, (_, letter: string) => letter.toUpperCase()));
      if (route === undefined) throw new Error(`The description has no ${operation}.`);
      const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = String(rest.get(name));
        rest.delete(name);
        return encodeURIComponent(value);
      });
      const url = new URL(path, serving.url);
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
    },
    close: async () => void (await serving.end('SIGTERM')),
  };
}

/** The official client, over streamable HTTP. */
export async function mcpDoor(db: string, folder: string): Promise<Door> {
  const authorization = `Bearer ${await makeToken(db, folder)}`;
  const serving = await startServing(db, await freePort(), folder);
  const client = new Client({ name: 'parity', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`), {
    requestInit: { headers: { authorization, 'X-Engram-Agent': agent } },
  });
  await client.connect(transport);
  return {
    name: 'MCP',
    // Its secret would stand in a conversation.
    closedTo: ['token.create', 'token.list', 'token.revoke'],
    async send(operation, input) {
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
