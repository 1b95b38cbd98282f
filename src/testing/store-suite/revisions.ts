import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { type Memory, memoryKinds } from '../../records/memory.ts';
import { aMemory } from '../builders.ts';
import { aMemoryCalled } from './external-ids.ts';
import { aFullMemory } from './full-records.ts';
import {
  ali,
  alice,
  changed,
  expectRefusal,
  idsOf,
  longAgo,
  record,
  remove,
  revise,
  type StoreCase,
  shop,
  wholeList,
} from './store-case.ts';

const fullCases = memoryKinds.map(
  (kind): StoreCase => ({
    title: `MEM-5: a ${kind} with every field set is revised and kept in its history as it was written`,
    async check(store) {
      const [full, plain] = [aFullMemory(kind), aMemory({ kind, text: 'Plain.' })];
      await store.commit([record(full), record(plain)]);
      const emptied = { ...plain, ...sameLife(full), id: full.id, revision: full.revision + 1 } as Memory;
      const filled = { ...full, ...sameLife(plain), id: plain.id, revision: 1 } as Memory;
      await store.commit([revise(emptied), revise(filled)]);
      expect(await store.getMemory(ali, full.id)).toStrictEqual(emptied);
      expect(await store.getMemory(ali, plain.id)).toStrictEqual(filled);
      expect(await store.listRevisions(ali, full.id)).toMatchObject([{ before: full }]);
      expect((await store.listRevisions(ali, full.id))[0]?.before).toStrictEqual(full);
      expect((await store.listRevisions(ali, plain.id))[0]?.before).toStrictEqual(plain);
    },
  }),
);

/** What a revision never changes, and the external id, which is how others call the memory. */
function sameLife({ createdAt, accessCount, lastAccessedAt, provenance }: Memory): Partial<Memory> {
  return { createdAt, accessCount, lastAccessedAt, provenance };
}

