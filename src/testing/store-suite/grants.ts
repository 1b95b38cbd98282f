import { expect } from 'vitest';
import { maySeeMemory } from '../../access/grants.ts';
import type { Store } from '../../ports/store.ts';
import {
  type Grant,
  type GrantedViewer,
  grants,
  type Selection,
  selectionSchema,
} from '../../records/grant.ts';
import { type Memory, memoryTopic } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { base, nextId } from '../builder-base.ts';
import { aMemory } from '../builders.ts';
import { numbersFrom } from './random-history.ts';
import {
  ali,
  alice,
  bob,
  idsOf,
  longAgo,
  record,
  type StoreCase,
  shop,
  shop2,
  wholeList,
} from './store-case.ts';

/** A grant of what is selected, to every agent of the project unless something else is said. */
export function aGrant(overrides: Partial<Grant> = {}): Grant {
  const common = base(overrides.id ?? nextId('rec'));
  const from = overrides.scope ?? alice;
  return grants.schema.parse({
    ...common,
    name: `grant-${common.id}`,
    updatedAt: common.createdAt,
    revision: 0,
    what: everyMemory,
    to: { project: from.project, agent: null },
    by: { project: from.project, agent: from.agent },
    until: null,
    onward: false,
    parent: null,
    revokedAt: null,
    revokedBy: null,
    note: null,
    ...overrides,
  });
}

/** Every memory of who gives it. */
export const everyMemory: Selection = selectionSchema.parse({ of: 'memories' });

/** Memories that fit what is said. */
export const chosen = (what: Partial<Extract<Selection, { of: 'memories' }>>): Selection =>
  selectionSchema.parse({ of: 'memories', ...what });

/** Memories that differ in everything a grant can select by. */
function variety(): Memory[] {
  return [ali, alice, shop, shop2, bob].flatMap((scope) => [
    aMemory({ scope, kind: 'knowledge', content: { domain: 'auth' }, tags: ['reviewed'] }),
    aMemory({ scope, kind: 'knowledge', content: { domain: 'db' }, tags: ['auth', 'reviewed'] }),
    aMemory({
      scope,
      kind: 'decision',
      content: { context: 'API auth_timeout', action: 'retry' },
      tags: ['auth'],
    }),
    aMemory({ scope, kind: 'decision', content: { context: 'auth', action: 'wait' } }),
    aMemory({ scope, kind: 'rule', text: 'Never retry a payment.', tags: ['reviewed', 'Auth', '%'] }),
  ]);
}

/** What each way to read memories shows a reader. */
async function seenBy(store: Store, reader: GrantedViewer, memories: readonly Memory[]): Promise<string[][]> {
  const ids = idsOf(memories);
  const filter = { now: longAgo };
  const single = await Promise.all(ids.map((id) => store.getMemory(reader, id)));
  return [
    single.filter((memory) => memory !== undefined),
    (await store.listMemories(reader, filter, wholeList)).items,
    await store.listEntries(reader, filter, wholeList.limit),
    await store.getMemories(reader, ids),
    await store.getEntries(reader, ids),
  ].map((found) => idsOf(found).toSorted());
}

/** Expects that each way to read shows a reader exactly what the rule of access allows. */
export async function expectRule(
  store: Store,
  reader: GrantedViewer,
  memories: readonly Memory[],
): Promise<void> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const allowed = idsOf(
    memories.filter((memory) => maySeeMemory(reader, memory, (id) => byId.get(id))),
  ).toSorted();
  for (const seen of await seenBy(store, reader, memories)) expect(seen).toStrictEqual(allowed);
}

const selections: Readonly<Record<string, Selection>> = {
  everything: everyMemory,
  'a kind': chosen({ kind: 'knowledge' }),
  'a domain, as a field or as a tag': chosen({ domain: 'auth' }),
  'a tag': chosen({ tags: ['reviewed'] }),
  'two tags': chosen({ tags: ['reviewed', 'auth'] }),
  'a tag like a pattern': chosen({ tags: ['%'] }),
  'a situation': chosen({ topic: 'api-auth-timeout' }),
  'a kind and a tag': chosen({ kind: 'decision', tags: ['auth'] }),
  'failures, which are no memories': { of: 'failures', pattern: null },
  'a pattern of runs, which is no memory': { of: 'pattern', slug: 'auth' },
};

