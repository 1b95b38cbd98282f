import { describe, expect, it } from 'vitest';
import { type Settings, settingsSchema } from '../config/settings.ts';
import type { Context } from '../ports/context.ts';
import type { FoundMemory } from '../ports/memory-finder.ts';
import { createReferenceStore } from '../store/reference/reference-store.ts';
import { aMemory, aRun, type MemoryOverrides } from '../testing/index.ts';
import { contextFor } from './prompt-context.ts';
import { searchMemories } from './search.ts';

const ali = { user: 'ada', project: 'shop', agent: 'ali' };
const now = Date.UTC(2026, 0, 1);
const settings: Settings = settingsSchema.parse({ db: 'memory:' });

/** A context whose finder answers exactly this, whatever the store has, as one that is behind might. */
async function contextWith(
  memories: readonly MemoryOverrides[],
  parts: Partial<FoundMemory> = { words: 0.5 },
) {
  const store = createReferenceStore();
  const kept = memories.map((each) => aMemory({ scope: ali, ...each }));
  await store.commit(kept.map((memory) => ({ type: 'record-memory', memory }) as const));
  const found = (id: string): FoundMemory => ({
    ...{
      id,
      relevance: 0.5,
      words: 0,
      meaning: 0,
      reach: 1,
      speaker: 0,
      date: 0,
      name: 0,
      similarity: 0,
      duplicates: [],
    },
    ...{ createdAt: now, confidence: 0.5, confirmedAt: now, success: null },
    ...parts,
  });
  const background: Promise<void>[] = [];
  const context = {
    store,
    settings,
    redact: async (text: string) => text,
    clock: { now: () => now, elapsed: () => 0 },
    retrievals: { note: () => {} },
    finder: {
      find: async () => [...kept.map(({ id }) => found(id)), found('gone')],
      findRecorded: async () => [],
    },
    inBackground: (work: () => Promise<void>) => void background.push(work()),
  } as unknown as Context;
  return { context, store, settled: () => Promise.all(background) };
}

describe('REC-2 the store has the last word:', () => {
  it('what is gone, expired, demoted, past, or of another agent is not answered, although it was found', async () => {
    const { context } = await contextWith([
      { id: 'active', text: 'one' },
      { id: 'demoted', text: 'two', standing: 'demoted' },
      { id: 'expired', text: 'three', expiresAt: now },
      { id: 'past', text: 'four', validUntil: now },
      { id: 'bobs', text: 'five', scope: { ...ali, agent: 'bob' } },
    ]);
    const recalled = await searchMemories(context, ali, { query: 'x' });
    expect(recalled.map(({ memory }) => memory?.id)).toEqual(['active']);
  });

  it('an answer is filled from what was found next when the best is not answered', async () => {
    const { context } = await contextWith([
      { id: 'a', text: 'one' },
      { id: 'b', text: 'two', standing: 'demoted' },
      { id: 'c', text: 'three', expiresAt: now },
    ]);
    const recalled = await searchMemories(context, ali, { query: 'x', limit: 1 });
    expect(recalled.map(({ memory }) => memory?.id)).toEqual(['a']);
  });
});

describe('REC-5 a recall is tied to a run', () => {
  it.each([
    ["of the reader's own", ali, 1],
    ['but not to one of the project, which the agent may only read', { ...ali, agent: null }, 0],
    ['but not to one of another agent', { ...ali, agent: 'bob' }, 0],
  ])('%s', async (_whose, scope, uses) => {
    const { context, store, settled } = await contextWith([{ id: 'a', text: 'one' }]);
    const run = aRun({ scope });
    await store.commit([{ type: 'start-run', run }]);
    await searchMemories(context, ali, { query: 'x', run: run.id });
    await settled();
    expect(await store.listUses(ali, 'a', 10)).toHaveLength(uses);
  });
});

describe('REC-4 into a prompt goes', () => {
  it.each([
    ['what shares a word', { words: 0.1, meaning: 0 }, 1],
    ['what means the same without sharing one', { words: 0, meaning: 0.5 }, 1],
    ['not what was merely the nearest there is', { words: 0, meaning: 0.4 }, 0],
  ])('%s', async (_what, parts, told) => {
    const { context } = await contextWith([{ id: 'a', text: 'one' }], parts);
    expect((await contextFor(context, ali, { query: 'x' })).memories).toHaveLength(told);
  });
});
