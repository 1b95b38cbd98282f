import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import { aModelStep, aRun, aStep } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import {
  ali,
  alice,
  append,
  finish,
  idsOf,
  type StoreCase,
  save,
  shop,
  start,
  unlearn,
} from './store-case.ts';

const error = (signature: string) => ({ type: 'Error', message: signature, signature });

const failed = (id: string, createdAt: number, signature: string, given: object = {}) =>
  append(aStep({ id, createdAt, runId: 'r', success: false, error: error(signature), ...given }));

/** The agents that have failures in no pattern. */
const unsorted = async (store: Store, viewer: Scope = shop) =>
  (await store.unsortedFailures(viewer)).map(({ agent }) => agent ?? '').sort();

async function settle(store: Store, owner: Scope): Promise<void> {
  const marks = (await store.unsortedFailures(owner)).filter(({ agent }) => agent === owner.agent);
  await store.commit(marks.map(({ mark }) => ({ type: 'settle-failures', owner, mark })));
}

export const metFailureCases: readonly StoreCase[] = [
  {
    title:
      'LRN-2: latestFailures gives the last failures of these signatures, newest first, then by id, without what they said',
    async check(store) {
      await store.commit([
        start(aRun({ id: 'r' })),
        failed('a', 100, 'locked', { position: 3 }),
        failed('c', 300, 'locked'),
        failed('b', 200, 'lost'),
        failed('b2', 200, 'locked'),
        failed('d', 400, 'locked too'),
        append(aStep({ id: 'fine', runId: 'r', createdAt: 500, error: error('locked') })),
        append(aModelStep({ id: 'm', runId: 'r', createdAt: 50, success: false, error: error('lost') })),
      ]);
      const found = async (signatures: readonly string[], limit = 10) =>
        idsOf(await store.latestFailures(ali, { makers: ['ali'], signatures }, limit));
      expect(await found(['locked'])).toStrictEqual(['c', 'b2', 'a']);
      expect(await found(['lost', 'locked', 'lost'])).toStrictEqual(['c', 'b2', 'b', 'a', 'm']);
      expect(await found(['lost', 'locked'], 2)).toStrictEqual(['c', 'b2']);
      expect(await found(['lock'])).toStrictEqual([]);
      expect(await found([])).toStrictEqual([]);
      const [last] = await store
        .latestFailures(ali, { makers: ['ali'], signatures: ['locked'] }, 5)
        .then((all) => all.slice(-1));
      expect(last).toStrictEqual({
        ...{ id: 'a', runId: 'r', agent: 'ali', position: 3, createdAt: 100 },
        ...{ signature: 'locked', tool: 'get_order', callsInRun: 6 },
      });
    },
  },
  {
    title:
      'LRN-2: without signatures, latestFailures gives the failed calls of all but those that are left out',
    async check(store) {
      await store.commit([
        start(aRun({ id: 'r' })),
        failed('a', 100, 'locked'),
        failed('b', 200, 'lost'),
        failed('c', 300, 'late'),
        append(aModelStep({ id: 'm', runId: 'r', createdAt: 400, success: false, error: error('lost') })),
      ]);
      const others = async (except: readonly string[] | undefined, limit = 10) =>
        idsOf(await store.latestFailures(ali, { makers: ['ali'], except }, limit));
      expect(await others(undefined)).toStrictEqual(['c', 'b', 'a']);
      expect(await others(['lost'])).toStrictEqual(['c', 'a']);
      expect(await others(['late'], 1)).toStrictEqual(['b']);
      const many = Array.from({ length: 1_200 }, (_, number) => `other ${number}`);
      expect(await others([...many, 'locked', 'late'])).toStrictEqual(['b']);
    },
  },
  {
    title:
      'LRN-2: latestFailures gives those of these makers alone, and a thousand signatures keep to the limit',
    async check(store) {
      const signatures = Array.from({ length: 1_200 }, (_, number) => `${number} ${'x'.repeat(1_990)}`);
      await store.commit([
        start(aRun({ id: 'r' })),
        start(aRun({ id: 'hers', scope: alice })),
        start(aRun({ id: 'ours', scope: shop })),
        ...[0, 499, 500, 1_199].map((place) => failed(`s${place}`, place, signatures[place] ?? '')),
        failed('hers', 2_000, signatures[3] ?? '', { runId: 'hers', scope: alice }),
        failed('ours', 1_000, signatures[4] ?? '', { runId: 'ours', scope: shop }),
      ]);
      const by = async (viewer: Scope, makers: ReadonlyArray<string | null>, limit = 10) => [
        idsOf(await store.latestFailures(viewer, { makers, signatures }, limit)),
        idsOf(await store.latestFailures(viewer, { makers }, limit)),
      ];
      for (const found of await by(shop, ['alice', 'ali', 'ali'], 3))
        expect(found).toStrictEqual(['hers', 's1199', 's500']);
      for (const found of await by(shop, [null])) expect(found).toStrictEqual(['ours']);
      for (const found of await by(ali, ['alice', null])) expect(found).toStrictEqual(['ours']);
      for (const found of await by(shop, [])) expect(found).toStrictEqual([]);
      for (const found of await by(shop, ['al', 'alic', '%'])) expect(found).toStrictEqual([]);
    },
  },
  {
    title:
      'LRN-2: a failure tells how many calls its run has, while it goes on, when it has ended, and later',
    async check(store) {
      const run = aRun({ id: 'r' });
      const counted = async () =>
        (await store.latestFailures(ali, { makers: ['ali'] }, 1)).map(({ callsInRun }) => callsInRun);
      await store.commit([start(run), failed('a', 1, 'locked'), append(aModelStep({ runId: 'r' }))]);
      expect(await counted()).toStrictEqual([1]);
      await store.commit([append(aStep({ runId: 'r' }))]);
      expect(await counted()).toStrictEqual([2]);
      await store.commit([finish(run)]);
      expect(await counted()).toStrictEqual([2]);
      await store.commit([append(aStep({ runId: 'r' }))]);
      expect(await counted()).toStrictEqual([3]);
    },
  },
  {
    title: 'LRN-2: whoever meets a failure that none of its own patterns has is listed until it is settled',
    async check(store) {
      await store.commit([start(aRun({ id: 'r' })), append(aStep({ runId: 'r' }))]);
      expect(await unsorted(store)).toStrictEqual([]);
      await store.commit([save(aLesson('failure', { scope: alice, keys: ['locked'] }))]);
      await store.commit([save(aLesson('check', { keys: ['locked'] }))]);
      await store.commit([failed('a', 1, 'locked')]);
      expect(await unsorted(store)).toStrictEqual(['ali']);
      expect(await unsorted(store, alice)).toStrictEqual([]);
      await settle(store, ali);
      expect(await unsorted(store)).toStrictEqual([]);
      await store.commit([save(aLesson('failure', { keys: ['locked'] })), failed('b', 1, 'locked')]);
      expect(await unsorted(store)).toStrictEqual([]);
      await store.commit([failed('c', 1, 'locked too')]);
      expect(await unsorted(store)).toStrictEqual(['ali']);
    },
  },
  {
    title:
      'LRN-2: a failure that comes while others are sorted is not settled with them, nor are those of others',
    async check(store) {
      await store.commit([start(aRun({ id: 'r' })), start(aRun({ id: 'hers', scope: alice }))]);
      await store.commit([
        failed('a', 1, 'locked'),
        failed('h', 1, 'locked', { runId: 'hers', scope: alice }),
      ]);
      const marks = (await store.unsortedFailures(ali)).map(({ mark }) => mark);
      await store.commit([failed('b', 2, 'lost')]);
      await store.commit(marks.map((mark) => ({ type: 'settle-failures', owner: ali, mark })));
      expect(await unsorted(store)).toStrictEqual(['ali', 'alice']);
      await settle(store, ali);
      expect(await unsorted(store)).toStrictEqual(['alice']);
    },
  },
  {
    title: 'LRN-2: failures are to be sorted again when a pattern is deleted, or comes from another store',
    async check(store) {
      const pattern = aLesson('failure', { keys: ['locked'] });
      const check = aLesson('check', {});
      await store.commit([save(pattern), save(check)]);
      expect(await unsorted(store)).toStrictEqual([]);
      await store.commit([unlearn(check)]);
      expect(await unsorted(store)).toStrictEqual([]);
      await store.commit([unlearn(pattern)]);
      expect(await unsorted(store)).toStrictEqual(['ali']);
      await settle(store, ali);
      const moved = aLesson('failure', { scope: alice });
      await store.commit([{ type: 'save-lesson', lesson: moved, ifAbsent: true }]);
      expect(await unsorted(store)).toStrictEqual(['alice']);
    },
  },
];
