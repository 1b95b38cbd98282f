import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { dayMs } from '../../records/lifetime.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { lifetimeOf, promotion } from './lifetime.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const start = Date.UTC(2025, 0, 1);
const shortTerm = (overrides: MemoryOverrides = {}) =>
  aMemory({ createdAt: start, expiresAt: start + 7 * dayMs, ...overrides });

describe('MEM-3 a lifetime', () => {
  it.each([
    ['long-term', null],
    ['short-term', start + 7 * dayMs],
    ['dated', start + 7 * dayMs + 1],
    ['dated', start + 6 * dayMs],
    ['dated', start + 1],
  ])('is %s when it expires at %s', (lifetime, expiresAt) => {
    expect(lifetimeOf({ createdAt: start, expiresAt }, settings)).toBe(lifetime);
  });

  it('of part of a day is told to the millisecond as well', () => {
    const third = { ...settings, shortTermDays: 1 / 3 };
    expect(lifetimeOf({ createdAt: start, expiresAt: start + 28_800_000 }, third)).toBe('short-term');
  });
});

describe('MEM-3 a short-term memory is promoted', () => {
  it.each([
    ['after three uses', 3, 0, 0],
    ['after two confirmations', 0, 2, 0],
    ['after a use and a confirmation', 1, 1, 0],
    ['when what spoke against it is outweighed', 3, 1, 1],
  ])('%s', (_when, accessCount, successes, failures) => {
    const change = promotion(shortTerm({ accessCount, evidence: { successes, failures } }), settings);
    expect(change).toMatchObject({ reason: 'promoted', memory: { expiresAt: null, revision: 1 } });
  });

  it.each([
    ['after two uses', { accessCount: 2 }],
    ['when it hurt more than it was used', { accessCount: 4, evidence: { successes: 0, failures: 1 } }],
    ['when it was demoted', { accessCount: 9, standing: 'demoted' as const }],
    ['when somebody chose the moment it goes', { accessCount: 9, expiresAt: start + 5 * dayMs }],
    ['when it stays anyway', { accessCount: 9, expiresAt: null }],
  ])('but not %s', (_when, overrides) => {
    expect(promotion(shortTerm(overrides), settings)).toBeNull();
  });

  it('after as many uses as the settings say', () => {
    expect(promotion(shortTerm({ accessCount: 5 }), { ...settings, promoteAfterUses: 6 })).toBeNull();
    expect(promotion(shortTerm({ accessCount: 6 }), { ...settings, promoteAfterUses: 6 })).not.toBeNull();
  });
});
