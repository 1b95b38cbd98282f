import { expect } from 'vitest';
import { aMemory, aUse } from '../builders.ts';
import { follow } from './follower.ts';
import {
  ali,
  bob,
  bytesOf,
  changed,
  idsOf,
  keepVectors,
  longAgo,
  noteUses,
  prune,
  record,
  revise,
  type StoreCase,
  shop,
  vectorOf,
  wholeList,
} from './store-case.ts';

const expiring = (id: string, expiresAt: number | null, overrides: object = {}) =>
  aMemory({ id, expiresAt, ...overrides });

export const pruningCases: readonly StoreCase[] = [
  {
    title: 'MEM-3: prune-memories removes those that have expired by then, and leaves all others alone',
    async check(store) {
      const memories = [
        expiring('before', 999),
        expiring('just now', 1_000),
        expiring('later', 1_001),
        expiring('never', null),
        expiring('not named', 999),
      ];
      await store.commit(memories.map(record));
      await store.commit([prune(1_000, ...memories.slice(0, 4), { id: 'unknown' })]);
      const left = await store.getMemories(ali, idsOf(memories));
      expect(idsOf(left).toSorted()).toStrictEqual(['later', 'never', 'not named']);
      await store.commit([prune(1_000)]);
    },
  },
  {
    title: 'MEM-3: memories of several users are pruned in one command, whatever their standing',
    async check(store) {
      const memories = [
        expiring('ali’s', 1),
        expiring('shop’s', 1, { scope: shop }),
        expiring('bob’s', 1, { scope: bob, standing: 'archived' }),
      ];
      await store.commit(memories.map(record));
      await store.commit([prune(1, ...memories)]);
      expect(await store.listPlaces()).toStrictEqual([]);
      expect(await store.count(shop, longAgo)).toMatchObject({ memories: 0 });
    },
  },
  {
    title: 'MEM-3: what was derived from a pruned memory stays: it was learned while that held',
    async check(store) {
      const source = expiring('source', 1);
      const derived = aMemory({ derivedFrom: [{ kind: 'memory', id: 'source' }] });
      await store.commit([record(source), record(derived)]);
      await store.commit([prune(1, source)]);
      expect(await store.getMemory(ali, derived.id)).toStrictEqual(derived);
      expect(await store.getMemory(ali, 'source')).toBeUndefined();
    },
  },
  {
    title: 'MEM-7: a pruned memory goes with its tags, its history, its uses and its vector',
    async check(store) {
      const memory = expiring('m', 1, { tags: ['x'] });
      await store.commit([record(memory), revise(changed(memory, { text: 'two' }))]);
      await store.commit([
        noteUses(aUse({ memoryId: 'm' })),
        keepVectors('e', vectorOf(changed(memory, {}), 1, 2)),
      ]);
      expect((await store.vectorsOf('e', ['m'])).map(bytesOf)).toHaveLength(1);
      await store.commit([prune(1, memory)]);
      // Recorded again, so that what was left behind would show.
      await store.commit([record(aMemory({ id: 'm' }))]);
      expect(await store.listRevisions(ali, 'm')).toStrictEqual([]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([]);
      expect(await store.vectorsOf('e', ['m'])).toStrictEqual([]);
      expect((await store.listMemories(ali, { now: longAgo, tag: 'x' }, wholeList)).items).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-3: a memory that was promoted after it was found expired is not pruned',
    async check(store) {
      const memory = expiring('m', 1);
      await store.commit([record(memory)]);
      const found = await store.expiredMemories(1, 10);
      await store.commit([revise(changed(memory, { expiresAt: null }), { reason: 'promoted' })]);
      await store.commit([prune(1, ...found)]);
      expect(await store.getMemory(ali, 'm')).toMatchObject({ expiresAt: null, revision: 1 });
    },
  },
  {
    title: 'REC-1: who follows the changes is told of what was pruned',
    async check(store) {
      const memories = [expiring('a', 1), expiring('b', null), expiring('c', 1)];
      await store.commit(memories.map(record));
      const follower = follow(store, ali, 1);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b', 'c']);
      await store.commit([prune(1, ...memories)]);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['b']);
    },
  },
  {
    title:
      'MEM-3: expiredMemories gives those of the whole store that have expired by then, the first to expire first',
    async check(store) {
      const memories = [
        expiring('c', 30),
        expiring('a', 10, { scope: bob, standing: 'merged' }),
        expiring('d', 31),
        expiring('b', 20, { scope: shop }),
        expiring('never', null),
      ];
      await store.commit(memories.map(record));
      expect(idsOf(await store.expiredMemories(30, 10))).toStrictEqual(['a', 'b', 'c']);
      expect(idsOf(await store.expiredMemories(30, 2))).toStrictEqual(['a', 'b']);
      expect(await store.expiredMemories(9, 10)).toStrictEqual([]);
      expect(await store.expiredMemories(10, 10)).toStrictEqual([memories[1]]);
    },
  },
];
