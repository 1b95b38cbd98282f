import { describe, expect, it } from 'vitest';
import type { RunDetails } from '../../src/recall/browse.ts';
import { type Identified, type Listed, type World, worldForTest } from './world.ts';

/** Never a crash or an unexpected failure: whatever the text, the answer is a result or a refusal. */
async function survives(world: World, words: readonly string[]): Promise<void> {
  const { code, out, err } = await world.run(words);
  expect([0, 2, 3], `${words.slice(0, 3).join(' ')}: ${err}`).toContain(code);
  if (code !== 0) expect({ out, err }).toEqual({ out: '', err: expect.stringMatching(/^Error: /) });
}

const texts: ReadonlyArray<readonly [string, string]> = [
  ['SQL', `'; DROP TABLE memories; --`],
  ['more SQL', `" OR 1=1; /*`],
  ['a wildcard', '%_%'],
  ['operators of full-text search', 'NEAR( " * - OR'],
  ['columns of full-text search', 'text: ^a AND NOT (b) {c d}: e*'],
  ['an unfinished quotation', '"""'],
  ['emoji only', '😀👩‍👩‍👧‍👦🏳️‍🌈'],
  ['marks only', '\u0301\u0301\u200b\u200d'],
  ['right-to-left text', 'مرحبا \u202eabc\u202c'],
  ['an escape code', '\u001b]0;owned\u0007\u001b[2J'],
  ['a line break', 'one\r\ntwo'],
  ['a name from the prototype', 'constructor'],
  ['another name from the prototype', '__proto__'],
  ['a command for a shell', '$(id) `id` ; id | id & $HOME'],
  ['100 kB of words', 'lorem ipsum '.repeat(8_500)],
  ['one word of 100 kB', 'x'.repeat(100_000)],
];

