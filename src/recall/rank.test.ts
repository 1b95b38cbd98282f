import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../config/settings.ts';
import { type RankedCandidate, rank } from './rank.ts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const settings = settingsSchema.parse({ db: 'memory:' });

const candidate = (id: string, overrides: Partial<RankedCandidate> = {}): RankedCandidate => ({
  id,
  relevance: 0.5,
  words: 0.5,
  reach: 1,
  meaning: 0,
  speaker: 0,
  date: 0,
  name: 0,
  similarity: 0,
  duplicates: [],
  createdAt: now,
  confidence: 0.5,
  confirmedAt: now,
  success: null,
  exact: false,
  ...overrides,
});

const order = (...candidates: RankedCandidate[]): string[] =>
  rank(candidates, now, settings).map(({ candidate: { id } }) => id);

describe('REC-1 what was found is ranked by', () => {
  it('relevance first: how likely the best match is what was meant, and how relevant the others are against it', () => {
    const ranked = rank(
      [candidate('half', { relevance: 0.2 }), candidate('best', { relevance: 0.4 })],
      now,
      settings,
    );
    const [best, half] = ranked.map(({ parts }) => parts.relevance);
    expect([best, half]).toEqual([expect.closeTo(1, 2), expect.closeTo(0.5, 2)]);
    expect(ranked[0]?.candidate.id).toBe('best');
  });

  it('REC-1 what is hardly related has a low score, even as the best there is, and what is not is left out', () => {
    const scoreOf = (relevance: number) => rank([candidate('only', { relevance })], now, settings)[0]?.score;
    expect(scoreOf(0.45)).toBeGreaterThan(0.9);
    expect(scoreOf(0.05)).toBeLessThan(0.35);
    const asked = { words: 0.05, meaning: 0.02 };
    expect(rank([candidate('only', { relevance: 0.03, ...asked })], now, settings)).toEqual([]);
  });

  it('being about exactly this, before everything else', () => {
    expect(order(candidate('similar'), candidate('exact', { relevance: 0, exact: true }))).toEqual([
      'exact',
      'similar',
    ]);
  });

  it('recency, which halves every 30 days', () => {
    const aged = [0, 30, 60, 300].map((days) => candidate(`${days}`, { createdAt: now - days * day }));
    const ranked = rank(aged.toReversed(), now, settings);
    expect(ranked.map(({ candidate: { id } }) => id)).toEqual(['0', '30', '60', '300']);
    expect(ranked.map(({ parts }) => parts.recency)).toEqual([1, 0.5, 0.25, 0.5 ** 10]);
  });

  it('confidence, which fades to half of what it was unless it is confirmed', () => {
    expect(order(candidate('a', { confidence: 0.1 }), candidate('b', { confidence: 0.9 }))).toEqual([
      'b',
      'a',
    ]);
    const old = { createdAt: now - 900 * day, confidence: 0.8 };
    const ranked = rank(
      [
        candidate('forgotten', { ...old, confirmedAt: now - 900 * day }),
        candidate('confirmed', { ...old, confirmedAt: now }),
      ],
      now,
      settings,
    );
    expect(ranked.map(({ parts }) => Number(parts.confidence.toFixed(2)))).toEqual([0.8, 0.4]);
  });

  it('success; a rate that nobody knows counts half', () => {
    const rates = [1, null, 0].map((success) => candidate(`${success}`, { success }));
    expect(order(...rates.toReversed())).toEqual(['1', 'null', '0']);
  });

  it('the id, newer ones first, so that the order is always the same', () => {
    const equal = ['mem_1', 'mem_2', 'mem_3'].map((id) => candidate(id));
    expect(order(...equal)).toEqual(['mem_3', 'mem_2', 'mem_1']);
    expect(order(...equal.toReversed())).toEqual(['mem_3', 'mem_2', 'mem_1']);
  });

  it('the weights that are set: with all of it on recency the newest comes first', () => {
    const weights = { relevance: 0, recency: 3, confidence: 0, success: 0 };
    const turned = { ...settings, recall: { ...settings.recall, weights } };
    const ranked = rank(
      [candidate('relevant', { relevance: 1, createdAt: now - day }), candidate('new', { relevance: 0.1 })],
      now,
      turned,
    );
    expect(ranked[0]?.candidate.id).toBe('new');
    expect(ranked[0]?.score).toBe(1);
  });
});

describe('REC-3 a score explains itself', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const any = fc.record({
    relevance: fraction,
    confidence: fraction,
    success: fc.option(fraction),
    createdAt: fc.integer({ min: 0, max: now + 10 * day }),
    confirmedAt: fc.integer({ min: 0, max: now + 10 * day }),
    exact: fc.boolean(),
  });
  const weight = fc.double({ min: 0, max: 100, noNaN: true });
  const anyWeights = fc.record({ relevance: weight, recency: weight, confidence: weight, success: weight });

  it('by parts from 0 to 1, whose weighted mean it is, for any memories and any weights', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), anyWeights, (given, weights) => {
        const candidates = given.map((overrides, index) => candidate(`${index}`, overrides));
        const turned = { ...settings, recall: { ...settings.recall, weights } };
        const total = weights.relevance + weights.recency + weights.confidence + weights.success;
        for (const { score, parts } of rank(candidates, now, turned)) {
          for (const part of [...Object.values(parts), score]) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(1.000_001);
          }
          const sum =
            weights.relevance * parts.relevance +
            weights.recency * parts.recency +
            weights.confidence * parts.confidence +
            weights.success * parts.success;
          expect(score * total).toBeCloseTo(sum, 6);
        }
      }),
    );
  });

  it('with weights that add up to 1 unless others are set', () => {
    const { weights } = settings.recall;
    expect(Object.values(weights).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
  });
});

it('nothing to rank gives nothing, and nothing relevant gives no relevance', () => {
  expect(rank([], now, settings)).toEqual([]);
  expect(rank([candidate('a', { relevance: 0 })], now, settings)[0]?.parts.relevance).toBe(0);
});