const selectionCases = Object.entries(selections).map(
  ([name, what]): StoreCase => ({
    title: `SHR-1: a grant of ${name} shows exactly that, of its giver only`,
    async check(store) {
      const memories = variety();
      await store.commit(memories.map(record));
      for (const scope of [alice, shop, shop2]) {
        await expectRule(store, { ...ali, granted: [aGrant({ scope, what })] }, memories);
      }
    },
  }),
);

const randomCases = [11, 12, 13].map(
  (seed): StoreCase => ({
    title: `SHR-1: with random grants (${seed}) each way to read shows what the rule of access says`,
    async check(store) {
      const below = numbersFrom(seed);
      const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
      const memories = variety();
      await store.commit(memories.map(record));
      const some = [...Object.values(selections), ...memories.map(({ id }) => chosen({ id }))];
      for (let round = 0; round < 12; round += 1) {
        const granted = Array.from({ length: below(5) }, () =>
          aGrant({ scope: oneOf<Scope>([ali, alice, shop, shop2, bob]), what: oneOf(some) }),
        );
        await expectRule(store, { ...oneOf([ali, alice, shop, shop2]), granted }, memories);
      }
    },
  }),
);

export const grantCases: readonly StoreCase[] = [
  ...selectionCases,
  ...randomCases,
  {
    title: 'SHR-1: entries that were shared by another project name that project as their owner',
    async check(store) {
      const [memory] = [aMemory({ scope: shop2 })];
      await store.commit([record(memory)]);
      const reader = { ...ali, granted: [aGrant({ scope: shop2 })] };
      const [listed] = await store.listEntries(reader, { now: longAgo }, 1);
      const [found] = await store.getEntries(reader, [memory.id]);
      expect([listed?.scope, found?.scope]).toStrictEqual([shop2, shop2]);
    },
  },
  {
    title: 'SHR-1: what is shared is paged and filtered with what is one’s own',
    async check(store) {
      const memories = variety();
      await store.commit(memories.map(record));
      const reader = { ...ali, granted: [aGrant({ scope: alice, what: chosen({ tags: ['auth'] }) })] };
      const topic = memoryTopic({ kind: 'decision', content: { context: 'API auth_timeout' } });
      const about = await store.listMemories(reader, { topic: topic ?? '', now: longAgo }, wholeList);
      expect(about.items.map(({ scope }) => scope.agent).toSorted()).toStrictEqual(['ali', 'alice', null]);
      const read: string[] = [];
      for (let after = undefined as Parameters<Store['listMemories']>[2]['after']; ; ) {
        const page = await store.listMemories(reader, { now: longAgo }, { limit: 2, after });
        read.push(...idsOf(page.items));
        if (page.next === null) break;
        after = page.next;
      }
      expect(read).toStrictEqual(
        idsOf((await store.listMemories(reader, { now: longAgo }, wholeList)).items),
      );
    },
  },
  {
    title: 'SHR-1: the open grants of a user are those that nobody revoked, of all its projects',
    async check(store) {
      const open = [aGrant(), aGrant({ scope: shop }), aGrant({ scope: shop2, until: 5 })];
      const others = [aGrant({ revokedAt: 9, revokedBy: 'alice' }), aGrant({ scope: bob })];
      await store.commit(
        [...others, ...open].map((grant) => ({ type: 'create-record', kind: 'grant', record: grant })),
      );
      const byId = open.toSorted((left, right) => (left.id < right.id ? -1 : 1));
      expect(await store.openGrants('ada')).toStrictEqual(byId);
      const [first] = byId as [Grant];
      const revoked = { ...first, revokedAt: 10, revokedBy: '(project)', revision: 1 };
      await store.commit([{ type: 'revise-record', kind: 'grant', owner: first.scope, record: revoked }]);
      expect(idsOf(await store.openGrants('ada'))).toStrictEqual(idsOf(byId.slice(1)));
      expect(await store.openGrants('ad')).toStrictEqual([]);
    },
  },
];
