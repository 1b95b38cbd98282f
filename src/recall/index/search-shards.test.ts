import { describe, expect, it } from 'vitest';
import type { MemoryEntry } from '../../ports/store.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { termsOf } from '../../text/terms.ts';
import { openVectorSpace } from '../vectors/vectors.ts';
import type { Match } from './best-matches.ts';
import { searchShards } from './search-shards.ts';
import { createShard, type Shard } from './shard.ts';

const weights = { vector: 0.5, speaker: 0.15, date: 0.15, question: 0.05 };
const space = openVectorSpace(4);

type Said = MemoryOverrides & { readonly session?: string; readonly position?: number };

function entry({ session, position, ...overrides }: Said): MemoryEntry {
  const memory = aMemory(overrides);
  return { ...memory, sessionId: session ?? null, position: position ?? null, claimedBy: null };
}

/** A shard of these texts; ids are their numbers. */
function shardOf(said: ReadonlyArray<string | Said>, agent: string | null = 'ali'): Shard {
  const shard = createShard(agent, space);
  said.forEach((each, index) => {
    shard.put(entry({ id: String(index), ...(typeof each === 'string' ? { text: each } : each) }));
  });
  return shard;
}

/** One conversation, a turn a text. */
const conversation = (...texts: string[]): Said[] =>
  texts.map((text, position) => ({ text, session: 's', position }));

function search(
  shards: readonly Shard[],
  text: string,
  vector: number[] | null = null,
  limit = 10,
): Promise<Match[]> {
  const question = { text, terms: [...new Set(termsOf(text))], vector: vector && Float32Array.from(vector) };
  return searchShards(shards, question, weights, limit, { minSimilarity: -1, now: 0 });
}

const ids = (matches: readonly Match[]): string[] => matches.map(({ id }) => id);

describe('REC-1 by words, the better match is the one that', () => {
  it('has more of the words', async () => {
    const shard = shardOf(['the payment form was slow', 'the payment gateway was slow']);
    expect(ids(await search([shard], 'payment gateway'))).toEqual(['1', '0']);
  });

  it('has the rarer word', async () => {
    const shard = shardOf(['order a', 'order b', 'order c', 'order d', 'chargeback x']);
    expect(ids(await search([shard], 'order chargeback'))[0]).toBe('4');
  });

  it('is shorter', async () => {
    const long = `timeout ${'and many other things that were told that day '.repeat(5)}`;
    expect(ids(await search([shardOf([long, 'timeout of payment'])], 'timeout'))[0]).toBe('1');
  });

  it('has the word at all: what has none of them is no match', async () => {
    expect(ids(await search([shardOf(['alpha', 'beta'])], 'beta'))).toEqual(['1']);
    expect(await search([shardOf(['alpha', 'beta'])], 'gamma')).toEqual([]);
    expect(await search([shardOf(['alpha'])], '')).toEqual([]);
    expect(await search([], 'alpha')).toEqual([]);
  });

  it('says it in the fields of its kind, in any form of the word, in any script', async () => {
    const shard = shardOf([
      { kind: 'decision', content: { context: 'api-auth-timeout', action: 'getUserById' } },
      '日本語のメモ',
      'Größe der Übung',
    ]);
    expect(ids(await search([shard], 'authenticate the user'))).toEqual(['0']);
    expect(ids(await search([shard], '日本語'))).toEqual(['1']);
    expect(ids(await search([shard], 'übung'))).toEqual(['2']);
  });
});

describe('REC-1 statistics are those of the memories that are searched', () => {
  it('and of no others: what is common elsewhere may be rare here', async () => {
    const mine = shardOf(['order refund', 'refund a', 'refund b', 'refund c']);
    const alone = await search([mine], 'order refund');
    const others = shardOf(
      Array.from({ length: 50 }, (_, index) => `order ${index}`),
      'bob',
    );
    expect(await search([mine], 'order refund')).toEqual(alone);
    expect(ids(await search([mine, others], 'refund'))).toEqual(ids(await search([mine], 'refund')));
    expect((await search([mine, others], 'order refund'))[0]?.words).not.toBe(alone[0]?.words);
  });

  it('without those that are gone or no longer stand', async () => {
    const shard = shardOf(['alpha one', 'alpha two', { text: 'alpha three', standing: 'archived' }, 'beta']);
    shard.drop('1');
    const fresh = shardOf(['alpha one', 'beta']);
    const [left] = await search([shard], 'alpha');
    const [right] = await search([fresh], 'alpha');
    expect([left?.words, left?.relevance]).toEqual([right?.words, right?.relevance]);
    expect(ids(await search([shard], 'alpha'))).toEqual(['0']);
  });

  it('a memory that is put again replaces what it was', async () => {
    const shard = shardOf(['alpha', 'beta']);
    shard.put(entry({ id: '0', text: 'gamma', revision: 1 }));
    expect(await search([shard], 'alpha')).toEqual([]);
    expect(ids(await search([shard], 'gamma'))).toEqual(['0']);
    expect([shard.size, shard.totals.dead, shard.totals.open]).toEqual([3, 1, 2]);
  });
});

