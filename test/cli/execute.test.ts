import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import type { ExecuteReport } from '../../src/interfaces/library/types.ts';
import { createFakeTerminal } from './fake-terminal.ts';
import { refused } from './refused.ts';
import { type Answer, type Circumstances, type World, worldForTest } from './world.ts';

const never = new Promise<void>(() => {});
const described = ['--description', 'Add a login'];

const twoParts = `
  export default {
    parts: {
      schema: (run) => run.call('migrate', { table: 'users' }, () => 'migrated'),
      api: (run, { results }) => run.call('generate', {}, () => results.schema + ', generated'),
    },
  };`;

/** Executes a module that is written for it, until its end. */
function execute(
  world: World,
  module: string,
  words: readonly string[] = described,
  circumstances: Circumstances = {},
): Promise<Answer> {
  world.file('work.mjs', module);
  return world.run(['execute', '--module', 'work.mjs', ...words], { stop: never, ...circumstances });
}

/** The same for programs. */
async function reportOf(world: World, module: string, words = described): Promise<ExecuteReport> {
  const { out } = await execute(world, module, [...words, '--json']);
  return JSON.parse(out) as ExecuteReport;
}

describe('engram execute (ADP-1, ADP-2)', () => {
  it('does the work of a module and shows its parts, the outcome, the approach and the run', async () => {
    const world = worldForTest();
    const { code, out, err } = await execute(world, twoParts);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^PART +STATUS +ATTEMPTS +TIME\nschema +done +1 +\S+ m?s\napi +done +1 +\S+ m?s\n/);
    expect(out).toMatch(/^Done: 2 of 2 parts, 2 tool calls, /m);
    expect(out).toMatch(/^approach +standard \(fits the work\)$/m);
    const [, run = ''] = /^run +(run_\S+)$/m.exec(out) ?? [];
    expect(await world.json('run', 'show', run)).toMatchObject({ outcome: 'success', approach: 'standard' });
  });

  it('is about a stored task with --task, for the agent of --agent', async () => {
    const world = worldForTest();
    const agent = ['--agent', 'alice'];
    await world.json(
      ...['task', 'create', 'auth-123', '--description', 'Fix it', '--category', 'auth'],
      ...agent,
    );
    const { runId } = await reportOf(world, twoParts, ['--task', 'auth-123', ...agent]);
    expect(await world.json('run', 'show', runId, ...agent)).toMatchObject({
      scope: { agent: 'alice' },
      task: { id: 'auth-123', description: 'Fix it', category: 'auth' },
    });
  });

  it('takes the details of the task and its inputs from flags or from a body', async () => {
    const world = worldForTest();
    const flags = [...described, '--category', 'auth', '--type', 'feature', '--input', 'table=users'];
    const body = world.file(
      'task.json',
      JSON.stringify({ description: 'Add a login', inputs: { table: 'users' } }),
    );
    for (const words of [flags, ['--body', body, '--category', 'auth', '--type', 'feature']]) {
      const { runId } = await reportOf(world, twoParts, words);
      expect(await world.json('run', 'show', runId)).toMatchObject({
        task: { description: 'Add a login', category: 'auth', type: 'feature' },
        inputs: { table: 'users' },
      });
    }
  });

  it('prints the whole report with --json, also of results that JSON cannot carry', async () => {
    const world = worldForTest();
    const module = `
      const result = { size: 10n, again: () => 1 };
      result.self = result;
      export const work = () => result;`;
    expect(await reportOf(world, module)).toMatchObject({
      outcome: 'success',
      strategy: 'standard',
      chosenBy: 'form',
      result: { size: '10', again: '[function]', self: '[circular]' },
      recoveries: [],
    });
  });

  it('prefers what the flags say to what the module says', async () => {
    const world = worldForTest();
    const module = `
      let attempts = 0;
      export const strategy = 'standard';
      export const retries = 0;
      export const work = {
        parts: { once: { work: () => 1 }, twice: { work: () => (attempts += 1), check: (count) => count > 2 } },
      };`;
    const words = [...described, '--strategy', 'incremental', '--retries', '2'];
    expect(await reportOf(world, module, words)).toMatchObject({
      strategy: 'incremental',
      chosenBy: 'caller',
      outcome: 'success',
      parts: [
        { name: 'once', status: 'done' },
        { name: 'twice', status: 'retried', attempts: 3 },
      ],
    });
  });

  it('gives every attempt the time of --timeout-ms', async () => {
    const world = worldForTest();
    const module = `export default (run, { signal }) => new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });`;
    const { code, err } = await execute(world, module, [...described, '--timeout-ms', '5']);
    expect({ code, err }).toEqual({ code: 1, err: 'Error: Part "work" took longer than 5 ms.\n' });
  });

  it('says what it recovered from, and by what', async () => {
    const world = worldForTest();
    await world.json('learning', 'learn', 'the socket hung up', '--solution', 'try again');
    const module = `
      let attempts = 0;
      export default async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('the socket hung up');
      };`;
    const { code, out, err } = await execute(world, module, described, { showsProgress: true });
    expect(code).toBe(0);
    expect(out).toMatch(/^work +retried +2 /m);
    expect(out).toMatch(
      /^approach +standard_recovered \(standard fits the work\)\nfactors +error_recovery$/m,
    );
    expect(out).toMatch(/^↻ work: recovered from Error: the socket hung up by "try again"$/m);
    expect(err).toContain('… work: started again, attempt 2\n');
    expect(err).toContain('↻ work: recovered from Error: the socket hung up by "try again"\n');
  });

  it('shows how it goes where somebody watches, and warnings of checks', async () => {
    const world = worldForTest();
    await world.json('prevention', 'create', 'Is the backup done?', '--tool', 'migrate');
    const { out, err } = await execute(world, twoParts, described, { showsProgress: true });
    expect(err).toMatch(/^run_\S+: standard, 2 parts\n… schema: started\n/);
    expect(err).toMatch(/^! is-the-backup-done warns: .*Is the backup done\?/m);
    expect(err).toMatch(/^✓ schema: done \(1 of 2, \S+ m?s\)$/m);
    expect(err).toMatch(/^✓ api: done \(2 of 2, \S+ m?s\)$/m);
    expect(out).not.toContain('started');
  });

  it('tells a listener of the module as well', async () => {
    const world = worldForTest();
    const module = `
      const heard = [];
      export default { work: () => heard, onProgress: ({ type }) => heard.push(type) };`;
    expect((await reportOf(world, module)).result).toEqual([
      'started',
      'part-started',
      'part-ended',
      'finished',
    ]);
  });

  it('lists only what went wrong of very many parts', async () => {
    const world = worldForTest();
    const module = `
      export default {
        items: Array.from({ length: 50 }, (_, index) => index),
        batchSize: 1,
        batch([item]) {
          if (item === 7) throw new Error('out of stock');
          return [item];
        },
      };`;
    const { code, out } = await execute(world, module);
    expect(code).toBe(6);
    expect(out).toMatch(
      /^PART.*ERROR\n.+ failed +1 +\S+ m?s +out of stock\nand 49 more parts\nDone in part: 49 of 50/,
    );
  });

  it('has help on every flag, and completion offers them', async () => {
    const world = worldForTest();
    const { out } = await world.run(['execute', '--help']);
    for (const flag of [
      '--module TEXT',
      '--task TEXT',
      '--input NAME=VALUE',
      '--strategy TEXT',
      '--timeout-ms N',
    ])
      expect(out).toContain(flag);
    expect((await world.run(['completion', 'bash'])).out).toMatch(/execute.*--timeout-ms/s);
  });
});

