import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import type { Revision } from '../../records/memory-life.ts';
import { aMemory, aRevision } from '../builders.ts';
import { aFullMemory } from './full-records.ts';
import { ali, alice, changed, record, revise, type StoreCase } from './store-case.ts';

const keep = (revision: Revision): Command => ({ type: 'keep-revision', revision });

export const keptRevisionCases: readonly StoreCase[] = [
  {
    title: 'STO-2: revisions that are kept in any order are listed in theirs, as they were given',
    async check(store) {
      const memory = { ...aFullMemory('rule'), revision: 3 };
      const [first, second, third] = [0, 1, 2].map((revision) =>
        aRevision({
          before: { ...memory, text: `text ${revision}`, accessCount: revision, expiresAt: null, revision },
          reason: 'promoted',
          note: `note ${revision}`,
        }),
      ) as [Revision, Revision, Revision];
      await store.commit([record(memory)]);
      await store.commit([keep(third), keep(first)]);
      await store.commit([keep(second)]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([first, second, third]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
  {
    title: 'STO-2: a revision that is there stays as it is, and is not called ignored',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory), revise(changed(memory, { text: 'two' }), { note: 'the first' })]);
      const history = await store.listRevisions(ali, memory.id);
      const another = aRevision({ before: { ...memory, text: 'another' }, note: 'another' });
      expect(await store.commit([keep(another)])).toStrictEqual({ ignored: [] });
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual(history);
    },
  },
  {
    title: 'STO-2: a revision of an unknown memory is ignored, also when such a memory is recorded later',
    async check(store) {
      const memory = aMemory({ revision: 1 });
      await store.commit([keep(aRevision({ before: { ...memory, revision: 0 } }))]);
      await store.commit([record(memory)]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
    },
  },
  {
    title: 'STO-2: a revision that the memory has not come to is ignored, so that it can be made',
    async check(store) {
      const memory = aMemory();
      await store.commit([record(memory)]);
      await store.commit([
        keep(aRevision({ before: memory })),
        keep(aRevision({ before: { ...memory, revision: 1 } })),
      ]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
      await store.commit([revise(changed(memory, { text: 'two' }), { note: 'made here' })]);
      expect(await store.listRevisions(ali, memory.id)).toMatchObject([{ note: 'made here' }]);
    },
  },
  {
    title: 'REC-2: a revision of another owner’s memory is one of an unknown memory',
    async check(store) {
      const memory = aMemory({ revision: 1 });
      await store.commit([record(memory)]);
      await store.commit([keep(aRevision({ before: { ...memory, scope: alice, revision: 0 } }))]);
      expect(await store.listRevisions(ali, memory.id)).toStrictEqual([]);
    },
  },
];
