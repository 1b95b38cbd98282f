import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import type { KnowledgeDocument } from '../../src/records/knowledge.ts';
import { checksumOf } from '../../src/share/knowledge/checksum.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

const day = 24 * 60 * 60 * 1_000;

/** An engine with an alice who knows something about signing in, and something else. */
async function withAlice() {
  const clock = fixedClock();
  const engram = await openForTest({ clock });
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => engram.agent(name)) as [
    View,
    View,
    View,
  ];
  const token = await alice.memories.record({
    kind: 'knowledge',
    text: 'The sign-in token expires after 5 minutes',
    content: { domain: 'auth' },
    tags: ['reviewed'],
    confidence: 0.9,
  });
  await alice.memories.record({
    kind: 'decision',
    content: { context: 'api-auth-timeout', action: 'retry', outcome: 'success' },
    tags: ['auth'],
  });
  await alice.memories.record({ kind: 'knowledge', text: 'Lunch is at noon' });
  return { engram, clock, alice, bob, carol, token };
}

/** Signs a document again after somebody edited it. */
function resealed(document: KnowledgeDocument): KnowledgeDocument {
  const memories = document.memories.map(({ checksum, ...fields }) => ({
    ...fields,
    checksum: checksumOf(fields),
  }));
  const { checksum, ...rest } = { ...document, memories };
  return { ...rest, checksum: checksumOf(rest) };
}

const texts = async (view: View): Promise<string[]> =>
  (await view.memories.list({ limit: 100 })).items.map(({ text }) => text).toSorted();

