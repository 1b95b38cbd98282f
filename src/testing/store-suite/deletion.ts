import { expect } from 'vitest';
import type { Memory } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory } from '../builders.ts';
import { knownFrom } from './follower.ts';
import { emptyPage, zeroCounts } from './reads.ts';
import {
  ali,
  alice,
  expectRefusal,
  idsOf,
  longAgo,
  record,
  remove,
  type StoreCase,
  shop,
  wholeList,
} from './store-case.ts';

const derived = (id: string, from: Pick<Memory, 'id'>, scope: Scope = ali): Memory =>
  aMemory({ id, scope, text: 'alpha', derivedFrom: [{ kind: 'memory', id: from.id }] });

export const deletionCases: readonly StoreCase[] = [
  {
    title: 'MEM-7: a deleted memory is gone from gets, lists, changes, agents and counts',
    async check(store) {
      const memory = aMemory({ text: 'alpha', tags: ['x'], kind: 'decision', content: { context: 'c' } });
      await store.commit([record(memory)]);
      await store.commit([remove(memory)]);
      expect(await store.getMemory(ali, memory.id)).toBeUndefined();
      expect(await store.getMemories(ali, [memory.id])).toStrictEqual([]);
      expect(await knownFrom(store, ali)).toStrictEqual([]);
      expect(await store.listPlaces()).toStrictEqual([]);
      for (const filter of [{}, { tag: 'x' }, { topic: 'c' }, { kind: 'decision' } as const]) {
        expect(await store.listMemories(ali, { now: longAgo, ...filter }, wholeList)).toStrictEqual(
          emptyPage,
        );
      }
      expect(await store.count(ali, longAgo)).toStrictEqual(zeroCounts);
      expect(await store.listAgents(ali)).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-7: the other memories stay and are found as before',
    async check(store) {
      const [gone, kept] = [aMemory({ text: 'alpha' }), aMemory({ text: 'alpha beta', tags: ['x'] })];
      await store.commit([record(gone), record(kept)]);
      await store.commit([remove(gone)]);
      for (const filter of [{}, { tag: 'x' }]) {
        const { items } = await store.listMemories(ali, { now: longAgo, ...filter }, wholeList);
        expect(items).toStrictEqual([kept]);
      }
      expect(idsOf(await knownFrom(store, ali))).toStrictEqual([kept.id]);
    },
  },
  {
    title:
      'MEM-7: what was derived from it goes too, however many steps away, whichever of the user’s agents and projects has it; nothing of others',
    async check(store) {
      const memory = aMemory({ id: 'source', text: 'alpha' });
      const memories = [
        memory,
        derived('child', memory),
        derived('grandchild', { id: 'child' }, alice),
        derived('great-grandchild', { id: 'grandchild' }, { ...ali, project: 'shop2' }),
        derived('project’s', memory, shop),
        derived('other', { id: 'another' }),
        derived('of a stranger who says so', memory, { ...ali, user: 'bob' }),
      ];
      await store.commit(memories.map(record));
      await store.commit([remove(memory)]);
      const left = await Promise.all(memories.map(({ scope, id }) => store.getMemory(scope, id)));
      expect(left.map((found) => found?.id)).toStrictEqual([
        ...Array(5).fill(undefined),
        'other',
        'of a stranger who says so',
      ]);
      expect(idsOf(await knownFrom(store, shop))).toStrictEqual(['other']);
    },
  },
  {
    title: 'MEM-7: memories derived from each other are deleted together',
    async check(store) {
      const [first, second] = [derived('first', { id: 'second' }), derived('second', { id: 'first' })];
      await store.commit([record(first), record(second)]);
      await store.commit([remove(second)]);
      expect((await store.count(ali, longAgo)).memories).toBe(0);
    },
  },
  {
    title: 'MEM-7: deleting what was derived leaves its source',
    async check(store) {
      const memory = aMemory();
      const child = derived('child', memory);
      await store.commit([record(memory), record(child)]);
      await store.commit([remove(child)]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
  {
    title: 'MEM-7: only memories are followed: the same id as a run or a step is something else',
    async check(store) {
      const memory = aMemory({ id: 'same' });
      const ofRun = aMemory({ derivedFrom: [{ kind: 'run', id: 'same' }] });
      await store.commit([record(memory), record(ofRun)]);
      await store.commit([remove(memory)]);
      expect(idsOf((await store.listMemories(ali, { now: longAgo }, wholeList)).items)).toStrictEqual([
        ofRun.id,
      ]);
    },
  },
  {
    title: 'MEM-7: deleting twice is refused with not_found, as for what never was',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory)]);
      await store.commit([remove(memory)]);
      await expectRefusal(store, [remove(memory)], 'not_found');
    },
  },
  {
    title: 'MEM-7: the id of a deleted memory is free again, and its tags and words are not the new memory’s',
    async check(store) {
      const memory = aMemory({ text: 'alpha', tags: ['x'] });
      const again = aMemory({ id: memory.id, text: 'beta' });
      await store.commit([record(memory), remove(memory)]);
      await store.commit([record(again)]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(again);
      expect(await knownFrom(store, ali)).toMatchObject([{ text: 'beta', tags: [] }]);
      expect((await store.listMemories(ali, { now: longAgo, tag: 'x' }, wholeList)).items).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-7: an expired memory can be deleted',
    async check(store) {
      const memory = aMemory({ expiresAt: 1 });
      await store.commit([record(memory)]);
      await store.commit([remove(memory)]);
      expect(await store.getMemory(ali, memory.id)).toBeUndefined();
    },
  },
];
