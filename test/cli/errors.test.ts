import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countOf, refused } from './refused.ts';
import { type Identified, program, startProcess, worldForTest } from './world.ts';

const knowledge = ['memory', 'record', '--type', 'knowledge'];

describe('a command line that cannot be understood is refused with exit code 2 and the way out', () => {
  it.each([
    ['an unknown group', ['memroy', 'list'], 'Did you mean "engram memory"?'],
    ['an unknown verb', ['memory', 'lst'], 'Did you mean "engram memory list"?'],
    ['a verb of another program', ['memory', 'rm', 'x'], 'Run "engram memory --help"'],
    ['an unknown word', ['frobnicate'], 'Run "engram --help"'],
    ['one thing given twice', [...knowledge, 'this', '--text', 'that'], 'TEXT is given twice'],
    ['help about nothing known', ['help', 'memroy'], 'Did you mean "engram memory"?'],
    ['an unknown flag', [...knowledge, '--txet', 'x'], 'Unknown flag --txet. Did you mean --text?'],
    ['a flag without its value', [...knowledge, '--text'], '--text'],
    ['a value that looks like a flag', [...knowledge, '--text', '- a list'], '--text=VALUE'],
    ['a text that looks like a flag', ['memory', 'search', '-bash: x'], 'behind "--"'],
    ['a value for a switch', ['memory', 'list', '--json=yes'], '--json'],
    ['a missing required flag', ['memory', 'record', '--text', 'x'], '--type must be given'],
    ['a missing argument', ['memory', 'get'], 'ID must be given'],
    ['too many arguments', ['memory', 'search', 'two', 'words'], 'Quote a text of several words'],
    ['an argument where none is taken', ['memory', 'list', 'x'], 'takes flags only'],
    ['words where a number belongs', ['memory', 'list', '--limit', 'many'], '--limit takes a number'],
    ['a number outside its range', ['memory', 'list', '--limit', '0'], '--limit must be at least 1'],
    [
      'broken JSON in a flag',
      ['run', 'step', 'r', '--tool', 't', '--arguments', '{'],
      '--arguments takes JSON',
    ],
    ['an input that is no pair', ['run', 'start', '--description', 'd', '--input', 'x'], 'name=value'],
    ['a run without a task', ['run', 'start'], 'describe what is to be done'],
    ['a rate that is none', ['learning', 'patterns', '--success-rate', 'most'], 'such as ">80%"'],
    ['a duration that is none', ['learning', 'failures', '--recent', 'lately'], 'such as "7d"'],
    ['an unknown type', ['learning', 'patterns', '--type', 'failures'], 'Did you mean "failure"?'],
    [
      'decisions that recur',
      ['learning', 'patterns', '--type', 'decision', '--recurring'],
      'Only failures recur',
    ],
    [
      'a context and a task',
      ['learning', 'suggest', '--context', 'c', '--task', 't'],
      'either "context" or "task"',
    ],
    ['neither of them', ['learning', 'suggest'], 'either "context" or "task"'],
    ['no messages', ['learning', 'signatures'], '--message must be given'],
    [
      'messages and a file of them',
      ['learning', 'signatures', '--message', 'a', '--file', 'b'],
      '--file or --message',
    ],
    ['a state that is none', ['prevention', 'switch', 'x', 'maybe'], 'STATE must be on or off'],
    ['no state', ['prevention', 'switch', 'x'], 'STATE must be given'],
    [
      'an occasion that is no JSON object',
      ['prevention', 'create', 'x', '--when', 'now', '--tool', 't'],
      'when',
    ],
    ['a cursor nobody gave out', ['memory', 'list', '--cursor', 'abc'], '--cursor is not one'],
  ])('%s', async (_what, words, advice) => {
    const world = worldForTest();
    const { code, message } = await refused(world, 2, words);
    expect(code).toBe('invalid_input');
    expect(message).toContain(advice);
    expect(await countOf(world)).toBe(0);
  });

  it('accepts the ways out it names', async () => {
    const world = worldForTest();
    await world.json(...knowledge, '--text=- a list');
    await world.json(...knowledge, '--', '-bash: x');
    expect(await countOf(world)).toBe(2);
  });
});

describe('a memory that its kind does not allow is refused (MEM-1)', () => {
  it.each([
    ['an unknown kind', ['--type', 'decisoin', '--text', 'x'], 'Did you mean "decision"?'],
    ['a field of another kind', ['--type', 'decision', '--root-cause', 'x'], 'context, action, outcome'],
    ['an unknown outcome', ['--type', 'decision', '--outcome', 'fine'], 'success, failure, partial'],
    ['no content at all', ['--type', 'decision'], 'needs "text" or at least one field'],
    ['a confidence above 1', ['--type', 'rule', '--text', 'x', '--confidence', '2'], 'at most 1'],
    ['an empty tag', ['--type', 'rule', '--text', 'x', '--tags', 'a,,b'], 'must not be empty'],
  ])('%s', async (_what, words, advice) => {
    const world = worldForTest();
    const { code, message } = await refused(world, 2, ['memory', 'record', ...words]);
    expect(code).toBe('invalid_input');
    expect(message).toContain(advice);
    expect(await countOf(world)).toBe(0);
  });
});

