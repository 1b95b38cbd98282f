import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { aMemory } from '../builders.ts';
import {
  bob,
  bytesOf,
  changed,
  keepVectors,
  record,
  remove,
  revise,
  type StoreCase,
  vectorOf,
} from './store-case.ts';

/** What an embedder made of these memories, by id. */
const vectorsIn = async (store: Store, embedder: string, ids: readonly string[]) =>
  (await store.vectorsOf(embedder, ids))
    .map(bytesOf)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));

export const vectorCases: readonly StoreCase[] = [
  {
    title: 'REC-1: vectors are answered byte for byte, for those memories that have one, each once',
    async check(store) {
      const memories = ['a', 'b', 'c'].map((id) => aMemory({ id }));
      await store.commit([...memories, aMemory({ id: 'none' })].map(record));
      const everyByte = [...Array(256).keys()];
      const bytes = [everyByte, everyByte.toReversed(), [0]];
      await store.commit([
        keepVectors('e', ...memories.map((memory, index) => vectorOf(memory, ...(bytes[index] ?? [])))),
      ]);
      expect(await vectorsIn(store, 'e', ['b', 'none', 'unknown', 'a', 'b'])).toStrictEqual([
        { id: 'a', revision: 0, bytes: bytes[0] },
        { id: 'b', revision: 0, bytes: bytes[1] },
      ]);
      expect(await vectorsIn(store, 'e', [])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: vectors of more memories than a database takes in one question are all answered',
    async check(store) {
      const memories = Array.from({ length: 1_203 }, (_, index) => aMemory({ id: `m${index}` }));
      await store.commit(memories.map(record));
      await store.commit([
        keepVectors('e', ...memories.map((memory, index) => vectorOf(memory, index % 256))),
      ]);
      const ids = memories.map(({ id }) => id);
      expect(await vectorsIn(store, 'e', ids)).toHaveLength(1_203);
      expect(await store.getMemories(bob, ids)).toStrictEqual([]);
      expect(await store.getMemories({ ...bob, user: 'ada' }, ids)).toHaveLength(1_203);
    },
  },
  {
    title: 'REC-1: a vector is answered to its embedder only, and replaced by another one’s',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      await store.commit([record(memory)]);
      await store.commit([keepVectors('old', vectorOf(memory, 1, 2))]);
      expect(await store.vectorsOf('new', ['m'])).toStrictEqual([]);
      await store.commit([keepVectors('new', vectorOf(memory, 3, 4, 5))]);
      expect(await store.vectorsOf('old', ['m'])).toStrictEqual([]);
      expect(await vectorsIn(store, 'new', ['m'])).toStrictEqual([
        { id: 'm', revision: 0, bytes: [3, 4, 5] },
      ]);
    },
  },
  {
    title:
      'REC-1: the vector of a memory that is gone or was changed meanwhile is ignored, and those beside it kept',
    async check(store) {
      const [gone, revised, kept] = ['gone', 'revised', 'kept'].map((id) => aMemory({ id })) as [
        ReturnType<typeof aMemory>,
        ReturnType<typeof aMemory>,
        ReturnType<typeof aMemory>,
      ];
      await store.commit([record(gone), record(revised), record(kept)]);
      await store.commit([remove(gone), revise(changed(revised, { text: 'two' }))]);
      await store.commit([keepVectors('e', ...[gone, revised, kept].map((memory) => vectorOf(memory, 7)))]);
      const ids = ['gone', 'revised', 'kept'];
      expect(await vectorsIn(store, 'e', ids)).toStrictEqual([{ id: 'kept', revision: 0, bytes: [7] }]);
      await store.commit([record(gone)]);
      expect(await store.vectorsOf('e', ['gone'])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: after a revision the old vector is answered with its old number, until a new one is kept',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      const now = changed(memory, { text: 'two' });
      await store.commit([record(memory), keepVectors('e', vectorOf(memory, 1))]);
      await store.commit([revise(now)]);
      expect(await vectorsIn(store, 'e', ['m'])).toStrictEqual([{ id: 'm', revision: 0, bytes: [1] }]);
      await store.commit([keepVectors('e', vectorOf(memory, 9))]);
      expect(await vectorsIn(store, 'e', ['m'])).toStrictEqual([{ id: 'm', revision: 0, bytes: [1] }]);
      await store.commit([keepVectors('e', vectorOf(now, 2))]);
      expect(await vectorsIn(store, 'e', ['m'])).toStrictEqual([{ id: 'm', revision: 1, bytes: [2] }]);
    },
  },
  {
    title: 'MEM-7: the vector of a deleted memory goes with it',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      await store.commit([record(memory), keepVectors('e', vectorOf(memory, 1))]);
      await store.commit([remove(memory)]);
      expect(await store.vectorsOf('e', ['m'])).toStrictEqual([]);
      await store.commit([record(memory)]);
      expect(await store.vectorsOf('e', ['m'])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: keeping a vector changes nothing about the memory, and no caller’s array is kept',
    async check(store) {
      const memory = aMemory({ id: 'm', scope: bob });
      const kept = vectorOf(memory, 1, 2, 3);
      await store.commit([record(memory), keepVectors('e', kept)]);
      kept.vector.fill(0);
      (await store.vectorsOf('e', ['m']))[0]?.vector.fill(9);
      expect(await vectorsIn(store, 'e', ['m'])).toStrictEqual([{ id: 'm', revision: 0, bytes: [1, 2, 3] }]);
      expect(await store.getMemory(bob, 'm')).toStrictEqual(memory);
    },
  },
];
