import { describe, expect, it } from 'vitest';
import { refused } from './refused.ts';
import { type Identified, type Listed, worldForTest } from './world.ts';

describe('a text given as "-" is read from standard input (API-4)', () => {
  it('by place, without the line break at its end', async () => {
    const world = worldForTest();
    const record = ['memory', 'record', '--type', 'knowledge', '-', '--json'];
    const { out } = await world.run(record, { input: 'The staging API\nneeds a VPN\n' });
    expect(JSON.parse(out)).toMatchObject({ text: 'The staging API\nneeds a VPN' });
  });

  it('by flag, also where the text is a field of the content or any JSON', async () => {
    const world = worldForTest();
    const decision = [
      'memory',
      'record',
      '--type',
      'decision',
      '--action',
      'wait',
      '--context',
      '-',
      '--json',
    ];
    const decided = await world.run(decision, { input: 'the queue is full' });
    expect(JSON.parse(decided.out)).toMatchObject({ content: { context: 'the queue is full' } });
    const { id } = await world.json<Identified>('run', 'start', 'Look at order 42');
    const step = ['run', 'step', id, '--tool', 'get_order', '--result', '-', '--json'];
    expect((await world.run(step, { input: '{"status":"open"}\n' })).code).toBe(0);
    expect(await world.json('run', 'show', id)).toMatchObject({ steps: [{ result: { status: 'open' } }] });
  });

  it('for a question, such as an error that was piped in', async () => {
    const world = worldForTest();
    const { id } = await world.json<Identified>('run', 'start', 'Connect');
    await world.json(
      'run',
      'step',
      id,
      '--tool',
      'connect',
      '--error',
      'connect ECONNREFUSED 127.0.0.1:5432',
    );
    const recognise = ['learning', 'recognise', '-', '--json'];
    const { out } = await world.run(recognise, { input: 'connect ECONNREFUSED 10.0.0.7:6379\n' });
    expect(JSON.parse(out)).toMatchObject({ kind: 'failure', occurrences: 1 });
  });

  it('once: a second "-" would find nothing and is refused', async () => {
    const world = worldForTest();
    const twice = ['memory', 'record', '--type', 'decision', '--context', '-', '--action', '-'];
    expect((await refused(world, 2, twice, { input: 'x' })).message).toContain('can be read once');
  });

  it('refused when it is not UTF-8, and when it is empty where a text is needed', async () => {
    const world = worldForTest();
    const record = ['memory', 'record', '--type', 'knowledge', '-'];
    const broken = Buffer.from('caf\xe9', 'latin1');
    expect((await refused(world, 2, record, { input: broken })).message).toContain('not valid UTF-8');
    expect((await refused(world, 2, record, { input: '' })).code).toBe('invalid_input');
  });
});

describe('a text may be given by place (API-4)', () => {
  it('to ask what to recall, what to do and what was alike', async () => {
    const world = worldForTest();
    const decision = ['memory', 'record', '--type', 'decision', '--context', 'login is slow'];
    await world.json(...decision, '--action', 'add an index', '--outcome', 'success');
    expect(await world.json('memory', 'retrieve', 'login is slow')).toMatchObject({
      items: [{ memory: { content: { action: 'add an index' } } }],
    });
    expect(await world.json('learning', 'suggest', 'login is slow')).toMatchObject({
      recommended: { action: 'add an index' },
    });
    const { id } = await world.json<Identified>(
      'run',
      'start',
      'Fix the login timeout',
      '--category',
      'auth',
    );
    await world.json('run', 'finish', id, '--outcome', 'success');
    const similar = await world.json<Listed>(
      'task',
      'similar',
      'Fix the login timeout',
      '--category',
      'auth',
    );
    expect(similar.items).toHaveLength(1);
  });

  it('but not twice', async () => {
    const twice = ['memory', 'retrieve', 'login', '--context', 'logout'];
    expect((await refused(worldForTest(), 2, twice)).message).toContain('CONTEXT is given twice');
  });

  it('and is named in the usage of the command', async () => {
    const { out } = await worldForTest().run(['learning', 'suggest', '--help']);
    expect(out).toContain('engram learning suggest [CONTEXT] [FLAGS]');
    expect(out).toContain('A text given as "-" is read from standard input.');
  });
});
