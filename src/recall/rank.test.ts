import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { memoryText } from '../model/memory.ts';
import { termsOf } from '../model/terms.ts';
import type { TextCandidate } from '../ports/store.ts';
import { aMemory, type MemoryOverrides } from '../testing/index.ts';
import { rank, weights } from './rank.ts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const memory = (text: string, overrides: MemoryOverrides = {}): Memory =>
  aMemory({ text, createdAt: now, ...overrides });

/** What a store answers for a memory and the terms of a query. */
function candidate(of: Memory, terms: readonly string[]): TextCandidate {
  const all = termsOf(memoryText(of));
  const counts = terms.map((term) => [term, all.filter((other) => other === term).length] as const);
  return { memory: of, termCounts: new Map(counts.filter(([, count]) => count > 0)), length: all.length };
}

function ranked(query: string, memories: readonly Memory[], exact: readonly Memory[] = [], total = 1_000) {
  const terms = termsOf(query);
  const candidates = memories.map((each) => candidate(each, terms));
  return rank(candidates, terms, { now, memories: total, exact: new Set(exact.map(({ id }) => id)) });
}

const textsOf = (...given: Parameters<typeof ranked>): string[] =>
  ranked(...given).map(({ memory: of }) => of.text);

describe('REC-1 the better match comes first', () => {
  it('is the one that has more of the words', () => {
    const both = memory('the payment gateway was slow');
    const one = memory('the payment form was slow');
    expect(textsOf('payment gateway', [one, both])).toEqual([both.text, one.text]);
  });

  it('is the one that has the rarer word', () => {
    const common = ['a', 'b', 'c', 'd'].map((name) => memory(`order ${name}`));
    const rare = memory('chargeback x');
    expect(textsOf('order chargeback', [...common, rare], [], 5)[0]).toBe(rare.text);
  });

  it('is the shorter of two texts that have the word', () => {
    const short = memory('timeout of payment');
    const long = memory(`timeout ${'of many other things that were said that day '.repeat(5)}`);
    expect(textsOf('timeout', [long, short])[0]).toBe(short.text);
  });

  it('is the one about exactly this, even with no word in common', () => {
    const exact = memory('raise the limit');
    const similar = memory('timeout timeout timeout');
    const [first] = ranked('timeout', [similar, exact], [exact]);
    expect([first?.memory.text, first?.parts.relevance]).toEqual([exact.text, 1]);
  });
});

describe('REC-1 what is equally relevant is settled by', () => {
  it('recency, which halves every 30 days', () => {
    const aged = [0, 30, 60, 300].map((days) => memory('timeout', { createdAt: now - days * day }));
    const answer = ranked('timeout', [...aged].reverse());
    expect(answer.map(({ memory: of }) => of.id)).toEqual(aged.map(({ id }) => id));
    expect(answer.map(({ parts }) => parts.recency)).toEqual([1, 0.5, 0.25, 0.5 ** 10]);
  });

  it('confidence, then success; a success rate that nobody knows counts half', () => {
    const sure = memory('timeout', { confidence: 0.9 });
    const unsure = memory('timeout', { confidence: 0.1 });
    expect(ranked('timeout', [unsure, sure])[0]?.memory).toBe(sure);
    const rates = [1, null, 0].map((successRate) => memory('timeout', { successRate }));
    const answer = ranked('timeout', [...rates].reverse());
    expect(answer.map(({ parts }) => parts.success)).toEqual([1, 0.5, 0]);
  });

  it('the id, newer ones first, so that the order is always the same', () => {
    const equal = ['mem_1', 'mem_2', 'mem_3'].map((id) => memory('timeout', { id }));
    const ids = (given: readonly Memory[]) => ranked('timeout', given).map(({ memory: of }) => of.id);
    expect(ids(equal)).toEqual(['mem_3', 'mem_2', 'mem_1']);
    expect(ids([...equal].reverse())).toEqual(['mem_3', 'mem_2', 'mem_1']);
  });
});

describe('REC-3 a score explains itself', () => {
  const words = fc.array(fc.constantFrom('order', 'refund', 'timeout', 'payment', 'gateway'), {
    maxLength: 12,
  });
  const any = fc.record({
    text: words.map((list) => `note ${list.join(' ')}`),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    successRate: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    createdAt: fc.integer({ min: 0, max: now + 10 * day }),
  });

  it('by parts from 0 to 1, whose weighted sum it is, for any memories and any query', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), words, fc.nat(20), (given, query, total) => {
        const memories = given.map(({ text, ...overrides }) => memory(text, overrides));
        for (const { score, parts } of ranked(query.join(' '), memories, memories.slice(0, 1), total)) {
          for (const part of Object.values(parts)) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(1);
          }
          const { relevance, recency, confidence, success } = parts;
          const sum =
            weights.relevance * relevance +
            weights.recency * recency +
            weights.confidence * confidence +
            weights.success * success;
          expect(score).toBeCloseTo(sum, 12);
        }
      }),
    );
  });

  it('with weights that add up to 1', () => {
    expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });
});

it('nothing to rank gives nothing, and a query without words gives no relevance', () => {
  expect(ranked('timeout', [])).toEqual([]);
  expect(ranked('', [])).toEqual([]);
  expect(ranked('the', [memory('timeout')])[0]?.parts.relevance).toBe(0);
});