export const revisionCases: readonly StoreCase[] = [
  ...fullCases,
  {
    title: 'MEM-5: a revised memory is read as it is now, by its id, among others and in lists',
    async check(store) {
      const memory = aMemory({ text: 'Refunds take a day.' });
      const now = changed(memory, { text: 'Refunds take two days.', confidence: 0.75 });
      await store.commit([record(memory)]);
      await store.commit([revise(now)]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(now);
      expect(await store.getMemories(ali, [memory.id])).toStrictEqual([now]);
      expect((await store.listMemories(ali, { now: longAgo }, wholeList)).items).toStrictEqual([now]);
      expect((await store.count(ali, longAgo)).memories).toBe(1);
    },
  },
  {
    title:
      'MEM-5: the history tells each change in order: when, why, in words, and what the memory was before',
    async check(store) {
      const memory = aMemory({ text: 'one' });
      const second = changed(memory, { text: 'two', standing: 'demoted' });
      const third = changed(second, { text: 'three', standing: 'active' });
      const changes = [
        { at: 9_000, reason: 'demoted', note: 'It hurt, twice: “größe”.' },
        { at: 8_000, reason: 'restored', note: '' },
      ] as const;
      await store.commit([record(memory)]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
      await store.commit([revise(second, changes[0])]);
      await store.commit([revise(third, changes[1])]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([
        { ...changes[0], before: memory },
        { ...changes[1], before: second },
      ]);
    },
  },
  {
    title: 'MEM-5: the history goes on in order beyond nine changes, each memory with its own',
    async check(store) {
      const memories = [aMemory({ id: 'm' }), aMemory({ id: 'm 1' })];
      await store.commit(memories.map(record));
      for (const memory of memories) {
        for (let revision = 1; revision <= 12; revision += 1) {
          await store.commit([revise({ ...memory, text: `${memory.id}: ${revision}`, revision })]);
        }
      }
      for (const { id } of memories) {
        const history = await store.listRevisions(ali, id);
        expect(history.map(({ before }) => before.revision)).toStrictEqual([...Array(12).keys()]);
        expect(history.at(-1)?.before.text).toBe(`${id}: 11`);
      }
    },
  },
  {
    title: 'MEM-5: owner, kind, moment of creation and counts of accesses stay as the store has them',
    async check(store) {
      const memory = aMemory({ text: 'one' });
      await store.commit([record(memory)]);
      // Counted after it was read, so whoever revises it does not know.
      await store.commit([{ type: 'count-access', ids: [memory.id], at: 500 }]);
      const counted = { ...memory, accessCount: 1, lastAccessedAt: 500 };
      const another = {
        kind: 'rule',
        scope: alice,
        createdAt: 1,
        accessCount: 99,
        lastAccessedAt: 9,
      } as const;
      const command = { ...revise(changed(memory, { ...another, text: 'two' })), owner: ali };
      await store.commit([command]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual({ ...counted, text: 'two', revision: 1 });
      expect(await store.getMemory(alice, memory.id)).toBeUndefined();
      expect((await store.listRevisions(ali, memory.id))[0]?.before).toStrictEqual(counted);
    },
  },
  {
    title: 'MEM-5: a revised memory keeps its place in lists, from page to page',
    async check(store) {
      const memories = ['a', 'b', 'c'].map((id) => aMemory({ id })) as [Memory, Memory, Memory];
      await store.commit(memories.map(record));
      await store.tidy(2);
      const first = await store.listMemories(ali, { now: longAgo }, { limit: 1 });
      await store.commit(memories.toReversed().map((memory) => revise(changed(memory, { text: 'new' }))));
      const after = first.next ?? undefined;
      const rest = await store.listMemories(ali, { now: longAgo }, { limit: 10, after });
      expect(idsOf([...first.items, ...rest.items])).toStrictEqual(['c', 'b', 'a']);
    },
  },
  {
    title:
      'MEM-5: of several who change a memory at the same time one does, and the others are told of a conflict',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory)]);
      const texts = ['a', 'b', 'c', 'd', 'e'];
      const answers = await Promise.allSettled(
        texts.map((text) => store.commit([revise(changed(memory, { text }))])),
      );
      const refused = answers.filter((answer) => answer.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toStrictEqual(Array(4).fill('conflict'));
      expect(await store.listRevisions(ali, memory.id)).toHaveLength(1);
      expect(await store.getMemory(ali, memory.id)).toMatchObject({ revision: 1 });
    },
  },
  {
    title: 'MEM-5: one commit may record a memory and change it twice; each command sees the one before',
    async check(store) {
      const memory = aMemory({ text: 'one' });
      const second = changed(memory, { text: 'two' });
      const third = changed(second, { text: 'three' });
      await store.commit([record(memory), revise(second), revise(third)]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(third);
      const history = await store.listRevisions(ali, memory.id);
      expect(history.map(({ before }) => before)).toStrictEqual([memory, second]);
    },
  },
  {
    title: 'MEM-5: memories are merged in one commit, or not at all',
    async check(store) {
      const [kept, merged] = [aMemory({ id: 'kept' }), aMemory({ id: 'merged' })];
      await store.commit([record(kept), record(merged)]);
      const links = [{ kind: 'merged-into', id: 'kept' } as const];
      const merge = (of: Memory) => [
        revise(changed(merged, { standing: 'merged', links }), { reason: 'merged' }),
        revise(changed(of, { evidence: { successes: 2, failures: 0.5 } }), { reason: 'merged' }),
      ];
      await expectRefusal(store, merge({ ...kept, revision: 5 }), 'conflict');
      expect(await store.getMemories(ali, ['merged'])).toStrictEqual([merged]);
      expect(await store.listRevisions(ali, 'merged')).toStrictEqual([]);
      await store.commit(merge(kept));
      expect(await store.getMemory(ali, 'merged')).toMatchObject({ standing: 'merged', links });
      expect(await store.getMemory(ali, 'kept')).toMatchObject({ evidence: { successes: 2, failures: 0.5 } });
    },
  },
  {
    title: 'MEM-7: a memory that its commit has deleted before cannot be changed',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory)]);
      await expectRefusal(store, [remove(memory), revise(changed(memory, {}))], 'not_found');
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
  {
    title: 'MEM-7: a memory recorded under the id of a deleted one begins without its history',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory), revise(changed(memory, { text: 'two' }))]);
      await store.commit([remove(memory)]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
      await store.commit([record(memory)]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
      await store.commit([revise(changed(memory, { text: 'other' }))]);
      expect(await store.listRevisions(ali, memory.id)).toMatchObject([{ before: memory }]);
    },
  },
  {
    title: 'CAP-6: a revised memory keeps its external id to itself',
    async check(store) {
      const memory = aMemoryCalled('ticket-7');
      await store.commit([record(memory), revise(changed(memory, { text: 'two' }))]);
      await expectRefusal(store, [record(aMemoryCalled('ticket-7'))], 'conflict');
    },
  },
  {
    title:
      'REC-2: an agent sees the history of the project’s memories, and changes them by naming the project',
    async check(store) {
      const memory = aMemory({ scope: shop });
      await store.commit([record(memory)]);
      await expectRefusal(store, [{ ...revise(changed(memory, {})), owner: ali }], 'not_found');
      await store.commit([revise(changed(memory, {}))]);
      expect(await historyOf(store, memory)).toStrictEqual([memory]);
    },
  },
];

async function historyOf(store: Store, { id }: Memory): Promise<Memory[]> {
  return (await store.listRevisions(ali, id)).map(({ before }) => before);
}