describe('engram execute that does not succeed', () => {
  it('ends with 1 and the error of the work when that is thrown, after the report', async () => {
    const world = worldForTest();
    const module = `
      export default { parts: {
        schema: () => 1,
        api: () => { throw new TypeError('no \\u001b[31mroutes'); },
        docs: () => 3,
      } };`;
    const people = await execute(world, module);
    expect(people.code).toBe(1);
    expect(people.out).toMatch(/^schema +done .*\napi +failed .*routes\ndocs +skipped +0 /m);
    expect(people.out).toMatch(/^Failed: 1 of 3 parts/m);
    expect(people.err).toMatch(/^Error: no �\[31mroutes\nTypeError: [^\n]*\n +at .*work\.mjs/);
    const programs = await execute(world, module, [...described, '--json']);
    expect(programs.code).toBe(1);
    expect(JSON.parse(programs.out)).toMatchObject({ outcome: 'failure', result: { schema: 1 } });
    expect(JSON.parse(programs.err)).toEqual({
      error: { code: 'internal', message: 'no \u001b[31mroutes', details: { type: 'TypeError' } },
    });
  });

  it('ends with 6 when it was done in part, and 1 when nothing was', async () => {
    const world = worldForTest();
    const failing = '{ work: () => 1, check: () => false }';
    const partly = await execute(world, `export default { parts: { a: () => 1, b: ${failing} } };`);
    expect(partly).toMatchObject({ code: 6, err: '' });
    expect(partly.out).toMatch(/^Done in part: 1 of 2 parts/m);
    world.file('none.mjs', `export default { parts: { a: ${failing} } };`);
    const none = await world.run(['execute', '--module', 'none.mjs', ...described], { stop: never });
    expect(none).toMatchObject({ code: 1, err: '' });
  });

  it('is told to stop by Ctrl+C, keeps what is done, and records that it was stopped', async () => {
    const world = worldForTest();
    world.file(
      'work.mjs',
      'export default { parts: { quick: () => 1, endless: () => new Promise(() => {}), never: () => 3 } };',
    );
    let stop = () => {};
    const terminal = createFakeTerminal({
      folder: world.folder,
      home: world.home,
      environment: { ENGRAM_DB: `file:${world.databasePath}` },
      showsProgress: true,
      stop: new Promise((resolve) => {
        stop = resolve;
      }),
    });
    const watched = {
      ...terminal,
      writeError(text: string) {
        terminal.writeError(text);
        if (text.includes('endless: started')) stop();
      },
    };
    expect(await runCli(['execute', '--module', 'work.mjs', ...described], watched, '0.0.0')).toBe(6);
    const { out, err } = terminal.written();
    expect(out).toMatch(/^Done in part: 1 of 3 parts/m);
    expect(err).toMatch(/^Error: Stopped before it was done\.\n$/m);
    const [, run = ''] = /^run +(run_\S+)$/m.exec(out) ?? [];
    expect(await world.json('run', 'show', run)).toMatchObject({
      outcome: 'partial',
      summary: '1 of 3 parts done: Stopped before it was done.',
    });
  });

  it('begins nothing when it is stopped before it has begun', async () => {
    const world = worldForTest();
    const { code, out, err } = await execute(world, twoParts, described, { stop: Promise.resolve() });
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'Error: Stopped before it was done.\n' });
    expect(await world.json('run', 'list')).toMatchObject({ items: [] });
  });
});

