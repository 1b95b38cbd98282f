import { expect } from 'vitest';
import { latestMoment } from '../../model/record.ts';
import type { Scope, Viewer } from '../../model/scope.ts';
import type { Store } from '../../ports/store.ts';
import { ali, alice, idsOf, longAgo, type StoreCase, shop, wholeList } from './store-case.ts';
import { aWorld, commandsOf, everythingSeen, readMethods, reads } from './world.ts';

interface ViewerAndOwner {
  readonly what: string;
  readonly viewer: Viewer;
  readonly owner: Scope;
}

/** Viewers who must not see the owner's records, each pair one way in which labels can be confused. */
const strangers: readonly ViewerAndOwner[] = [
  { what: 'an agent whose name begins with another’s', viewer: alice, owner: ali },
  { what: 'an agent whose name is the beginning of another’s', viewer: ali, owner: alice },
  { what: 'an agent whose name differs only in case', viewer: { ...ali, agent: 'Ali' }, owner: ali },
  { what: 'an agent named like a pattern', viewer: { ...ali, agent: 'al%' }, owner: ali },
  { what: 'the same agent name in another project', viewer: { ...ali, project: 'shop2' }, owner: ali },
  { what: 'the same agent and project of another user', viewer: { ...ali, user: 'bob' }, owner: ali },
  { what: 'a user whose name is the beginning of another’s', viewer: { ...ali, user: 'ad' }, owner: ali },
  { what: 'a user named like a pattern', viewer: { ...ali, user: 'a%' }, owner: ali },
  { what: 'the owner of a project named like a pattern', viewer: { ...shop, project: 'sh_p' }, owner: ali },
  { what: 'the owner of another project', viewer: { ...shop, project: 'sho' }, owner: ali },
  {
    what: 'the owner of a project of the same name of another user',
    viewer: { ...shop, user: 'bob' },
    owner: ali,
  },
  {
    what: 'an agent of another project, of what a project owns',
    viewer: { ...ali, project: 'shop2' },
    owner: shop,
  },
  { what: 'an agent of another user, of what a project owns', viewer: { ...ali, user: 'bob' }, owner: shop },
];

const strangerCases = strangers.flatMap(({ what, viewer, owner }) =>
  readMethods.map(
    (method): StoreCase => ({
      title: `REC-2: ${method} shows nothing to ${what}`,
      async check(store) {
        const world = aWorld(owner);
        await store.commit(commandsOf(world));
        expect(await reads[method].ask(store, viewer, world)).toStrictEqual(reads[method].nothing);
      },
    }),
  ),
);

const insiders: readonly ViewerAndOwner[] = [
  { what: 'an agent what it owns', viewer: ali, owner: ali },
  { what: 'every agent what the project owns', viewer: ali, owner: shop },
  { what: 'the owner what the project owns', viewer: shop, owner: shop },
  { what: 'the owner what an agent owns', viewer: shop, owner: ali },
];

const insiderCases = insiders.flatMap(({ what, viewer, owner }) =>
  readMethods
    // The project itself is no agent, so there is nothing of its own for listAgents to show.
    .filter((method) => method !== 'listAgents' || owner.agent !== null)
    .map(
      (method): StoreCase => ({
        title: `REC-2: ${method} shows ${what}`,
        async check(store) {
          const world = aWorld(owner);
          await store.commit(commandsOf(world));
          const answer = await reads[method].ask(store, viewer, world);
          expect(answer).not.toStrictEqual(reads[method].nothing);
          expect(answer).toStrictEqual(await reads[method].ask(store, owner, world));
        },
      }),
    ),
);

/** Everyone's records in one store: ali, alice, their project, another project, another user. */
async function crowd(store: Store): Promise<void> {
  const owners = [ali, alice, shop, { ...ali, project: 'shop2' }, { ...ali, user: 'bob' }];
  for (const owner of owners) await store.commit(commandsOf(aWorld(owner)));
}

