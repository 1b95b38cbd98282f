import { expect } from 'vitest';
import { aLesson } from '../lesson-builders.ts';
import { emptyPage } from './reads.ts';
import { ali, alice, bob, idsOf, type StoreCase, save, shop, shop2, wholeList } from './store-case.ts';

export const lessonCases: readonly StoreCase[] = [
  {
    title: 'LRN-6: a lesson is found by its id, its slug and each of its keys, and by none of them in part',
    async check(store) {
      const lesson = aLesson('failure', {
        slug: 'order-locked',
        keys: ['order <number> is locked', 'run_1'],
      });
      await store.commit([save(lesson), save(aLesson('failure', { slug: 'other', keys: ['another'] }))]);
      for (const name of [lesson.id, 'order-locked', 'order <number> is locked', 'run_1']) {
        expect(await store.findLessons(ali, 'failure', [name])).toStrictEqual([lesson]);
      }
      for (const name of ['order', 'Order-Locked', 'order-locked ', 'run', '', '%']) {
        expect(await store.findLessons(ali, 'failure', [name])).toStrictEqual([]);
      }
      expect(await store.findLessons(ali, 'failure', [])).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-6: lessons that several names mean come once each, by their moment of creation, then by id',
    async check(store) {
      const lessons = [
        aLesson('failure', { id: 'c', createdAt: 200, slug: 'one', keys: ['x', 'y'] }),
        aLesson('failure', { id: 'a', createdAt: 300, keys: ['x'] }),
        aLesson('failure', { id: 'd', createdAt: 100, keys: ['y'] }),
        aLesson('failure', { id: 'b', createdAt: 200, slug: 'two' }),
        aLesson('failure', { id: 'e', createdAt: 50, keys: ['z'] }),
      ];
      await store.commit(lessons.map(save));
      const found = await store.findLessons(ali, 'failure', ['x', 'y', 'one', 'two', 'c', 'x', 'unknown']);
      expect(idsOf(found)).toStrictEqual(['d', 'b', 'c', 'a']);
    },
  },
  {
    title: 'LRN-6: lessons of another kind are neither found nor listed',
    async check(store) {
      const named = { slug: 'same', keys: ['same key'] };
      const [check, failure] = [aLesson('check', named), aLesson('failure', named)];
      await store.commit([save(check), save(failure), save(aLesson('trial', { keys: ['same key'] }))]);
      const names = ['same', 'same key', check.id, failure.id];
      expect(await store.findLessons(ali, 'check', names)).toStrictEqual([check]);
      expect(await store.findLessons(ali, 'failure', names)).toStrictEqual([failure]);
      expect(await store.findLessons(ali, 'solution', names)).toStrictEqual([]);
      expect((await store.listLessons(ali, 'failure', wholeList)).items).toStrictEqual([failure]);
      expect(await store.listLessons(ali, 'grouping', wholeList)).toStrictEqual(emptyPage);
    },
  },
  {
    title:
      'LRN-6: two owners may use the same slug and the same keys; an agent finds its own and the project’s',
    async check(store) {
      const scopes = [ali, alice, shop, shop2, bob];
      const lessons = scopes.map((scope) => aLesson('check', { scope, slug: 'same', keys: ['key'] }));
      await store.commit(lessons.map(save));
      const [own, hers, projects] = idsOf(lessons);
      for (const name of ['same', 'key']) {
        expect(idsOf(await store.findLessons(ali, 'check', [name]))).toStrictEqual([own, projects]);
        expect(idsOf(await store.findLessons(shop, 'check', [name]))).toStrictEqual([own, hers, projects]);
      }
      expect(idsOf(await store.findLessons(ali, 'check', idsOf(lessons)))).toStrictEqual([own, projects]);
    },
  },
  {
    title: 'LRN-6: a lesson may have a thousand keys, long ones too, and is found by every one of them',
    async check(store) {
      const keys = Array.from({ length: 1_000 }, (_, index) => `${'x'.repeat(1_996)}${1_000 + index}`);
      const lesson = aLesson('failure', { keys });
      await store.commit([save(lesson)]);
      for (const place of [0, 99, 100, 999]) {
        expect(await store.findLessons(ali, 'failure', keys.slice(place, place + 1))).toStrictEqual([lesson]);
      }
      expect(await store.findLessons(ali, 'failure', ['x'.repeat(2_000)])).toStrictEqual([]);
    },
  },
  {
    title:
      'LRN-2: findLessonKeys tells which lessons have which of these keys, of one kind, and not by id or slug',
    async check(store) {
      const keys = ['one', 'two', 'three'];
      const [first, second] = [
        aLesson('failure', { slug: 'first', keys }),
        aLesson('failure', { scope: shop, keys: ['two', 'four'] }),
      ];
      await store.commit([first, second, aLesson('check', { keys })].map(save));
      const asked = ['two', 'three', 'two', 'first', first.id, 'on', 'Two', ''];
      const found = await store.findLessonKeys(ali, 'failure', asked);
      expect(found).toHaveLength(3);
      expect(new Set(found.map(({ id, agent, key }) => JSON.stringify([id, agent, key])))).toStrictEqual(
        new Set(
          [
            [first.id, 'ali', 'two'],
            [first.id, 'ali', 'three'],
            [second.id, null, 'two'],
          ].map((each) => JSON.stringify(each)),
        ),
      );
      expect(await store.findLessonKeys(ali, 'failure', [])).toStrictEqual([]);
      expect(await store.findLessonKeys(ali, 'solution', keys)).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-2: findLessonKeys finds a thousand keys at once, long ones too',
    async check(store) {
      const keys = Array.from({ length: 1_000 }, (_, index) => `${'x'.repeat(1_996)}${1_000 + index}`);
      const lesson = aLesson('failure', { keys });
      await store.commit([save(lesson)]);
      const found = await store.findLessonKeys(ali, 'failure', [...keys, 'x'.repeat(2_000)]);
      expect(found.map(({ key }) => key).toSorted()).toStrictEqual(keys);
    },
  },
  {
    title: 'LRN-6: lessons are found by a thousand names at once',
    async check(store) {
      const names = Array.from({ length: 1_200 }, (_, index) => `name-${1_000 + index}`);
      const lessons = [
        aLesson('failure', { id: 'name-1000' }),
        aLesson('failure', { slug: 'name-1499' }),
        aLesson('failure', { keys: ['name-1500', 'name-1501', 'name-1001'] }),
        aLesson('failure', { keys: ['name-2199'] }),
      ];
      await store.commit([...lessons, aLesson('failure', { keys: ['name-2200'] })].map(save));
      expect(await store.findLessons(ali, 'failure', names)).toStrictEqual(lessons);
    },
  },
];
