import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchHit } from '../../src/interfaces/library/types.ts';
import { openForTest } from './open-for-test.ts';

const transcript = [
  { role: 'user', content: 'The checkout tests fail on CI. Please fix them.' },
  {
    role: 'assistant',
    content: 'I reinstall the packages first.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'Bash', arguments: '{"command":"pnpm install"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'ERR_PNPM_OUTDATED_LOCKFILE: the lockfile is stale' },
  { role: 'assistant', content: 'The lockfile was stale. It works after an update.' },
];

let engram: Awaited<ReturnType<typeof openForTest>>;
beforeEach(async () => {
  engram = await openForTest();
  await engram.agent('alice').sessions.import({ format: 'openai', content: transcript, outcome: 'success' });
});
afterEach(() => engram.close());

const shown = (hits: readonly SearchHit[]): string[] =>
  hits.map(({ kind, memory, record }) => `${kind} ${memory?.text ?? record?.number ?? record?.outcome}`);

describe('CAP-7 everything recorded can be found', () => {
  it('finds the messages and the run of an imported session, with what they say and where they are', async () => {
    const [best, ...rest] = await engram.agent('alice').memories.search({ query: 'pnpm' });
    expect(best).toMatchObject({
      kind: 'message',
      record: { number: 2, role: 'assistant', excerpt: 'I reinstall the packages first. Bash pnpm install' },
    });
    expect(shown(rest)).toContain('message 3');
    const about = await engram.agent('alice').memories.search({ query: 'checkout tests' });
    expect(shown(about)).toContain('run success');
    expect(shown(about)).toContain('message 1');
  });

  it('opens the message that was found, with what was said before and after it', async () => {
    const alice = engram.agent('alice');
    const [found] = await alice.memories.search({ query: 'stale lockfile', kind: 'message' });
    const { session, number } = found?.record ?? {};
    const details = await alice.sessions.show(session ?? '');
    expect(details.messages[(number ?? 0) - 1]?.content).toContain('lockfile');
  });

  it('finds what ran by its task, its outcome and its error', async () => {
    const alice = engram.agent('alice');
    const run = await alice.startRun({ description: 'Deploy the shop' });
    await run
      .call('deploy', { to: 'staging' }, () => Promise.reject(new Error('quota exceeded')))
      .catch(() => {});
    await run.call('deploy', { to: 'eu-west' }, () => 'ok');
    await run.finish({ outcome: 'partial', summary: 'Moved to another region' });
    for (const query of ['deploy the shop', 'quota exceeded', 'eu-west', 'another region']) {
      const [hit] = await alice.memories.search({ query, kind: 'run' });
      expect(hit?.record, query).toMatchObject({ kind: 'run', id: run.id, outcome: 'partial' });
    }
  });

  it('finds only what is asked for: a kind, or what has a tag', async () => {
    const alice = engram.agent('alice');
    await alice.memories.record({ kind: 'rule', text: 'Use pnpm, not npm', tags: ['build'] });
    expect(shown(await alice.memories.search({ query: 'pnpm', kind: 'rule' }))).toEqual([
      'rule Use pnpm, not npm',
    ]);
    expect(shown(await alice.memories.search({ query: 'pnpm', tag: 'build' }))).toEqual([
      'rule Use pnpm, not npm',
    ]);
    const runs = await alice.memories.search({ query: 'checkout', kind: 'run' });
    expect(runs.map(({ kind }) => kind)).toEqual(['run']);
  });

  it('leaves the answer as it was where only memories fit', async () => {
    const memories = engram.agent('bob').memories;
    await memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
    await memories.record({ kind: 'knowledge', text: 'The staging database is rebuilt on Mondays' });
    const alone = await memories.search({ query: 'staging VPN' });
    await engram.agent('bob').sessions.append({ session: 's', role: 'user', content: 'Hello there' });
    const beside = await memories.search({ query: 'staging VPN' });
    expect(beside.map(({ memory, match }) => [memory?.id, match])).toEqual(
      alone.map(({ memory, match }) => [memory?.id, match]),
    );
  });

  it('tells a prompt what was said and done, as what it is, and nothing that does not fit', async () => {
    const { memories } = engram.agent('alice');
    const { text, recorded } = await memories.context({ query: 'checkout tests fail' });
    expect(text).toContain('### Message');
    expect(text).toContain('The checkout tests fail on CI');
    expect(text).toMatch(/\*\*Reference:\*\* session .+, message 1 · user ·/);
    expect(recorded.length).toBeGreaterThan(0);
    expect(await memories.context({ query: 'holiday in Lisbon' })).toMatchObject({ text: '', recorded: [] });
  });
});

describe('REC-2 messages and runs are found by who may read them', () => {
  it('is their own agent and the owner, and nobody else', async () => {
    expect(await engram.agent('bob').memories.search({ query: 'pnpm' })).toEqual([]);
    expect((await engram.agent('bob').memories.context({ query: 'checkout tests fail' })).text).toBe('');
    expect((await engram.memories.search({ query: 'pnpm' })).length).toBeGreaterThan(0);
  });

  it('is nobody by a grant: what an agent shares are its memories', async () => {
    await engram.agent('alice').memories.share({ to: 'bob', kind: 'knowledge' });
    await engram.agent('alice').memories.share({ to: 'bob', failures: true });
    expect(await engram.agent('bob').memories.search({ query: 'pnpm' })).toEqual([]);
  });

  it('is every agent that takes part in a run, and nobody else', async () => {
    const run = await engram.agent('alice').startRun({ description: 'Paint the fence', agents: ['carol'] });
    await run.finish({ outcome: 'success' });
    const found = async (agent: string) =>
      (await engram.agent(agent).memories.search({ query: 'paint the fence', kind: 'run' })).length;
    expect([await found('alice'), await found('carol'), await found('bob')]).toEqual([1, 1, 0]);
  });
});

describe('MEM-7 what is deleted is not found', () => {
  it('is gone from the next search on, whoever searched before', async () => {
    const { memories } = engram.agent('alice');
    const kinds = async () => new Set((await memories.search({ query: 'checkout' })).map(({ kind }) => kind));
    expect(await kinds()).toEqual(new Set(['message', 'run']));
    engram.time.advance(100 * 86_400_000);
    await engram.retention.set({ name: 'old sessions', kind: 'session', olderThan: '90d' });
    await engram.retention.run();
    expect(await kinds()).toEqual(new Set(['run']));
    await engram.retention.set({ name: 'old runs', kind: 'run', olderThan: '90d' });
    await engram.retention.run();
    expect(await kinds()).toEqual(new Set());
  });
});

describe('REC-6 similar work is found by its words', () => {
  it('finds a task that says the same in a longer sentence, and nothing unrelated', async () => {
    const alice = engram.agent('alice');
    for (const description of [
      'Fix the login page colour',
      'Write the release notes',
      'Tests of search fail',
    ]) {
      const run = await alice.startRun({ description });
      await run.finish({ outcome: 'success' });
    }
    const similar = await alice.tasks.similar({ description: 'checkout tests fail on CI' });
    expect(similar[0]?.run.task.description).toBe('The checkout tests fail on CI. Please fix them.');
    expect(similar[0]?.score).toBeGreaterThan(0.7);
    expect(similar.map(({ run }) => run.task.description)).not.toContain('Fix the login page colour');
    expect(await alice.tasks.similar({ description: 'book a hotel in Lisbon' })).toEqual([]);
  });
});
