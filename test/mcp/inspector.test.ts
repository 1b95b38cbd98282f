import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import { buildStdioProgram, createPlace, type Place, type StdioProgram } from './connect.ts';

/** The last line of versions that runs on every Node that Engram runs on. */
const inspector = '@modelcontextprotocol/inspector@0.15.0';
/** A first call downloads it. */
const timeout = 300_000;
const isAsked = process.env['ENGRAM_TEST_INSPECTOR'] === '1';

let program: StdioProgram;
let place: Place;

beforeAll(async () => {
  program = await buildStdioProgram();
  place = await createPlace();
});
afterAll(async () => {
  program.remove();
  await place.close();
});
beforeEach((context) => {
  if (!isAsked) context.skip('it takes the network: set ENGRAM_TEST_INSPECTOR=1 to run it');
});

/** Asks the server one thing through the inspector's command line, and answers the document it prints. */
async function inspect(method: string, ...words: string[]): Promise<unknown> {
  const server = ['--cli', process.execPath, program.path, place.folder, 'alice'];
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', inspector, ...server, '--method', method, ...words],
    { maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout);
}

describe('the official inspector (API-3)', { timeout }, () => {
  it('lists every tool', async () => {
    const { tools } = (await inspect('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(offeredOperations.map(toolName));
  });

  it('calls a tool, and finds the answer right by its schema', async () => {
    const words = [
      '--tool-name',
      'engram_memory_record',
      '--tool-arg',
      'kind=knowledge',
      '--tool-arg',
      'text=VPN',
    ];
    expect(await inspect('tools/call', ...words)).toMatchObject({
      structuredContent: { kind: 'knowledge', text: 'VPN', scope: { agent: 'alice' } },
    });
    expect((await place.engram.memories.list()).items).toMatchObject([{ text: 'VPN' }]);
  });

  it('shows what a tool refuses', async () => {
    const words = ['--tool-name', 'engram_memory_get', '--tool-arg', 'id=mem_none'];
    expect(await inspect('tools/call', ...words)).toMatchObject({ isError: true });
  });

  it('lists resources and reads one', async () => {
    expect(await inspect('resources/list')).toMatchObject({ resources: [{ uri: 'engram://report' }, {}] });
    expect(await inspect('resources/templates/list')).toMatchObject({ resourceTemplates: [{}, {}, {}, {}] });
    expect(await inspect('resources/read', '--uri', 'engram://report')).toMatchObject({
      contents: [{ mimeType: 'text/markdown' }],
    });
  });

  it('lists prompts and gets one', async () => {
    expect(await inspect('prompts/list')).toMatchObject({ prompts: [{ name: 'before-you-start' }, {}, {}] });
    const words = ['--prompt-name', 'before-you-start', '--prompt-args', 'task=VPN'];
    expect(await inspect('prompts/get', ...words)).toMatchObject({ messages: [{ role: 'user' }] });
  });
});
