import { expect } from 'vitest';
import type { Grant } from '../../records/grant.ts';
import type { Memory } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory } from '../builders.ts';
import { aGrant, chosen, everyMemory, expectRule } from './grants.ts';
import { numbersFrom } from './random-history.ts';
import { ali, alice, longAgo, record, type StoreCase, shop, shop2 } from './store-case.ts';

/** A copy as merging makes it: with what it was made from, by which grants, and with those that the original carries. */
function copyOf(original: Memory, scope: Scope, ...grants: readonly Grant[]): Memory {
  const { kind, content, text, tags, derivedFrom } = original;
  const sources = [
    ...derivedFrom,
    { kind: 'memory' as const, id: original.id },
    ...grants.map(({ id }) => ({ kind: 'grant' as const, id })),
  ];
  return aMemory({ scope, kind, content, text, tags, derivedFrom: sources } as Partial<Memory>);
}

const lesson = (scope: Scope): Memory =>
  aMemory({ scope, kind: 'knowledge', content: { domain: 'auth' }, tags: ['reviewed'] });

/** A memory that says something else from now on. */
const revised = (memory: Memory, change: Partial<Pick<Memory, 'tags'>>): Memory => ({
  ...memory,
  ...change,
  revision: memory.revision + 1,
});

export const copyCases: readonly StoreCase[] = [
  {
    title: 'SHR-2: a copy is read by its holder and the owner while the grant it carries lets them have it',
    async check(store) {
      const original = lesson(alice);
      const grant = aGrant({ scope: alice, what: chosen({ tags: ['reviewed'] }) });
      const copy = copyOf(original, ali, grant);
      await store.commit([original, copy].map(record));
      for (const scope of [ali, shop, alice]) {
        for (const carriers of [[grant], [], [aGrant()]])
          await expectRule(store, { ...scope, carriers }, [original, copy]);
        await expectRule(store, scope, [original, copy]);
      }
      expect((await store.getMemory({ ...ali, carriers: [grant] }, copy.id))?.id).toBe(copy.id);
      expect(await store.getMemory(ali, copy.id)).toBeUndefined();
    },
  },
  {
    title: 'SHR-2: a copy is not read when its original is no longer what the grant shares, or is gone',
    async check(store) {
      const original = lesson(alice);
      const grant = aGrant({ scope: alice, what: chosen({ tags: ['reviewed'] }) });
      const copy = copyOf(original, ali, grant);
      await store.commit([original, copy].map(record));
      const reader = { ...ali, carriers: [grant] };
      const other = revised(original, { tags: [] });
      const change = { at: longAgo, reason: 'updated', note: '' } as const;
      await store.commit([{ type: 'revise-memory', owner: alice, memory: other, change }]);
      expect(await store.getMemory(reader, copy.id)).toBeUndefined();
      await expectRule(store, reader, [other, copy]);
      await store.commit([{ type: 'delete-memory', owner: alice, id: original.id }]);
      await expectRule(store, { ...ali, carriers: [grant] }, []);
    },
  },
  {
    title: 'SHR-2: a copy of a copy needs every grant of the chain',
    async check(store) {
      const original = lesson(alice);
      const [first, second] = [aGrant({ scope: alice }), aGrant({ scope: ali })] as const;
      const copy = copyOf(original, ali, first);
      const again = copyOf(copy, shop, second);
      const memories = [original, copy, again];
      await store.commit(memories.map(record));
      for (const carriers of [[first, second], [first], [second], []])
        for (const granted of [[], [second]])
          await expectRule(store, { ...shop, granted, carriers }, memories);
    },
  },
  {
    title: 'SHR-2: a copy that was made by the same grant does not vouch for what it was made from',
    async check(store) {
      const original = lesson(alice);
      const grant = aGrant({ scope: shop, what: chosen({ tags: ['reviewed'] }) });
      const copy = copyOf(original, ali, grant);
      const again = copyOf(copy, shop, grant);
      const other = { ...original, tags: [] };
      await store.commit([other, copy, again].map(record));
      await expectRule(store, { ...shop, carriers: [grant] }, [other, copy, again]);
      expect(await store.getMemory({ ...shop, carriers: [grant] }, again.id)).toBeUndefined();
    },
  },
  {
    title: 'SHR-2: a copy that was shared on is read by that grant, with those it carries',
    async check(store) {
      const original = lesson(shop2);
      const [first, on] = [aGrant({ scope: shop2, onward: true }), aGrant({ scope: alice })] as const;
      const copy = copyOf(original, alice, first);
      await store.commit([original, copy].map(record));
      for (const granted of [[on], []])
        for (const carriers of [[first, on], [on], []])
          await expectRule(store, { ...ali, granted, carriers }, [original, copy]);
    },
  },
  ...[21, 22].map(
    (seed): StoreCase => ({
      title: `SHR-2: with random copies (${seed}) each way to read shows what the rule of access says`,
      async check(store) {
        const below = numbersFrom(seed);
        const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
        const scopes: readonly Scope[] = [ali, alice, shop, shop2];
        const grants = Array.from({ length: 6 }, () =>
          aGrant({ scope: oneOf(scopes), what: oneOf([everyMemory, chosen({ tags: ['reviewed'] })]) }),
        );
        const memories = [...scopes.map(lesson), aMemory({ scope: alice })];
        for (let number = 0; number < 14; number += 1)
          memories.push(copyOf(oneOf(memories), oneOf(scopes), ...grants.filter(() => below(4) === 0)));
        await store.commit(memories.map(record));
        for (let round = 0; round < 12; round += 1) {
          const carriers = grants.filter(() => below(3) > 0);
          const granted = carriers.filter(() => below(3) === 0);
          await expectRule(store, { ...oneOf(scopes), granted, carriers }, memories);
        }
      },
    }),
  ),
];
