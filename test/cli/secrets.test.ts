import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Identified, type World } from './world.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const token = ['ghp', '_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
const password = ['correct', 'horse', '9battery', 'X'].join('-');
const secretUrl = `postgres://admin:${password}@db.example.com/app`;

let world: World;
let run: Identified;

/** Writes a secret through every flag that takes what people and programs wrote. */
beforeAll(async () => {
  world = createWorld();
  const { json } = world;
  await json('memory', 'record', '--type', 'knowledge', '--text', `The token is ${token}, keep it`);
  await json(
    'memory',
    'record',
    '--type',
    'decision',
    '--context',
    `log in with ${token}`,
    '--action',
    secretUrl,
  );
  await json(
    'memory',
    'record',
    '--type',
    'preference',
    '--key',
    'github',
    '--value',
    `{"token":"${token}"}`,
  );
  await json(
    'memory',
    'record',
    '--type',
    'entity',
    '--name',
    'db',
    '--properties',
    `{"url":"${secretUrl}"}`,
  );
  await json('task', 'create', 'deploy', '--description', `Deploy with ${token}`);
  await json('task', 'update', 'deploy', '--description', `Deploy again with ${token}`);
  await json('session', 'append', '--session', 's', '--role', 'user', '--content', `My password=${password}`);
  const calls = `[{"id":"c","name":"login","arguments":{"password":"${password}"}}]`;
  await json('session', 'append', '--session', 's', '--role', 'assistant', '--tool-calls', calls);
  run = await json(
    ...['run', 'start', '--description', `Log in to ${secretUrl}`, '--input', `github_token=${token}`],
  );
  const step = ['run', 'step', run.id];
  await json(...step, '--tool', 'login', '--arguments', `{"headers":{"authorization":"Bearer ${token}"}}`);
  await json(...step, '--tool', 'connect', '--result', `{"deep":[{"url":"${secretUrl}"}]}`);
  await json(...step, '--tool', 'connect', '--error', `cannot connect to ${secretUrl}`);
  await json(...step, '--kind', 'note', '--text', `used ${token}`);
  await json('run', 'finish', run.id, '--outcome', 'success', '--summary', `worked with ${token}`);
  await json('template', 'save', '--run', run.id, '--name', 'login');
});
afterAll(() => world.close());

describe('secrets given on the command line (CAP-5)', () => {
  it('never reach the bytes of the database, nor of the log beside it', () => {
    for (const path of [world.databasePath, `${world.databasePath}-wal`].filter(existsSync)) {
      const bytes = readFileSync(path);
      expect(bytes.includes(token), path).toBe(false);
      expect(bytes.includes(password), path).toBe(false);
    }
    expect(readFileSync(world.databasePath).includes('[REDACTED:')).toBe(true);
  });

  it.each([
    ['memory', 'list'],
    ['memory', 'search', 'token password log in'],
    ['memory', 'retrieve', '--context', 'log in'],
    ['learning', 'suggest', '--context', 'log in'],
    ['learning', 'recognise', 'cannot connect'],
    ['task', 'show', 'deploy'],
    ['task', 'list'],
    ['session', 'show', 's'],
    ['run', 'list'],
    ['template', 'show', 'login'],
    ['template', 'list'],
  ])('are not in the answer of: %s %s %s', async (...words) => {
    for (const answer of [await world.run(words), await world.run([...words, '--json'])]) {
      expect(answer.code).toBe(0);
      expect(answer.out).not.toContain(token);
      expect(answer.out).not.toContain(password);
    }
  });

  it('leave the kind of secret in their place', async () => {
    const { out } = await world.run(['run', 'show', run.id, '--json']);
    expect(out).not.toContain(token);
    expect(out).not.toContain(password);
    expect(out.match(/\[REDACTED:[a-z0-9-]+\]/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it('must be given again to a template, and are kept out of the record of that run, too', async () => {
    const tools = world.file(
      'tools.mjs',
      'export const login = ({ headers }) => headers.authorization; export const connect = () => null;',
    );
    const forgotten = await world.run(['template', 'run', 'login', '--module', tools, '--as-recorded']);
    expect(forgotten).toMatchObject({ code: 2, out: '' });
    expect(forgotten.err).toMatch(/secrets were not kept; give them again: .*--input \w+=/);
    const names = [...forgotten.err.matchAll(/--input (\S+?)=…/g)].map(([, name = '']) => name);
    const given = names.flatMap((name) => ['--input', `${name}=Zx9-${name}-unmistakable`]);
    const { out } = await world.run([
      'template',
      'run',
      'login',
      '--module',
      tools,
      '--as-recorded',
      '--json',
      ...given,
    ]);
    expect(out).not.toContain('unmistakable');
    expect(readFileSync(world.databasePath).includes('unmistakable')).toBe(false);
  });
});

describe('what only looks like a secret', () => {
  it.each([
    '5f2c8d1e9b3a47608c1d2e3f4a5b6c7d8e9f0a1b',
    '/usr/local/share/password-policy.md',
    'the token expired',
  ])('stays as it is: %s', async (text) => {
    const memory = await world.json<Identified>('memory', 'record', text, '--type', 'rule');
    expect(await world.json('memory', 'get', memory.id)).toMatchObject({ text });
  });
});
