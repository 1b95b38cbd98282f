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
    expect(await answer('--from', here, '--to', 'null:')).toContain('keeps nothing');
    await world.json('memory', 'record', 'x', '--type', 'rule');
    const other = `file:${join(world.folder, 'other.db')}`;
    await world.json('memory', 'record', 'y', '--type', 'rule', '--db', other);
    expect(await world.run(['store', 'migrate', '--from', here, '--to', other])).toMatchObject({
      code: 4,
      err: expect.stringContaining('Choose an empty database'),
    });
  });

  it('explains itself', async () => {
    const { out } = await worldForTest().run(['store', 'migrate', '--help']);
    expect(out).toContain('Usage\n  engram store migrate [FLAGS]');
    expect(out).toContain('--from TEXT');
  });
});
