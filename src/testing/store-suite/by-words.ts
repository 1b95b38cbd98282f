import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Selection } from '../../records/grant.ts';
import type { Viewer } from '../../records/scope.ts';
import { aMemory, aMessage, aRun, aSession, aStep } from '../builders.ts';
import { aGrant } from './grants.ts';
import {
  ali,
  alice,
  append,
  bob,
  finish,
  join,
  record,
  type StoreCase,
  say,
  shop,
  shop2,
  start,
} from './store-case.ts';

const found = async (
  store: Store,
  reader: Viewer,
  words: readonly string[],
  limit = 100,
): Promise<string[]> => (await store.findEntriesByWords(reader, words, limit)).map(({ id }) => id);

const recorded = async (store: Store, viewer: Viewer, words: readonly string[], limit = 100) =>
  (await store.findRecordedByWords(viewer, words, limit)).map(({ id }) => id).toSorted();

const memory = (id: string, text: string, createdAt = 1_000, scope = ali) =>
  record(aMemory({ id, text, createdAt, scope }));

export const byWordsCases: readonly StoreCase[] = [
  {
    title:
      'REC-1: memories are found by words in their text and content, inside longer words and in either case',
    async check(store) {
      await store.commit([
        memory('a', 'We use PNPM here'),
        memory('b', 'getUserById fails'),
        record(
          aMemory({
            id: 'c',
            kind: 'decision',
            text: '',
            content: { context: 'lockfiles', action: 'pnpm', outcome: 'success' },
          }),
        ),
        memory('d', 'grün ist die Heide'),
      ]);
      expect((await found(store, ali, ['pnpm'])).toSorted()).toStrictEqual(['a', 'c']);
      expect(await found(store, ali, ['USERBY'])).toStrictEqual(['b']);
      expect(await found(store, ali, ['grün'])).toStrictEqual(['d']);
      expect(await found(store, ali, ['yarn'])).toStrictEqual([]);
      expect(await found(store, ali, [])).toStrictEqual([]);
      expect(await found(store, ali, [''])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: signs that mean something in a pattern stand for themselves',
    async check(store) {
      await store.commit([
        memory('a', 'xylophone'),
        memory('b', 'cheap 7% loan'),
        memory('c', 'snake_case!x'),
      ]);
      for (const word of ['%', '7%']) expect(await found(store, ali, [word])).toStrictEqual(['b']);
      for (const word of ['_', 'e!x', 'snake_']) expect(await found(store, ali, [word])).toStrictEqual(['c']);
      for (const word of ['x%e', 'xyl_phone', '\\'])
        expect(await found(store, ali, [word])).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: memories with more of the words come first, then newer ones, and no more than asked for',
    async check(store) {
      await store.commit([
        memory('old both', 'zebra quagga', 1_000),
        memory('new one', 'zebra zebra', 4_000),
        memory('newer one', 'quagga', 5_000),
        memory('same time', 'quagga', 4_000),
        memory('none', 'horse', 9_000),
      ]);
      const all = ['old both', 'newer one', 'same time', 'new one'];
      for (const limit of [0, 1, 2, 3, 4, 5]) {
        expect(await found(store, ali, ['zebra', 'quagga'], limit)).toStrictEqual(all.slice(0, limit));
      }
      // A word that is given twice counts once.
      expect(await found(store, ali, ['zebra', 'quagga', 'quagga'], 1)).toStrictEqual(['old both']);
    },
  },
  {
    title:
      'REC-1: entries found by words are those of the memories as they are, whatever their standing and expiry',
    async check(store) {
      const memories = [
        aMemory({ id: 'a', text: 'zebra', standing: 'archived' }),
        aMemory({ id: 'b', text: 'zebra', expiresAt: 1 }),
      ];
      await store.commit(memories.map(record));
      const ids = memories.map(({ id }) => id);
      const byId = (left: { readonly id: string }, right: { readonly id: string }) =>
        left.id < right.id ? -1 : 1;
      const entries = [...(await store.findEntriesByWords(ali, ['zebra'], 10))].sort(byId);
      expect(entries).toStrictEqual([...(await store.getEntries(ali, ids))].sort(byId));
      expect(entries).toHaveLength(2);
    },
  },
  {
    title: 'SHR-1: words find what others share with the reader, and nothing else of theirs',
    async check(store) {
      await store.commit([
        memory('own', 'zebra'),
        memory('project', 'zebra', 900, shop),
        record(aMemory({ id: 'shared', text: 'zebra', createdAt: 800, scope: alice, tags: ['open'] })),
        memory('private', 'zebra', 700, alice),
        memory('far', 'zebra', 600, shop2),
        memory('stranger', 'zebra', 500, bob),
      ]);
      const what: Selection = {
        of: 'memories',
        id: null,
        kind: null,
        domain: null,
        topic: null,
        tags: ['open'],
      };
      const granted = [aGrant({ scope: alice, what })];
      expect(await found(store, ali, ['zebra'])).toStrictEqual(['own', 'project']);
      expect(await found(store, { ...ali, granted } as Viewer, ['zebra'])).toStrictEqual([
        'own',
        'project',
        'shared',
      ]);
      const all = { ...ali, granted: [aGrant({ scope: shop2 })] } as Viewer;
      expect(await found(store, all, ['zebra'])).toStrictEqual(['own', 'project', 'far']);
    },
  },
  {
    title: 'CAP-7: messages and ended runs are found by their words, each within reach of the viewer',
    async check(store) {
      const sessions = [
        aSession(),
        aSession({ id: 'hers', scope: alice }),
        aSession({ id: 'far', scope: shop2 }),
      ];
      for (const session of sessions) {
        const { id, scope } = session;
        await store.commit([
          say(session, aMessage({ id: `${id} zebra`, scope, sessionId: id, content: 'A ZEBRA' })),
          say(session, aMessage({ id: `${id} horse`, scope, sessionId: id, content: 'A horse' })),
        ]);
      }
      const mine = aRun({ id: 'run mine', approach: 'zebra first' });
      const going = aRun({ id: 'run going', approach: 'zebra first' });
      const hers = aRun({ id: 'run hers', scope: alice, approach: 'zebra first' });
      const together = aRun({ id: 'run together', scope: alice, approach: 'zebra first' });
      const failed = aRun({ id: 'run failed' });
      await store.commit([mine, going, hers, together, failed].map(start));
      await store.commit([join(together, 'ali')]);
      await store.commit([
        append(
          aStep({ runId: failed.id, success: false, error: { type: 'E', message: 'zebra', signature: 's' } }),
        ),
      ]);
      await store.commit([finish(mine), finish(hers), finish(together), finish(failed)]);
      const own = `${sessions[0]?.id} zebra`;
      expect(await recorded(store, ali, ['zebra'])).toStrictEqual(
        [own, 'run mine', 'run together'].toSorted(),
      );
      expect(await recorded(store, shop, ['zebra'])).toStrictEqual(
        [own, 'hers zebra', 'run mine', 'run hers', 'run together'].toSorted(),
      );
      expect(await recorded(store, bob, ['zebra'])).toStrictEqual([]);
      expect(await recorded(store, shop, ['unicorn'])).toStrictEqual([]);
      expect(await recorded(store, shop, ['zebra'], 1)).toHaveLength(2);
      const [entry] = await store.findRecordedByWords(ali, ['zebra'], 1);
      expect(entry).toMatchObject({ kind: 'message', text: 'A ZEBRA', scope: ali });
    },
  },
];
