import { expect } from 'vitest';
import { mayChange } from '../../access/reach.ts';
import type { Store } from '../../ports/store.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import { latestMoment } from '../../records/record.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { everythingSeen, readMethods, reads } from './reads.ts';
import { ali, alice, idsOf, longAgo, type StoreCase, shop, wholeList } from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

/** A viewer, and who that is to the owner of the records. */
interface Reader {
  readonly who: string;
  readonly viewer: Viewer;
}

/** Records of one owner, those who see them, and those who must not: each stranger is one way to confuse labels. */
interface Household {
  readonly owner: Scope;
  readonly insiders: readonly Reader[];
  readonly strangers: readonly Reader[];
}

const households: readonly Household[] = [
  {
    owner: ali,
    insiders: [
      { who: 'the agent itself', viewer: ali },
      { who: 'the owner of its project', viewer: shop },
    ],
    strangers: [
      { who: 'an agent whose name begins with another’s', viewer: alice },
      { who: 'an agent whose name differs only in case', viewer: { ...ali, agent: 'Ali' } },
      { who: 'an agent named like a pattern', viewer: { ...ali, agent: 'al%' } },
      { who: 'the same agent name in another project', viewer: { ...ali, project: 'shop2' } },
      { who: 'the same agent and project of another user', viewer: { ...ali, user: 'bob' } },
      { who: 'a user whose name is the beginning of another’s', viewer: { ...ali, user: 'ad' } },
      { who: 'a user named like a pattern', viewer: { ...ali, user: 'a%' } },
      { who: 'the owner of a project named like a pattern', viewer: { ...shop, project: 'sh_p' } },
      { who: 'the owner of another project', viewer: { ...shop, project: 'sho' } },
      { who: 'the owner of a project of the same name of another user', viewer: { ...shop, user: 'bob' } },
    ],
  },
  {
    owner: alice,
    insiders: [],
    strangers: [{ who: 'an agent whose name is the beginning of another’s', viewer: ali }],
  },
  {
    owner: shop,
    insiders: [
      { who: 'an agent of the project', viewer: ali },
      { who: 'the owner of the project', viewer: shop },
    ],
    strangers: [
      { who: 'an agent of another project, of what a project owns', viewer: { ...ali, project: 'shop2' } },
      { who: 'an agent of another user, of what a project owns', viewer: { ...ali, user: 'bob' } },
    ],
  },
];

/** One case a read: all viewers ask the same store, and the difference names everyone who got a wrong answer. */
const readerCases = readMethods.map(
  (method): StoreCase => ({
    title: `REC-2: ${method} shows records to their owner and their project’s, and to no stranger`,
    async check(store, openAnother) {
      const { ask, nothing, isToChange = false } = reads[method];
      for (const { owner, insiders, strangers } of households) {
        const home = owner === ali ? store : await openAnother();
        const world = aWorld(owner);
        await home.commit(commandsOf(world));
        const expectAnswer = async (readers: readonly Reader[], expected: unknown): Promise<void> => {
          const answers: Record<string, unknown> = {};
          for (const { who, viewer } of readers) answers[who] = await ask(home, viewer, world);
          expect(answers).toStrictEqual(Object.fromEntries(readers.map(({ who }) => [who, expected])));
        };
        await expectAnswer(strangers, nothing);
        // The project itself is no agent, so there is nothing of its own for listAgents to show.
        if (method === 'listAgents' && owner.agent === null) continue;
        const shown = await ask(home, owner, world);
        expect(shown).not.toStrictEqual(nothing);
        await expectAnswer(
          insiders.filter(({ viewer }) => !isToChange || mayChange(viewer, owner)),
          shown,
        );
      }
    },
  }),
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

/** The id of every run of the crowd that goes on, whoever may see it. */
const everyRun = async (store: Store): Promise<string[]> => {
  const projects = [shop, { ...shop, project: 'shop2' }, { ...shop, user: 'bob' }];
  const pages = await Promise.all(
    projects.map((project) => store.listRuns(project, { outcome: 'running' }, wholeList)),
  );
  return pages.flatMap(({ items }) => idsOf(items));
};

type StoreList = (store: Store, viewer: Viewer) => Promise<readonly { scope: Scope }[]>;

const lists: Readonly<Record<string, StoreList>> = {
  listTasks: async (store, viewer) => (await store.listTasks(viewer, {}, wholeList)).items,
  listRuns: async (store, viewer) => (await store.listRuns(viewer, { outcome: 'running' }, wholeList)).items,
  getRuns: async (store, viewer) => store.getRuns(viewer, await everyRun(store)),
  findFailedSteps: (store, viewer) => store.findFailedSteps(viewer, ['order <number> is locked'], 10),
  listSessions: async (store, viewer) => (await store.listSessions(viewer, wholeList)).items,
  listMemories: async (store, viewer) =>
    (await store.listMemories(viewer, { now: longAgo }, wholeList)).items,
  getMemories: async (store, viewer) => store.getMemories(viewer, await everyMemory(store)),
  findEntriesByWords: (store, viewer) => store.findEntriesByWords(viewer, ['e', 'a', 'o'], 1_000),
  getEntries: async (store, viewer) => store.getEntries(viewer, await everyMemory(store)),
  findLessons: (store, viewer) => store.findLessons(viewer, 'check', ['order-is-free']),
  listLessons: async (store, viewer) => (await store.listLessons(viewer, 'check', wholeList)).items,
  listTemplates: async (store, viewer) => (await store.listTemplates(viewer, wholeList)).items,
  listTokens: (store, viewer) => store.listTokens(viewer),
  ...Object.fromEntries(
    ownedKinds.map((kind): [string, StoreList] => [
      `listRecords of kind ${kind}`,
      async (store, viewer) => (await store.listRecords(viewer, kind, {}, wholeList)).items,
    ]),
  ),
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
  tallyHalves: async (store, viewer) =>
    (await store.tallyHalves(viewer, 'agent', 0)).map(({ of, runs }) => [of, runs]),
  latestFailures: async (store, viewer) => {
    const makers = ['ali', 'alice', 'al', null];
    const filter = { makers, signatures: ['order <number> is locked'] };
    return (await store.latestFailures(viewer, filter, 100)).map(({ agent }) => [agent, 1]);
  },
  findLessonKeys: async (store, viewer) => {
    const { items } = await store.listLessons(shop, 'check', wholeList);
    const keys = items.flatMap((lesson) => lesson.keys.slice(0, 1));
    return (await store.findLessonKeys(viewer, 'check', keys)).map(({ agent }) => [agent, 1]);
  },
  unsortedFailures: async (store, viewer) =>
    (await store.unsortedFailures(viewer)).map(({ agent }) => [agent, 1]),
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
  ...readerCases,
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