describe('SHR-2: an export', () => {
  it('holds what an agent knows about a domain, with its provenance and checksums, and nothing of its store', async () => {
    const { alice } = await withAlice();
    const document = await alice.knowledge.export({ domain: 'auth' });
    expect(document).toMatchObject({
      format: 'engram-knowledge',
      version: 1,
      from: { agent: 'alice' },
      selection: { domain: 'auth', kind: null, tags: [] },
    });
    expect(document.memories.map(({ kind, owner }) => [kind, owner])).toEqual([
      ['knowledge', 'alice'],
      ['decision', 'alice'],
    ]);
    const { checksum, ...rest } = document;
    expect(checksumOf(rest)).toBe(checksum);
    expect(Object.keys(document.memories[0] ?? {})).toEqual([
      'id',
      'owner',
      'createdAt',
      'kind',
      'text',
      'content',
      'tags',
      'confidence',
      'relevance',
      'expiresAt',
      'provenance',
      'checksum',
    ]);
    expect((await alice.knowledge.export({ kind: 'decision' })).memories).toHaveLength(1);
    expect((await alice.knowledge.export({ tags: ['reviewed'] })).memories).toHaveLength(1);
  });

  it('holds the solutions an agent was taught, as memories of the failure', async () => {
    const { engram, alice } = await withAlice();
    const error = 'npm install timed out after 30 s';
    await alice.learning.learn({
      error,
      solution: 'Use the mirror',
      category: 'npm',
      rootCause: 'A slow registry',
    });
    const { memories } = await alice.knowledge.export({ domain: 'npm' });
    expect(memories).toMatchObject([
      {
        kind: 'failure',
        content: { solution: 'Use the mirror', rootCause: 'A slow registry' },
        tags: ['npm'],
      },
    ]);
    const document = await alice.knowledge.export({});
    await engram.agent('bob').knowledge.import({ document });
    expect(
      await engram.agent('bob').learning.recognise({ error: 'npm install timed out after 99 s' }),
    ).toMatchObject({
      solutions: [{ approach: 'Use the mirror' }],
    });
    expect(await alice.knowledge.import({ document })).toMatchObject({
      added: 0,
      replaced: 0,
      conflicts: [],
    });
  });

  it('leaves out what others only share, unless it may be shared on; then it says whose it is', async () => {
    const { alice, bob, token } = await withAlice();
    await alice.memories.share({ to: 'bob', kind: 'decision' });
    expect((await bob.knowledge.export({})).memories).toEqual([]);
    await alice.memories.share({ to: 'bob', memory: token.id, onward: true });
    const { memories, from } = await bob.knowledge.export({});
    expect([from.agent, memories.map(({ id, owner }) => [id, owner])]).toEqual([
      'bob',
      [[token.id, 'alice']],
    ]);
  });

  it('of the owner holds what all agents know, or one of them; an agent exports only for itself', async () => {
    const { engram, bob } = await withAlice();
    await bob.memories.record({ kind: 'rule', text: 'Never push on a Friday' });
    await engram.memories.record({ kind: 'rule', text: 'Be kind', stated: true });
    expect((await engram.knowledge.export({ kind: 'rule' })).memories.map(({ owner }) => owner)).toEqual([
      'bob',
      null,
    ]);
    expect((await engram.knowledge.export({ fromAgent: 'bob' })).memories).toHaveLength(1);
    expect((await bob.knowledge.export({})).memories).toHaveLength(1);
    await expect(bob.knowledge.export({ fromAgent: 'alice' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('SHR-2: an import', () => {
  it('brings knowledge to another user as claims: who knew it first is kept, its confidence is not', async () => {
    const { engram, alice } = await withAlice();
    const document = await alice.knowledge.export({ domain: 'auth' });
    const zoe = engram.as({ user: 'zoe', project: 'blog', agent: 'zoe' });
    expect(await zoe.knowledge.import({ document })).toEqual({
      dryRun: false,
      added: 2,
      replaced: 0,
      already: 0,
      conflicts: [],
      skipped: [],
    });
    const [found] = await zoe.memories.search({ query: 'sign-in token' });
    expect(found?.memory).toMatchObject({
      scope: { user: 'zoe', agent: 'zoe' },
      confidence: 0.5,
      provenance: { agent: 'alice', importedFrom: expect.stringContaining('knowledge of') },
      createdAt: document.memories[0]?.createdAt,
    });
    expect((await zoe.learning.suggest({ context: 'api-auth-timeout' })).actions).toMatchObject([
      { action: 'retry' },
    ]);
  });

  it('cannot outvote what was seen here: all that a file claims about an action weighs as one claim', async () => {
    const { alice, bob } = await withAlice();
    const context = 'deploy-fails';
    await bob.memories.record({
      kind: 'decision',
      content: { context, action: 'roll back', outcome: 'success' },
    });
    for (let claim = 0; claim < 12; claim += 1)
      await alice.memories.record({
        kind: 'decision',
        content: { context, action: 'run as root', outcome: 'success' },
      });
    await bob.knowledge.import({ document: await alice.knowledge.export({}) });
    expect((await bob.learning.suggest({ context })).actions).toMatchObject([
      { action: 'roll back', effective: 1 },
      { action: 'run as root', effective: 0.5, sureness: 'unsure' },
    ]);
    expect(await bob.learning.patterns({ type: 'decision' })).toContainEqual(
      expect.objectContaining({
        context,
        actions: [expect.objectContaining({ action: 'roll back' }), expect.anything()],
      }),
    );
  });

  it('changes nothing when it is repeated, and nothing in a dry run', async () => {
    const { alice, bob } = await withAlice();
    const document = await alice.knowledge.export({});
    expect(await bob.knowledge.import({ document, dryRun: true })).toMatchObject({ dryRun: true, added: 3 });
    expect(await texts(bob)).toEqual([]);
    await bob.knowledge.import({ document });
    const before = await bob.memories.list({ limit: 100 });
    for (const onConflict of ['keep', 'replace', 'both'] as const)
      expect(await bob.knowledge.import({ document, onConflict })).toMatchObject({
        added: 0,
        replaced: 0,
        already: 3,
        conflicts: [],
      });
    expect(await bob.memories.list({ limit: 100 })).toEqual(before);
    expect(await alice.knowledge.import({ document })).toMatchObject({ added: 0, already: 3 });
  });

  it('resolves another version by the rule that is asked for, and reports it', async () => {
    const { alice, bob } = await withAlice();
    const document = await alice.knowledge.export({ tags: ['reviewed'] });
    await bob.knowledge.import({ document });
    const [first] = document.memories;
    const other = resealed({
      ...document,
      memories: [
        { ...first, text: 'The sign-in token expires after an hour' } as (typeof document.memories)[number],
      ],
    });
    const ask = async (onConflict?: 'keep' | 'replace' | 'both') =>
      bob.knowledge.import({ document: other, ...(onConflict && { onConflict }) });
    expect(await ask()).toMatchObject({ added: 0, conflicts: [{ reason: 'same id', resolution: 'kept' }] });
    expect(await ask('both')).toMatchObject({ added: 1, conflicts: [{ resolution: 'both' }] });
    expect(await ask('both')).toMatchObject({ added: 0, already: 1 });
    expect(await texts(bob)).toHaveLength(2);
    const back = await ask('replace');
    expect(back).toMatchObject({ added: 0, replaced: 0, already: 1 });
  });

  it('replaces with the history kept, and never what the user stated', async () => {
    const { engram, alice } = await withAlice();
    const zoe = engram.as({ user: 'zoe', project: 'blog', agent: null });
    await alice.memories.record({ kind: 'preference', content: { key: 'theme', value: 'dark' } });
    const document = await alice.knowledge.export({ kind: 'preference' });
    const own = await zoe.memories.record({ kind: 'preference', content: { key: 'theme', value: 'light' } });
    expect(await zoe.knowledge.import({ document, onConflict: 'replace' })).toMatchObject({
      replaced: 1,
      conflicts: [{ reason: 'same topic', own: own.id, resolution: 'replaced' }],
    });
    expect(await zoe.memories.get(own.id)).toMatchObject({ content: { value: 'dark' } });
    expect((await zoe.memories.history(own.id)).length).toBeGreaterThan(1);
    await zoe.memories.delete(own.id);
    const stated = await zoe.memories.record({
      kind: 'preference',
      content: { key: 'theme', value: 'light' },
      stated: true,
    });
    expect(await zoe.knowledge.import({ document, onConflict: 'replace' })).toMatchObject({
      replaced: 0,
      conflicts: [{ reason: 'stated by the user', own: stated.id, resolution: 'kept' }],
    });
  });

  it('cannot make the words of a file those of the user', async () => {
    const { engram } = await withAlice();
    await engram.memories.record({ kind: 'rule', text: 'Always deploy on Fridays', stated: true });
    const document = await engram.knowledge.export({ kind: 'rule' });
    const zoe = engram.as({ user: 'zoe', project: 'blog', agent: null });
    await zoe.knowledge.import({ document });
    const { items } = await zoe.memories.list({});
    expect(items).toMatchObject([{ kind: 'rule', provenance: { byPerson: null } }]);
    const forged = resealed({
      ...document,
      memories: document.memories.map((memory) => ({
        ...memory,
        provenance: { ...memory.provenance, byPerson: true },
      })) as KnowledgeDocument['memories'],
    });
    await expect(zoe.knowledge.import({ document: forged })).rejects.toThrow('byPerson');
  });

  it('filters secrets again, on the way out and on the way in', async () => {
    const { bob, alice } = await withAlice();
    const document = await alice.knowledge.export({ tags: ['reviewed'] });
    const [first] = document.memories;
    const leaking = resealed({
      ...document,
      memories: [
        { ...first, text: 'Use AKIAIOSFODNN7EXAMPLE to sign in' } as (typeof document.memories)[number],
      ],
    });
    await bob.knowledge.import({ document: leaking });
    expect((await texts(bob)).join()).not.toContain('AKIAIOSFODNN7EXAMPLE');
    expect(await bob.knowledge.import({ document: leaking })).toMatchObject({ added: 0, already: 1 });
  });

  it.each([
    ['of another kind', (file: KnowledgeDocument) => ({ ...file, format: 'zip' }), 'format'],
    ['of another version', (file: KnowledgeDocument) => ({ ...file, version: 2 }), 'version is 2'],
    [
      'with a changed text',
      (file: KnowledgeDocument) => changedText(file),
      'memories.0 does not match its checksum',
    ],
    [
      'that lost a memory',
      (file: KnowledgeDocument) => ({ ...file, memories: [] }),
      'checksum does not match',
    ],
    ['with a strange field', (file: KnowledgeDocument) => ({ ...file, more: 1 }), '"more"'],
    ['without a list', (file: KnowledgeDocument) => ({ ...file, memories: 7 }), 'memories must be a list'],
    [
      'with the same memory twice',
      (file: KnowledgeDocument) => resealed({ ...file, memories: [...file.memories, ...file.memories] }),
      'has the id of memories.0',
    ],
    [
      'with a field of another kind of memory',
      (file: KnowledgeDocument) =>
        resealed({
          ...file,
          memories: file.memories.map((memory) => ({ ...memory, content: { action: 'x' } })),
        }),
      'memories.0',
    ],
    [
      'with too sure a memory',
      (file: KnowledgeDocument) =>
        resealed({ ...file, memories: file.memories.map((memory) => ({ ...memory, confidence: 2 })) }),
      'confidence',
    ],
  ])('of a file %s says what is wrong and writes nothing', async (_, spoil, message) => {
    const { alice, bob } = await withAlice();
    const document = await alice.knowledge.export({ tags: ['reviewed'] });
    const spoilt = spoil(document) as never;
    const refused = bob.knowledge.import({ document: spoilt });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(message);
    expect(await texts(bob)).toEqual([]);
  });

  it('says the same twice only when both are asked for, and skips what has expired', async () => {
    const { clock, alice, bob } = await withAlice();
    await alice.memories.record({
      kind: 'knowledge',
      text: 'The sale ends soon',
      expiresAt: clock.now() + day,
    });
    const document = await alice.knowledge.export({ kind: 'knowledge' });
    const own = await bob.memories.record({ kind: 'knowledge', text: 'Lunch is at noon' });
    clock.advance(day);
    expect(await bob.knowledge.import({ document })).toMatchObject({
      added: 1,
      conflicts: [{ reason: 'same content', own: own.id, resolution: 'kept' }],
      skipped: [{ reason: 'it has expired' }],
    });
    expect(await bob.knowledge.import({ document, onConflict: 'both' })).toMatchObject({
      added: 1,
      already: 1,
    });
    expect(await texts(bob)).toHaveLength(3);
  });
});

function changedText(file: KnowledgeDocument): object {
  return { ...file, memories: file.memories.map((memory) => ({ ...memory, text: 'Something else' })) };
}

describe('SHR-2: a merge', () => {
  const domain = 'auth';

  it('copies what another agent shares; the copies carry the grant, and go with it at once', async () => {
    const { engram, alice, bob } = await withAlice();
    expect(await bob.knowledge.merge({ fromAgent: 'alice', domain })).toMatchObject({
      added: 0,
      skipped: [],
    });
    await alice.memories.share({ to: 'bob', domain });
    expect(await bob.knowledge.merge({ fromAgent: 'alice', domain, dryRun: true })).toMatchObject({
      added: 2,
    });
    expect(await bob.knowledge.merge({ fromAgent: 'alice', domain })).toMatchObject({ added: 2 });
    expect(await bob.knowledge.merge({ fromAgent: 'alice', domain })).toMatchObject({ added: 0, already: 2 });
    const copies = (await bob.memories.list({})).items.filter(({ scope }) => scope.agent === 'bob');
    expect(copies.map(({ provenance }) => provenance.agent)).toEqual(['alice', 'alice']);
    const found = async (view: View) =>
      (await view.memories.search({ query: 'sign-in token' })).filter(
        ({ memory }) => memory?.scope.agent === 'bob',
      );
    expect(await found(engram)).toHaveLength(1);

    await alice.memories.revoke('alice-to-bob');
    expect(await texts(bob)).toEqual([]);
    for (const view of [bob, engram]) expect(await found(view)).toEqual([]);
    for (const { id } of copies)
      await expect(bob.memories.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(bob.memories.why(copies[0]?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    expect((await bob.learning.suggest({ context: 'api-auth-timeout' })).actions).toEqual([]);
    expect((await bob.knowledge.export({})).memories).toEqual([]);
  });

  it('is forgotten when the original is deleted (MEM-7)', async () => {
    const { engram, alice, bob, token } = await withAlice();
    await alice.memories.share({ to: 'bob', domain });
    await bob.knowledge.merge({ fromAgent: 'alice', domain });
    await alice.memories.delete(token.id);
    expect((await engram.memories.list({})).items.filter(({ scope }) => scope.agent === 'bob')).toHaveLength(
      1,
    );
  });

  it('ends with the grant when its time has passed', async () => {
    const { clock, alice, bob } = await withAlice();
    await alice.memories.share({ to: 'bob', domain, until: clock.now() + day });
    await bob.knowledge.merge({ fromAgent: 'alice', domain });
    clock.advance(day);
    expect(await texts(bob)).toEqual([]);
  });

  it('of a copy needs that it may be shared on, and then carries the whole chain', async () => {
    const { engram, alice, bob, carol } = await withAlice();
    const share = (onward: boolean) => alice.memories.share({ to: 'bob', tags: ['reviewed'], onward });
    await share(false);
    await bob.knowledge.merge({ fromAgent: 'alice', domain });
    const [copy] = (await bob.memories.list({})).items.filter(({ scope }) => scope.agent === 'bob');
    await expect(bob.memories.share({ to: 'carol', memory: copy?.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await bob.memories.share({ to: 'carol', tags: ['reviewed'] });
    expect(await texts(carol)).toEqual([]);
    expect((await bob.knowledge.export({})).memories).toEqual([]);
    expect(await engram.knowledge.merge({ fromAgent: 'bob', toAgent: 'carol' })).toMatchObject({
      added: 0,
      skipped: [{ id: copy?.id }],
    });
    await alice.memories.revoke('alice-to-bob');

    const grant = await share(true);
    await bob.knowledge.merge({ fromAgent: 'alice', domain });
    expect((await bob.knowledge.export({})).memories).toHaveLength(2);
    expect(await carol.knowledge.merge({ fromAgent: 'bob' })).toMatchObject({ added: 1 });
    expect(await texts(carol)).toHaveLength(2);
    await alice.memories.revoke(grant.id);
    expect(await texts(carol)).toEqual([]);
  });

  it('by the owner copies what any agent knows; such a copy goes with its original', async () => {
    const { engram, alice, bob, token } = await withAlice();
    await expect(bob.knowledge.merge({ fromAgent: 'alice', toAgent: 'carol' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await engram.knowledge.merge({ fromAgent: 'alice', toAgent: 'bob', domain })).toMatchObject({
      added: 2,
    });
    expect(await texts(bob)).toHaveLength(2);
    await alice.memories.delete(token.id);
    expect(await texts(bob)).toEqual(['']);
  });

  it('never replaces what lasts by what may be taken back', async () => {
    const { alice, bob } = await withAlice();
    const preference = (value: string) => ({ kind: 'preference' as const, content: { key: 'theme', value } });
    await alice.memories.record(preference('dark'));
    await alice.memories.share({ to: 'bob', kind: 'preference' });
    const own = await bob.memories.record(preference('light'));
    const report = await bob.knowledge.merge({ fromAgent: 'alice', onConflict: 'replace' });
    expect(report).toMatchObject({ replaced: 0, conflicts: [{ own: own.id, resolution: 'kept' }] });
    expect(await bob.memories.get(own.id)).toMatchObject({ content: { value: 'light' } });
  });

  it('leaves nothing behind in what is learned: no rule, no failure and no example outlasts the grant', async () => {
    const { engram, alice, bob } = await withAlice();
    await alice.memories.record({
      kind: 'failure',
      content: { errorSignature: 'disk full on build', solution: 'Clean up' },
      tags: ['auth'],
    });
    await alice.memories.share({ to: 'bob', domain });
    await bob.knowledge.merge({ fromAgent: 'alice', domain });
    const run = await bob.startRun({ description: 'Sign in' });
    await bob.memories.search({ query: 'sign-in token', run: run.id });
    await run.call('sign_in', { user: 'bob' }, async () => ({ token: 'short-lived' }));
    await run.finish({ outcome: 'success' });
    await engram.jobs.run();
    await bob.memories.consolidate({});
    const { id } = await bob.templates.save({ run: run.id, name: 'sign-in' });
    expect(await bob.templates.examples.list({ template: id })).toHaveLength(1);
    await alice.memories.revoke('alice-to-bob');
    expect(await bob.templates.examples.list({ template: id })).toEqual([]);
    expect(await bob.learning.failures({})).toEqual([]);
    expect(await bob.learning.recognise({ error: 'disk full on build' })).toMatchObject({
      occurrences: 0,
      solutions: [],
    });
  });
});
