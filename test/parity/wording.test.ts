import { describe, expect, it, onTestFinished } from 'vitest';
import { EngramError, libraryWording, phrase } from '../../src/errors.ts';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { commandLineWording } from '../../src/interfaces/cli/wording.ts';
import { routesOf } from '../../src/interfaces/http/routes.ts';
import { httpWording } from '../../src/interfaces/http/wording.ts';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { mcpWording } from '../../src/interfaces/mcp/wording.ts';
import { operations } from '../../src/operations/operations.ts';
import { createWorld } from '../cli/world.ts';
import { openTestServer } from '../http/test-server.ts';
import { connectDirectly } from '../mcp/connect.ts';
import { requestOf } from '../mcp/request-of.ts';
import { openForTest } from '../stories/open-for-test.ts';

const commands = commandsOf(operations);

const surroundings = { environment: {}, folder: '/nowhere', home: '/nowhere' };

describe('an error is worded for the interface that was used (API-1, API-2, API-3, API-4)', () => {
  it('when a record is not there', async () => {
    const engram = await openForTest();
    const door = await openTestServer();
    const client = await connectDirectly(localCaller(requestOf(engram, engram, surroundings)));
    const world = createWorld();
    onTestFinished(() => world.close());

    await expect(engram.memories.get('mem_x')).rejects.toMatchObject({
      message: 'No memory "mem_x" here. List what there is with memories.list().',
    });
    expect(await door.call('GET', '/api/memories/mem_x')).toMatchObject({
      body: { error: { message: 'No memory "mem_x" here. List what there is with GET /api/memories.' } },
    });
    const { content } = await client.callTool({ name: 'engram_memory_get', arguments: { id: 'mem_x' } });
    expect(JSON.stringify(content)).toContain('List what there is with engram_memory_list.');
    expect((await world.run(['memory', 'get', 'mem_x'])).err).toBe(
      'Error: No memory "mem_x" here. List what there is with "engram memory list".\n',
    );
    await client.close();
  });

  it('when a field is wrong: the command line names the flag or the place', async () => {
    const engram = await openForTest();
    const world = createWorld();
    onTestFinished(() => world.close());
    await expect(engram.memories.list({ limit: 5_000 })).rejects.toThrow('"limit" must be at most');
    expect((await world.run(['memory', 'list', '--limit', '5000'])).err).toContain('--limit must be at most');
    expect((await world.run(['task', 'create', '', '--description', 'x'])).err).toContain(
      'ID must not be empty',
    );
    const wrongFactor = ['run', 'finish', 'run_x', '--outcome', 'success', '--success-factors', '', '--json'];
    expect((await world.run(wrongFactor)).err).toContain('--success-factors');
  });

  it('when somebody else must act', async () => {
    const engram = await openForTest();
    const door = await openTestServer();
    for (const view of [engram, door.engram]) {
      await view.agent('alice').tasks.create({ id: 't-1', description: 'Hers' });
      await view.agent('bob').tasks.create({ id: 't-1', description: 'His' });
    }
    await expect(engram.tasks.show('t-1')).rejects.toThrow('Say whose with agent(NAME).');
    expect(await door.call('GET', '/api/tasks/t-1')).toMatchObject({
      body: { error: { message: expect.stringContaining('Say whose with the header X-Engram-Agent.') } },
    });
  });
});

describe('a reference in a message', () => {
  it('to an operation names a method that the library has', async () => {
    const engram = await openForTest();
    const missing = operations
      .map(({ name }) => ({ name, path: libraryWording.operation(name, {}).replace('()', '') }))
      .filter(({ path }) => typeof memberAt(engram, path) !== 'function')
      .map(({ name }) => name);
    // Settings are shown by the command line and by servers; the library's caller has them.
    expect(missing).toEqual(['config.show']);
  });

  it('to an operation names a route, a tool and a command that exist', () => {
    const routes = routesOf(operations).map(({ method, path }) => `${method} ${path}`);
    for (const { name } of operations) {
      expect(routes).toContain(httpWording.operation(name, {}));
      expect(mcpWording.operation(name, {})).toMatch(/^engram_[a-z_]+$/);
      const words = commandLineWording().operation(name, {});
      expect(commands.some((command) => words.startsWith(`"engram ${command.words.join(' ')}`))).toBe(true);
    }
  });

  it('to an operation with values shows how to give them', () => {
    const given = { id: 'connect etimedout', name: 'unreachable' };
    const error = new EngramError('invalid_input', 'Taken.', {
      hint: phrase`Try ${{ operation: 'learning.rename', given }}.`,
    });
    expect(error.message).toBe(
      'Taken. Try learning.rename({ id: "connect etimedout", name: "unreachable" }).',
    );
    expect(error.messageIn(httpWording)).toBe(
      'Taken. Try POST /api/patterns/connect%20etimedout/rename with {"name":"unreachable"}.',
    );
    expect(error.messageIn(mcpWording)).toBe(
      `Taken. Try engram_learning_rename with ${JSON.stringify(given)}.`,
    );
    expect(error.messageIn(commandLineWording())).toBe(
      'Taken. Try "engram learning rename \'connect etimedout\' unreachable".',
    );
  });

  it('to tools says where each interface takes them from', () => {
    const error = new EngramError('tool_missing', 'The template calls refund.', {
      hint: phrase`Provide it with ${{ tools: ['refund'] }}.`,
    });
    expect(error.message).toContain(
      'with the second argument, { refund }, or the option "tools.mcpServers".',
    );
    expect(error.messageIn(commandLineWording())).toContain('with --module FILE, --tools FILE, or');
    for (const wording of [httpWording, mcpWording])
      expect(error.messageIn(wording)).toContain('with the server\'s setting "tools.mcpServers".');
  });

  it('to a setting names what each interface can set', () => {
    const error = new EngramError('store_corrupt', 'Broken.', {
      hint: phrase`Choose another with ${{ setting: 'db' }}, or set ${{ setting: 'model.name' }}.`,
    });
    expect(error.message).toContain('with the option "db", or set the option "model.name".');
    expect(error.messageIn(httpWording)).toContain('with the server\'s setting "db"');
    expect(error.messageIn(commandLineWording())).toContain('with --db, or set the setting "model.name".');
  });
});

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}
