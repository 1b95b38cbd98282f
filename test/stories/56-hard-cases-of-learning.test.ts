import { describe, expect, it, vi } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const fails = (message: string) => () => Promise.reject(new Error(message));

async function fail(view: View, message: string, tool = 'deploy'): Promise<void> {
  const run = await view.startRun({ description: 'Work' });
  await run.call(tool, {}, fails(message)).catch(() => {});
  await run.finish({ outcome: 'failure' });
}

describe('LRN-2 failures that differ in what matters stay apart', () => {
  it('the status a server answered, however many there are', async () => {
    const alice = (await openForTest()).agent('alice');
    const codes = [400, 401, 403, 404, 409, 429, 500, 502, 503];
    for (const code of codes) await fail(alice, `Request failed with status code ${code}`);
    expect(await alice.learning.failures({ limit: 100 })).toHaveLength(codes.length);
    await alice.learning.learn({ error: 'Request failed with status code 401', solution: 'renew the token' });
    const known = await alice.learning.recognise({ error: 'Request failed with status code 503' });
    expect(known.solutions.map(({ approach }) => approach)).not.toContain('renew the token');
  });

  it.each([
    ['killed by signal 9', 'killed by signal 11'],
    ['HTTP/1.1 401 Unauthorized', 'HTTP/1.1 500 Unauthorized'],
    ['statusCode: 401', 'statusCode: 500'],
    ['open failed, errno 2', 'open failed, errno 13'],
  ])('%s is not %s', async (one, other) => {
    const alice = (await openForTest()).agent('alice');
    await fail(alice, one);
    await fail(alice, other);
    expect(await alice.learning.failures()).toHaveLength(2);
  });
});

describe('LRN-2 one failure with more names than a pattern is found by', () => {
  it('is one pattern, counts all of them, and is sorted once', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const run = await alice.startRun({ description: 'Log in' });
    for (let account = 0; account < 1_200; account += 1) {
      const letters = [account % 26, Math.floor(account / 26) % 26, Math.floor(account / 676)];
      const name = letters.map((letter) => String.fromCharCode(97 + letter)).join('');
      await run
        .call('login', {}, fails(`login refused for user ${name}son because the door is shut`))
        .catch(() => {});
    }
    await run.finish({ outcome: 'failure' });
    for (const _ of ['first', 'again']) {
      const [first, ...others] = await alice.learning.failures();
      expect([first?.occurrences, others]).toEqual([1_200, []]);
    }
  });
});

describe('LRN-1 what was tried long ago is not lost behind what was tried often', () => {
  it('however many attempts of something else came after it', async () => {
    const alice = (await openForTest()).agent('alice');
    const decide = (action: string, outcome: 'success' | 'failure') => ({
      kind: 'decision',
      content: { context: 'deploy', action, outcome },
    });
    await alice.memories.import(Array.from({ length: 20 }, () => decide('good', 'success')));
    await alice.memories.import(Array.from({ length: 1_100 }, () => decide('bad', 'failure')));
    const { recommended, actions } = await alice.learning.suggest({ context: 'deploy' });
    expect(recommended?.action).toBe('good');
    expect(actions.map(({ attempts }) => attempts)).toEqual([20, 1_100]);
  });
});

