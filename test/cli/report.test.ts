import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { reportSchema } from '../../src/records/report.ts';
import { createFakeTerminal } from './fake-terminal.ts';
import { refused } from './refused.ts';
import { type Identified, type World, worldForTest } from './world.ts';

async function worldWithRuns(): Promise<World> {
  const world = worldForTest();
  for (const outcome of ['success', 'success', 'failure']) {
    const run = await world.json<Identified>(
      ...['run', 'start', '--description', 'Refund', '--category', 'support', '--approach', 'look first'],
    );
    await world.json('run', 'finish', run.id, '--outcome', outcome);
  }
  return world;
}

/** What is in the folder beside what every world has: nothing half written may stay. */
function filesOf(world: World): string[] {
  return readdirSync(world.folder).filter((name) => name !== 'home' && !name.startsWith('memory.db'));
}

describe('engram report (ADP-3, MET-1)', () => {
  it('shows people what matters, with figures and how far they can be trusted', async () => {
    const world = await worldWithRuns();
    const { code, out, err } = await world.run(['report'], { columns: 100 });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Report: default \(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\)\n/);
    expect(out).toMatch(/^runs +3 finished runs, 1 failed$/m);
    expect(out).toMatch(/^success +67% \(\d+–\d+%, from 3\)$/m);
    expect(out).toMatch(/^support +3 +67% +too few runs +look first 67% of 3$/m);
    expect(out).toContain('\nDoes learning help?\n');
  });

  it('is one JSON document with --json, and with --format json', async () => {
    const world = await worldWithRuns();
    for (const words of [['--json'], ['--format', 'json'], ['--format', 'json', '--json']]) {
      const { code, out } = await world.run(['report', ...words]);
      expect(code).toBe(0);
      expect(reportSchema.parse(JSON.parse(out)).overall.runs).toBe(3);
    }
  });

  it('is Markdown or one page of HTML with --format', async () => {
    const world = await worldWithRuns();
    expect((await world.run(['report', '--format', 'markdown'])).out).toMatch(/^# Report: default\n/);
    const { out } = await world.run(['report', '--format', 'html']);
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).toMatch(/<\/html>\n$/);
  });

  it('is about one agent with --agent', async () => {
    const world = await worldWithRuns();
    expect(await world.json('report', '--agent', 'alice')).toMatchObject({ agent: 'alice' });
  });

  it.each([
    ['report.html', [], /^<!doctype html>/, 'html'],
    ['report.md', [], /^# Report/, 'markdown'],
    ['report.json', [], /^\{"project":/, 'json'],
    ['report', [], /^# Report/, 'markdown'],
    ['report.txt', ['--format', 'html'], /^<!doctype html>/, 'html'],
  ] as const)(
    'goes into the file %s in the format its name or --format says',
    async (name, words, form, format) => {
      const world = await worldWithRuns();
      const path = join(world.folder, name);
      expect(await world.run(['report', '--output', name, ...words])).toEqual({
        code: 0,
        out: `Wrote ${path} (${format})\n`,
        err: '',
      });
      expect(readFileSync(path, 'utf8')).toMatch(form);
      expect(filesOf(world)).toEqual([name]);
    },
  );

  it('answers where it went as one JSON document with --json', async () => {
    const world = await worldWithRuns();
    expect(await world.json('report', '--output', 'report.json')).toEqual({
      output: join(world.folder, 'report.json'),
      format: 'json',
    });
  });

  it('replaces the file as a whole', async () => {
    const world = await worldWithRuns();
    const path = world.file('report.md', 'old');
    await world.json('report', '--output', path, '--format', 'json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ overall: { runs: 3 } });
  });

  it.each([
    ['a folder that is not there', ['--output', 'none/report.html'], 'There is no folder'],
    ['a folder instead of a file', ['--output', 'home'], 'is a folder'],
    ['an unknown format', ['--format', 'pdf'], 'json, markdown, html'],
    ['watching without a file', ['--watch'], 'engram report --output report.html --watch'],
    ['an interval without watching', ['--every', '5'], 'Add --watch'],
    ['an interval of nothing', ['--output', 'r.html', '--watch', '--every', '0'], 'from 1 to 86400'],
    ['no days', ['--days', '0'], '--days'],
  ])('is refused with exit code 2 for %s', async (_what, words, advice) => {
    const world = worldForTest();
    expect((await refused(world, 2, ['report', ...words])).message).toContain(advice);
    expect(filesOf(world)).toEqual([]);
  });

  it('takes --json and --format for what they are: two answers to one question', async () => {
    const { code, err } = await worldForTest().run(['report', '--json', '--format', 'html']);
    expect(code).toBe(2);
    expect(err).toContain('not both');
  });
});

describe('engram report --watch (ADP-3)', () => {
  /** Watches until `stop`; what it says can be read meanwhile. */
  function watch(world: World) {
    let stop = (): void => {};
    const terminal = createFakeTerminal({
      environment: { HOME: world.home, ENGRAM_DB: `file:${world.databasePath}` },
      folder: world.folder,
      home: world.home,
      showsProgress: true,
      stop: new Promise<void>((resolve) => {
        stop = resolve;
      }),
    });
    const words = ['report', '--output', 'live.html', '--watch', '--every', '1'];
    return { terminal, stop, ended: runCli(words, terminal, '0.0.0-test') };
  }

  /** Ends when something is so, which comes by itself. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resume) => setTimeout(resume, 20));
  }

  it('writes the file again and again until it is stopped, and tells whoever watches', async () => {
    const world = await worldWithRuns();
    const path = join(world.folder, 'live.html');
    const { terminal, stop, ended } = watch(world);
    await until(() => existsSync(path));
    rmSync(path);
    await until(() => existsSync(path));
    stop();
    expect(await ended).toBe(0);
    const { out, err } = terminal.written();
    expect(out).toBe('');
    expect(err).toMatch(/^\d\d:\d\d:\d\d {2}wrote .*live\.html, stop with Ctrl\+C\n\d\d:\d\d:\d\d {2}wrote /);
    expect(filesOf(world)).toEqual(['live.html']);
  });

  it('goes on when one report cannot be written, and says so', async () => {
    const world = await worldWithRuns();
    const path = join(world.folder, 'live.html');
    const { terminal, stop, ended } = watch(world);
    await until(() => existsSync(path));
    rmSync(path);
    mkdirSync(join(path, 'in-the-way'), { recursive: true });
    await until(() =>
      /^Error: The file .*live\.html cannot be written \(E\w+\)\.$/m.test(terminal.written().err),
    );
    rmSync(path, { recursive: true });
    await until(() => existsSync(path));
    stop();
    expect(await ended).toBe(0);
    expect(filesOf(world)).toEqual(['live.html']);
  });

  it('ends with the error when it cannot even begin', async () => {
    const world = worldForTest();
    const words = ['report', '--output', `${'long'.repeat(100)}.html`, '--watch'];
    const { code, message } = await refused(world, 2, words, { stop: new Promise(() => {}) });
    expect({ code, message }).toMatchObject({ message: expect.stringContaining('cannot be written') });
    expect(filesOf(world)).toEqual([]);
  });
});
