import { expect } from 'vitest';
import { type Memory, memoryKinds, standings } from '../../records/memory.ts';
import { aMemory } from '../builders.ts';
import { asEntry, follow, knownFrom } from './follower.ts';
import { aFullMemory } from './full-records.ts';
import {
  ali,
  alice,
  bob,
  changed,
  idsOf,
  keepVectors,
  prune,
  record,
  remove,
  revise,
  type StoreCase,
  shop,
  shop2,
  vectorOf,
} from './store-case.ts';

const limits = [1, 2, 3, 1_000];

const memoriesCalled = (...ids: readonly string[]): Memory[] => ids.map((id) => aMemory({ id }));

const pageCases = limits.flatMap((limit): StoreCase[] => [
  {
    title: `REC-1: from the beginning, ${limit} at a time, every memory of the project is told, and no other project’s`,
    async check(store) {
      const ours = [
        ...memoriesCalled('a', 'b'),
        aMemory({ id: 'c', scope: alice }),
        aMemory({ id: 'd', scope: shop, expiresAt: 1 }),
        ...standings.map((standing) => aMemory({ id: `e ${standing}`, standing })),
      ];
      const others = [aMemory({ id: 'f', scope: shop2 }), aMemory({ id: 'g', scope: bob })];
      await store.commit([...ours, ...others].map(record));
      const known = await knownFrom(store, ali, limit);
      expect(known).toStrictEqual(ours.map(asEntry).toSorted((left, right) => (left.id < right.id ? -1 : 1)));
      expect(idsOf(await knownFrom(store, shop2, limit))).toStrictEqual(['f']);
    },
  },
  {
    title: `REC-1: who has followed so far, ${limit} at a time, is told of all that is recorded, revised, deleted and pruned afterwards`,
    async check(store) {
      const [a, b, c, d] = memoriesCalled('a', 'b', 'c', 'd') as [Memory, Memory, Memory, Memory];
      const e = aMemory({ id: 'e', expiresAt: 1 });
      await store.commit([a, b, c, e].map(record));
      const follower = follow(store, ali, limit);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b', 'c', 'e']);
      await store.commit([record(d)]);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b', 'c', 'd', 'e']);
      await store.commit([revise(changed(a, { text: 'new' })), remove(b), prune(1, e)]);
      expect(await follower.catchUp()).toMatchObject([{ id: 'a', text: 'new' }, { id: 'c' }, { id: 'd' }]);
      await store.commit([remove(a), remove(c), remove(d)]);
      expect(await follower.catchUp()).toStrictEqual([]);
    },
  },
  {
    title: `REC-1: what changes while somebody reads ${limit} at a time is not missed`,
    async check(store) {
      const memories = memoriesCalled('a', 'b', 'c', 'd', 'e', 'f');
      await store.commit(memories.map(record));
      const follower = follow(store, ali, limit);
      for (const memory of memories) {
        await follower.step();
        await store.commit([
          revise(changed(memory, { text: 'new' })),
          record(aMemory({ id: `${memory.id}2` })),
        ]);
        if (memory.id > 'c') await store.commit([remove(memory)]);
      }
      expect((await follower.catchUp()).map(({ id, text }) => `${id} ${text.slice(0, 3)}`)).toStrictEqual([
        ...['a new', 'a2 Ref', 'b new', 'b2 Ref', 'c new', 'c2 Ref', 'd2 Ref', 'e2 Ref', 'f2 Ref'],
      ]);
    },
  },
]);

