import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { dayMs } from '../../records/lifetime.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { duplicateGroups, mergeOf } from './duplicates.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const start = Date.UTC(2025, 0, 1);
const groups = (memories: readonly Memory[]) => duplicateGroups(memories, settings);
const provenance = (fields: Partial<Memory['provenance']>) => ({ ...aMemory().provenance, ...fields });
const said = (text: string, fields: MemoryOverrides = {}) =>
  aMemory({ kind: 'knowledge', content: {}, text, ...fields } as MemoryOverrides);

describe('MEM-5 texts that say the same', () => {
  it.each([
    ['The staging API needs a VPN', 'the staging API needs a VPN.'],
    ['The staging API needs a VPN', 'Staging API  needs the VPN!'],
    ["Don't deploy on Fridays", 'Never deploy on a Friday'],
    ['The staging API needs a VPN', 'Note that the staging API needs a VPN'],
    ['The staging API needs a VPN', 'Important: The staging API needs a VPN'],
    ['Always run the migrations before deploying', 'Please run the migrations before deploying'],
    ['Do not log tokens', 'Never log tokens'],
    ['✅', '✅ '],
  ])('%s · %s', (left, right) => expect(groups([said(left), said(right)])).toHaveLength(1));

  it.each([
    ['The limit is 100', 'The limit is 500'],
    ['Always deploy on Fridays', 'Never deploy on Fridays'],
    ['Deploys on Friday are risky', 'Deploys on Monday are risky'],
    ['Copy from staging to production', 'Copy to staging from production'],
    ['Billing calls Ledger', 'Ledger calls Billing'],
    ['Do not retry when the call fails', 'Retry when the call does not fail'],
    ['Use get_user for lookups', 'Use get_users for lookups'],
    ['Run the linter before the tests', 'Run the linter after the tests'],
    [
      'To deploy the checkout service, run the migration script and restart the workers',
      'To deploy the payment service, run the migration script and restart the workers',
    ],
    ['The staging API needs a VPN', 'The API needs a VPN'],
    ['Set the offset to 5', 'Set the offset to -5'],
    ['The exporter is written in C', 'The exporter is written in C#'],
    ['👍', '👎'],
    ['When the API answers 429, back off', 'Back off when the API answers 429'],
    ['Clear cache after deploy, notify ops', 'Clear cache, notify ops after deploy'],
    ['Use the production database for reports', 'Use the product database for reports'],
    ['Use the customer schema', 'Use the custom schema'],
    ['Use the general client', 'Use the generic client'],
    ['The operator needs a key', 'The operation needs a key'],
    ['Drop the table user', 'Drop the table users'],
    ['Retry if status !== 200', 'Retry if status == 200'],
    ['Return early if (!user)', 'Return early if (user)'],
    ['Friday deploys: ✅', 'Friday deploys: ❌'],
    ['Ship the hardware to US', 'Ship the hardware to us'],
    ['Plan A needs approval', 'The plan needs approval'],
    ['Set a to 1', 'Set to 1'],
    ['Call getUser first', 'Call getuser first'],
    ['The API is down?', 'The API is down.'],
    ['Rules: use * for all', 'Rules: use for all'],
    ['Set a=-1', 'Set a=1'],
    ['The cron is 0 2 * * *', 'The cron is 0 2 * *'],
    ['The pattern is *.ts', 'The pattern is .ts'],
    ['The pattern is ^a.*.', 'The pattern is ^a.*'],
    ['Note books are in the cellar', 'Books are in the cellar'],
    ['Make sure that the cache is on', 'The cache is on'],
    ['Rule 5 needs approval', '5 needs approval'],
  ])('but not %s · %s', (left, right) => expect(groups([said(left), said(right)])).toEqual([]));

  it('texts too long to be taken apart, when they are equal', () => {
    const long = 'All about refunds. '.repeat(200);
    expect(groups([said(long), said(long)])).toHaveLength(1);
    expect(groups([said(long), said(`${long}And more.`)])).toEqual([]);
  });
});

