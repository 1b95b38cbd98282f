import { chmodSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/operations/outputs.ts';
import { refused } from './refused.ts';
import { type Listed, type World, worldForTest } from './world.ts';

const write = ['memory', 'record', '--type', 'knowledge', '--text', 'x', '--db'];

/** The problems `doctor` finds, each of which must come with what to do about it. It ends with exit code 1. */
async function problems(world: World, url: string): Promise<string> {
  const forPeople = await world.run(['doctor', '--db', url]);
  expect(forPeople).toMatchObject({ code: 1, err: '' });
  expect(forPeople.out).toMatch(/Fix: .{10}/);
  expect(forPeople.out).toContain('Something needs fixing.');
  const forPrograms = await world.run(['doctor', '--db', url, '--json']);
  expect(forPrograms).toMatchObject({ code: 1, err: '' });
  const { checks, healthy } = JSON.parse(forPrograms.out) as Diagnosis;
  expect(healthy).toBe(false);
  const found = checks.filter(({ state }) => state === 'problem');
  return found.map((check) => `${check.found} ${check.fix}`).join('\n');
}

/** A damaged copy of a database with a few hundred memories. */
async function truncated(world: World): Promise<string> {
  const path = join(world.folder, 'cut.db');
  const text = 'a memory of some length '.repeat(200);
  for (let round = 0; round < 30; round += 1)
    await world.json('memory', 'record', '--type', 'rule', '--text', text, '--db', path);
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
  return path;
}

describe('a database that cannot be used ends a command with exit code 5, and doctor says what to fix', () => {
  it('a folder', async () => {
    const world = worldForTest();
    const { code, message } = await refused(world, 5, [...write, world.folder]);
    expect(code).toBe('store_unavailable');
    expect(message).toContain('is a directory. Name a file in it');
    expect(await problems(world, world.folder)).toContain('Name a file in it');
  });

  it('a kind of database in the place of one, on the command line or in a configuration file', async () => {
    const world = worldForTest();
    const { code, message } = await refused(world, 2, [...write, 'postgres']);
    expect(code).toBe('invalid_input');
    expect(message).toContain('Write postgres://USER:PASSWORD@HOST/DATABASE.');
    world.trusted('engram.config.json', '{ "db": "sqlite" }');
    const environment = { ENGRAM_DB: '' };
    expect(await world.run(['memory', 'list'], { environment })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Write file:PATH.'),
    });
    expect(existsSync(join(world.folder, 'postgres'))).toBe(false);
    expect(existsSync(join(world.folder, 'sqlite'))).toBe(false);
  });

  it('a file that is not SQLite, which is left as it is', async () => {
    const world = worldForTest();
    const path = world.file('notes.txt', 'These are my notes, and no database at all. '.repeat(50));
    const before = readFileSync(path);
    expect((await refused(world, 5, [...write, `file:${path}`])).message).toContain('not an Engram database');
    expect(await problems(world, path)).toContain('Choose another file');
    expect(readFileSync(path)).toEqual(before);
  });

  it('a database that was cut short', async () => {
    const world = worldForTest();
    const path = await truncated(world);
    expect((await refused(world, 5, ['memory', 'list', '--db', path])).code).toBe('store_corrupt');
    expect(await problems(world, path)).toMatch(/copy/);
  });

  it('one that was opened for reading only, when something is written', async () => {
    const world = worldForTest();
    await world.json(...write, world.databasePath);
    const readOnly = `file:${world.databasePath}?mode=ro`;
    expect(await refused(world, 5, [...write, readOnly])).toMatchObject({ code: 'store_read_only' });
    expect((await world.json<Listed>('memory', 'list', '--db', readOnly)).items).toHaveLength(1);
    expect((await world.run(['doctor', '--db', readOnly])).code).toBe(0);
  });

  it('one that is to be read but is not there; reading does not create it', async () => {
    const world = worldForTest();
    const url = `file:${join(world.folder, 'none.db')}?mode=ro`;
    expect((await refused(world, 5, ['memory', 'list', '--db', url])).message).toContain(
      'There is no database',
    );
    await problems(world, url);
  });

  // Nothing is read-only to root, as whom containers run tests.
  it('a file without permission to write', async (context) => {
    if (process.getuid?.() === 0)
      context.skip('root may write any file; test/store/permissions.test.ts does it as another user');
    const world = worldForTest();
    await world.json(...write, world.databasePath);
    chmodSync(world.databasePath, 0o400);
    expect((await refused(world, 5, [...write, world.databasePath])).code).toBe('store_read_only');
    expect(await problems(world, world.databasePath)).toContain('writable');
  });

  it('a file below something that is no folder', async () => {
    const world = worldForTest();
    const path = join(world.file('file', 'x'), 'memory.db');
    await refused(world, 5, [...write, path]);
    await problems(world, path);
  });
});

