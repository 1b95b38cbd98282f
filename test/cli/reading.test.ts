import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngram } from '../../src/index.ts';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { operations } from '../../src/operations/operations.ts';
import { type Identified, type Listed, worldForTest } from './world.ts';

const commands = commandsOf(operations);

/** What reading commands are asked with here; those that are left out need nothing. */
const given: Readonly<Record<string, readonly string[]>> = {
  'learning.predict': ['Fix it'],
  'learning.recognise': ['connect ETIMEDOUT'],
  'learning.recommend': ['Fix it'],
  'learning.signatures': ['--message', 'job 12 failed'],
  'learning.solutions': ['connect ETIMEDOUT'],
  'learning.suggest': ['login is slow'],
  'memory.context': ['Refund order 42'],
  'memory.retrieve': ['login is slow'],
  'memory.search': ['login'],
  'task.similar': ['Fix it'],
  'template.diff': ['absent', '--from', '1', '--to', '2'],
};
const reading = commands.filter(({ operation }) => operation.effect === 'read');

describe('STO-1 reading a database that is not there', () => {
  it.each(reading.map((command) => [command.words.join(' '), command] as const))(
    '"%s" makes no folder and no file',
    async (_words, { words, operation, positional = [] }) => {
      const world = worldForTest();
      const place = join(world.folder, 'deep', 'down');
      const asked = given[operation.name] ?? positional.slice(0, 1).map(() => 'absent');
      const circumstances = { environment: { ENGRAM_DB: `file:${join(place, 'memory.db')}` } };
      for (const flags of [[], ['--json'], ['--agent', 'alice']]) {
        const { code, err } = await world.run([...words, ...asked, ...flags], circumstances);
        // What is asked for by name is not found, GitHub is asked with a token only; everything else is answered.
        expect(operation.name.startsWith('github.') ? [2] : [0, 3], err).toContain(code);
      }
      expect(readdirSync(world.folder)).toEqual(['home']);
      expect(readdirSync(world.home)).toEqual([]);
    },
  );

  it('says what to do next', async () => {
    const { code, out } = await worldForTest().run(['memory', 'list']);
    expect(code).toBe(0);
    expect(out).toContain('engram memory record');
  });

  it('is told by doctor, which finds nothing wrong with it', async () => {
    const world = worldForTest();
    expect(await world.run(['doctor'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${world.databasePath}: not there yet, the first record creates it`),
    });
    expect(existsSync(world.databasePath)).toBe(false);
  });

  it('is over with the first write, whichever process makes it', async () => {
    const world = worldForTest();
    const surroundings = { environment: {}, folder: world.folder, home: world.home };
    const engram = await openEngram({ db: `file:${world.databasePath}`, surroundings });
    expect((await engram.memories.search({ query: 'staging' })).length).toBe(0);
    expect(existsSync(world.databasePath)).toBe(false);
    const { id } = await world.json<Identified>('memory', 'record', '--type', 'knowledge', 'The staging API');
    expect(await engram.memories.search({ query: 'staging' })).toMatchObject([{ memory: { id } }]);
    await engram.memories.record({ kind: 'knowledge', text: 'Needs a VPN' });
    await engram.close();
    expect((await world.json<Listed>('memory', 'list')).items).toHaveLength(2);
  });

  it('is refused where none could be made, as before', async () => {
    const world = worldForTest();
    const file = world.file('notes.txt', 'notes');
    expect(await world.run(['memory', 'list', '--db', join(file, 'memory.db')])).toMatchObject({ code: 5 });
  });
});