export const changeCases: readonly StoreCase[] = [
  ...pageCases,
  ...memoryKinds.map(
    (kind): StoreCase => ({
      title: `REC-1: the change of a ${kind} tells all that an index needs, as the memory has it`,
      async check(store) {
        const [full, plain] = [aFullMemory(kind), aMemory({ kind, text: 'Plain.' })];
        await store.commit([record(full), record(plain)]);
        const entries = [full, plain].map(asEntry);
        expect(await knownFrom(store, ali)).toStrictEqual(entries);
      },
    }),
  ),
  {
    title: 'REC-1: a memory recorded again under its id is told as it is now, in the same commit or later',
    async check(store) {
      const [a, b, c] = memoriesCalled('a', 'b', 'c') as [Memory, Memory, Memory];
      await store.commit([a, b, c].map(record));
      const [often, seldom] = [follow(store, ali, 1), follow(store, ali)];
      await Promise.all([often.catchUp(), seldom.catchUp()]);
      const again = (id: string) => record(aMemory({ id, text: 'again' }));
      await store.commit([remove(a), again('a')]);
      await store.commit([remove(c)]);
      expect(idsOf(await often.catchUp())).toStrictEqual(['a', 'b']);
      await store.commit([again('c')]);
      for (const follower of [often, seldom]) {
        const known = await follower.catchUp();
        expect(known).toMatchObject([{ text: 'again' }, { text: b.text }, { text: 'again' }]);
      }
    },
  },
  {
    title: 'REC-2: a memory recorded again under its id in another project is gone from the first one',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      await store.commit([record(memory), record(aMemory({ id: 'kept' }))]);
      const [first, second] = [follow(store, ali), follow(store, shop2)];
      await Promise.all([first.catchUp(), second.catchUp()]);
      await store.commit([remove(memory)]);
      await store.commit([record(aMemory({ id: 'm', scope: shop2 }))]);
      expect(idsOf(await first.catchUp())).toStrictEqual(['kept']);
      expect(idsOf(await second.catchUp())).toStrictEqual(['m']);
    },
  },
  {
    title: 'MEM-7: who follows is told of everything that was derived from what was deleted',
    async check(store) {
      const [source, kept] = memoriesCalled('source', 'kept') as [Memory, Memory];
      const derived = aMemory({ id: 'd', scope: alice, derivedFrom: [{ kind: 'memory', id: 'source' }] });
      await store.commit([source, derived, kept].map(record));
      const follower = follow(store, ali);
      await follower.catchUp();
      await store.commit([remove(source)]);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['kept']);
    },
  },
  {
    title: 'REC-1: a refused commit leaves no trace for those who follow',
    async check(store) {
      const [a, b] = memoriesCalled('a', 'b') as [Memory, Memory];
      await store.commit([record(a)]);
      const follower = follow(store, ali);
      await follower.catchUp();
      const refused = [record(b), revise(changed(a, { text: 'never' })), remove(aMemory({ id: 'unknown' }))];
      await expect(store.commit(refused)).rejects.toMatchObject({ code: 'not_found' });
      expect(await follower.catchUp()).toStrictEqual([asEntry(a)]);
      await expect(store.commit([remove(a), remove(a)])).rejects.toMatchObject({ code: 'not_found' });
      expect(await follower.catchUp()).toStrictEqual([asEntry(a)]);
    },
  },
  {
    title: 'REC-1: a project that is empty is followed from its first memory on, and is told nobody else’s',
    async check(store) {
      const follower = follow(store, shop2);
      expect(await follower.catchUp()).toStrictEqual([]);
      await store.commit([record(aMemory({ id: 'ali’s' })), record(aMemory({ id: 'first', scope: shop2 }))]);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['first']);
    },
  },
  {
    title: 'REC-1: accesses, vectors and upkeep change nothing of what those who follow know',
    async check(store) {
      const memories = memoriesCalled('a', 'b', 'c') as [Memory, Memory, Memory];
      await store.commit(memories.map(record));
      const follower = follow(store, ali, 2);
      const before = await follower.catchUp();
      await store.commit([
        { type: 'count-access', ids: ['a'], at: 5 },
        keepVectors('e', vectorOf(memories[0], 1)),
      ]);
      await store.tidy(100);
      expect(await follower.catchUp()).toStrictEqual(before);
      await store.commit([remove(memories[2]), record(aMemory({ id: 'd' }))]);
      expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b', 'd']);
    },
  },
  {
    title: 'REC-1: a piece is about as large as asked for, and a fresh mark never asks to begin anew',
    async check(store) {
      await store.commit(memoriesCalled('a', 'b', 'c', 'd', 'e', 'f', 'g').map(record));
      let mark: string | null = null;
      let pieces = 0;
      for (let more = true; more; ) {
        pieces += 1;
        // A store that always has more would keep a test going for ever.
        expect(pieces).toBeLessThanOrEqual(50);
        const changes = await store.memoryChanges(shop, mark, 2);
        expect(changes.entries.length).toBeLessThanOrEqual(4);
        expect(changes.restart).toBe(false);
        ({ mark, more } = changes as { mark: string; more: boolean });
      }
    },
  },
  {
    title: 'REC-1: while several write at once, who follows ends up knowing everything',
    async check(store) {
      const follower = follow(store, ali, 3);
      const writing = Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const memory = aMemory({ id: `m${String(index).padStart(2, '0')}` });
          await store.commit([record(memory)]);
          if (index % 4 === 1) await store.commit([remove(memory)]);
          if (index % 4 === 2) await store.commit([revise(changed(memory, { text: 'new' }))]);
        }),
      );
      for (let step = 0; step < 10; step += 1) await follower.step();
      await writing;
      const known = await follower.catchUp();
      expect(known).toHaveLength(15);
      expect(known.filter(({ text }) => text === 'new')).toHaveLength(5);
      expect(known).toStrictEqual(await knownFrom(store, ali));
    },
  },
  {
    title:
      'REC-1: listPlaces names each project that has memories once, whatever their standing, by user and project',
    async check(store) {
      const owners = [bob, shop2, ali, alice, shop, { ...bob, project: 'bakery' }];
      const memories = owners.map((scope) => aMemory({ scope, expiresAt: 1, standing: 'archived' }));
      await store.commit(memories.map(record));
      expect(await store.listPlaces()).toStrictEqual([
        { user: 'ada', project: 'shop' },
        { user: 'ada', project: 'shop2' },
        { user: 'bob', project: 'bakery' },
        { user: 'bob', project: 'shop' },
      ]);
      await store.commit(memories.slice(0, 2).map(remove));
      expect(await store.listPlaces()).toStrictEqual([
        { user: 'ada', project: 'shop' },
        { user: 'bob', project: 'bakery' },
      ]);
    },
  },
];
