import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { dayMs } from '../../records/lifetime.ts';
import { type Memory, memorySchema } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { archived, archiveGroups, candidateOf, isArchivable, summaryOf } from './compress.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const now = Date.UTC(2025, 6, 1);
const daysAgo = (days: number) => now - days * dayMs;
const old = (fields: MemoryOverrides = {}): Memory =>
  aMemory({ createdAt: daysAgo(200), ...fields } as MemoryOverrides);
const goes = (fields: MemoryOverrides) => isArchivable(old(fields), now, settings);
const provenance = (fields: Partial<Memory['provenance']>) => ({ ...aMemory().provenance, ...fields });

describe('MEM-5 what is old and of little value', () => {
  it.each([
    ['that matters little and was never used', { relevance: 0.4 }],
    ['of which nobody was sure', { confidence: 0.3 }],
    ['that kept hurting', { standing: 'demoted' }],
    [
      'that kept hurting, after it had helped',
      { standing: 'demoted', evidence: { successes: 1, failures: 9 } },
    ],
    [
      'of which nobody was sure, though it was used long ago',
      { confidence: 0.3, lastAccessedAt: daysAgo(181) },
    ],
  ] as Array<[string, MemoryOverrides]>)('is one %s', (_what, fields) => expect(goes(fields)).toBe(true));

  it.each([
    ['nobody ever said anything about: long-term is for good', {}],
    ['with the defaults, however old', { createdAt: daysAgo(4_000) }],
    ['that is young', { relevance: 0.1, createdAt: daysAgo(179) }],
    ['used lately', { confidence: 0.1, accessCount: 1, lastAccessedAt: daysAgo(10) }],
    ['that helped', { confidence: 0.1, evidence: { successes: 0.1, failures: 0 } }],
    ['that another is linked with', { relevance: 0.1, links: [{ kind: 'contradicts', id: 'mem_1' }] }],
    ['that goes by itself', { relevance: 0.1, expiresAt: now + 1 }],
    [
      'that kept its date when it was brought in',
      { relevance: 0.1, provenance: provenance({ externalId: 'x' }) },
    ],
    ['that is archived already', { relevance: 0.1, standing: 'archived' }],
    ['that says how a decision went', { relevance: 0.1, kind: 'decision', content: { action: 'retry' } }],
    ['that is a rule', { relevance: 0.1, kind: 'rule', text: 'Retry once', content: {} }],
    ['that is a preference', { relevance: 0.1, kind: 'preference', content: { key: 'a', value: 1 } }],
  ] as Array<[string, MemoryOverrides]>)('is not one %s', (_what, fields) =>
    expect(goes(fields)).toBe(false),
  );
});

describe('MEM-5 memories that go', () => {
  const tagged = (count: number, ...tags: string[]) =>
    Array.from({ length: count }, () => candidateOf(old({ tags })));

  it('are put together by topic, domain or tag, five or more', () => {
    const candidates = [...tagged(4, 'a', 'b'), ...tagged(2, 'b'), ...tagged(4, 'c')];
    const groups = archiveGroups(candidates);
    expect(groups.map(({ about, ids }) => [about, ids.length])).toEqual([
      ['b', 6],
      [null, 1],
      [null, 1],
      [null, 1],
      [null, 1],
    ]);
  });

  it('each go once, and all go', () => {
    const candidates = [...tagged(7, 'a'), ...tagged(7, 'a', 'b'), ...tagged(3, 'b'), ...tagged(1)];
    const ids = archiveGroups(candidates).flatMap((group) => group.ids);
    expect([...ids].sort()).toEqual(candidates.map(({ id }) => id).sort());
  });

  it('are summed up twenty at a time', () => {
    const sizes = archiveGroups(tagged(47, 'a')).map(({ ids }) => ids.length);
    expect(sizes).toEqual([20, 20, 7]);
  });

  it('are known by what they are about', () => {
    expect(candidateOf(old({ content: { domain: 'billing' }, tags: ['x', 'generated'] })).abouts).toEqual([
      'billing',
      'x',
    ]);
    expect(candidateOf(old({ kind: 'experience', content: { context: 'API timeout' } })).abouts).toEqual([
      'api-timeout',
    ]);
  });

  it('are not summed up when they kept hurting, or are a summary: they go alone', () => {
    expect(candidateOf(old({ tags: ['a'], standing: 'demoted' })).abouts).toEqual([]);
    expect(candidateOf(old({ tags: ['a', 'summary'] })).abouts).toEqual([]);
  });
});

describe('MEM-5 a summary', () => {
  const texts = [
    'Refunds of the shop need the id of the payment. Ask Ann.',
    'Refunds of the shop are slow.',
    'Refunds need the payment id of the shop',
    'A walrus came by.',
    'Refunds of the shop are slow!',
  ];
  const members = texts.map((text, index) =>
    old({
      text,
      tags: ['refund', `t${index}`],
      createdAt: daysAgo(300 - index),
      confidence: 0.2,
      relevance: 0.4,
    }),
  ) as [Memory, ...Memory[]];
  const summary = summaryOf('refund', members, 'mem_sum', now);

  it('stands for all of them, says how many they are, and quotes what most of them say', () => {
    expect(summary.text).toMatch(/^5 memories about "refund", 2024-09-04 to 2024-09-08: Refunds of the shop/);
    expect(summary.text.match(/slow/g)).toHaveLength(1);
    expect(summary).toMatchObject({ kind: 'knowledge', tags: ['summary', 'refund'], visibility: 'private' });
    expect(summary.derivedFrom.map(({ id }) => id)).toEqual(members.map(({ id }) => id));
    expect(summary.confidence).toBeCloseTo(0.2);
    expect(memorySchema.parse(summary)).toEqual(summary);
  });

  it('is short, whatever the memories are like', () => {
    const long = members.map((memory) => ({ ...memory, text: 'Many 😀 words of refunds. '.repeat(400) }));
    const wordy = members.map((memory, index) => ({ ...memory, text: `${index}${'a😀'.repeat(300)}` }));
    for (const list of [long, wordy]) {
      const { text } = summaryOf('refund', list as unknown as [Memory, ...Memory[]], 'mem_sum', now);
      expect(text.length).toBeLessThan(700);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  it('of fields quotes what they say', () => {
    const lessons = members.map((memory) => ({
      ...memory,
      ...{ kind: 'experience', text: '', content: { lesson: 'Ask Ann' } },
    })) as unknown as [Memory, ...Memory[]];
    expect(summaryOf('refund', lessons, 'mem_sum', now).text).toContain(': Ask Ann.');
  });

  it('is the same one, whoever makes it', () => {
    const again = summaryOf('refund', [...members].reverse() as [Memory, ...Memory[]], 'mem_2', now);
    expect(again.provenance.externalId).toBe(summary.provenance.externalId);
  });

  it('is where those that went lead to', () => {
    expect(archived(members[0], 'mem_sum')).toMatchObject({
      reason: 'summarised',
      memory: { standing: 'archived', links: [{ kind: 'summarised-in', id: 'mem_sum' }], revision: 1 },
    });
    expect(archived(members[0], null)).toMatchObject({ reason: 'archived', memory: { links: [] } });
  });
});
