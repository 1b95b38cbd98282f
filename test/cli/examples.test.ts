import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { operations } from '../../src/operations/operations.ts';

import { isAboutTemplates } from './walk.ts';
import { createWorld, type World } from './world.ts';

const commands = commandsOf(operations);

let world: World;

/** All that the examples name. What has an id of its own is answered as not found. */
beforeAll(async () => {
  world = createWorld();
  world.file('app.log', 'job 1 failed\n');
  world.file('app.log.gz', gzipSync('job 1 failed\n'));
  await world.json('task', 'create', 'auth-123', '--description', 'Fix the login', '--category', 'auth');
  await world.json('task', 'create', 'db-migration-456', '--description', 'Split a table');
  await world.json('learning', 'learn', 'npm install timed out', '--name', 'npm-install-timeout');
  await world.json('learning', 'learn', 'connect ETIMEDOUT', '--name', 'connect-etimedout');
  await world.json('prevention', 'create', 'Look', '--name', 'verify-npm-cache-status');
  const approach = ['--approach', 'migration-rollback-strategy', '--context', 'database'];
  await world.json('memory', 'record', '--type', 'success', ...approach);
});
afterAll(() => world.close());

/** The words of a command line, as a shell makes them. */
function wordsOf(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
  return parts.map((part) => part.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

const examples = commands
  .filter(({ operation }) => /^(learning|prevention|report|memory\.patterns)/.test(operation.name))
  .flatMap((command) => command.examples);

describe('every example in the help about learning works as it stands (API-4)', () => {
  it.each(examples)('%s', async (example) => {
    const [program, ...words] = wordsOf(example);
    const { code, err } = await world.run(words, { stop: Promise.resolve() });
    expect(program).toBe('engram');
    expect({ code, err }).toEqual(
      example.includes('_01…') ? { code: 3, err: expect.stringContaining('_01…') } : { code: 0, err: '' },
    );
  });
});

const aboutTemplates = commands
  .filter(({ operation }) => isAboutTemplates(operation.name))
  .flatMap((command) => command.examples);

describe('every example in the help about templates is understood, also where nothing is recorded yet', () => {
  beforeAll(() => {
    world.file('mcp.json', '{"mcpServers":{}}');
    world.file('tools.js', 'export const look = () => 1;');
    world.file('plan.json', '{}');
    world.file('chat.json', '{"messages":[]}');
    const call = { tool_name: 'run', arguments: { path: 'a' }, result: 1, success: true, turn_number: 0 };
    const described = { name: 'from-a-file', task_type: 'code', description: '', tags: [], usage_count: 0 };
    const origin = { created_at: '2026-01-31', source_session_id: 'chat-1' };
    world.file('fix-tests.json', JSON.stringify({ ...described, ...origin, examples: [call] }));
  });

  it.each(aboutTemplates)('%s', async (example) => {
    const { code, err } = await world.run(wordsOf(example).slice(1));
    const missing =
      /No (template|run|session|session template|experiment) \\?"|This needs a language model|Approval needs a person/;
    if (code === 0) expect(err).toBe('');
    else expect(err).toMatch(missing);
  });
});