describe('MEM-5 memories are merged', () => {
  const twice = (fields: MemoryOverrides, others: MemoryOverrides = fields) =>
    groups([aMemory(fields), aMemory(others)]).length;
  const experience = (runId: string | null) =>
    ({ kind: 'experience', content: { lesson: 'Retry' }, provenance: provenance({ runId }) }) as const;

  it('when they state the same: knowledge, rules, preferences, entities', () => {
    expect(twice({})).toBe(1);
    expect(twice({ kind: 'rule', text: 'Retry once', content: {} })).toBe(1);
    expect(twice({ kind: 'preference', content: { key: 'theme', value: 'dark' } })).toBe(1);
    expect(
      twice(
        { kind: 'entity', content: { name: 'Ann', interactionCount: 2 } },
        { kind: 'entity', content: { name: 'Ann', interactionCount: 3 } },
      ),
    ).toBe(1);
  });

  it('never when they are decisions, which are counted', () => {
    expect(twice({ kind: 'decision', content: { context: 'a', action: 'b', outcome: 'success' } })).toBe(0);
  });

  it('when they observe the same within one run, and not in two', () => {
    expect(twice(experience('run_1'))).toBe(1);
    expect(twice(experience('run_1'), experience('run_2'))).toBe(0);
    expect(twice(experience(null))).toBe(0);
  });

  it.each([
    ['agents', { scope: { user: 'ada', project: 'shop', agent: 'bob' } }],
    ['projects', { scope: { user: 'ada', project: 'blog', agent: 'ali' } }],
    ['kinds', { kind: 'rule', text: 'Refunds need the id of the payment.', content: {} }],
    ['visibilities', { visibility: 'shareable' }],
    ['fields', { content: { domain: 'billing' }, text: 'Refunds need the id of the payment.' }],
    ['places in a conversation', { provenance: provenance({ sessionId: 'ses_1', position: 3 }) }],
    ['ends, of which somebody chose one', { expiresAt: start + 1 }],
    ['standings', { standing: 'demoted' }],
  ] as Array<[string, MemoryOverrides]>)('never when they differ in their %s', (_what, fields) => {
    expect(twice({}, fields)).toBe(0);
  });

  it('among ten thousand of which most are alike but not the same', () => {
    const memories = Array.from({ length: 10_000 }, (_, index) =>
      said(`Order ${Math.floor(index / 2)} was refunded`),
    );
    expect(groups(memories)).toHaveLength(5_000);
  });
});

