import { expect } from 'vitest';
import type { Memory } from '../../records/memory.ts';
import { aMemory } from '../builders.ts';
import { follow } from './follower.ts';
import { ali, alice, idsOf, record, remove, type StoreCase, shop2 } from './store-case.ts';

const memoriesCalled = (...ids: readonly string[]): Memory[] => ids.map((id) => aMemory({ id }));

/** The last memories are deleted, and others recorded: a database may give out the same numbers again. */
const tailCases = [1, 2, 3, 5].flatMap((tail) =>
  [1, 2, 6].map(
    (recorded): StoreCase => ({
      title: `REC-1: after the last ${tail} were deleted, ${recorded} recorded instead are not taken for known`,
      async check(store) {
        const memories = memoriesCalled('a', 'b', 'c', 'd', 'e');
        await store.commit(memories.map(record));
        const [attentive, late] = [follow(store, ali), follow(store, ali, 2)];
        await Promise.all([attentive.catchUp(), late.catchUp()]);
        await store.commit(memories.slice(-tail).toReversed().map(remove));
        await attentive.catchUp();
        const news = Array.from({ length: recorded }, (_, index) => aMemory({ id: `n${index}` }));
        await store.commit(news.map(record));
        const left = [...idsOf(memories.slice(0, -tail)), ...idsOf(news)];
        expect(idsOf(await attentive.catchUp())).toStrictEqual(left);
        expect(idsOf(await late.catchUp())).toStrictEqual(left);
      },
    }),
  ),
);

export const changeTailCases: readonly StoreCase[] = [
  ...tailCases,
  {
    title: 'REC-1: the tail is deleted and recorded again many times; who looks now and then misses nothing',
    async check(store) {
      await store.commit(memoriesCalled('a', 'b').map(record));
      const [often, seldom] = [follow(store, ali), follow(store, ali)];
      let last: Memory | undefined;
      for (let turn = 0; turn < 12; turn += 1) {
        const next = aMemory({ id: `t${turn}`, scope: turn % 3 === 0 ? alice : ali });
        await store.commit([...(last === undefined ? [] : [remove(last)]), record(next)]);
        last = next;
        expect(idsOf(await often.catchUp())).toStrictEqual(['a', 'b', next.id]);
        if (turn % 5 === 4) expect(idsOf(await seldom.catchUp())).toStrictEqual(['a', 'b', next.id]);
      }
    },
  },
  {
    title: 'REC-1: when the last memory is another project’s, its deletion hides nothing either',
    async check(store) {
      const other = aMemory({ id: 'other', scope: shop2 });
      await store.commit([...memoriesCalled('a').map(record), record(other)]);
      const follower = follow(store, ali);
      await follower.catchUp();
      await store.commit([remove(other)]);
      await store.commit(memoriesCalled('b').map(record));
      expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b']);
    },
  },
  {
    title: 'REC-1: after everything was deleted, what is recorded is told',
    async check(store) {
      const memories = memoriesCalled('a', 'b', 'c');
      await store.commit(memories.map(record));
      const follower = follow(store, ali);
      await follower.catchUp();
      await store.commit(memories.map(remove));
      await store.commit(memoriesCalled('d').map(record));
      expect(idsOf(await follower.catchUp())).toStrictEqual(['d']);
    },
  },
];
