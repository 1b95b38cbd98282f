import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { aMemory } from '../builders.ts';
import { everythingKept } from './reads.ts';
import { ali, alice, idsOf, longAgo, record, remove, type StoreCase, wholeList } from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

const memories = () => ['a', 'b', 'c', 'd', 'e'].map((id) => aMemory({ id, tags: ['greek'] }));

/** Tidies until nothing is left; fails when that takes more pieces than there are records. */
async function tidyAll(store: Store, limit: number): Promise<void> {
  for (let piece = 0; piece < 50; piece += 1) {
    const { done, left } = await store.tidy(limit);
    expect(done).toBeLessThanOrEqual(limit);
    if (left === 0) return;
  }
  expect.fail('there is always something left to tidy');
}

const found = async (store: Store): Promise<string[]> => {
  const { items } = await store.listMemories(ali, { now: longAgo, tag: 'greek' }, wholeList);
  return idsOf(items).toSorted();
};

export const tidyCases: readonly StoreCase[] = [
  {
    title: 'REC-1: tidying piece by piece comes to an end, and then there is nothing to do',
    async check(store) {
      await store.commit(memories().map(record));
      await tidyAll(store, 2);
      expect(await store.tidy(2)).toStrictEqual({ done: 0, left: 0 });
    },
  },
  {
    title: 'REC-1: tidying nothing does nothing, and tells how much is left',
    async check(store) {
      await store.commit(memories().map(record));
      const { done, left } = await store.tidy(0);
      expect(done).toBe(0);
      expect(await store.tidy(0)).toStrictEqual({ done, left });
      const piece = await store.tidy(1_000);
      expect(piece).toStrictEqual({ done: left, left: 0 });
    },
  },
  {
    title: 'REC-1: everything reads the same before, between and after the pieces',
    async check(store) {
      const worlds = [aWorld(ali), aWorld(alice), aWorld({ ...ali, user: 'bob' })];
      await store.commit([...worlds.flatMap(commandsOf), ...memories().map(record)]);
      const readAll = () => Promise.all(worlds.map((world) => everythingKept(store, world)));
      const before = await readAll();
      await store.tidy(3);
      expect(await readAll()).toStrictEqual(before);
      await tidyAll(store, 3);
      expect(await readAll()).toStrictEqual(before);
    },
  },
  {
    title: 'REC-1: what is recorded and deleted after tidying is found and not found as ever',
    async check(store) {
      const [first, second, ...others] = memories() as [
        ReturnType<typeof aMemory>,
        ReturnType<typeof aMemory>,
      ];
      await store.commit([record(first), record(second)]);
      await tidyAll(store, 100);
      await store.commit([remove(first), ...others.map(record)]);
      expect(await found(store)).toStrictEqual(['b', 'c', 'd', 'e']);
      await tidyAll(store, 100);
      expect(await found(store)).toStrictEqual(['b', 'c', 'd', 'e']);
    },
  },
  {
    title: 'REC-1: several may tidy at the same time',
    async check(store) {
      await store.commit(memories().map(record));
      const pieces = await Promise.all([1, 2, 3, 4].map(() => store.tidy(2)));
      expect(pieces.reduce((sum, { done }) => sum + done, 0)).toBeLessThanOrEqual(5);
      await tidyAll(store, 2);
      expect(await found(store)).toStrictEqual(['a', 'b', 'c', 'd', 'e']);
    },
  },
];