describe('MEM-5 what stays of memories that say the same', () => {
  const older = said('Refunds need a payment id', {
    createdAt: start,
    tags: ['refund'],
    confidence: 0.4,
    derivedFrom: [
      { kind: 'run', id: 'run_1' },
      { kind: 'memory', id: 'mem_a' },
    ],
  });
  const younger = said('Refunds need the payment id.', {
    createdAt: start + 90 * dayMs,
    tags: ['refund', 'billing'],
    confidence: 0.8,
    relevance: 0.9,
    accessCount: 4,
    derivedFrom: [
      { kind: 'run', id: 'run_2' },
      { kind: 'memory', id: 'mem_b' },
    ],
  });
  const helped = (memory: Memory, successes: number, confirmedAt: number): Memory => ({
    ...memory,
    evidence: { successes, failures: 0 },
    confidence: (2 * memory.confidence + successes) / (2 + successes),
    confirmedAt,
  });

  it('is of statements the newest, unless that was derived and could go with its source', () => {
    const own = [older, younger].map((memory): Memory => ({ ...memory, derivedFrom: [] }));
    const [first, second] = own as [Memory, Memory];
    const stays = (...memories: Memory[]) => mergeOf(memories, settings)?.into.memory.id;
    expect(stays(first, second)).toBe(younger.id);
    expect(stays(helped(first, 3, start), second)).toBe(younger.id);
    expect(stays(first, younger)).toBe(older.id);
    expect(mergeOf([older], settings)).toBeNull();
  });

  it('is of observations the best supported one, and the oldest of those equally supported', () => {
    const saw = (memory: Memory, accessCount: number) =>
      ({ ...memory, accessCount, kind: 'experience', content: {} }) as Memory;
    expect(mergeOf([saw(older, 0), saw(younger, 0)], settings)?.into.memory.id).toBe(older.id);
    expect(mergeOf([saw(older, 0), saw(younger, 4)], settings)?.into.memory.id).toBe(younger.id);
  });

  it('was written down by somebody, though a generated one says the same', () => {
    const text = 'Run the tests first';
    const written = aMemory({ kind: 'rule', text, content: {} });
    const derivedFrom = [{ kind: 'memory' as const, id: 'mem_a' }];
    const made = aMemory({ kind: 'rule', text, content: {}, tags: ['generated'], derivedFrom });
    expect(mergeOf([made, written], settings)?.into.memory).toMatchObject({ id: written.id, tags: [] });
  });

  it('has the tags of all and the runs all came from', () => {
    const merged = mergeOf([younger, older], settings)?.into.memory;
    expect(merged).toMatchObject({ tags: ['refund', 'billing'], relevance: 0.9, revision: 1 });
    // Deleting mem_a deletes what was derived from it, and this one was not.
    expect(merged?.derivedFrom).toEqual([...younger.derivedFrom, { kind: 'run', id: 'run_1' }]);
  });

  it('has the evidence of all, faded to one moment, and the confidence that follows from it', () => {
    const moment = start + 90 * dayMs;
    const merged = mergeOf([helped(older, 4, start), helped(younger, 1, moment)], settings)?.into.memory;
    expect(merged?.evidence).toEqual({ successes: 3, failures: 0 });
    expect(merged?.confidence).toBeCloseTo((2 * 0.6 + 3) / 5, 10);
    expect(merged).toMatchObject({ confirmedAt: moment, successRate: 1 });
  });

  it('names the others, and when it was said first; they lead to it', () => {
    const merge = mergeOf([younger, older], settings);
    expect(merge?.into).toMatchObject({
      reason: 'merged',
      note: `Another memory says the same: ${older.id}. First said 2025-01-01T00:00:00.000Z; those were used 0 times.`,
    });
    expect(merge?.from).toMatchObject([
      {
        reason: 'merged',
        memory: {
          id: older.id,
          standing: 'merged',
          links: [{ kind: 'merged-into', id: younger.id }],
          derivedFrom: [...older.derivedFrom, { kind: 'memory', id: younger.id }],
        },
      },
    ]);
  });

  it('stays for good when one of them does, and otherwise as long as the youngest', () => {
    const brief = (days: number, fields: MemoryOverrides = {}) =>
      said('Refunds need a payment id', {
        createdAt: start + days * dayMs,
        expiresAt: start + (days + 7) * dayMs,
        ...fields,
      } as MemoryOverrides);
    const expiry = (...memories: Memory[]) => mergeOf(memories, settings)?.into.memory.expiresAt;
    expect(expiry(brief(0, { accessCount: 9 }), older)).toBeNull();
    expect(expiry(brief(0), brief(6))).toBe(start + 13 * dayMs);
    // Two uses and being said again are three.
    expect(expiry(brief(0, { accessCount: 1 }), brief(6, { accessCount: 1 }))).toBeNull();
  });

  it('counts how often a rule was applied and an entity was met', () => {
    const rule = (timesApplied: number) =>
      aMemory({ kind: 'rule', text: 'Retry once', content: { timesApplied } });
    expect(mergeOf([rule(2), rule(5)], settings)?.into.memory.content).toEqual({ timesApplied: 7 });
    const entity = (interactionCount: number) =>
      aMemory({ kind: 'entity', content: { name: 'Ann', interactionCount } });
    expect(mergeOf([entity(2), entity(5)], settings)?.into.memory.content).toEqual({
      name: 'Ann',
      interactionCount: 7,
    });
  });
});
