import { expect } from 'vitest';
import type { Command, Store } from '../../ports/store.ts';
import { noRetrievals, type RetrievalTimes, withRetrieval } from '../../records/retrieval-times.ts';
import type { StoreCase } from './store-case.ts';

const dayMs = 86_400_000;

/** Searches of one day that took so many milliseconds. */
export function retrievals(day: number, ...took: readonly number[]): RetrievalTimes {
  return took.reduce((times, each) => withRetrieval(times, each, day * dayMs), noRetrievals);
}

export const countTimes = (times: RetrievalTimes): Command => ({ type: 'count-retrievals', times });

const kept = async (store: Store) => (await store.retrievalTimes()).days;

export const counterCases: readonly StoreCase[] = [
  {
    title: 'MET-1: retrieval times are read as they were counted, by day',
    async check(store) {
      const days = [...retrievals(3, 0.5, 12, 12, 900).days, ...retrievals(7, 2).days];
      await store.commit([countTimes({ days: days.toReversed() })]);
      expect(await kept(store)).toStrictEqual(days);
    },
  },
  {
    title: 'MET-1: what processes count is added up, whoever comes first',
    async check(store) {
      const each = [retrievals(3, 1, 40), retrievals(3, 40), retrievals(2, 1)];
      await Promise.all(each.map((times) => store.commit([countTimes(times)])));
      expect(await kept(store)).toStrictEqual([...retrievals(2, 1).days, ...retrievals(3, 1, 40, 40).days]);
    },
  },
  {
    title: 'MET-1: the latest ninety days with searches are kept',
    async check(store) {
      for (let day = 0; day < 100; day += 1) await store.commit([countTimes(retrievals(2 * day, 5))]);
      const days = (await kept(store)).map(({ day }) => day);
      expect(days).toStrictEqual(Array.from({ length: 90 }, (_, place) => 20 + 2 * place));
      await store.commit([countTimes(retrievals(1, 5))]);
      expect((await kept(store)).map(({ day }) => day)).toStrictEqual(days);
    },
  },
  {
    title: 'MET-1: counting nothing changes nothing',
    async check(store) {
      await store.commit([countTimes(retrievals(3, 1))]);
      await store.commit([countTimes(noRetrievals)]);
      expect(await kept(store)).toStrictEqual([...retrievals(3, 1).days]);
    },
  },
];