describe('what is not there, there already, or meant twice', () => {
  it.each([
    ['memory', ['memory', 'get', 'mem_none']],
    ['memory', ['memory', 'delete', 'mem_none']],
    ['run', ['run', 'show', 'run_none']],
    ['run', ['run', 'step', 'run_none', '--tool', 'x']],
    ['run', ['run', 'finish', 'run_none', '--outcome', 'success']],
    ['session', ['session', 'show', 'none']],
    ['task', ['task', 'show', 'none']],
    ['task', ['task', 'update', 'none', '--status', 'done']],
    ['task', ['run', 'start', '--task', 'none']],
    ['template', ['template', 'show', 'none']],
    ['template', ['template', 'run', 'none']],
    ['run', ['template', 'save', '--run', 'run_none']],
  ])('answers exit code 3 for a %s that does not exist, and how to list them: %s', async (what, words) => {
    const { code, message } = await refused(worldForTest(), 3, words);
    expect(code).toBe('not_found');
    expect(message).toContain(`engram ${what} list`);
  });

  it.each([
    [['learning', 'show', 'none'], 'engram learning patterns'],
    [['learning', 'rename', 'none', 'other'], 'engram learning patterns'],
    [['prevention', 'generate', '--pattern', 'none'], 'engram learning patterns'],
    [['learning', 'solved', 'none', '--outcome', 'success'], 'engram learning solutions'],
    [['learning', 'suggest', '--task', 'none'], 'engram task list'],
    [['learning', 'apply-pattern', 'none', '--task', 'none'], 'engram task list'],
    [['prevention', 'show', 'none'], 'engram prevention list'],
    [['prevention', 'switch', 'none', 'off'], 'engram prevention list'],
    [['prevention', 'delete', 'none'], 'engram prevention list'],
    [['prevention', 'check', '--tool', 'x', '--run', 'none'], 'engram run list'],
  ])('answers exit code 3 for what was never learned, and where to look: %s', async (words, advice) => {
    const { code, message } = await refused(worldForTest(), 3, words);
    expect(code).toBe('not_found');
    expect(message).toContain(advice);
  });

  it('answers exit code 4 to the owner when two agents have a check of one name, or a failure it is made from', async () => {
    const world = worldForTest();
    for (const agent of ['alice', 'bob']) {
      const learn = ['learning', 'learn', 'disk full', '--name', 'disk-full', '--prevention', 'look at df'];
      await world.json(...learn, '--agent', agent);
    }
    // What is made from a failure belongs to an agent; to be shown, it is one failure that both met.
    expect(await world.json('learning', 'show', 'disk-full')).toMatchObject({
      pattern: { slug: 'disk-full' },
    });
    for (const words of [
      ['prevention', 'generate', '--pattern', 'disk-full'],
      ['prevention', 'show', 'look-at-df'],
    ]) {
      expect((await refused(world, 4, words)).message).toMatch(
        /(alice, bob|bob, alice)\. Say whose with --agent/,
      );
      await world.json(...words, '--agent', 'bob');
    }
  });

  it('takes a task that failed for what it is: told, and no failure of the command', async () => {
    const world = worldForTest();
    await world.json('task', 'create', 't-1', '--description', 'first');
    expect(await world.run(['task', 'update', 't-1', '--status', 'failed'])).toMatchObject({ code: 0 });
  });

  it('answers exit code 4 for a task or a template whose name is taken, and keeps the first', async () => {
    const world = worldForTest();
    await world.json('task', 'create', 't-1', '--description', 'first');
    expect(await refused(world, 4, ['task', 'create', 't-1', '--description', 'second'])).toMatchObject({
      code: 'conflict',
    });
    expect(await world.json('task', 'show', 't-1')).toMatchObject({ description: 'first' });

    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    await world.json('run', 'step', run.id, '--tool', 'x');
    await world.json('run', 'finish', run.id, '--outcome', 'success');
    await world.json('template', 'save', '--run', run.id, '--name', 'same');
    const again = ['template', 'save', '--run', run.id, '--name', 'same'];
    expect(await refused(world, 4, again)).toMatchObject({ code: 'conflict' });
  });

  it('answers exit code 4 to the owner when two agents use one name, and takes --agent for an answer', async () => {
    const world = worldForTest();
    await world.json('task', 'create', 't-1', '--agent', 'alice', '--description', 'hers');
    await world.json('task', 'create', 't-1', '--agent', 'bob', '--description', 'his');
    const { code, message } = await refused(world, 4, ['task', 'show', 't-1']);
    expect(code).toBe('ambiguous');
    expect(message).toMatch(/alice.*bob.*--agent/);
    expect(await world.json('task', 'show', 't-1', '--agent', 'bob')).toMatchObject({ description: 'his' });
  });

  it('answers exit code 4 when a finished run is finished or stepped into again', async () => {
    const world = worldForTest();
    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    await world.json('run', 'finish', run.id, '--outcome', 'failure');
    await refused(world, 4, ['run', 'finish', run.id, '--outcome', 'success']);
    expect(await world.json('run', 'show', run.id)).toMatchObject({ outcome: 'failure' });
  });
});

