import { expect } from 'vitest';
import { aMemory, aModelStep, aRun, aStep } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { move } from './exported.ts';
import { ali, append, finish, improved, record, remove, type StoreCase, save, start } from './store-case.ts';

export const movedLearningCases: readonly StoreCase[] = [
  {
    title: 'LRN-11: what finished runs did is the same in the copy, whenever their steps came',
    async check(store, openAnother) {
      const run = aRun();
      const step = (position: number) => append(aStep({ runId: run.id, position }));
      await store.commit([start(run), step(0), append(aModelStep({ runId: run.id, position: 1 }))]);
      await store.commit([finish(run, { approach: 'in the end' })]);
      await store.commit([step(2)]);
      const copy = await openAnother();
      await move(store, copy, 1);
      expect(await copy.listExecutions(ali, {}, 10)).toMatchObject([
        { toolCalls: 2, modelCalls: 1, approach: 'in the end' },
      ]);
      expect(await copy.listExecutions(ali, {}, 10)).toStrictEqual(await store.listExecutions(ali, {}, 10));
      expect(await copy.tallyRuns(ali)).toStrictEqual(await store.tallyRuns(ali));
    },
  },
  {
    title: 'LRN-4: a lesson is moved with its revision, its keys and its sources, and goes on from there',
    async check(store, openAnother) {
      const memory = aMemory();
      const derivedFrom = [{ kind: 'memory' as const, id: memory.id }];
      const lesson = improved(aLesson('check', { slug: 'moved', derivedFrom }), { keys: ['key'] });
      await store.commit([record(memory), save({ ...lesson, revision: 0 }), save(lesson)]);
      const copy = await openAnother();
      await move(store, copy, 1);
      expect(await copy.findLessons(ali, 'check', ['key'])).toStrictEqual([lesson]);
      await copy.commit([save(improved(lesson, { slug: 'renamed' }))]);
      expect(await copy.findLessons(ali, 'check', ['renamed'])).toMatchObject([{ revision: 2 }]);
      await copy.commit([remove(memory)]);
      expect(await copy.findLessons(ali, 'check', ['key'])).toStrictEqual([]);
    },
  },
];
