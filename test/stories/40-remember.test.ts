import { describe, expect, it } from 'vitest';
import { memoryKinds } from '../../src/records/memory.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from './open-for-test.ts';

describe('MEM-1 nine kinds of memory', () => {
  it.each(memoryKinds)('a %s is valid with text alone', async (kind) => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.memories.record({ kind, text: 'The staging API needs a VPN' });
    expect(await alice.memories.get(id)).toMatchObject({
      kind,
      text: 'The staging API needs a VPN',
      content: {},
    });
  });

  it.each([
    [
      'decision',
      {
        context: 'api-auth-timeout',
        action: 'retry',
        outcome: 'success',
        outcomeQuality: 0.9,
        alternatives: ['wait'],
      },
    ],
    [
      'failure',
      {
        errorSignature: 'ETIMEDOUT',
        rootCause: 'pool too small',
        solution: 'grow it',
        prevention: 'watch it',
      },
    ],
    [
      'success',
      { context: 'deploy', approach: 'canary', keyFactors: ['small'], replicationSteps: ['build', 'ship'] },
    ],
    [
      'collaboration',
      { partners: ['bob'], interaction: 'review', outcome: 'partial', lessons: ['talk first'] },
    ],
    ['knowledge', { domain: 'auth', knowledgeKind: 'fact', expertise: 'expert', relatedEntities: ['oauth'] }],
    [
      'experience',
      {
        context: 'migration',
        action: 'rollback',
        tools: ['psql'],
        outcome: 'failure',
        metrics: { minutes: 12 },
        lesson: 'dry-run',
        issueId: '7',
        pullRequestId: '9',
      },
    ],
    [
      'entity',
      {
        entityType: 'person',
        name: 'Ada',
        properties: { team: 'core' },
        firstSeen: 1,
        lastUpdated: 2,
        interactionCount: 3,
        relations: [{ relation: 'works on', entity: 'engram' }],
      },
    ],
    ['rule', { ruleKind: 'constraint', learnedFrom: 'mem_1', timesApplied: 4, ruleSuccessRate: 0.75 }],
    ['preference', { key: 'editor', value: { name: 'vim' }, metadata: { source: 'chat' } }],
  ] as const)('a %s keeps each of its fields', async (kind, content) => {
    const alice = (await openForTest()).agent('alice');
    const { id } = await alice.memories.record({ kind, content: structuredClone(content) as never });
    expect((await alice.memories.get(id)).content).toEqual(content);
  });

  it('refuses an unknown kind, a field of another kind, a wrong type and an empty memory', async () => {
    const alice = (await openForTest()).agent('alice');
    const wrong = [
      { kind: 'opinion', text: 'x' },
      { kind: 'decision', content: { rootCause: 'x' } },
      { kind: 'decision', content: { outcome: 'so so' } },
      { kind: 'knowledge', text: 'x', confidence: 2 },
      { kind: 'knowledge', text: '  ' },
      { kind: 'knowledge', text: 'x', surprise: true },
    ];
    for (const input of wrong) {
      await expect(alice.memories.record(input as never)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect((await alice.stats()).memories).toBe(0);
  });

  it('names the fields a kind does have', async () => {
    const alice = (await openForTest()).agent('alice');
    await expect(alice.memories.record({ kind: 'failure', content: { action: 'x' } })).rejects.toThrow(
      'A memory of kind failure has no field "action". Its fields are: errorSignature, rootCause, solution, prevention.',
    );
  });

  it.each([
    ['a NUL byte', 'a\u0000b', 'invalid_input'],
    ['a lone surrogate', 'broken \ud800', 'invalid_input'],
    ['ten megabytes', 'x'.repeat(10_000_000), 'too_large'],
  ])('refuses text with %s, and says what to do', async (_what, text, code) => {
    const alice = (await openForTest()).agent('alice');
    await expect(alice.memories.record({ kind: 'knowledge', text })).rejects.toMatchObject({ code });
    expect((await alice.stats()).memories).toBe(0);
  });
});

describe('MEM-2 every memory carries what is needed to judge it', () => {
  it('has owner, scores, times, visibility, provenance and version', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const { id } = await alice.memories.record({
      kind: 'knowledge',
      text: 'VPN',
      tags: ['net'],
      provenance: { runId: 'run_1' },
    });
    expect(await alice.memories.get(id)).toEqual({
      schemaVersion: 1,
      id,
      scope: { user: 'local', project: 'default', agent: 'alice' },
      createdAt: engram.time.now(),
      kind: 'knowledge',
      text: 'VPN',
      content: {},
      tags: ['net'],
      confidence: 0.5,
      relevance: 0.5,
      successRate: null,
      lastAccessedAt: null,
      accessCount: 0,
      expiresAt: null,
      visibility: 'private',
      provenance: {
        runId: 'run_1',
        stepId: null,
        importedFrom: null,
        agent: null,
        externalId: null,
        sessionId: null,
        position: null,
        byPerson: null,
      },
      derivedFrom: [],
      standing: 'active',
      evidence: { successes: 0, failures: 0 },
      confirmedAt: null,
      validUntil: null,
      links: [],
      revision: 0,
    });
  });

  it('counts being recalled, without the reader waiting for it (REC-5)', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
    engram.time.advance(1_000);
    await engram.memories.search({ query: 'staging' });
    await new Promise(setImmediate);
    expect(await engram.memories.get(id)).toMatchObject({
      accessCount: 1,
      lastAccessedAt: engram.time.now(),
    });
  });

  it('is not recalled, listed or suggested once it has expired', async () => {
    const engram = await openForTest();
    const expiresAt = engram.time.now() + 1_000;
    await engram.memories.record({
      kind: 'decision',
      content: { context: 'c', action: 'old', outcome: 'success' },
      expiresAt,
    });
    expect((await engram.memories.list()).items).toHaveLength(1);
    engram.time.advance(1_000);
    expect((await engram.memories.list()).items).toEqual([]);
    expect(await engram.memories.search({ query: 'old' })).toEqual([]);
    expect((await engram.learning.suggest({ context: 'c' })).actions).toEqual([]);
  });
});

