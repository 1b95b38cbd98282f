import { describe, expect, it } from 'vitest';
import type { Engram, View } from '../../src/index.ts';
import { placeOf } from '../../src/recall/index/indexed-part.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { aGrant } from '../../src/testing/store-suite/grants.ts';
import { openForTest } from './open-for-test.ts';

const day = 24 * 60 * 60 * 1_000;

/** What an agent finds about signing in. */
async function found(view: View, query = 'sign-in token expires'): Promise<string[]> {
  return (await view.memories.search({ query })).flatMap(({ memory }) => memory?.text ?? []);
}

async function withAlice(): Promise<{ engram: Engram; clock: ReturnType<typeof fixedClock>; ids: string[] }> {
  const clock = fixedClock();
  const engram = await openForTest({ clock });
  const alice = engram.agent('alice');
  const texts = [
    'The sign-in token expires after 5 minutes',
    'The sign-in token of staging is shared by all',
  ];
  const ids: string[] = [];
  for (const [number, text] of texts.entries()) {
    const { id } = await alice.memories.record({
      kind: 'knowledge',
      text,
      tags: number === 0 ? ['auth'] : [],
    });
    ids.push(id);
  }
  return { engram, clock, ids };
}

describe('SHR-1: what an agent knows', () => {
  it('is found by another agent while it is shared, and not a moment longer', async () => {
    const { engram } = await withAlice();
    const bob = engram.agent('bob');
    expect(await found(bob)).toEqual([]);

    const grant = await engram.agent('alice').memories.share({ to: 'bob', tags: ['auth'] });
    expect(grant).toMatchObject({ name: 'alice-to-bob', state: 'open', from: { agent: 'alice' } });
    expect(await found(bob)).toEqual(['The sign-in token expires after 5 minutes']);

    await engram.agent('alice').memories.revoke('alice-to-bob');
    expect(await found(bob)).toEqual([]);
    expect((await bob.memories.list({})).items).toEqual([]);
  });

  it('leaves no search index behind when it was taken back', async () => {
    const store = createReferenceStore();
    const engram = await openForTest({ store });
    const [alice, bob] = [engram.agent('alice'), engram.agent('bob')];
    const many = Array.from({ length: 150 }, (_, number) => ({
      kind: 'knowledge',
      text: `Sign-in rule ${number}`,
    }));
    await alice.memories.import(many);
    await alice.memories.share({ to: 'bob', kind: 'knowledge' });
    expect(await found(bob)).toHaveLength(10);
    const user = 'local';
    const sharedWith = { user, project: 'default', agent: 'bob' };
    const kept = () => store.keptIndex(placeOf({ user, project: 'default', sharedWith }));
    expect(await kept()).toBeDefined();

    await alice.memories.revoke('alice-to-bob');
    expect(await kept()).toBeUndefined();
  });

  it('is shared with one agent, and nobody else sees it', async () => {
    const { engram, ids } = await withAlice();
    await engram.memories.share({ from: 'alice', to: 'bob', memory: ids[1] });
    expect(await found(engram.agent('bob'))).toEqual(['The sign-in token of staging is shared by all']);
    expect(await found(engram.agent('bobby'))).toEqual([]);
    expect(await found(engram.as({ user: 'mallory', agent: 'bob' }))).toEqual([]);
  });

  it('is not shared any more when its time is over', async () => {
    const { engram, clock } = await withAlice();
    await engram.memories.share({ from: 'alice', to: 'bob', kind: 'knowledge', until: clock.now() + day });
    clock.advance(day - 1);
    expect(await found(engram.agent('bob'))).toHaveLength(2);
    clock.advance(1);
    expect(await found(engram.agent('bob'))).toEqual([]);
    expect(await engram.memories.grants({})).toEqual([]);
    expect(await engram.memories.grants({ all: true })).toMatchObject([{ state: 'expired' }]);
  });

  it('cannot be changed, judged or deleted by who only reads it', async () => {
    const { engram, ids } = await withAlice();
    const [id = ''] = ids;
    const bob = engram.agent('bob');
    await engram.memories.share({ from: 'alice', to: 'bob', memory: id });
    expect((await bob.memories.get(id)).text).toContain('5 minutes');
    await expect(bob.memories.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(bob.memories.feedback({ id, outcome: 'failure' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const run = await bob.startRun({ description: 'Sign in' });
    await bob.memories.search({ query: 'sign-in token', run: run.id });
    await run.finish({ outcome: 'failure' });
    await engram.jobs.run();
    expect(await engram.memories.get(id)).toMatchObject({ accessCount: 0, confidence: 0.5, revision: 0 });
  });

  it('tells nothing of what is not shared: no word of a neighbour, no rare word of the owner', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const said = ['Did the divorce go through?', 'Yes, on Monday', 'Let us speak about lunch'];
    const ids = await Promise.all(
      said.map(async (text, position) => {
        const provenance = { sessionId: 'talk', position };
        return (await alice.memories.record({ kind: 'experience', text, provenance })).id;
      }),
    );
    await alice.memories.share({ to: 'bob', memory: ids[1] });
    expect(await found(engram.agent('bob'), 'divorce')).toEqual([]);
    expect(await found(engram.agent('bob'), 'on Monday')).toEqual(['Yes, on Monday']);
  });

  it('reaches another project of the same user, by its owner only', async () => {
    const { engram, ids } = await withAlice();
    const other = engram.as({ project: 'billing' });
    const request = { toProject: 'billing', memory: ids[0] };
    await expect(engram.agent('alice').memories.share(request)).rejects.toMatchObject({ code: 'forbidden' });
    await engram.memories.share({ from: 'alice', ...request });
    expect(await found(engram.as({ project: 'billing', agent: 'carol' }))).toEqual([
      'The sign-in token expires after 5 minutes',
    ]);
    expect(await found(other)).toHaveLength(1);
    expect(await found(engram.agent('carol'))).toEqual([]);
  });
});

describe('SHR-1: sharing on', () => {
  it('is for those who were allowed to, never more than they have, and ends with what they have', async () => {
    const { engram, ids } = await withAlice();
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => engram.agent(name)) as [
      View,
      View,
      View,
    ];
    await alice.memories.share({ to: 'bob', memory: ids[0] });
    await expect(bob.memories.share({ to: 'carol', memory: ids[0] })).rejects.toMatchObject({
      code: 'forbidden',
    });

    const grant = await alice.memories.share({ to: 'bob', tags: ['auth'], onward: true });
    const on = await bob.memories.share({ to: 'carol', memory: ids[0] });
    expect(on).toMatchObject({ parent: grant.id, by: { agent: 'bob' }, from: { agent: 'alice' } });
    expect(await found(carol)).toEqual(['The sign-in token expires after 5 minutes']);
    await expect(bob.memories.share({ to: 'carol', memory: ids[1] })).rejects.toMatchObject({
      code: 'not_found',
    });

    // Alice takes the tag away: carol reads by bob's grant only what alice's still covers.
    await alice.memories.revoke(grant.name);
    expect(await found(carol)).toEqual([]);
    expect(await carol.memories.grants({ all: true })).toMatchObject([{ name: on.name, state: 'ended' }]);
  });

  it('cannot outlive the grant it came from', async () => {
    const { engram, clock } = await withAlice();
    const until = clock.now() + day;
    await engram.memories.share({ from: 'alice', to: 'bob', kind: 'knowledge', until, onward: true });
    const on = await engram.agent('bob').memories.share({ to: 'carol', grant: 'alice-to-bob' });
    expect(on.until).toBe(until);
  });
});

describe('SHR-1: a request to share', () => {
  it.each([
    ['nothing', { to: 'bob' }, 'Say what to share'],
    ['nobody', { tags: ['auth'] }, 'Say who receives it'],
    ['two things at once', { to: 'bob', tags: ['auth'], failures: true }, 'one thing at a time'],
    ['what is over already', { to: 'bob', tags: ['auth'], until: 1 }, 'would have ended already'],
    ['with oneself', { to: 'alice', tags: ['auth'] }, 'its own'],
    ['what belongs to another', { from: 'carol', to: 'bob', tags: ['auth'] }, 'another one'],
    ['what is not there', { to: 'bob', memory: 'mem_none' }, 'mem_none'],
    ['a pattern that is not there', { to: 'bob', pattern: 'none' }, 'none'],
    ['a grant that is not there', { to: 'bob', grant: 'none' }, 'none'],
  ])('for %s is refused with what to do', async (_, request, message) => {
    const { engram } = await withAlice();
    await expect(engram.agent('alice').memories.share(request)).rejects.toThrow(message);
    expect(await engram.memories.grants({})).toEqual([]);
  });

  it('of somebody who was given the grant cannot take it back', async () => {
    const { engram } = await withAlice();
    await engram.memories.share({ from: 'alice', to: 'bob', tags: ['auth'] });
    await expect(engram.agent('bob').memories.revoke('alice-to-bob')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(engram.agent('carol').memories.revoke('alice-to-bob')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('SHR-1: many grants', () => {
  it('have a limit for what is open, and those whose time has passed make room', async () => {
    const store = createReferenceStore();
    const clock = fixedClock();
    const engram = await openForTest({ store, clock });
    const scope = { ...engram.viewer, agent: 'alice' };
    const many = Array.from({ length: 1_000 }, (_, number) =>
      // Ids that the engine does not count to.
      aGrant({ id: `given-${number}`, scope, until: number < 10 ? clock.now() + day : null }),
    );
    await store.commit(many.map((record) => ({ type: 'create-record', kind: 'grant', record })));
    const request = { from: 'alice', to: 'bob', tags: ['auth'] };
    await expect(engram.memories.share(request)).rejects.toThrow('1000 open grants');
    clock.advance(day);
    expect(await engram.memories.share(request)).toMatchObject({ state: 'open' });
    expect(await store.openGrants(scope.user)).toHaveLength(991);
    const ended = (await engram.memories.grants({ all: true })).filter(({ state }) => state === 'expired');
    expect(ended.length).toBeGreaterThan(0);
  });
});

describe('SHR-1: suggestions', () => {
  it('weigh the decisions of a pattern that was shared, and no others', async () => {
    const engram = await openForTest();
    const [alice, bob] = ['alice', 'bob'].map((name) => engram.agent(name)) as [View, View];
    for (const context of ['api-auth-timeout', 'slow-query'])
      await alice.memories.record({
        kind: 'decision',
        content: { context, action: 'retry', outcome: 'success' },
      });
    await alice.memories.share({ to: 'bob', pattern: 'api-auth-timeout' });
    const { actions } = await bob.learning.suggest({ context: 'api-auth-timeout' });
    expect(actions).toMatchObject([{ action: 'retry', attempts: 1 }]);
    expect((await bob.learning.suggest({ context: 'slow-query' })).actions).toEqual([]);
  });
});

describe('SHR-1: a pattern of runs', () => {
  it('is shown to whom it is shared with as its owner sees it, and the runs stay private', async () => {
    const engram = await openForTest();
    const [alice, bob] = ['alice', 'bob'].map((name) => engram.agent(name)) as [View, View];
    for (let number = 0; number < 4; number += 1) {
      const run = await alice.startRun({ description: 'Ship it', category: 'release', approach: 'canary' });
      await run.finish({ outcome: 'success' });
    }
    const [{ slug = '' } = {}] = await alice.learning.patterns({ type: 'success' });
    await alice.memories.share({ to: 'bob', pattern: slug });
    expect(await bob.learning.patterns({ type: 'success' })).toMatchObject([{ slug, approach: 'canary' }]);
    expect(await bob.learning.show(slug)).toMatchObject({ pattern: { slug } });
    expect((await bob.runs.list({})).items).toEqual([]);
    await alice.memories.revoke('alice-to-bob');
    expect(await bob.learning.patterns({})).toEqual([]);
  });
});

describe('SHR-1: what was made with something shared', () => {
  it('is no longer used when it is not shared any more: examples and what an agent learned', async () => {
    const { engram } = await withAlice();
    const [alice, bob] = ['alice', 'bob'].map((name) => engram.agent(name)) as [View, View];
    await alice.memories.share({ to: 'bob', tags: ['auth'] });
    const run = await bob.startRun({ description: 'Sign in' });
    await bob.memories.search({ query: 'sign-in token', run: run.id });
    await run.call('sign_in', { user: 'bob' }, async () => ({ token: 'short-lived' }));
    await run.finish({ outcome: 'success' });
    await engram.jobs.run();
    const template = await bob.templates.save({ run: run.id, name: 'sign-in' });
    const learned = async () => [
      (await bob.templates.examples.list({ template: template.id })).length,
      (await bob.templates.memory.list({ template: template.id })).length,
    ];
    expect(await learned()).toEqual([1, 1]);
    await alice.memories.revoke('alice-to-bob');
    expect(await learned()).toEqual([0, 0]);
    expect((await engram.templates.memory.list({ template: template.id })).length).toBe(0);
    await alice.memories.share({ to: 'bob', tags: ['auth'] });
    expect(await learned()).toEqual([1, 1]);
  });

  it('is no longer used when the memory is deleted', async () => {
    const { engram, ids } = await withAlice();
    const bob = engram.agent('bob');
    await engram.memories.share({ from: 'alice', to: 'bob', memory: ids[0] });
    const run = await bob.startRun({ description: 'Sign in' });
    await bob.memories.context({ query: 'sign-in token expires', run: run.id });
    await run.call('sign_in', { user: 'bob' }, async () => ({ token: 'short-lived' }));
    await run.finish({ outcome: 'success' });
    await engram.jobs.run();
    const { id } = await bob.templates.save({ run: run.id, name: 'sign-in' });
    expect(await bob.templates.examples.list({ template: id })).toHaveLength(1);
    await engram.memories.delete(ids[0] ?? '');
    expect(await bob.templates.examples.list({ template: id })).toEqual([]);
  });
});

describe('SHR-1: failures and solutions of a project', () => {
  /** Three agents meet the same failure; alice says what helps, and uses it. */
  async function withColleagues() {
    const engram = await openForTest();
    for (const [name, times] of [
      ['alice', 3],
      ['bob', 2],
      ['carol', 1],
    ] as const) {
      for (let time = 0; time < times; time += 1) {
        const run = await engram.agent(name).startRun({ description: 'Install the packages' });
        const failing = run.call('npm', { packages: time }, async () => {
          throw new Error(`npm install timed out after ${30 + time} s`);
        });
        await failing.catch(() => {});
        await run.finish({ outcome: 'failure' });
      }
    }
    await engram
      .agent('alice')
      .learning.learn({ error: 'npm install timed out after 30 s', solution: 'Use the mirror' });
    return engram;
  }
  const error = 'npm install timed out after 99 s';

  it('are private until the owner shares them: a fourth agent has not met it', async () => {
    const engram = await withColleagues();
    expect(await engram.agent('dave').learning.recognise({ error })).toMatchObject({
      occurrences: 0,
      solutions: [],
    });
    expect(await engram.agent('bob').learning.recognise({ error })).toMatchObject({
      occurrences: 2,
      solutions: [],
    });
  });

  it('are one failure with its agents named for the owner, who sees everybody', async () => {
    const engram = await withColleagues();
    const failures = await engram.learning.failures({});
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      occurrences: 6,
      agents: [
        { agent: 'alice', occurrences: 3 },
        { agent: 'bob', occurrences: 2 },
        { agent: 'carol', occurrences: 1 },
      ],
      solutions: [{ approach: 'Use the mirror' }],
    });
    const report = await engram.report();
    expect(report.failures).toMatchObject([{ occurrences: 6, agents: ['alice', 'bob', 'carol'] }]);
    const name = failures[0]?.slug ?? '';
    expect(await engram.learning.show(name)).toMatchObject({ pattern: { occurrences: 6 } });
  });

  it('are known to every agent by one grant of the owner, and to nobody once it is revoked', async () => {
    const engram = await withColleagues();
    const dave = engram.agent('dave');
    const grant = await engram.memories.share({ failures: true });
    expect(grant).toMatchObject({ to: { agent: null }, from: { agent: null } });
    const known = await dave.learning.recognise({ error });
    expect(known).toMatchObject({ occurrences: 6, solutions: [{ approach: 'Use the mirror' }] });
    expect(known.agents.map(({ agent }) => agent)).toEqual(['alice', 'bob', 'carol']);
    expect(await dave.learning.solutions({ error })).toMatchObject([{ approach: 'Use the mirror' }]);
    expect(await dave.learning.failures({})).toMatchObject([{ occurrences: 6 }]);
    expect(await dave.learning.failures({ recent: '7d' })).toMatchObject([{ occurrences: 6 }]);

    // How it went for dave is measured for all.
    await dave.learning.solved({ id: known.solutions[0]?.id ?? '', outcome: 'success' });
    expect(await engram.agent('bob').learning.recognise({ error })).toMatchObject({
      solutions: [{ approach: 'Use the mirror', attempts: 1, successRate: 1 }],
    });
    // Everything else of the others stays theirs.
    expect((await dave.runs.list({})).items).toEqual([]);

    await engram.memories.revoke(grant.name);
    expect(await dave.learning.recognise({ error })).toMatchObject({ id: null, occurrences: 0 });
    expect(await dave.learning.failures({})).toEqual([]);
  });

  it('are shared by one agent with another, who reads them and changes nothing', async () => {
    const engram = await withColleagues();
    await engram.agent('alice').memories.share({ to: 'dave', failures: true });
    const dave = engram.agent('dave');
    const known = await dave.learning.recognise({ error });
    expect(known).toMatchObject({ occurrences: 3, solutions: [{ approach: 'Use the mirror' }] });
    const answer = { id: known.solutions[0]?.id ?? '', outcome: 'failure' } as const;
    await expect(dave.learning.solved(answer)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engram.agent('carol').learning.recognise({ error })).toMatchObject({ occurrences: 1 });
  });

  it('are shared one pattern at a time, and the others stay private', async () => {
    const engram = await withColleagues();
    const alice = engram.agent('alice');
    await alice.memories.record({
      kind: 'failure',
      content: { errorSignature: 'disk full', solution: 'Clean up' },
    });
    const [{ slug = '' } = {}] = await alice.learning.failures({});
    await alice.memories.share({ to: 'dave', pattern: slug });
    const dave = engram.agent('dave');
    expect(await dave.learning.recognise({ error })).toMatchObject({ occurrences: 3 });
    expect(await dave.learning.recognise({ error: 'disk full' })).toMatchObject({ occurrences: 0 });
    expect(await dave.learning.failures({})).toHaveLength(1);
  });

  it('are not shared by a memory of one: no pattern of its owner comes with it', async () => {
    const engram = await withColleagues();
    const alice = engram.agent('alice');
    const content = { errorSignature: 'disk full', solution: 'Clean up' };
    const { id } = await alice.memories.record({ kind: 'failure', content });
    await alice.memories.share({ to: 'dave', memory: id });
    const dave = engram.agent('dave');
    expect(await dave.learning.failures({})).toEqual([]);
    expect(await dave.learning.recognise({ error })).toMatchObject({ occurrences: 0 });
    expect(await found(dave, 'disk full')).toHaveLength(1);
  });
});
