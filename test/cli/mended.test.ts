import { describe, expect, it } from 'vitest';
import { refused } from './refused.ts';
import { type Identified, type Listed, worldForTest } from './world.ts';

/**
 * Defects that a hunt through the command line found and that were mended below it; each must stay mended.
 */
describe('found by trying odd things, and mended', () => {
  it('doctor does not print the password of a database URL', async () => {
    const { out } = await worldForTest().run(['doctor', '--db', 'postgres://ann:hunter2@127.0.0.1:1/db']);
    expect(out).not.toContain('hunter2');
  });

  it.each([
    'postgres://:hunter2@host/db',
    'postgres://ann:x@hunter2@host/db',
    'postgres://ann@host/db?password=hunter2',
  ])('config show hides the password in %s', async (url) => {
    const { out } = await worldForTest().run(['config', 'show', '--db', url]);
    expect(out).not.toContain('hunter2');
  });

  it.each(['postgres://ann:x/hunter2@host/db', 'postgres://ann@127.0.0.1:1/db?password=hunter2'])(
    'the JSON error about a database that cannot be used hides the password in %s',
    async (url) => {
      const { err } = await worldForTest().run(['memory', 'list', '--json', '--db', url]);
      expect(err).not.toContain('hunter2');
    },
  );

  it('JSON nested too deeply is refused as invalid input instead of overflowing the stack', async () => {
    const world = worldForTest();
    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await refused(world, 2, ['run', 'step', run.id, '--tool', 'x', '--arguments', deep]);
  });

  it.each([
    ['a property of an entity', { kind: 'entity', content: { properties: { a: 'x'.repeat(10_000_000) } } }],
    ['the value of a preference', { kind: 'preference', content: { value: 'x'.repeat(10_000_000) } }],
  ])('10 MB in %s is too large, as it is in a text', async (_what, body) => {
    const words = ['memory', 'record', '--body', '-'];
    const { code } = await refused(worldForTest(), 2, words, { input: JSON.stringify(body) });
    expect(code).toBe('too_large');
  });

  it.each(['a\\u0000b', '\\ud800'])(
    '"%s" in a JSON field is refused or replaced, as every database needs',
    async (text) => {
      const world = worldForTest();
      const input = `{"kind":"preference","content":{"key":"k","value":"${text}"}}`;
      const { code, out } = await world.run(['memory', 'record', '--json', '--body', '-'], { input });
      expect(code === 2 || !out.includes(text)).toBe(true);
    },
  );

  it('a member called __proto__ of the arguments of a call is kept', async () => {
    const world = worldForTest();
    const run = await world.json<Identified>('run', 'start', '--description', 'd');
    const named = '{"__proto__":{"a":1}}';
    await world.json('run', 'step', run.id, '--tool', 'x', '--arguments', named);
    const { out } = await world.run(['run', 'show', run.id, '--json']);
    expect(out).toContain(`"arguments":${named}`);
  });

  it.each(['OAuth', 'GitHub', 'TypeScript'])(
    'a memory about %s is found by the word in small letters (REC-1)',
    async (name) => {
      const world = worldForTest();
      await world.json('memory', 'record', `The API uses ${name}`, '--type', 'knowledge');
      expect((await world.json<Listed>('memory', 'search', name.toLowerCase())).items).toHaveLength(1);
    },
  );

  it('a misspelt field of --provenance is refused, as an unknown field is elsewhere', async () => {
    const words = ['memory', 'record', 'x', '--type', 'rule', '--provenance', '{"runid":"run_1"}'];
    await refused(worldForTest(), 2, words);
  });

  it('an error that names its type already is not given it twice', async () => {
    const world = worldForTest();
    const { id } = await world.json<Identified>('run', 'start', 'Look at order 0');
    const failed = ['run', 'step', id, '--tool', 'get_order', '--error-type', 'Error'];
    await world.json(...failed, '--error', 'Error: no order 0');
    const { out } = await world.run(['run', 'show', id]);
    expect(out).toContain('→ Error: no order 0');
    await world.json(...failed, '--error', 'Error: Error: no invoice');
    const listed = (await world.run(['learning', 'failures'])).out;
    expect(listed).toContain('Error: no invoice');
    expect(listed).not.toContain('Error: Error:');
    world.file('work.mjs', "export default () => { throw new Error('Error: no order 0'); };");
    const execute = ['execute', '--module', 'work.mjs', '--description', 'Look at order 0'];
    expect((await world.run(execute)).err).toMatch(/^Error: no order 0$/m);
  });
});
