import { expect } from 'vitest';
import { everythingKept, readMethods, reads, wholeStoreMethods, wholeStoreReads } from './reads.ts';
import { ali, type StoreCase } from './store-case.ts';
import { aWorld } from './world.ts';

/** Each method is the first call ever: a backend that prepares itself in only some of them fails here. */
const firstCalls = readMethods.map(
  (method): StoreCase => ({
    title: `STO-1: ${method}, called first of all, finds nothing and does not fail`,
    async check(store) {
      expect(await reads[method].ask(store, ali, aWorld(ali))).toStrictEqual(reads[method].nothing);
    },
  }),
);

const firstCallsForTheWholeStore = wholeStoreMethods.map(
  (method): StoreCase => ({
    title: `STO-1: ${method}, called first of all, finds nothing and does not fail`,
    async check(store) {
      expect(await wholeStoreReads[method].ask(store, aWorld(ali))).toStrictEqual(
        wholeStoreReads[method].nothing,
      );
    },
  }),
);

export const emptyStoreCases: readonly StoreCase[] = [
  ...firstCalls,
  ...firstCallsForTheWholeStore,
  {
    title: 'STO-1: tidy, called first of all, has nothing to do',
    async check(store) {
      expect(await store.tidy(10)).toStrictEqual({ done: 0, left: 0 });
    },
  },
  {
    title: 'STO-1: health, called first of all, names the backend and has no problems',
    async check(store) {
      const health = await store.health();
      expect(health.backend).not.toBe('');
      expect(health.problems).toStrictEqual([]);
    },
  },
  {
    title: 'STO-1: a commit of nothing is accepted and writes nothing',
    async check(store) {
      const before = await everythingKept(store, aWorld(ali));
      expect(await store.commit([])).toStrictEqual({ ignored: [] });
      expect(await everythingKept(store, aWorld(ali))).toStrictEqual(before);
    },
  },
  {
    title: 'STO-3: says of itself that it keeps what it is given, and has a name',
    async check(store) {
      expect(store.keeps).toBe(true);
      expect(store.name).not.toBe('');
    },
  },
];
