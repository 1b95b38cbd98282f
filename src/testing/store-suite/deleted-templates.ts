import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Source } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory, aTemplate } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { knownFrom } from './follower.ts';
import { emptyPage } from './reads.ts';
import {
  ali,
  alice,
  bob,
  expectRefusal,
  idsOf,
  longAgo,
  record,
  removeTemplate,
  reviseTemplate,
  reworked,
  type StoreCase,
  save,
  saveTemplate,
  shop,
  wholeList,
} from './store-case.ts';

const from = (kind: Source['kind'], id: string) => ({ derivedFrom: [{ kind, id }] });

const memoriesOf = async (store: Store, viewer: Scope) =>
  idsOf((await store.listMemories(viewer, { now: longAgo }, wholeList)).items).toSorted();

export const deletedTemplateCases: readonly StoreCase[] = [
  {
    title:
      'MEM-7: a deleted template is gone with its versions, the others stay, and its id and slug are free',
    async check(store) {
      const [template, kept] = [aTemplate({ slug: 'one' }), aTemplate({ slug: 'two' })];
      const others = [kept, reworked(kept, { version: 2 })] as const;
      await store.commit([saveTemplate(template), saveTemplate(kept), reviseTemplate(others[1])]);
      await store.commit([reviseTemplate(reworked(template, { version: 2 }))]);
      await store.commit([removeTemplate(template)]);
      for (const name of [template.id, 'one']) {
        expect(await store.findTemplates(ali, name)).toStrictEqual([]);
      }
      expect(await store.listTemplateVersions(ali, template.id)).toStrictEqual([]);
      expect((await store.listTemplates(ali, wholeList)).items).toStrictEqual([others[1]]);
      expect(await store.listTemplateVersions(ali, kept.id)).toStrictEqual([kept]);
      expect((await store.count(ali, longAgo)).templates).toBe(1);
      await expectRefusal(store, [removeTemplate(template)], 'not_found');
      const again = aTemplate({ id: template.id, slug: 'one', version: 3 });
      await store.commit([saveTemplate(again)]);
      expect(await store.findTemplates(ali, 'one')).toStrictEqual([again]);
      expect(await store.listTemplateVersions(ali, template.id)).toStrictEqual([]);
    },
  },
  {
    title:
      'MEM-7: lessons derived from a deleted template go with it, of whatever kind and agent; those of other users stay',
    async check(store) {
      const template = aTemplate({ id: 'same' });
      const lessons = [
        aLesson('agent-memory', { keys: ['x'], ...from('template', 'same') }),
        aLesson('example', { scope: alice, ...from('template', 'same') }),
        aLesson('check', { scope: bob, ...from('template', 'same') }),
        aLesson('agent-memory', { keys: ['x'], ...from('template', 'another') }),
        aLesson('agent-memory', { keys: ['x'], ...from('run', 'same') }),
      ];
      await store.commit([saveTemplate(template), ...lessons.map(save)]);
      await store.commit([removeTemplate(template)]);
      expect(await store.findLessons(ali, 'agent-memory', ['x'])).toStrictEqual(lessons.slice(3));
      expect(await store.listLessons(shop, 'example', wholeList)).toStrictEqual(emptyPage);
      expect((await store.listLessons(bob, 'check', wholeList)).items).toHaveLength(1);
    },
  },
  {
    title: 'MEM-7: memories derived from it go, and what was derived from those, however many steps away',
    async check(store) {
      const template = aTemplate({ id: 'same' });
      const memories = [
        aMemory({ id: 'child', ...from('template', 'same') }),
        aMemory({ id: 'hers', scope: alice, ...from('template', 'same') }),
        aMemory({ id: 'grandchild', ...from('memory', 'child') }),
        aMemory({ id: 'great-grandchild', scope: alice, ...from('memory', 'grandchild') }),
        aMemory({ id: 'bob’s', scope: bob, ...from('memory', 'grandchild') }),
        aMemory({ id: 'of a run', ...from('run', 'same') }),
        aMemory({ id: 'of a memory', ...from('memory', 'same') }),
        aMemory({ id: 'of another', ...from('template', 'another') }),
      ];
      const lesson = aLesson('check', { keys: ['x'], ...from('memory', 'grandchild') });
      await store.commit([saveTemplate(template), ...memories.map(record), save(lesson)]);
      await store.commit([removeTemplate(template)]);
      const left = ['of a memory', 'of a run', 'of another'];
      expect(await memoriesOf(store, shop)).toStrictEqual(left);
      expect(await memoriesOf(store, bob)).toStrictEqual(['bob’s']);
      expect(idsOf(await knownFrom(store, shop)).toSorted()).toStrictEqual(left);
      expect(await store.findLessons(ali, 'check', ['x'])).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-7: a template that cannot be deleted leaves what was derived from it',
    async check(store) {
      const template = aTemplate();
      const lesson = aLesson('agent-memory', { keys: ['x'], ...from('template', template.id) });
      const memory = aMemory(from('template', template.id));
      await store.commit([saveTemplate(template), save(lesson), record(memory)]);
      await expectRefusal(store, [removeTemplate({ ...template, scope: alice })], 'not_found');
      expect(await store.findTemplates(ali, template.id)).toStrictEqual([template]);
      expect(await store.findLessons(ali, 'agent-memory', ['x'])).toStrictEqual([lesson]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(memory);
    },
  },
];