const agentsOf = (items: readonly { readonly scope: Scope }[]): Array<string | null> => {
  expect(new Set(items.map(({ scope }) => `${scope.user} ${scope.project}`))).toStrictEqual(
    new Set(['ada shop']),
  );
  return items.map(({ scope }) => scope.agent).toSorted();
};

/** The id of every memory in the store, whoever may see it. */
const everyMemory = async (store: Store): Promise<string[]> =>
  idsOf(await store.expiredMemories(latestMoment, 1_000));

const lists: Readonly<
  Record<string, (store: Store, viewer: Viewer) => Promise<readonly { scope: Scope }[]>>
> = {
  listTasks: async (store, viewer) => (await store.listTasks(viewer, {}, wholeList)).items,
  listRuns: async (store, viewer) => (await store.listRuns(viewer, { outcome: 'running' }, wholeList)).items,
  findFailedSteps: (store, viewer) => store.findFailedSteps(viewer, ['order <number> is locked'], 10),
  listSessions: async (store, viewer) => (await store.listSessions(viewer, wholeList)).items,
  listMemories: async (store, viewer) =>
    (await store.listMemories(viewer, { now: longAgo }, wholeList)).items,
  getMemories: async (store, viewer) => store.getMemories(viewer, await everyMemory(store)),
  getEntries: async (store, viewer) => store.getEntries(viewer, await everyMemory(store)),
  findLessons: (store, viewer) => store.findLessons(viewer, 'check', ['order-is-free']),
  listLessons: async (store, viewer) => (await store.listLessons(viewer, 'check', wholeList)).items,
  listTemplates: async (store, viewer) => (await store.listTemplates(viewer, wholeList)).items,
  listTokens: (store, viewer) => store.listTokens(viewer),
};

const crowdCases = Object.entries(lists).map(
  ([method, list]): StoreCase => ({
    title: `REC-2: in a crowd, ${method} gives an agent its own and the project’s, and the owner all of the project’s`,
    async check(store) {
      await crowd(store);
      expect(agentsOf(await list(store, ali))).toStrictEqual(['ali', null].toSorted());
      expect(agentsOf(await list(store, shop))).toStrictEqual(['ali', 'alice', null].toSorted());
    },
  }),
);

/** Answers that name agents and count: how many there are for each agent. */
const counts: Readonly<
  Record<string, (store: Store, viewer: Viewer) => Promise<ReadonlyArray<readonly [string | null, number]>>>
> = {
  listExecutions: async (store, viewer) =>
    (await store.listExecutions(viewer, {}, 100)).map(({ agent }) => [agent, 1]),
  tallyRuns: async (store, viewer) => (await store.tallyRuns(viewer)).map(({ agent, runs }) => [agent, runs]),
  tallyFailures: async (store, viewer) =>
    (await store.tallyFailures(viewer, longAgo)).map(({ agent, occurrences }) => [agent, occurrences]),
};

const crowdCountCases = Object.entries(counts).map(
  ([method, count]): StoreCase => ({
    title: `REC-2: in a crowd, ${method} counts for an agent its own and the project’s, and for the owner all of the project’s`,
    async check(store) {
      await crowd(store);
      const byAgent = async (viewer: Viewer) => (await count(store, viewer)).toSorted();
      expect(await byAgent(ali)).toStrictEqual([['ali', 1] as const, [null, 1] as const].toSorted());
      expect(await byAgent(shop)).toStrictEqual(
        [['ali', 1] as const, ['alice', 1] as const, [null, 1] as const].toSorted(),
      );
    },
  }),
);

export const isolationCases: readonly StoreCase[] = [
  ...strangerCases,
  ...insiderCases,
  ...crowdCases,
  ...crowdCountCases,
  {
    title: 'REC-2: what an agent sees does not change when others write',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      const before = await everythingSeen(store, ali, world);
      for (const owner of [alice, { ...shop, project: 'shop2' }, { ...ali, user: 'bob' }]) {
        await store.commit(commandsOf(aWorld(owner)));
      }
      expect(await everythingSeen(store, ali, world)).toStrictEqual(before);
    },
  },
];
