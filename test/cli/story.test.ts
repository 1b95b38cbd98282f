import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from './world.ts';

/** The command lines of SPEC API-4, letter by letter, each a process of its own as in a user's script. */
describe('the story of API-4, as people have it in scripts', () => {
  let world: World;

  const decision = (action: string, outcome: string): string[] => [
    ...['memory', 'record', '--agent', 'alice', '--type', 'decision', '--context', 'api-auth-timeout'],
    ...['--action', action, '--outcome', outcome],
  ];

  beforeAll(async () => {
    world = createWorld();
    const records = [
      await world.start(decision('increase-timeout', 'failure')),
      await world.start(decision('retry-with-exponential-backoff', 'success')),
      await world.start(decision('retry-with-exponential-backoff', 'success')),
    ];
    for (const record of records) {
      expect(record).toMatchObject({ code: 0, err: '' });
      expect(record.out).toMatch(/^Recorded decision mem_\w+ for alice\n$/);
    }
  });
  afterAll(() => world.close());

  it('suggests what to do with one line for each action, best first, and recommends the best (LRN-1)', async () => {
    const { code, out, err } = await world.start(['learning', 'suggest', '--context', 'api-auth-timeout']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').slice(0, 3)).toEqual([
      '• retry-with-exponential-backoff (100% success rate, 2 attempts)',
      '• increase-timeout (0% success rate, 1 attempt)',
      'Recommended: retry-with-exponential-backoff',
    ]);
  });

  it('retrieves for a similar situation what was recorded, as a table with scores', async () => {
    const { code, out } = await world.start([
      ...['memory', 'retrieve', '--agent', 'alice', '--context', 'auth-failure'],
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^SCORE +ID +KIND +MEMORY\n/);
    expect(out).toContain('api-auth-timeout · increase-timeout · failure');
  });

  it('lists what an agent remembers, newest first', async () => {
    const { out } = await world.start(['memory', 'list', '--agent', 'alice']);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^ID +KIND +AGE +MEMORY$/);
    expect(rows.map((row) => row.split(' · ')[1])).toEqual([
      'retry-with-exponential-backoff',
      'retry-with-exponential-backoff',
      'increase-timeout',
    ]);
  });

  it('searches as the owner without --agent, and then names the agent of each row', async () => {
    const { code, out } = await world.start(['memory', 'search', 'authentication failure']);
    expect(code).toBe(0);
    expect(out).toMatch(/^SCORE +ID +KIND +AGENT +MEMORY\n/);
    expect(out).toMatch(/decision +alice +api-auth-timeout/);
  });

  it('takes the flags of every command before the command, too', async () => {
    const { out } = await world.start(['--agent', 'alice', '--json', 'memory', 'list', '--limit', '1']);
    expect(JSON.parse(out)).toMatchObject({ items: [{ scope: { agent: 'alice' } }] });
  });
});