describe('what an agent met is not told to others by the owner', () => {
  it('a check the owner generates from it is the agent’s', async () => {
    const engram = await openForTest();
    await fail(engram.agent('alice'), 'the vault ZEBRA is sealed');
    const [check] = await engram.prevention.generate({ pattern: 'the-vault-zebra-is-sealed' });
    expect(check?.scope.agent).toBe('alice');
    const bob = engram.agent('bob');
    expect(await bob.prevention.list()).toEqual([]);
    expect((await bob.prevention.check({ tool: 'deploy' })).verdict).toBe('allow');
  });

  it('and a pattern of one is not applied to a task of another', async () => {
    const engram = await openForTest();
    await fail(engram.agent('alice'), 'the vault ZEBRA is sealed');
    await engram.agent('bob').tasks.create({ id: 'job', description: 'Do it' });
    await expect(
      engram.learning.applyPattern({ pattern: 'the-vault-zebra-is-sealed', task: 'job' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('but what the project knows helps all its agents, and they say how it went', async () => {
    const engram = await openForTest();
    const { solution } = await engram.learning.learn({
      error: 'the belt is torn',
      solution: 'take the spare belt',
    });
    const alice = engram.agent('alice');
    await fail(alice, 'the belt is torn');
    const known = await alice.learning.recognise({ error: 'the belt is torn' });
    expect(known).toMatchObject({ agent: 'alice', solutions: [{ approach: 'take the spare belt' }] });
    await alice.learning.solved({ id: solution?.id ?? '', outcome: 'success' });
    expect(await alice.learning.solutions({ error: 'the belt is torn' })).toMatchObject([{ attempts: 1 }]);
  });
});

describe('many at once', () => {
  it('every outcome of a solution is counted', async () => {
    const alice = (await openForTest()).agent('alice');
    const { solution } = await alice.learning.learn({ error: 'it broke in two', solution: 'glue it' });
    const id = solution?.id ?? '';
    await Promise.all(Array.from({ length: 25 }, () => alice.learning.solved({ id, outcome: 'success' })));
    expect(await alice.learning.solutions({ error: 'it broke in two' })).toMatchObject([{ attempts: 25 }]);
  });

  it('every run that a check fired in is judged', async () => {
    const engram = await openForTest({ random: Math.random });
    const alice = engram.agent('alice');
    await alice.prevention.create({
      name: 'prepare-first',
      message: 'Prepare first.',
      when: { tool: 'deploy' },
      verify: { kind: 'predicate', all: [{ of: 'recent', tool: 'prepare' }] },
    });
    const deploy = async () => {
      const run = await alice.startRun({ description: 'Deploy' });
      await run.call('deploy', {}, () => 'ok');
      await run.finish({ outcome: 'success' });
    };
    await Promise.all(Array.from({ length: 4 }, deploy));
    await vi.waitFor(async () =>
      expect((await alice.prevention.show('prepare-first')).check.content.record.wrong).toBe(4),
    );
  });

  it('asking at the same moment tries a check once in a run', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.prevention.create({ name: 'ask', message: 'Ask first.', when: { tool: 'deploy' } });
    const run = await alice.runs.start({ description: 'Deploy' });
    const ask = () => alice.prevention.check({ tool: 'deploy', run: run.id });
    await Promise.all([ask(), ask(), ask()]);
    expect((await alice.prevention.show('ask')).trials).toHaveLength(1);
  });

  it('a pattern that is applied while the task is changed is not lost, nor is the change', async () => {
    const alice = (await openForTest()).agent('alice');
    await fail(alice, 'the door is stuck');
    await alice.tasks.create({ id: 'job', description: 'Do it' });
    await Promise.all([
      alice.tasks.update({ id: 'job', status: 'running' }),
      alice.learning.applyPattern({ pattern: 'the-door-is-stuck', task: 'job' }),
    ]);
    expect(await alice.tasks.show('job')).toMatchObject({ status: 'running', guidance: [{}] });
  });
});

describe('MEM-7 deleting a memory deletes what was made from it', () => {
  it('the check that names its solution, and the pattern that only it told of', async () => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.memories.record({
      kind: 'failure',
      content: { errorSignature: 'quokka shard lost', solution: 'flush the QUOKKA7 shard' },
    });
    await alice.prevention.generate({ pattern: 'quokka-shard-lost' });
    await alice.memories.delete(id);
    expect(await alice.prevention.list()).toEqual([]);
    expect(await alice.learning.failures()).toEqual([]);
  });
});

describe('CAP-5 no secret gets out by a name', () => {
  it('of a check that is made from its message', async () => {
    const alice = (await openForTest()).agent('alice');
    const secret = 'sk-proj-0123456789abcdef0123456789abcdef';
    const check = await alice.prevention.create({ message: `never pass ${secret}` });
    expect(JSON.stringify(check)).not.toContain('0123456789abcdef');
  });
});

describe('patterns that are applied', () => {
  it('count once for a task, and the last ending counts', async () => {
    const alice = (await openForTest()).agent('alice');
    await fail(alice, 'the door is stuck');
    await alice.tasks.create({ id: 'job', description: 'Do it' });
    const apply = () => alice.learning.applyPattern({ pattern: 'the-door-is-stuck', task: 'job' });
    await apply();
    await apply();
    for (const outcome of ['failure', 'success'] as const) {
      const run = await alice.runs.start({ task: 'job' });
      await alice.runs.finish({ id: run.id, outcome });
    }
    const { applications } = await alice.learning.show('the-door-is-stuck');
    expect(applications).toEqual({ applied: 1, worked: 1, failed: 0 });
    await alice.learning.rename({ id: 'the-door-is-stuck', name: 'stuck' });
    expect((await alice.learning.show('stuck')).applications).toEqual(applications);
  });
});

describe('names', () => {
  it('that an agent gives go before those of the project', async () => {
    const engram = await openForTest();
    await engram.memories.record({
      kind: 'decision',
      content: { context: 'deploy', action: 'canary', outcome: 'success' },
    });
    await engram.learning.rename({ id: 'deploy', name: 'how-we-deploy' });
    const alice = engram.agent('alice');
    await alice.learning.rename({ id: 'how-we-deploy', name: 'my-deploy' });
    expect((await alice.learning.show('my-deploy')).pattern).toMatchObject({
      kind: 'decision',
      context: 'deploy',
    });
    expect((await engram.learning.show('how-we-deploy')).pattern).toMatchObject({ context: 'deploy' });
  });

  it('of situations that begin alike are told apart', async () => {
    const alice = (await openForTest()).agent('alice');
    const long = 'a situation that goes on and on and on until nobody can remember how it began';
    for (const context of [`${long} one`, `${long} other`, '🦘', '🐨'])
      await alice.memories.record({
        kind: 'decision',
        content: { context, action: 'wait', outcome: 'success' },
      });
    const slugs = (await alice.learning.patterns({ type: 'decision' })).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(4);
  });

  it('somebody gave are not taken away by teaching', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.learning.learn({ error: 'connect ETIMEDOUT 10.0.0.1:443', name: 'api-timeout' });
    await expect(
      alice.learning.learn({ error: 'connect ETIMEDOUT 10.0.0.2:443', name: 'db-timeout' }),
    ).rejects.toThrow(/called "api-timeout" already/);
  });
});