describe('first recall', () => {
  it('finds by other forms of the words and puts the better match first', async () => {
    const engram = await openForTest();
    await engram.memories.record({
      kind: 'knowledge',
      text: 'Authentication failed because the token had expired',
    });
    await engram.memories.record({ kind: 'knowledge', text: 'The build failed' });
    await engram.memories.record({ kind: 'knowledge', text: 'Lunch is at noon' });
    const found = await engram.memories.search({ query: 'authentication fails: tokens expiring' });
    expect(found.flatMap(({ memory }) => memory?.text ?? [])).toEqual([
      'Authentication failed because the token had expired',
      'The build failed',
    ]);
  });

  it.each([
    ['OAuth', 'oauth'],
    ['注文をキャンセルする', '注文'],
    ['getUserById', 'user'],
    ['ECONNREFUSED', 'econnrefused'],
    ['Größenänderung', 'größenänderung'],
  ])('finds %s by %s', async (stored, asked) => {
    const engram = await openForTest();
    await engram.memories.record({ kind: 'knowledge', text: `About ${stored} at work` });
    const found = await engram.memories.search({ query: asked });
    expect(found).toHaveLength(1);
  });

  it('says what a score is made of (REC-3)', async () => {
    const engram = await openForTest();
    await engram.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN', confidence: 0.9 });
    const [found] = await engram.memories.search({ query: 'staging vpn' });
    expect(found?.parts).toMatchObject({ relevance: expect.closeTo(1, 2), recency: 1, success: 0.5 });
    expect(found?.parts.confidence).toBeCloseTo(0.9);
    expect(found?.score).toBeCloseTo(0.85 + 0.05 + 0.05 * 0.9 + 0.05 * 0.5);
    expect(found?.match).toMatchObject({ topic: 0, speaker: 0, date: 0 });
    expect(found?.match.words).toBeGreaterThan(0);
    expect(found?.match.meaning).toBeGreaterThan(0);
  });

  it('retrieves what was recorded about exactly this situation before similar ones', async () => {
    const engram = await openForTest();
    await engram.memories.record({
      kind: 'decision',
      content: { context: 'auth failure in the payment auth gateway', action: 'auth failure handling' },
    });
    await engram.memories.record({
      kind: 'decision',
      content: { context: 'Auth Failure', action: 'log in again' },
    });
    const [first] = await engram.memories.retrieve({ context: 'auth-failure' });
    expect(first?.memory.content).toMatchObject({ action: 'log in again' });
  });

  it.each(['', '   ', '🙂🙂', '" OR NEAR( * -', 'the of and', '数据库', 'x '.repeat(50_000)])(
    'a query is never an error: %j',
    async (query) => {
      const engram = await openForTest();
      await engram.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
      await expect(engram.memories.search({ query })).resolves.toBeInstanceOf(Array);
    },
  );
});

describe('MEM-7 deleting deletes', () => {
  it('removes the memory from every read, with all that was derived from it', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    const source = await alice.memories.record({
      kind: 'experience',
      text: 'The migration failed without a dry run',
    });
    const rule = await alice.memories.record({
      kind: 'rule',
      text: 'Always dry-run a migration',
      derivedFrom: [{ kind: 'memory', id: source.id }],
    });
    await engram.agent('bob').memories.record({
      kind: 'rule',
      text: 'As alice says: always dry-run a migration',
      derivedFrom: [{ kind: 'memory', id: rule.id }],
    });
    await alice.memories.delete(source.id);
    expect((await engram.stats()).memories).toBe(0);
    expect(await engram.memories.search({ query: 'migration' })).toEqual([]);
    await expect(alice.memories.get(rule.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lets an agent read the memories of its project, but not delete them', async () => {
    const engram = await openForTest();
    const { id } = await engram.memories.record({ kind: 'knowledge', text: 'Deploys happen on Fridays' });
    const alice = engram.agent('alice');
    expect((await alice.memories.get(id)).text).toBe('Deploys happen on Fridays');
    await expect(alice.memories.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    await engram.memories.delete(id);
    await expect(alice.memories.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('closing Engram', () => {
  it('waits for memories that are still being recorded', async () => {
    const db = `file:${temporaryFolder()}/memory.db`;
    const engram = await openForTest({ db });
    const recorded = engram.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
    await engram.close();
    const { id } = await recorded;
    const again = await openForTest({ db });
    expect(await again.memories.get(id)).toMatchObject({ text: 'The staging API needs a VPN' });
    await again.close();
  });
});
