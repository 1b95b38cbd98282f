import { expect } from 'vitest';
import type { MemoryEntry, MemoryFilter } from '../../ports/store.ts';
import { standings } from '../../records/memory.ts';
import { aMemory } from '../builders.ts';
import { ali, alice, idsOf, longAgo, record, type StoreCase, shop, wholeList } from './store-case.ts';

const expiry = 5_000;

/** What an entry and its memory have in common. */
function entryFields(memory: Omit<MemoryEntry, 'sessionId' | 'position' | 'claimedBy'>) {
  const { id, scope, kind, text, content, tags, createdAt, expiresAt, standing, confidence, revision } =
    memory;
  return { id, scope, kind, text, content, tags, createdAt, expiresAt, standing, confidence, revision };
}

export const memoryCases: readonly StoreCase[] = [
  {
    title: 'MEM-2: listMemories filters by kind, tag, topic and all of them together',
    async check(store) {
      const content = { context: 'API timeout' };
      await store.commit([
        record(aMemory({ id: 'a', kind: 'decision', content, tags: ['x', 'y'] })),
        record(aMemory({ id: 'b', kind: 'success', content, tags: ['y'] })),
        record(aMemory({ id: 'c', kind: 'decision', content: { context: 'disk full' }, tags: ['yy'] })),
        record(aMemory({ id: 'd', kind: 'knowledge', tags: ['x'] })),
      ]);
      const ids = async (filter: Omit<MemoryFilter, 'now'>) =>
        idsOf((await store.listMemories(ali, { now: longAgo, ...filter }, wholeList)).items);
      expect(await ids({})).toStrictEqual(['d', 'c', 'b', 'a']);
      expect(await ids({ kind: 'decision' })).toStrictEqual(['c', 'a']);
      expect(await ids({ tag: 'y' })).toStrictEqual(['b', 'a']);
      expect(await ids({ topic: 'api-timeout' })).toStrictEqual(['b', 'a']);
      expect(await ids({ kind: 'decision', tag: 'x', topic: 'api-timeout' })).toStrictEqual(['a']);
      expect(await ids({ kind: 'entity' })).toStrictEqual([]);
      expect(await ids({ tag: 'unknown' })).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-2: listEntries gives the first of what listMemories gives, whatever is asked for',
    async check(store) {
      const content = { context: 'API timeout', action: 'retry' };
      await store.commit([
        record(aMemory({ id: 'a', kind: 'decision', content, tags: ['x', 'y'], confidence: 0.9 })),
        record(aMemory({ id: 'b', kind: 'success', content: { context: 'API timeout' }, tags: ['y'] })),
        record(aMemory({ id: 'c', kind: 'decision', content: { context: 'disk full' }, expiresAt: expiry })),
        record(aMemory({ id: 'd', kind: 'decision', content, standing: 'demoted' })),
        record(aMemory({ id: 'e', kind: 'decision', content, scope: alice })),
        record(
          aMemory({
            id: 'f',
            text: 'said',
            provenance: { ...aMemory().provenance, importedFrom: 'notes', sessionId: 's', position: 3 },
          }),
        ),
      ]);
      const filters: ReadonlyArray<Omit<MemoryFilter, 'now'>> = [
        {},
        { kind: 'decision' },
        { tag: 'y' },
        { topic: 'api-timeout' },
        { standing: 'demoted' },
        { kind: 'decision', tag: 'x', topic: 'api-timeout' },
      ];
      for (const tidied of [false, true]) {
        if (tidied) await store.tidy(100);
        for (const filter of filters) {
          for (const now of [longAgo, expiry]) {
            for (const limit of [1, 2, 100]) {
              const { items } = await store.listMemories(ali, { now, ...filter }, { limit });
              const entries = await store.listEntries(ali, { now, ...filter }, limit);
              expect(entries.map(entryFields)).toStrictEqual(items.map(entryFields));
            }
          }
        }
      }
      const [said] = await store.listEntries(ali, { now: longAgo }, 1);
      expect([said?.sessionId, said?.position, said?.claimedBy]).toStrictEqual(['s', 3, 'notes']);
    },
  },
  {
    title: 'MEM-2: the topic of a memory is the situation, the error or the key it is about',
    async check(store) {
      await store.commit([
        record(aMemory({ id: 'a', kind: 'failure', content: { errorSignature: 'Same Thing' } })),
        record(aMemory({ id: 'b', kind: 'preference', content: { key: 'same_thing' } })),
        record(aMemory({ id: 'c', kind: 'experience', content: { context: ' same-thing ' } })),
        record(aMemory({ id: 'd', kind: 'rule', text: 'same thing' })),
      ]);
      const { items } = await store.listMemories(ali, { now: longAgo, topic: 'same-thing' }, wholeList);
      expect(idsOf(items)).toStrictEqual(['c', 'b', 'a']);
    },
  },
  {
    title: 'MEM-5: lists and counts are of active memories, unless another standing is asked for',
    async check(store) {
      const memories = standings.map((standing) =>
        aMemory({ id: standing, standing, tags: ['x'], kind: 'decision', content: { context: 'c' } }),
      );
      await store.commit(memories.map(record));
      const filters = [{}, { tag: 'x' }, { topic: 'c' }, { kind: 'decision', tag: 'x', topic: 'c' } as const];
      const listed = async (filter: Omit<MemoryFilter, 'now'>) =>
        idsOf((await store.listMemories(ali, { now: longAgo, ...filter }, wholeList)).items);
      for (const tidied of [false, true]) {
        if (tidied) await store.tidy(100);
        for (const filter of filters) {
          expect(await listed(filter)).toStrictEqual(['active']);
          for (const standing of standings) {
            expect(await listed({ ...filter, standing })).toStrictEqual([standing]);
          }
        }
      }
      expect(await store.count(ali, longAgo)).toMatchObject({ memories: 1, memoriesByKind: { decision: 1 } });
      expect(idsOf(await store.getMemories(ali, [...standings])).toSorted()).toStrictEqual(
        [...standings].toSorted(),
      );
    },
  },
  {
    title: 'MEM-5: memories that do not stand take no place on a page of those that do',
    async check(store) {
      const memories = ['a', 'b', 'c', 'd'].map((id, index) =>
        aMemory({ id, standing: index % 2 === 0 ? 'demoted' : 'active' }),
      );
      await store.commit(memories.map(record));
      const page = await store.listMemories(ali, { now: longAgo }, { limit: 2 });
      expect(idsOf(page.items)).toStrictEqual(['d', 'b']);
      expect(page.next).toBeNull();
    },
  },
  {
    title: 'MEM-2: getMemories gives each memory that is asked for and seen once, expired ones too',
    async check(store) {
      const memories = [
        aMemory({ id: 'a' }),
        aMemory({ id: 'b', expiresAt: 1 }),
        aMemory({ id: 'c', scope: shop }),
        aMemory({ id: 'd', scope: alice }),
      ];
      await store.commit(memories.map(record));
      const asked = ['b', 'd', 'unknown', 'a', 'c', 'a'];
      const found = await store.getMemories(ali, asked);
      expect(found.toSorted((left, right) => (left.id < right.id ? -1 : 1))).toStrictEqual(
        memories.slice(0, 3),
      );
      expect(await store.getMemories(ali, [])).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-3: a memory is left out of lists and counts from the very moment it expires',
    async check(store) {
      await store.commit([record(aMemory({ text: 'alpha', expiresAt: expiry }))]);
      const seenAt = async (now: number) => [
        (await store.listMemories(ali, { now }, wholeList)).items.length,
        (await store.count(ali, now)).memories,
        (await store.count(ali, now)).memoriesByKind.knowledge ?? 0,
      ];
      expect(await seenAt(expiry - 1)).toStrictEqual([1, 1, 1]);
      expect(await seenAt(expiry)).toStrictEqual([0, 0, 0]);
      expect(await seenAt(expiry + 1)).toStrictEqual([0, 0, 0]);
    },
  },
  {
    title: 'MEM-3: an expired memory is still found by its id',
    async check(store) {
      const memory = aMemory({ expiresAt: 1 });
      await store.commit([record(memory)]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
  {
    title: 'MEM-3: expired memories take no place on a page',
    async check(store) {
      const memories = ['a', 'b', 'c', 'd'].map((id, index) =>
        aMemory({ id, expiresAt: index % 2 === 0 ? expiry : null }),
      );
      await store.commit(memories.map(record));
      const page = await store.listMemories(ali, { now: expiry }, { limit: 2 });
      expect(idsOf(page.items)).toStrictEqual(['d', 'b']);
      expect(page.next).toBeNull();
    },
  },
  {
    title: 'MEM-2: count-access counts each use and keeps the latest time, and changes nothing else',
    async check(store) {
      const [used, unused] = [aMemory(), aMemory()];
      await store.commit([record(used), record(unused)]);
      await store.commit([{ type: 'count-access', ids: [used.id], at: 200 }]);
      await store.commit([{ type: 'count-access', ids: [used.id], at: 100 }]);
      expect(await store.getMemory(ali, used.id)).toStrictEqual({
        ...used,
        accessCount: 2,
        lastAccessedAt: 200,
      });
      expect(await store.getMemory(ali, unused.id)).toStrictEqual(unused);
    },
  },
  {
    title: 'MEM-2: count-access counts on from what a memory was recorded with, for every id it names',
    async check(store) {
      const memories = [aMemory({ accessCount: 7, lastAccessedAt: 50 }), aMemory()];
      await store.commit(memories.map(record));
      await store.commit([{ type: 'count-access', ids: [...idsOf(memories), ...idsOf(memories)], at: 60 }]);
      const counted = await Promise.all(memories.map(({ id }) => store.getMemory(ali, id)));
      expect(counted).toMatchObject([
        { accessCount: 9, lastAccessedAt: 60 },
        { accessCount: 2, lastAccessedAt: 60 },
      ]);
    },
  },
  {
    title: 'MEM-2: count-access ignores ids that are not there, and none at all',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory)]);
      await store.commit([{ type: 'count-access', ids: ['unknown', memory.id, 'gone'], at: 5 }]);
      await store.commit([{ type: 'count-access', ids: [], at: 6 }]);
      expect(await store.getMemory(ali, memory.id)).toMatchObject({ accessCount: 1, lastAccessedAt: 5 });
    },
  },
];
