import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { aMemory } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { emptyPage } from './reads.ts';
import {
  ali,
  alice,
  bob,
  expectRefusal,
  improved,
  prune,
  record,
  refusal,
  remove,
  type StoreCase,
  save,
  shop,
  unlearn,
  wholeList,
} from './store-case.ts';

const derived = (...ids: readonly string[]) => ({
  derivedFrom: ids.map((id) => ({ kind: 'memory' as const, id })),
});

const found = async (store: Store, ...names: readonly string[]) => store.findLessons(ali, 'check', names);

export const savedLessonCases: readonly StoreCase[] = [
  {
    title:
      'LRN-4: a lesson takes the place of the one a revision below it, with its slug, its keys and its words',
    async check(store) {
      const lesson = aLesson('check', { slug: 'old', keys: ['x', 'y'] });
      const { content } = aLesson('check', { content: { action: 'block' } });
      const next = improved(lesson, { slug: 'new', keys: ['y', 'z'], updatedAt: 9_999, content });
      await store.commit([save(lesson)]);
      await store.commit([save(next)]);
      expect(await found(store, lesson.id)).toStrictEqual([next]);
      expect((await store.listLessons(ali, 'check', wholeList)).items).toStrictEqual([next]);
      for (const name of ['new', 'y', 'z']) expect(await found(store, name)).toStrictEqual([next]);
      for (const name of ['old', 'x']) expect(await found(store, name)).toStrictEqual([]);
      await store.commit([
        save(improved(next, { slug: null, keys: [] })),
        save(aLesson('check', { slug: 'new' })),
      ]);
      expect(await found(store, 'y', 'z')).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-4: the moment of creation of a lesson stays',
    async check(store) {
      const lesson = aLesson('check');
      await store.commit([save(lesson)]);
      await store.commit([save(improved(lesson, { createdAt: 1, updatedAt: 9_999 }))]);
      expect(await found(store, lesson.id)).toStrictEqual([{ ...lesson, updatedAt: 9_999, revision: 1 }]);
    },
  },
  {
    title: 'LRN-4: a lesson keeps its own slug when it is changed, and the others stay as they are',
    async check(store) {
      const [lesson, other] = [
        aLesson('check', { slug: 'one' }),
        aLesson('check', { slug: 'two', keys: ['x'] }),
      ];
      await store.commit([save(lesson), save(other), save(improved(lesson, { keys: ['x'] }))]);
      expect(await found(store, 'one', 'x')).toMatchObject([{ slug: 'one', revision: 1 }, other]);
    },
  },
  {
    title: 'LRN-4: a slug is an owner’s and a kind’s own; many lessons may have none',
    async check(store) {
      const lessons = [
        aLesson('check', { slug: 'same' }),
        aLesson('failure', { slug: 'same' }),
        aLesson('check', { slug: 'same', scope: alice }),
        aLesson('check', { slug: 'same', scope: shop }),
        aLesson('check', { slug: 'same', scope: bob }),
        aLesson('check'),
        aLesson('check'),
      ];
      const renamed = aLesson('check', { slug: 'before', scope: { ...bob, project: 'shop2' } });
      await store.commit([...lessons.map(save), save(renamed), save(improved(renamed, { slug: 'same' }))]);
      expect((await store.listLessons(ali, 'check', wholeList)).items).toHaveLength(4);
    },
  },
  {
    title: 'LRN-4: a refusal says what is in the way: a name that is taken, or a change made meanwhile',
    async check(store) {
      const [lesson, other] = [aLesson('check', { slug: 'one' }), aLesson('check', { slug: 'two' })];
      await store.commit([save(lesson), save(other)]);
      const taken = await refusal(store, [save(improved(lesson, { slug: 'two' }))]);
      const meanwhile = await refusal(store, [save({ ...lesson, slug: 'two', revision: 2 })]);
      expect(taken).toMatchObject({ code: 'conflict', details: { id: 'two' } });
      expect(meanwhile).toMatchObject({ code: 'conflict', details: { id: lesson.id } });
      expect(taken.message).not.toBe(meanwhile.message);
    },
  },
  {
    title: 'LRN-4: of several who change a lesson at the same time one does, and the others are refused',
    async check(store) {
      const lesson = aLesson('check');
      await store.commit([save(lesson)]);
      const changes = ['a', 'b', 'c', 'd'].map((key) => save(improved(lesson, { keys: [key] })));
      const outcomes = await Promise.allSettled(changes.map((change) => store.commit([change])));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await found(store, 'a', 'b', 'c', 'd')).toMatchObject([{ id: lesson.id, revision: 1 }]);
    },
  },
  {
    title: 'LRN-4: of several who take one name for their lessons at the same time one gets it',
    async check(store) {
      const lessons = ['a', 'b', 'c', 'd'].map((id) => aLesson('check', { id }));
      await store.commit(lessons.map(save));
      const changes = lessons.map((lesson) => save(improved(lesson, { slug: 'wanted' })));
      const outcomes = await Promise.allSettled(changes.map((change) => store.commit([change])));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await found(store, 'wanted')).toHaveLength(1);
    },
  },
  {
    title:
      'MEM-7: a deleted lesson is gone from lists and from under every name, and its id and slug are free',
    async check(store) {
      const [lesson, kept] = [
        aLesson('check', { slug: 'one', keys: ['x'] }),
        aLesson('check', { keys: ['x'] }),
      ];
      await store.commit([save(lesson), save(kept)]);
      await store.commit([unlearn(lesson)]);
      expect(await found(store, lesson.id, 'one')).toStrictEqual([]);
      expect(await found(store, 'x')).toStrictEqual([kept]);
      expect((await store.listLessons(ali, 'check', wholeList)).items).toStrictEqual([kept]);
      await expectRefusal(store, [unlearn(lesson)], 'not_found');
      const again = aLesson('check', { id: lesson.id, slug: 'one' });
      await store.commit([save(again)]);
      expect(await found(store, 'one')).toStrictEqual([again]);
      expect(await found(store, 'x')).toStrictEqual([kept]);
    },
  },
  {
    title:
      'MEM-7: lessons derived from a deleted memory go with it, of whatever kind and agent; those of other users stay',
    async check(store) {
      const memories = [aMemory({ id: 'm' }), aMemory({ id: 'other' })];
      const lessons = [
        aLesson('check', { id: 'mine', keys: ['x'], ...derived('other', 'm') }),
        aLesson('failure', { id: 'hers', scope: alice, ...derived('m') }),
        aLesson('solution', { id: 'bob’s', scope: bob, ...derived('m') }),
        aLesson('check', { id: 'kept', keys: ['x'], ...derived('other') }),
        aLesson('check', { id: 'of a run', derivedFrom: [{ kind: 'run', id: 'm' }] }),
      ];
      await store.commit([...memories.map(record), ...lessons.map(save)]);
      await store.commit(memories.slice(0, 1).map(remove));
      expect(await found(store, 'mine', 'kept', 'x', 'of a run')).toStrictEqual(lessons.slice(3));
      expect(await store.listLessons(shop, 'failure', wholeList)).toStrictEqual(emptyPage);
      expect((await store.listLessons(bob, 'solution', wholeList)).items).toMatchObject([{ id: 'bob’s' }]);
    },
  },
  {
    title:
      'MEM-7: lessons go, too, that were derived from memories that are deleted along with the one named',
    async check(store) {
      const memories = [
        aMemory({ id: 'source' }),
        aMemory({ id: 'child', ...derived('source') }),
        aMemory({ id: 'grandchild', scope: alice, ...derived('child') }),
      ];
      const lesson = aLesson('check', derived('grandchild'));
      await store.commit([...memories.map(record), save(lesson)]);
      await store.commit(memories.slice(0, 1).map(remove));
      expect(await found(store, lesson.id)).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-7: what a lesson is derived from is what its last revision says',
    async check(store) {
      const memories = [aMemory({ id: 'm' }), aMemory({ id: 'n' })];
      const [first, second] = [aLesson('check', derived('m')), aLesson('check')];
      await store.commit([...memories.map(record), save(first), save(second)]);
      const [freed, bound] = [improved(first, derived('n')), improved(second, derived('m'))];
      await store.commit([save(freed), save(bound)]);
      await store.commit(memories.slice(0, 1).map(remove));
      expect(await found(store, first.id, second.id)).toStrictEqual([freed]);
    },
  },
  {
    title: 'MEM-3: lessons derived from a pruned memory stay: they were learned while it held',
    async check(store) {
      const memory = aMemory({ id: 'm', expiresAt: 1 });
      const lesson = aLesson('check', { keys: ['x'], ...derived('m') });
      await store.commit([record(memory), save(lesson)]);
      await store.commit([prune(1, memory)]);
      expect(await found(store, 'x')).toStrictEqual([lesson]);
    },
  },
  {
    title: 'MEM-7: a memory that cannot be deleted leaves what was learned from it',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      const lesson = aLesson('check', derived('m'));
      await store.commit([record(memory), save(lesson)]);
      await expectRefusal(store, [remove({ ...memory, scope: alice })], 'not_found');
      expect(await found(store, lesson.id)).toStrictEqual([lesson]);
    },
  },
];