describe('REC-1 what was said around a memory', () => {
  it('counts in part: the answer is found by the words of its question, after the question itself', async () => {
    const shard = shardOf([
      ...conversation('Which database do you use?', 'The blue elephant one.', 'Nice.'),
      'an unrelated note',
    ]);
    expect(ids(await search([shard], 'database')).slice(0, 2)).toEqual(['0', '1']);
    expect(ids(await search([shard], 'elephant database'))[0]).toBe('1');
  });

  it('counts only within its session', async () => {
    const shard = shardOf([
      { text: 'database', session: 'a', position: 1 },
      { text: 'blue', session: 'b', position: 2 },
      { text: 'red', session: 'a', position: 2 },
    ]);
    expect(ids(await search([shard], 'database'))).toEqual(['0', '2']);
  });

  it('no longer counts when it is deleted; the next one takes its place', async () => {
    const shard = shardOf(conversation('database', 'filler one', 'filler two', 'elephant'));
    expect(ids(await search([shard], 'database'))).not.toContain('3');
    shard.drop('1');
    expect(ids(await search([shard], 'database'))).toContain('3');
    shard.drop('0');
    expect(await search([shard], 'database')).toEqual([]);
  });

  it('counts for meaning as well: the cosine is that of the summed vectors', async () => {
    const shard = shardOf(conversation('a', 'b'));
    shard.setVector(0, Float32Array.of(1, 0, 0, 0));
    shard.setVector(1, Float32Array.of(0, 1, 0, 0));
    const [first, second] = await search([shard], 'zzz', [1, 0, 0, 0]);
    expect(first?.meaning).toBeCloseTo(1 / Math.hypot(1, 0.4), 3);
    expect(second?.meaning).toBeCloseTo(0.4 / Math.hypot(1, 0.4), 3);
    expect([first?.similarity, second?.similarity].map((each) => Math.round(each ?? 0))).toEqual([1, 0]);
  });
});

describe('REC-1 who said it, and when', () => {
  const spoken = conversation(
    'Ann: I like tea',
    'Bob: I like tea',
    'Ann: yes',
    'Bob: yes',
    'Ann: well',
    'Bob: well',
  );

  it('counts when the question names a speaker', async () => {
    const [best] = await search([shardOf(spoken)], 'what does Bob like to drink, tea?');
    expect([best?.id, best?.speaker]).toEqual(['1', 1]);
  });

  it('does not take a label for a speaker that stands on few memories, or outside of conversations', async () => {
    const few = shardOf([...spoken, { text: 'Error: no tea', session: 's', position: 9 }]);
    expect((await search([few], 'error'))[0]?.speaker).toBe(0);
    const notes = shardOf(['Error: a', 'Error: b', 'Error: c', 'Error: d']);
    expect((await search([notes], 'error'))[0]?.speaker).toBe(0);
  });

  it('counts for all memories of an agent that is named, when several are searched', async () => {
    const shards = [shardOf(['tea at four'], 'alice'), shardOf(['tea at five'], 'bob')];
    const best = (await search(shards, 'when does alice have tea'))[0];
    expect([best?.shard.agent, best?.speaker]).toEqual(['alice', 1]);
  });

  it('counts when the question names a time', async () => {
    const shard = shardOf([
      { text: 'we met Ann', createdAt: Date.UTC(2023, 4, 8) },
      { text: 'we met Bob', createdAt: Date.UTC(2023, 6, 1) },
    ]);
    const [best, other] = (await search([shard], 'when did we meet, in July 2023?')).concat(
      await search([shard], 'met in July 2023'),
    );
    expect([best?.id, best?.date, other?.date]).toEqual(['1', 1, expect.any(Number)]);
  });

  it('a memory that only asks counts a little less than one that tells', async () => {
    const shard = shardOf(['we do like tea!', 'do we like tea?']);
    expect(ids(await search([shard], 'like tea'))).toEqual(['0', '1']);
  });
});

describe('REC-1 by meaning', () => {
  it('what shares no word is found when it means the same, and left out when it hardly does', async () => {
    const shard = shardOf(['alpha', 'beta', 'gamma']);
    shard.setVector(0, Float32Array.of(1, 0, 0, 0));
    shard.setVector(1, Float32Array.of(0.1, 1, 0, 0));
    expect(ids(await search([shard], 'omega', [1, 0, 0, 0]))).toEqual(['0']);
  });

  it('a vector without length is no signal', async () => {
    const shard = shardOf(['alpha']);
    shard.setVector(0, new Float32Array(4));
    expect(await search([shard], 'omega', [1, 0, 0, 0])).toEqual([]);
    expect(await search([shard], 'omega', [0, 0, 0, 0])).toEqual([]);
  });
});

describe('the limit', () => {
  it('keeps the best, and equal ones in the order of their ids, newer first', async () => {
    const equal = shardOf(Array.from({ length: 100 }, (_, index) => `alpha x${index}`));
    const newest = Array.from({ length: 100 }, (_, index) => String(index))
      .sort()
      .reverse();
    expect(ids(await search([equal], 'alpha', null, 7))).toEqual(newest.slice(0, 7));
    expect(ids(await search([equal], 'alpha', null, 1_000))).toEqual(newest);
  });

  it('is not used up by copies: what says the same counts once, and names the others', async () => {
    const copies = Array.from({ length: 150 }, () => 'the nightly deploy failed');
    const shard = shardOf([...copies, 'when the deploy breaks, look at the registry']);
    const [first, second] = await search([shard], 'nightly deploy failed', null, 10);
    expect([first?.duplicates.length, second?.id]).toEqual([100, '150']);
  });
});
