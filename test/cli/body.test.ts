import { describe, expect, it } from 'vitest';
import { countOf, refused } from './refused.ts';
import { worldForTest } from './world.ts';

const record = ['memory', 'record', '--body'];

describe('--body reads the input of any command as JSON', () => {
  it('from a file or from standard input, and flags win over it', async () => {
    const world = worldForTest();
    const body = '{"kind":"decision","content":{"context":"a","action":"b"},"tags":["x"]}';
    world.file('body.json', body);
    expect(await world.json(...record, 'body.json')).toMatchObject({
      content: { context: 'a' },
      tags: ['x'],
    });
    const answer = await world.run([...record, '-', '--json', '--context', 'c'], { input: body });
    expect(JSON.parse(answer.out)).toMatchObject({ content: { context: 'c', action: 'b' } });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /not valid JSON/],
    ['broken JSON', '{"kind":', /not valid JSON/],
    ['a list', '[]', /must be one JSON object/],
    ['a text', '"x"', /must be one JSON object/],
    ['null', 'null', /must be one JSON object/],
    ['invalid UTF-8', Buffer.from('{"kind":"knowledge","text":"\xff"}', 'latin1'), /not valid UTF-8/],
    ['an unknown field', '{"kind":"knowledge","text":"x","colour":"red"}', /"colour"/],
    ['a value of the wrong type', '{"kind":"knowledge","text":5}', /"text" must be a string/],
    ['an unknown kind', '{"kind":"idea","text":"x"}', /must be one of: decision/],
    ['a NUL in a text', '{"kind":"knowledge","text":"a\\u0000b"}', /NUL/],
    ['a NUL in a tag', '{"kind":"knowledge","text":"a","tags":["\\u0000"]}', /control characters/],
    ['half a character', '{"kind":"knowledge","text":"\\ud800"}', /not valid Unicode/],
    ['a field of another kind', '{"kind":"rule","content":{"action":"x"}}', /"action"/],
  ])('is refused when it holds %s, and nothing is recorded', async (_what, body, reason) => {
    const world = worldForTest();
    await world.json('memory', 'record', '--type', 'knowledge', '--text', 'was there before');
    const { code, message } = await refused(world, 2, [...record, '-'], { input: body });
    expect(code).toBe('invalid_input');
    expect(message).toMatch(reason);
    expect(await countOf(world)).toBe(1);
  });

  it('is refused when the file is missing or a folder', async () => {
    const world = worldForTest();
    expect((await refused(world, 2, [...record, 'missing.json'])).message).toContain('missing.json');
    await refused(world, 2, [...record, world.folder]);
    expect(await countOf(world)).toBe(0);
  });

  it('is too large with 10 MB of text, and says what to do instead', async () => {
    const world = worldForTest();
    const body = JSON.stringify({ kind: 'knowledge', text: 'x'.repeat(10_000_000) });
    const { code, message } = await refused(world, 2, [...record, '-'], { input: body });
    expect(code).toBe('too_large');
    expect(message).toContain('Store a summary');
    expect(await countOf(world)).toBe(0);
  });
});
