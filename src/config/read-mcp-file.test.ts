import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { EngramError } from '../errors.ts';
import { readMcpFile } from './read-mcp-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'engram-mcp-file-'));
const path = join(folder, 'mcp.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A variable as it is written in the file. */
const variable = (name: string): string => `$\{${name}}`;

function read(content: unknown, environment: Record<string, string> = {}) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readMcpFile(path, environment);
}

function readServer(server: unknown, environment?: Record<string, string>) {
  return read({ mcpServers: { desk: server } }, environment).then(({ desk }) => desk);
}

async function refused(reading: Promise<unknown>): Promise<EngramError> {
  return (await reading.then(
    () => undefined,
    (error: unknown) => error,
  )) as EngramError;
}

describe('mcp.json, in the form MCP clients use (TPL-12)', () => {
  it('names programs to start and servers to reach', async () => {
    const servers = {
      desk: { command: 'node', args: ['server.mjs'], env: { MODE: 'test' } },
      remote: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer key' } },
    };
    expect(await read({ mcpServers: servers })).toEqual({
      desk: { ...servers.desk, cwd: folder },
      remote: servers.remote,
    });
  });

  it('passes over what other clients keep in it, and leaves out what is disabled', async () => {
    const content = {
      mcpServers: {
        desk: { type: 'stdio', command: 'node', alwaysAllow: ['echo'], timeout: 60 },
        remote: { type: 'streamable-http', url: 'http://localhost:3000/mcp' },
        other: { type: 'http', url: 'http://localhost:3001/mcp' },
        resting: { command: 'node', disabled: true },
      },
      inputs: [],
    };
    expect(await read(`\uFEFF${JSON.stringify(content)}`)).toEqual({
      desk: { command: 'node', args: [], env: {}, cwd: folder },
      remote: { url: 'http://localhost:3000/mcp', headers: {} },
      other: { url: 'http://localhost:3001/mcp', headers: {} },
    });
  });

  it('fills in variables of the environment, in each of the ways clients write them', async () => {
    const environment = { KEY: 'k', HOST: 'example.org' };
    expect(
      await readServer(
        {
          url: `https://${variable('HOST')}/${variable('PATH_OF_IT:-mcp')}`,
          headers: { A: `Bearer ${variable('env:KEY')}` },
        },
        environment,
      ),
    ).toEqual({ url: 'https://example.org/mcp', headers: { A: 'Bearer k' } });
    expect(
      await readServer(
        {
          command: 'node',
          args: [`${variable('KEY')}${variable('KEY')}`, '$KEY'],
          env: { K: variable('KEY') },
        },
        environment,
      ),
    ).toMatchObject({
      args: ['kk', '$KEY'],
      env: { K: 'k' },
    });
  });

  it('takes paths from its own folder, wherever it is read from', async () => {
    expect(await readServer({ command: './bin/desk', cwd: 'data' })).toMatchObject({
      command: join(folder, 'bin/desk'),
      cwd: join(folder, 'data'),
    });
    expect(await readServer({ command: '/usr/bin/desk' })).toMatchObject({
      command: '/usr/bin/desk',
      cwd: folder,
    });
  });

  it.each([
    ['not JSON', '{"mcpServers": ', undefined, 'it is not JSON'],
    ['a list', [], 'mcpServers', 'it must have the form'],
    ['servers under another name', { servers: {} }, 'mcpServers', 'it must have the form'],
    [
      'a server that is a text',
      { mcpServers: { desk: 'node' } },
      'mcpServers.desk',
      '"mcpServers.desk" must be a JSON object',
    ],
    [
      'a server that is nowhere',
      { mcpServers: { desk: {} } },
      'mcpServers.desk',
      'needs a "command" to start, or a "url" to reach',
    ],
    [
      'a protocol that is gone',
      { mcpServers: { desk: { type: 'sse', url: 'http://a' } } },
      'mcpServers.desk',
      'streamable HTTP',
    ],
    [
      'a command that is no text',
      { mcpServers: { desk: { command: 7 } } },
      'mcpServers.desk.command',
      '"command" must be a string',
    ],
    [
      'arguments in one text',
      { mcpServers: { desk: { command: 'node', args: 'a b' } } },
      'mcpServers.desk.args',
      '"args" must be a list',
    ],
    [
      'a variable that is a number',
      { mcpServers: { desk: { command: 'node', env: { PORT: 80 } } } },
      'mcpServers.desk.env.PORT',
      '"env.PORT" must be a string',
    ],
    [
      'an address of a file',
      { mcpServers: { desk: { url: 'file:///etc/passwd' } } },
      'mcpServers.desk.url',
      'begins with http:// or https://',
    ],
    [
      'a variable that is not set',
      { mcpServers: { desk: { command: 'node', args: [variable('NOWHERE')] } } },
      'mcpServers.desk.args.0',
      'needs the variable NOWHERE, which is not set',
    ],
  ])('refuses %s, naming the file and the field', async (_what, content, field, words) => {
    const error = await refused(read(content));
    expect(error).toMatchObject({ code: 'config_invalid', details: { path } });
    expect(error.details['field']).toBe(field);
    expect(error.message).toContain(path);
    expect(error.message).toContain(words);
  });

  it('says when there is no such file', async () => {
    const error = await refused(readMcpFile(join(folder, 'none.json'), {}));
    expect(error).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('there is no such file'),
    });
  });
});
