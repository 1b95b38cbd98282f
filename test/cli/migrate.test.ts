import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { worldForTest } from './world.ts';

describe('engram store migrate', () => {
  it('moves everything to another database and says that both hold the same', async () => {
    const world = worldForTest();
    await world.json('memory', 'record', 'The staging API needs a VPN', '--type', 'knowledge');
    await world.json('task', 'create', 'auth-123', '--description', 'Fix it', '--user', 'ann');
    const target = `file:${join(world.folder, 'new.db')}`;
    const words = ['store', 'migrate', '--from', `file:${world.databasePath}`, '--to', target];
    const { code, out, err } = await world.run(words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^memories +1 +1 +same$/m);
    expect(out).toContain('Both hold the same.');
    expect(await world.json('store', 'migrate', ...words.slice(2))).toMatchObject({ verified: true });
    expect(await world.json('memory', 'search', 'staging', '--db', target)).toMatchObject({
      items: [{ memory: { text: 'The staging API needs a VPN' } }],
    });
  });

  it('refuses what makes no sense, and names the fix', async () => {
    const world = worldForTest();
    const here = `file:${world.databasePath}`;
    const answer = async (...words: string[]) => (await world.run(['store', 'migrate', ...words])).err;
    expect(await answer('--from', here)).toContain('--to must be given');
    expect(await answer('--from', here, '--to', here)).toContain('the same database');
    await world.json('memory', 'record', 'x', '--type', 'rule');
    expect(await answer('--from', here, '--to', 'null:')).toContain('keeps nothing');
    const other = `file:${join(world.folder, 'other.db')}`;
    await world.json('memory', 'record', 'y', '--type', 'rule', '--db', other);
    expect(await world.run(['store', 'migrate', '--from', here, '--to', other])).toMatchObject({
      code: 4,
      err: expect.stringContaining('Choose an empty database'),
    });
  });

  it('does not make the source when there is none, and tells two sources apart that look alike', async () => {
    const world = worldForTest();
    const target = `file:${join(world.folder, 'target.db')}`;
    const missing = await world.run(['store', 'migrate', '--from', 'file:mistyped.db', '--to', target]);
    expect(missing).toMatchObject({ code: 5, err: expect.stringContaining('There is no database') });
    expect(existsSync(join(world.folder, 'mistyped.db'))).toBe(false);
    for (const folder of ['a', 'b']) {
      mkdirSync(join(world.folder, folder));
      const db = `file:${join(world.folder, folder, 'm.db')}`;
      await world.json('memory', 'record', `of ${folder}`, '--type', 'rule', '--db', db);
    }
    for (const folder of ['a', 'b']) await world.json('trust', `${folder}/m.db`, '--yes');
    const from = (folder: string) => ['--from', `file:${join(world.folder, folder, 'm.db')}`];
    await world.json('store', 'migrate', ...from('a'), '--to', target);
    expect(await world.run(['store', 'migrate', ...from('b'), '--to', target])).toMatchObject({ code: 4 });
    const sameAgain = `file:${join(world.folder, 'b', '..', 'a', 'm.db')}?mode=ro`;
    await world.json('store', 'migrate', '--from', sameAgain, '--to', target);
  });

  it('explains itself', async () => {
    const { out } = await worldForTest().run(['store', 'migrate', '--help']);
    expect(out).toContain('Usage\n  engram store migrate [FLAGS]');
    expect(out).toContain('--from TEXT');
  });
});
