import { expect } from 'vitest';
import type { Command, Page, PageOf, Store } from '../../ports/store.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { aMemory, aMessage, aRun, aSession, aTask, aTemplate } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { anOwned, createOwned } from './owned-records.ts';
import { ali, alice, idsOf, longAgo, record, remove, type StoreCase, save, say, shop } from './store-case.ts';

interface PagingPlace {
  readonly id: string;
  readonly createdAt: number;
  readonly scope: Scope;
}

/** A list that is paged, and how to put a record at a place in it. */
interface PagedList {
  write(place: PagingPlace): Command;
  list(store: Store, viewer: Viewer, page: Page): Promise<PageOf<PagingPlace>>;
}

const lists: Readonly<Record<string, PagedList>> = {
  listTasks: {
    write: (place) => ({ type: 'create-task', task: aTask(place) }),
    list: (store, viewer, page) => store.listTasks(viewer, {}, page),
  },
  listRuns: {
    write: (place) => ({ type: 'start-run', run: aRun(place) }),
    list: (store, viewer, page) => store.listRuns(viewer, {}, page),
  },
  listSessions: {
    write: (place) => say(aSession(place), aMessage({ sessionId: place.id, scope: place.scope })),
    list: (store, viewer, page) => store.listSessions(viewer, page),
  },
  listMemories: {
    write: (place) => record(aMemory(place)),
    list: (store, viewer, page) => store.listMemories(viewer, { now: longAgo }, page),
  },
  listLessons: {
    write: (place) => save(aLesson('failure', place)),
    list: (store, viewer, page) => store.listLessons(viewer, 'failure', page),
  },
  ...Object.fromEntries(
    ownedKinds.map((kind): [string, PagedList] => [
      `listRecords of kind ${kind}`,
      {
        write: (place) => createOwned(kind, anOwned(kind, place)),
        list: (store, viewer, page) => store.listRecords(viewer, kind, {}, page),
      },
    ]),
  ),
  listTemplates: {
    write: (place) => ({ type: 'save-template', template: aTemplate(place) }),
    list: (store, viewer, page) => store.listTemplates(viewer, page),
  },
};

async function allPages(
  list: PagedList,
  store: Store,
  viewer: Viewer,
  limit: number,
): Promise<PagingPlace[][]> {
  const pages: PagingPlace[][] = [];
  let page: Page = { limit };
  for (;;) {
    const { items, next } = await list.list(store, viewer, page);
    pages.push([...items]);
    // A store that never ends its list would keep a test going for ever.
    if (next === null || pages.length > 50) return pages;
    page = { limit, after: next };
  }
}

const at = (id: string, createdAt: number, scope: Scope = ali): PagingPlace => ({ id, createdAt, scope });

/** Written in no order; `b`, `c` and `d` share a moment. */
const places = [at('c', 200), at('e', 100), at('b', 200), at('a', 300), at('d', 200)];
const newestFirst = ['a', 'd', 'c', 'b', 'e'];

function casesOf(method: string, list: PagedList): StoreCase[] {
  const writeAll = (store: Store) => store.commit(places.map(list.write));
  return [
    {
      title: `STO-2: ${method} gives the newest first, and of the same moment the highest id`,
      async check(store) {
        await writeAll(store);
        const { items, next } = await list.list(store, ali, { limit: 50 });
        expect(idsOf(items)).toStrictEqual(newestFirst);
        expect(next).toBeNull();
      },
    },
    {
      title: `STO-2: ${method} gives every record once, whatever the size of the pages`,
      async check(store) {
        await writeAll(store);
        for (const limit of [1, 2, 3, 4]) {
          const pages = await allPages(list, store, ali, limit);
          expect(idsOf(pages.flat())).toStrictEqual(newestFirst);
          expect(pages).toHaveLength(Math.ceil(newestFirst.length / limit));
        }
      },
    },
    {
      title: `STO-2: ${method} says that a page is the last one also when it is exactly full`,
      async check(store) {
        await writeAll(store);
        const { items, next } = await list.list(store, ali, { limit: 5 });
        expect(items).toHaveLength(5);
        expect(next).toBeNull();
      },
    },
    {
      title: `STO-2: ${method} repeats and skips nothing while others write`,
      async check(store) {
        await writeAll(store);
        const first = await list.list(store, ali, { limit: 2 });
        await store.commit([list.write(at('z', 400)), list.write(at('cc', 200))]);
        const second = await list.list(store, ali, { limit: 50, after: first.next ?? undefined });
        expect(idsOf(first.items)).toStrictEqual(['a', 'd']);
        expect(idsOf(second.items)).toStrictEqual(['cc', 'c', 'b', 'e']);
      },
    },
  ];
}

/** Tasks and sessions have ids of their owner's own, so an owner's list may hold one id twice. */
function sameIdCase(method: string, list: PagedList): StoreCase {
  return {
    title: `STO-2: ${method} gives two agents' records of the same id and moment both, whatever the size of the pages`,
    async check(store) {
      const scopes = [ali, alice, shop];
      await store.commit(scopes.map((scope) => list.write(at('same', 100, scope))));
      const pages = await allPages(list, store, shop, 1);
      const agents = pages.flat().map((item) => item.scope.agent);
      expect(agents.toSorted()).toStrictEqual(scopes.map((scope) => scope.agent).toSorted());
    },
  };
}

export const pagingCases: readonly StoreCase[] = [
  ...Object.entries(lists).flatMap(([method, list]) => casesOf(method, list)),
  ...Object.entries(lists)
    .filter(([method]) => method === 'listTasks' || method === 'listSessions')
    .map(([method, list]) => sameIdCase(method, list)),
  {
    title: 'STO-2: a page goes on after a record that was deleted in the meantime',
    async check(store) {
      const memories = ['a', 'b', 'c'].map((id, index) => aMemory({ id, createdAt: 300 - index }));
      await store.commit(memories.map(record));
      const first = await store.listMemories(ali, { now: longAgo }, { limit: 1 });
      await store.commit(memories.slice(0, 1).map(remove));
      const rest = await store.listMemories(
        ali,
        { now: longAgo },
        { limit: 9, after: first.next ?? undefined },
      );
      expect(idsOf(rest.items)).toStrictEqual(['b', 'c']);
    },
  },
];