describe('engram execute refuses', () => {
  it.each([
    ['no module', [], '--module must be given. For example: engram execute --module'],
    [
      'a file that is not there',
      ['--module', 'gone.mjs'],
      'gone.mjs could not be loaded: there is no such file.',
    ],
    ['a folder', ['--module', 'home'], 'it is a folder'],
    ['a module that throws', ['--module', 'broken.mjs'], 'broken.mjs could not be loaded: no licence'],
    ['a module that is no JavaScript', ['--module', 'prose.mjs'], 'prose.mjs could not be loaded:'],
    ['a module without work', ['--module', 'empty.mjs'], 'The module exports no work. Export it as default:'],
    [
      'work of an unknown form',
      ['--module', 'number.mjs'],
      'must be a function, { parts } or { items, batch }',
    ],
    ['an unknown option', ['--module', 'typo.mjs'], 'does not have "retrys"'],
  ] as const)('%s, before a database is made', async (_, words, problem) => {
    const world = worldForTest();
    world.file('broken.mjs', "throw 'no licence';");
    world.file('prose.mjs', 'Once upon a time');
    world.file('empty.mjs', 'export const other = 1;');
    world.file('number.mjs', 'export default 42;');
    world.file('typo.mjs', 'export default { work: () => 1, retrys: 2 };');
    const error = await refused(world, 2, ['execute', ...words, ...described], { stop: never });
    expect(error.message).toContain(problem);
    expect(existsSync(world.databasePath)).toBe(false);
  });

  it.each([
    ['neither task nor description', [], 2, '--task with the id of a stored task, or --description'],
    [
      'an unknown strategy',
      [...described, '--strategy', 'magic'],
      2,
      'There is no strategy "magic". There are: standard',
    ],
    ['half a retry', [...described, '--retries', '0.5'], 2, '--retries must be a whole number'],
    ['no time at all', [...described, '--timeout-ms', '0'], 2, '--timeout-ms must be'],
    ['words for a number', [...described, '--retries', 'often'], 2, '--retries takes a number, not "often".'],
    ['an unknown flag', [...described, '--strategie', 'x'], 2, 'Did you mean --strategy?'],
    ['a task that is not there', ['--task', 'gone'], 3, '"gone"'],
  ] as const)('%s, and does nothing', async (_, words, exitCode, problem) => {
    const world = worldForTest();
    world.file('work.mjs', twoParts);
    const line = ['execute', '--module', 'work.mjs', ...words];
    expect((await refused(world, exitCode, line, { stop: never })).message).toContain(problem);
    expect(await world.json('run', 'list')).toMatchObject({ items: [] });
  });

  it('a field of the body that a task does not have', async () => {
    const world = worldForTest();
    world.file('work.mjs', twoParts);
    const body = world.file('task.json', '{ "description": "Add a login", "approach": "magic" }');
    const error = await refused(world, 2, ['execute', '--module', 'work.mjs', '--body', body], {
      stop: never,
    });
    expect(error.message).toBe('Invalid task: does not have "approach".');
  });
});