describe('a template that cannot run ends with exit code 6 (TPL-6)', () => {
  it('names the tools it lacks, and the run that is no success', async () => {
    const world = worldForTest();
    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    const save = ['template', 'save', '--run', run.id, '--name', 'copy'];
    expect((await refused(world, 6, save)).message).toContain('still running');
    await world.json('run', 'step', run.id, '--tool', 'read_file', '--result', '{"size":1}');
    await world.json('run', 'finish', run.id, '--outcome', 'success');
    await world.json(...save);
    const { code, message } = await refused(world, 6, ['template', 'run', 'copy']);
    expect({ code, message }).toMatchObject({
      code: 'tool_missing',
      message: expect.stringContaining('read_file'),
    });
    const empty = world.file('empty.mjs', 'export const tools = {};');
    expect((await refused(world, 2, ['template', 'run', 'copy', '--module', empty])).message).toContain(
      'export const tools',
    );
    await refused(world, 2, ['template', 'run', 'copy', '--module', './missing.mjs']);

    const other = world.file('other.mjs', 'export const read_file = () => ({ length: 1 });');
    const diverged = await world.run(['template', 'run', 'copy', '--module', other]);
    expect(diverged).toMatchObject({ code: 6, err: '' });
    expect(diverged.out).toContain('Diverged at call 1 (read_file)');
  });
});

describe('the process itself', () => {
  it('writes errors to standard error only, and ends with the code that "engram --help" documents', async () => {
    const world = worldForTest();
    const { out: help } = await world.start(['--help']);
    for (const [words, meaning] of [
      [['memory', 'get', 'mem_none'], 'not found'],
      [['memory', 'lst'], 'wrong input or configuration'],
      [['memory', 'list', '--db', 'ftp://x'], 'not supported'],
    ] as const) {
      const { code, out, err } = await world.start(words);
      expect(help).toContain(`  ${code}  ${meaning}`);
      expect(out).toBe('');
      expect(err).toMatch(/^Error: .+\n$/);
    }
  });

  it('waits for a tool of the user no longer than it may take, and says what may have happened', async () => {
    const world = worldForTest();
    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    await world.json('run', 'step', run.id, '--tool', 'wait');
    await world.json('run', 'finish', run.id, '--outcome', 'success');
    await world.json('template', 'save', '--run', run.id, '--name', 'wait', '--approve');
    world.trusted('engram.config.json', '{"tools":{"timeoutMs":50}}');
    const module = world.file('never.mjs', 'export const wait = () => new Promise(() => {});');
    const { code, out, err } = await world.start(['template', 'run', 'wait', '--module', module]);
    expect({ code, err }).toEqual({ code: 6, err: '' });
    expect(out).toContain('Nobody knows whether wait was carried out. It is not repeated by itself.');
  });

  it('says so when work of the user never answers, instead of ending in silence', async () => {
    const world = worldForTest();
    const module = world.file('never.mjs', 'export default () => new Promise(() => {});');
    const { code, out, err } = await world.start(['execute', '--module', module, '--description', 'd']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('never answered');
  });

  it.runIf(existsSync('/dev/full'))('ends with an error when its answer cannot be written', async () => {
    const world = worldForTest();
    const environment = { HOME: world.home, ENGRAM_DB: `file:${world.databasePath}` };
    const line = `"${process.execPath}" "${program}" stats > /dev/full`;
    const { code, err } = await startProcess('bash', ['--norc', '-c', line], { environment });
    expect({ code, err }).toEqual({ code: 1, err: 'Error: The output cannot be written (ENOSPC).\n' });
  });

  it('refuses bytes on the command line that are not UTF-8, and records nothing', async () => {
    const world = worldForTest();
    const environment = { HOME: world.home, ENGRAM_DB: `file:${world.databasePath}` };
    const line = `"${process.execPath}" "${program}" memory record --type knowledge --text $'a\\xffb'`;
    const { code, out, err } = await startProcess('bash', ['--norc', '-c', line], { environment });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('not valid UTF-8');
    expect(await countOf(world)).toBe(0);
  });
});