describe('which database', () => {
  it('of another kind is not supported: exit code 7, without a word of its password', async () => {
    const world = worldForTest();
    const url = 'mysql://ann:hunter2secret@db.example.com/engram';
    const answers = [
      await world.run(['memory', 'list', '--db', url]),
      await world.run(['memory', 'list', '--db', url, '--json']),
      await world.run(['config', 'show', '--db', url]),
      await world.run(['config', 'show', '--db', url, '--json']),
    ];
    expect(answers.map(({ code }) => code)).toEqual([7, 7, 0, 0]);
    for (const { out, err } of answers) expect(out + err).not.toContain('hunter2');
    expect(await problems(world, url)).toContain('file:PATH');
  });

  it('on a server that does not answer is unavailable: exit code 5, without a word of its password', async () => {
    const world = worldForTest();
    const url = 'postgres://ann:hunter2secret@127.0.0.1:1/engram';
    const answers = [
      await world.run(['memory', 'list', '--db', url]),
      await world.run(['memory', 'list', '--db', url, '--json']),
    ];
    expect(answers.map(({ code }) => code)).toEqual([5, 5]);
    for (const { out, err } of answers) expect(out + err).not.toContain('hunter2');
    expect(await problems(world, url)).toContain('host and port');
  });

  it('is created with its folders on first use, for its owner alone', async () => {
    const world = worldForTest();
    const path = join(world.folder, 'new', 'folders', 'my memory #1.db');
    await world.json(...write, `file:${path}`);
    const { checks } = await world.json<Diagnosis>('doctor', '--db', `file:${path}`);
    expect(checks.find(({ name }) => name === 'permissions')).toMatchObject({ found: 'mode 600' });
  });

  it('doctor warns of one that others may read, which is no failure', async () => {
    const world = worldForTest();
    await world.json(...write, world.databasePath);
    chmodSync(world.databasePath, 0o644);
    const { code, out } = await world.run(['doctor']);
    expect(code).toBe(0);
    expect(out).toContain(`chmod 600 ${world.databasePath}`);
  });

  it('"memory:" and "null:" keep nothing beyond the command', async () => {
    const world = worldForTest();
    for (const url of ['memory:', 'null:']) {
      await world.json(...write, url);
      expect(await world.json('memory', 'list', '--db', url)).toEqual({ items: [], next: null });
      expect((await world.run(['doctor', '--db', url])).out).toContain('keeps nothing beyond this process');
    }
  });
});

describe('where settings come from: flag, environment, project file, user file, default', () => {
  const dbOf = async (world: World, words: string[] = [], environment: Record<string, string> = {}) => {
    const answer = await world.run(['config', 'show', '--json', ...words], { environment });
    expect(answer).toMatchObject({ code: 0, err: '' });
    const { settings } = JSON.parse(answer.out) as {
      settings: Array<{ name: string; value: string; from: string }>;
    };
    return settings.find(({ name }) => name === 'db');
  };

  it('each wins over the next, and "config show" names the one that won', async () => {
    const world = worldForTest();
    const fromHome = { ENGRAM_DB: '' };
    const fallback = join(world.home, '.engram', 'memory.db');
    expect(await dbOf(world, [], fromHome)).toMatchObject({ value: `file:${fallback}`, from: 'default' });

    const userFile = world.file('home/.engram/config.json', '{"db":"file:user.db"}');
    const besideUserFile = `file:${join(world.home, '.engram', 'user.db')}`;
    expect(await dbOf(world, [], fromHome)).toMatchObject({ value: besideUserFile, from: userFile });

    const projectFile = world.trusted('engram.config.json', '{"db":"file:project.db"}');
    const besideProjectFile = `file:${join(world.folder, 'project.db')}`;
    expect(await dbOf(world, [], fromHome)).toMatchObject({ value: besideProjectFile, from: projectFile });

    const environment = { ENGRAM_DB: 'file:/e.db' };
    expect(await dbOf(world, [], environment)).toMatchObject({
      value: 'file:/e.db',
      from: expect.stringContaining('ENGRAM_DB'),
    });
    expect(await dbOf(world, ['--db', 'file:/f.db'], environment)).toMatchObject({
      value: 'file:/f.db',
      from: 'command line',
    });
  });

  it('the real process uses them in that order, too', async () => {
    const world = worldForTest();
    mkdirSync(join(world.home, '.engram'));
    writeFileSync(join(world.home, '.engram', 'config.json'), '{"user":"ann","project":"from-home"}');
    world.file('work/engram.config.json', '{"project":"from-folder","agent":"from-folder"}');
    const { out } = await world.start(['memory', 'record', '--type', 'rule', '--text', 'x', '--json'], {
      folder: join(world.folder, 'work'),
      environment: { ENGRAM_AGENT: 'from-environment' },
    });
    expect(JSON.parse(out)).toMatchObject({
      scope: { user: 'ann', project: 'from-folder', agent: 'from-environment' },
    });
  });

  it('a file in a folder above counts, and another one can be named with --config', async () => {
    const world = worldForTest();
    world.file('engram.config.json', '{"project":"above"}');
    world.file('a/b/other.json', '{"project":"named"}');
    const folder = join(world.folder, 'a', 'b');
    const show = ['config', 'show'];
    expect((await world.run(show, { folder })).out).toMatch(/^project +above /m);
    expect((await world.run([...show, '--config', 'other.json'], { folder })).out).toMatch(
      /^project +named /m,
    );
  });

  it.each([
    ['broken JSON', '{"db":', /not valid JSON/],
    ['no object', '[]', /must hold an object/],
    ['an unknown setting', '{"databse":"x"}', /"databse"/],
    [
      'a value of the wrong type',
      '{"recall":{"limit":"ten"}}',
      /"recall.limit" must be a number.*engram.config.json/,
    ],
    ['a value out of range', '{"recall":{"limit":0}}', /at least 1/],
  ])('a file with %s is refused with exit code 2, and doctor names it', async (_what, content, reason) => {
    const world = worldForTest();
    world.file('engram.config.json', content);
    const { code, message } = await refused(world, 2, ['memory', 'list']);
    expect(code).toBe('config_invalid');
    expect(message).toMatch(reason);
    const { code: doctorCode, out } = await world.run(['doctor']);
    expect(doctorCode).toBe(1);
    expect(out).toMatch(/✗ configuration/);
  });

  it('a wrong value on the command line is traced to the command line', async () => {
    const world = worldForTest();
    expect((await refused(world, 2, ['memory', 'list', '--agent', ''])).message).toContain('command line');
    expect((await refused(world, 2, ['memory', 'list', '--config', 'none.json'])).message).toContain(
      'none.json',
    );
  });
});
