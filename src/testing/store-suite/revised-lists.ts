import { expect } from 'vitest';
import type { MemoryFilter, Store } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory } from '../builders.ts';
import { follow } from './follower.ts';
import {
  ali,
  changed,
  idsOf,
  longAgo,
  record,
  remove,
  revise,
  type StoreCase,
  wholeList,
} from './store-case.ts';

/** The ids of what a filter finds. */
async function listed(store: Store, filter: Partial<MemoryFilter>): Promise<string[]> {
  return idsOf((await store.listMemories(ali, { now: longAgo, ...filter }, wholeList)).items);
}

/** What follows a change of a memory. `before` no longer finds it, `after` does. */
interface Followed {
  readonly what: string;
  readonly memory: () => Memory;
  readonly changes: Partial<Memory>;
  readonly before: Partial<MemoryFilter>;
  readonly after: Partial<MemoryFilter>;
}

const followed: readonly Followed[] = [
  {
    what: 'its tags',
    memory: () => aMemory({ id: 'm', tags: ['x', 'both'] }),
    changes: { tags: ['both', 'y', 'y'] },
    before: { tag: 'x' },
    after: { tag: 'y' },
  },
  {
    what: 'a tag that stays',
    memory: () => aMemory({ id: 'm', tags: ['both'] }),
    changes: { tags: ['y', 'both'] },
    before: { tag: 'x' },
    after: { tag: 'both' },
  },
  {
    what: 'its topic',
    memory: () => aMemory({ id: 'm', kind: 'decision', content: { context: 'disk full' } }),
    changes: { content: { context: 'API timeout' } },
    before: { topic: 'disk-full' },
    after: { topic: 'api-timeout' },
  },
  {
    what: 'its standing',
    memory: () => aMemory({ id: 'm' }),
    changes: { standing: 'archived' },
    before: {},
    after: { standing: 'archived' },
  },
  {
    what: 'its expiry, when it was prolonged',
    memory: () => aMemory({ id: 'm', expiresAt: 1_000 }),
    changes: { expiresAt: 2_000 },
    before: { now: 2_000 },
    after: { now: 1_999 },
  },
  {
    what: 'its expiry, when it is to stay for good',
    memory: () => aMemory({ id: 'm', expiresAt: 1_000 }),
    changes: { expiresAt: null },
    before: { now: 5_000, standing: 'archived' },
    after: { now: 5_000 },
  },
  {
    what: 'its expiry, when it is to go soon',
    memory: () => aMemory({ id: 'm' }),
    changes: { expiresAt: 1_000 },
    before: { now: 1_000 },
    after: { now: 999 },
  },
];

/** An index may have taken a memory in before it was changed, between, or not at all. */
const tidyings = [
  { when: 'never tidied', before: false, after: false },
  { when: 'tidied before', before: true, after: false },
  { when: 'tidied before and after', before: true, after: true },
];

const followedCases = followed.flatMap(({ what, memory: build, changes, before, after }) =>
  tidyings.map(
    (tidied): StoreCase => ({
      title: `MEM-5: lists follow a revised memory by ${what}, ${tidied.when}`,
      async check(store) {
        const memory = build();
        await store.commit([record(memory), record(aMemory({ id: 'other', standing: 'demoted' }))]);
        if (tidied.before) await store.tidy(1_000);
        await store.commit([revise(changed(memory, changes))]);
        if (tidied.after) await store.tidy(1_000);
        expect(await listed(store, before)).toStrictEqual([]);
        expect(await listed(store, after)).toStrictEqual(['m']);
        expect(await listed(store, { standing: 'demoted' })).toStrictEqual(['other']);
      },
    }),
  ),
);

export const revisedListCases: readonly StoreCase[] = [
  ...followedCases,
  {
    title:
      'MEM-7: deletion follows a revised memory by its sources: the new ones take it along, the old ones do not',
    async check(store) {
      const [former, latter] = [aMemory({ id: 'former' }), aMemory({ id: 'latter' })];
      const derived = aMemory({ derivedFrom: [{ kind: 'memory', id: 'former' }] });
      const now = changed(derived, { derivedFrom: [{ kind: 'memory', id: 'latter' }] });
      await store.commit([former, latter, derived].map(record));
      await store.commit([revise(now)]);
      await store.commit([remove(former)]);
      expect(await store.getMemory(ali, derived.id)).toStrictEqual(now);
      await store.commit([remove(latter)]);
      expect(await store.getMemory(ali, derived.id)).toBeUndefined();
    },
  },
  {
    title: 'MEM-3: a memory whose expiry was changed is among the expired when it is so now',
    async check(store) {
      const [promoted, dropped] = [aMemory({ id: 'promoted', expiresAt: 1_000 }), aMemory({ id: 'dropped' })];
      await store.commit([record(promoted), record(dropped)]);
      await store.commit([
        revise(changed(promoted, { expiresAt: null })),
        revise(changed(dropped, { expiresAt: 2_000 })),
      ]);
      expect(idsOf(await store.expiredMemories(9_000, 10))).toStrictEqual(['dropped']);
    },
  },
  {
    title: 'REC-1: who follows the changes is told of a memory again each time it was revised',
    async check(store) {
      const [memory, other] = [aMemory({ text: 'one' }), aMemory()];
      await store.commit([record(memory), record(other)]);
      const follower = follow(store, ali);
      await follower.catchUp();
      const second = changed(memory, { text: 'two', standing: 'demoted', tags: ['x'] });
      await store.commit([revise(second)]);
      expect(await follower.catchUp()).toMatchObject([{ text: 'two', standing: 'demoted', tags: ['x'] }, {}]);
      await store.commit([revise(changed(second, { text: 'three' }))]);
      expect(await follower.catchUp()).toMatchObject([{ text: 'three', revision: 2 }, { id: other.id }]);
    },
  },
];