describe.each(texts)('%s as data', (_what, text) => {
  it('is kept as it is, found again, and harms nothing', async () => {
    const world = worldForTest();
    const kept = await world.json<Identified>('memory', 'record', `--text=${text}`, '--type', 'rule');
    expect(await world.json('memory', 'get', kept.id)).toMatchObject({ text });
    await world.json('memory', 'search', '--', text);
    await world.json('memory', 'retrieve', `--context=${text}`);
    await world.json('memory', 'record', '--type', 'decision', `--context=${text}`, '--outcome', 'success');
    await world.json('memory', 'context', '--', text);
    await world.json('task', 'similar', `--description=${text}`);
    await world.json('learning', 'suggest', `--context=${text}`);
    await world.json('learning', 'recognise', '--', text);
    await world.json('session', 'append', '--session', 's', '--role', 'user', `--content=${text}`);
    expect((await world.json<Listed>('memory', 'list')).items).toHaveLength(2);
  });

  it('drives no terminal, wherever it is shown', async () => {
    const world = worldForTest();
    const { id } = await world.json<Identified>('memory', 'record', `--text=${text}`, '--type', 'rule');
    const run = await world.json<Identified>('run', 'start', `--description=${text}`, '--type', 'bug');
    await world.json('run', 'finish', run.id, '--outcome', 'success');
    await world.json('memory', 'feedback', id, '--outcome', 'success');
    const shown = [
      ['memory', 'get', id],
      ['memory', 'why', id],
      ['memory', 'history', id],
      ['memory', 'search', '--explain', '--', text],
      ['memory', 'context', '--', text],
      ['memory', 'consolidate'],
      ['task', 'similar', '--type=bug', `--description=${text}`],
    ];
    for (const words of shown) {
      const { code, out } = await world.run(words, { columns: 80 });
      expect(code, words.join(' ').slice(0, 60)).toBe(0);
      expect(out, words.join(' ').slice(0, 60)).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  it('is a name, an id or an argument of any command, or is refused as one', async () => {
    const world = worldForTest();
    await world.json('memory', 'record', 'x', '--type', 'rule', '--agent', 'alice');
    await survives(world, ['memory', 'record', 'x', '--type', 'rule', `--tags=${text}`]);
    await survives(world, ['memory', 'list', `--tag=${text}`]);
    await survives(world, ['memory', 'list', `--agent=${text}`]);
    await survives(world, ['memory', 'record', 'x', '--type', 'rule', `--agent=${text}`]);
    await survives(world, ['memory', 'list', `--user=${text}`, `--project=${text}`]);
    await survives(world, ['memory', 'list', `--cursor=${text}`]);
    await survives(world, ['memory', 'get', '--', text]);
    await survives(world, ['task', 'create', '--description=d', '--', text]);
    await survives(world, ['task', 'show', '--', text]);
    await survives(world, ['session', 'show', '--', text]);
    await survives(world, ['template', 'show', '--', text]);
    await survives(world, ['template', 'save', `--run=${text}`, `--name=${text}`]);
    await survives(world, ['run', 'start', `--description=${text}`, `--input=${text}=${text}`]);
    await survives(world, ['agent', 'list']);
    await survives(world, ['run', 'list']);
    await survives(world, ['stats']);
    await survives(world, [text]);
    await survives(world, ['memory', text]);
    await survives(world, ['memory', 'list', `--${text}`]);
  });
});

describe('names as people have them', () => {
  it.each(['O\'Brien "the bot"', 'agent 007', 'Ünïcödé', '助手', '🤖', 'a/b\\c:d', 'null', 'undefined', '0'])(
    'an agent may be called %s',
    async (agent) => {
      const world = worldForTest();
      await world.json('memory', 'record', 'mine', '--type', 'rule', `--agent=${agent}`);
      expect(await world.json('memory', 'list', `--agent=${agent}`)).toMatchObject({
        items: [{ scope: { agent } }],
      });
      expect(await world.json('agent', 'list')).toMatchObject({ items: [{ agent }] });
    },
  );

  it('"constructor", "toString" and the like are ordinary names of arguments, tags and inputs', async () => {
    const world = worldForTest();
    const names = '{"constructor":1,"toString":"x","hasOwnProperty":{"valueOf":null}}';
    const run = await world.json<Identified>(
      ...['run', 'start', '--description', 'd', '--input', 'constructor=1', '--input', 'toString=x'],
    );
    await world.json('run', 'step', run.id, '--tool', 'constructor', '--arguments', names, '--result', names);
    await world.json('run', 'finish', run.id, '--outcome', 'success');
    const shown = await world.json<RunDetails>('run', 'show', run.id);
    expect(shown.inputs).toEqual({ constructor: 1, toString: 'x' });
    expect(shown.steps).toMatchObject([{ arguments: JSON.parse(names), result: JSON.parse(names) }]);
    await world.json('template', 'save', '--run', run.id, '--name', 'constructor');
    const lacking = await world.run([
      'template',
      'run',
      'constructor',
      '--input',
      'constructor=2',
      '--as-recorded',
    ]);
    expect(lacking).toMatchObject({ code: 6, out: '' });
    await world.json('memory', 'record', 'x', '--type', 'rule', '--tags', 'constructor,__proto__');
    expect(await world.json('memory', 'list', '--tag', '__proto__')).toMatchObject({
      items: [{ tags: ['constructor', '__proto__'] }],
    });
  });
});

describe('values given as NAME=VALUE', () => {
  it('are numbers only when nothing of them is lost', async () => {
    const world = worldForTest();
    const run = await world.json<RunDetails>(
      ...['run', 'start', '--description', 'd', '--input', 'n=42', '--input', 'quoted="42"'],
      ...['--input', 'version=1.10', '--input', 'long=12345678901234567890', '--input', 'code=007'],
      ...['--input', 'list=[1,2]', '--input', 'equals=a=b', '--input', 'empty='],
    );
    expect(run.inputs).toEqual({
      ...{ n: 42, quoted: '42', version: '1.10', long: '12345678901234567890', code: '007' },
      ...{ list: [1, 2], equals: 'a=b', empty: '' },
    });
  });
});

it('LRN-2: an error of a screenful or more is shown in a few lines, and whole to programs', async () => {
  const world = worldForTest();
  const { out } = await world.run(['learning', 'recognise', 'x'.repeat(50_000)]);
  expect(out).toMatch(/^Not met before: x{400,500}…\n$/);
  const { signature } = await world.json<{ signature: string }>('learning', 'recognise', 'x'.repeat(50_000));
  expect(signature.length).toBeGreaterThan(500);
});
