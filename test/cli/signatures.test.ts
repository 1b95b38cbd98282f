import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refused } from './refused.ts';
import { type World, worldForTest } from './world.ts';

interface Line {
  readonly line: number;
  readonly signature: string;
  readonly pattern: string;
}

async function grouped(world: World, file: string, input?: string): Promise<Line[]> {
  const answer = await world.run(
    ['learning', 'signatures', '--file', file, '--json'],
    input === undefined ? {} : { input },
  );
  expect(answer).toMatchObject({ code: 0, err: '' });
  return answer.out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

const log = 'job 17 failed\r\n\nAnn logged in\njob 18 failed\nBob logged in';

describe('learning signatures --file (LRN-2)', () => {
  it('prints line, signature and group of every line as JSON Lines; blank lines count', async () => {
    const world = worldForTest();
    const lines = await grouped(world, world.file('app.log', log));
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(lines[0]).toEqual({ line: 1, signature: 'job <number> failed', pattern: 'job <*> failed' });
    expect(lines[1]).toMatchObject({ signature: '', pattern: '' });
    expect(lines[3]?.pattern).toBe(lines[0]?.pattern);
  });

  it('names the group after the whole file is read: the first line, too, has what the last one taught', async () => {
    const world = worldForTest();
    const names = ['Ann', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
    const text = names.map((name) => `user ${name} logged in from the office`).join('\n');
    const lines = await grouped(world, world.file('users.log', text));
    expect(new Set(lines.map(({ pattern }) => pattern))).toEqual(
      new Set(['user <*> logged in from the office']),
    );
  });

  it('reads .gz and standard input just the same, and a line end at the end begins no line', async () => {
    const world = worldForTest();
    const plain = await grouped(world, world.file('app.log', log));
    expect(await grouped(world, world.file('app.log.gz', gzipSync(log)))).toEqual(plain);
    expect(await grouped(world, '-', `${log}\n`)).toEqual(plain);
    expect(await grouped(world, world.file('empty.log', ''))).toEqual([]);
    expect(await grouped(world, world.file('blank.log', '\n'))).toHaveLength(1);
  });

  it('answers more than is written at once, every line in its place', async () => {
    const world = worldForTest();
    const text = Array.from({ length: 5_000 }, (_, index) => `job ${index} failed`).join('\n');
    const lines = await grouped(world, world.file('long.log', text));
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
  });

  it('shows people the groups, most frequent first, and how many there are', async () => {
    const world = worldForTest();
    const { code, out } = await world.run(['learning', 'signatures', '--file', world.file('app.log', log)]);
    expect(code).toBe(0);
    const [head, first, ...rest] = out.trimEnd().split('\n');
    expect(head).toBe('COUNT  PATTERN');
    expect(first).toBe('    2  job <*> failed');
    expect(rest).toContain('    1  (blank)');
    expect(rest.at(-1)).toMatch(/^5 lines in \d groups$/);
  });

  it('shows how far it got to whoever watches, and removes that at the end', async () => {
    const world = worldForTest();
    const file = world.file('app.log', log);
    const { err } = await world.run(['learning', 'signatures', '--file', file], { showsProgress: true });
    expect(err).toMatch(/Reading .*100%/s);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  });

  it('keeps nothing, and makes no database', async () => {
    const world = worldForTest();
    await grouped(world, world.file('app.log', log));
    await world.json('learning', 'signatures', '--message', 'x');
    expect(existsSync(world.databasePath)).toBe(false);
  });

  it('is refused with exit code 2 for a file that cannot be read', async () => {
    const world = worldForTest();
    const read = (file: string) => refused(world, 2, ['learning', 'signatures', '--file', file]);
    expect((await read('none.log')).message).toContain('there is no such file');
    expect((await read('.')).message).toContain('it is a folder');
    expect((await read(world.file('bad.gz', 'no gzip'))).message).toContain('it is not gzip');
  });
});
