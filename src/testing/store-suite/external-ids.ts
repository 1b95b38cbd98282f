import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { type Memory, provenanceSchema } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides } from '../builders.ts';
import { ali, alice, expectRefusal, longAgo, record, remove, type StoreCase, shop } from './store-case.ts';

/** A memory that has this name where it came from. */
export function aMemoryCalled(externalId: string, overrides: MemoryOverrides = {}): Memory {
  return aMemory({ ...overrides, provenance: provenanceSchema.parse({ externalId }) });
}

const namesOf = async (store: Store, memories: readonly Memory[]) => {
  const found = await Promise.all(memories.map(({ scope, id }) => store.getMemory(scope, id)));
  return found.map((memory) => memory?.provenance.externalId);
};

export const externalIdCases: readonly StoreCase[] = [
  {
    title: 'CAP-6: another agent, project or user may have a memory of the same external id',
    async check(store) {
      const owners = [ali, alice, shop, { ...ali, project: 'shop2' }, { ...ali, user: 'bob' }];
      const memories = owners.map((scope) => aMemoryCalled('ticket-7', { scope }));
      for (const memory of memories) {
        expect(await store.commit([{ type: 'record-memory', memory, ifAbsent: true }])).toStrictEqual({
          ignored: [],
        });
      }
      expect(await namesOf(store, memories)).toStrictEqual(owners.map(() => 'ticket-7'));
    },
  },
  {
    title: 'CAP-6: external ids are compared letter by letter',
    async check(store) {
      const memories = ['ticket-7', 'Ticket-7', 'ticket-70', 'ticket 7'].map((name) => aMemoryCalled(name));
      await store.commit(memories.map(record));
      expect((await store.count(ali, longAgo)).memories).toBe(memories.length);
    },
  },
  {
    title: 'CAP-6: memories without an external id are never taken for the same',
    async check(store) {
      const memories = [aMemory({ text: 'same' }), aMemory({ text: 'same' })];
      const commands = memories.map((memory) => ({ type: 'record-memory', memory, ifAbsent: true }) as const);
      expect(await store.commit(commands)).toStrictEqual({ ignored: [] });
      expect((await store.count(ali, longAgo)).memories).toBe(2);
    },
  },
  {
    title: 'CAP-6: an external id is not an id: the two are never taken for each other',
    async check(store) {
      const memory = aMemory({ id: 'ticket-7' });
      const named = aMemoryCalled('ticket-7');
      await store.commit([record(memory), record(named)]);
      expect(await store.getMemory(ali, 'ticket-7')).toStrictEqual(memory);
      expect(await store.getMemory(ali, named.id)).toStrictEqual(named);
    },
  },
  {
    title: 'CAP-6: two memories of one external id in one commit are both refused',
    async check(store) {
      const memories = [aMemoryCalled('ticket-7'), aMemoryCalled('ticket-7')];
      await expectRefusal(store, memories.map(record), 'conflict');
      expect((await store.count(ali, longAgo)).memories).toBe(0);
    },
  },
  {
    title: 'CAP-6: the external id of a deleted memory is free again, in the same commit too',
    async check(store) {
      const [first, second, third] = ['first', 'second', 'third'].map((id) =>
        aMemoryCalled('ticket-7', { id }),
      ) as [Memory, Memory, Memory];
      await store.commit([record(first)]);
      await store.commit([remove(first), record(second)]);
      await store.commit([remove(second)]);
      await store.commit([record(third)]);
      expect(await namesOf(store, [first, second, third])).toStrictEqual([undefined, undefined, 'ticket-7']);
    },
  },
];
