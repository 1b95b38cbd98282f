import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Template } from '../../records/template.ts';
import { aTemplate } from '../builders.ts';
import { move } from './exported.ts';
import { aFullTemplate } from './full-template.ts';
import {
  ali,
  alice,
  bob,
  keepVersion,
  refusal,
  reviseTemplate,
  reworked,
  type StoreCase,
  saveTemplate,
  shop,
  wholeList,
} from './store-case.ts';

const versionsOf = (store: Store, { id }: Template) => store.listTemplateVersions(ali, id);
const found = (store: Store, name: string) => store.findTemplates(ali, name);

/** A template that has come to this version, as it is written by a move. */
const atVersion = (version: number): Template => aTemplate({ version, revision: version + 2 });
const older = (template: Template, version: number): Template => ({
  ...template,
  version,
  revision: version,
  slug: `version-${version}`,
});

const keptCases: readonly StoreCase[] = [
  {
    title: 'STO-2: versions that are kept in any order are listed in theirs, as they were given',
    async check(store) {
      const template = { ...aFullTemplate(), version: 12, revision: 20 };
      await store.commit([saveTemplate(template)]);
      await store.commit([keepVersion(older(template, 9)), keepVersion(older(template, 2))]);
      await store.commit([keepVersion(older(template, 11))]);
      expect(await versionsOf(store, template)).toStrictEqual([11, 9, 2].map((of) => older(template, of)));
      expect(await found(store, template.id)).toStrictEqual([template]);
    },
  },
  {
    title: 'STO-2: a version that is there stays as it is, and is not called ignored',
    async check(store) {
      const template = aTemplate();
      await store.commit([saveTemplate(template), reviseTemplate(reworked(template, { version: 2 }))]);
      expect(await store.commit([keepVersion({ ...template, slug: 'another' })])).toStrictEqual({
        ignored: [],
      });
      expect(await versionsOf(store, template)).toStrictEqual([template]);
    },
  },
  {
    title: 'STO-2: a version of an unknown template is ignored, also when such a template is saved later',
    async check(store) {
      const template = atVersion(2);
      await store.commit([keepVersion(older(template, 1))]);
      await store.commit([saveTemplate(template)]);
      expect(await versionsOf(store, template)).toStrictEqual([]);
    },
  },
  {
    title: 'STO-2: a version that the template has, or has not come to, is ignored, so that it can be kept',
    async check(store) {
      const template = atVersion(2);
      await store.commit([saveTemplate(template), keepVersion(older(template, 2))]);
      await store.commit([keepVersion(older(template, 3))]);
      expect(await versionsOf(store, template)).toStrictEqual([]);
      const third = reworked(template, { version: 3 });
      await store.commit([reviseTemplate(third), reviseTemplate(reworked(third, { version: 4 }))]);
      expect(await versionsOf(store, template)).toStrictEqual([third, template]);
    },
  },
  {
    title: 'REC-2: a version of another owner’s template is one of an unknown template',
    async check(store) {
      const template = atVersion(2);
      await store.commit([saveTemplate(template)]);
      await store.commit([keepVersion({ ...older(template, 1), scope: alice })]);
      expect(await versionsOf(store, template)).toStrictEqual([]);
      expect(await store.listTemplateVersions(shop, template.id)).toStrictEqual([]);
    },
  },
  {
    title:
      'TPL-11: a template is moved with its status, its revision and its versions, and goes on from there',
    async check(store, openAnother) {
      const template = aTemplate({ slug: 'moved' });
      const second = reworked(template, { version: 2, plan: [] });
      const third = reworked(second, { version: 3, status: 'retired', statusReason: 'It failed.' });
      await store.commit([saveTemplate(template), reviseTemplate(second), reviseTemplate(third)]);
      const copy = await openAnother();
      await move(store, copy, 1);
      expect(await found(copy, 'moved')).toStrictEqual([third]);
      expect(await versionsOf(copy, template)).toStrictEqual([second, template]);
      await copy.commit([reviseTemplate(reworked(third, { version: 4 }))]);
      expect(await versionsOf(copy, template)).toStrictEqual([third, second, template]);
    },
  },
];

export const revisedTemplateCases: readonly StoreCase[] = [
  {
    title: 'TPL-11: a revised template is read as it is now, by its id, by its new slug and in lists',
    async check(store) {
      const [template, full] = [aTemplate({ slug: 'old' }), aFullTemplate()];
      const { id, scope, createdAt } = template;
      const next = { ...full, id, scope, createdAt, version: 1, revision: 1 };
      await store.commit([saveTemplate(template)]);
      await store.commit([reviseTemplate(next)]);
      expect(await found(store, id)).toStrictEqual([next]);
      expect(await found(store, full.slug)).toStrictEqual([next]);
      expect(await found(store, 'old')).toStrictEqual([]);
      expect((await store.listTemplates(ali, wholeList)).items).toStrictEqual([next]);
      await store.commit([saveTemplate(aTemplate({ slug: 'old' }))]);
    },
  },
  {
    title:
      'TPL-11: a template is kept as it was when its version changes, and only then; the latest comes first',
    async check(store) {
      const template = aFullTemplate();
      const approved = reworked(template, { status: 'retired', updatedAt: 9_999 });
      const fourth = reworked(approved, { version: 4, slug: 'renamed', plan: [] });
      const noted = reworked(fourth, { statusReason: 'Later.' });
      const tenth = reworked(noted, { version: 10, statusReason: null });
      const eleventh = reworked(tenth, { version: 11 });
      await store.commit([saveTemplate(template), saveTemplate(aTemplate({ version: 2 }))]);
      await store.commit([reviseTemplate(approved)]);
      expect(await versionsOf(store, template)).toStrictEqual([]);
      await store.commit([reviseTemplate(fourth)]);
      expect(await versionsOf(store, template)).toStrictEqual([approved]);
      await store.commit([reviseTemplate(noted), reviseTemplate(tenth), reviseTemplate(eleventh)]);
      expect(await versionsOf(store, template)).toStrictEqual([tenth, noted, approved]);
      expect(await found(store, template.id)).toStrictEqual([eleventh]);
      expect(await store.listTemplateVersions(ali, 'renamed')).toStrictEqual([]);
    },
  },
  {
    title: 'TPL-11: owner and moment of creation of a template stay',
    async check(store) {
      const template = aTemplate();
      await store.commit([saveTemplate(template)]);
      const next = reworked(template, { scope: alice, createdAt: 1, version: 2, status: 'approved' });
      await store.commit([{ type: 'revise-template', owner: ali, template: next }]);
      const { scope, createdAt } = template;
      expect(await found(store, template.id)).toStrictEqual([{ ...next, scope, createdAt }]);
      expect(await versionsOf(store, template)).toStrictEqual([template]);
      expect(await store.findTemplates(alice, template.id)).toStrictEqual([]);
    },
  },
  {
    title: 'TPL-11: a template keeps its own slug when it is changed, and takes one that only others’ have',
    async check(store) {
      const template = aTemplate({ slug: 'one' });
      const others = [alice, shop, bob].map((scope) => aTemplate({ scope, slug: 'same' }));
      await store.commit([template, ...others].map(saveTemplate));
      const second = reworked(template);
      await store.commit([reviseTemplate(second), reviseTemplate(reworked(second, { slug: 'same' }))]);
      expect(await found(store, 'same')).toHaveLength(2);
    },
  },
  {
    title: 'TPL-11: a refusal says what is in the way: a name that is taken, or a change made meanwhile',
    async check(store) {
      const [template, other] = [aTemplate({ slug: 'one' }), aTemplate({ slug: 'two' })];
      await store.commit([saveTemplate(template), saveTemplate(other)]);
      const taken = await refusal(store, [reviseTemplate(reworked(template, { slug: 'two', version: 2 }))]);
      const meanwhile = await refusal(store, [reviseTemplate({ ...template, slug: 'two', revision: 2 })]);
      expect(taken).toMatchObject({ code: 'conflict', details: { id: 'two' } });
      expect(meanwhile).toMatchObject({ code: 'conflict', details: { id: template.id } });
      expect(taken.message).not.toBe(meanwhile.message);
      expect(await versionsOf(store, template)).toStrictEqual([]);
    },
  },
  {
    title: 'TPL-11: of several who change a template at the same time one does, and the others are refused',
    async check(store) {
      const template = aTemplate();
      await store.commit([saveTemplate(template)]);
      const changes = ['a', 'b', 'c', 'd'].map((statusReason) =>
        reviseTemplate(reworked(template, { statusReason, version: 2 })),
      );
      const answers = await Promise.allSettled(changes.map((change) => store.commit([change])));
      const refused = answers.filter((answer) => answer.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toStrictEqual(Array(3).fill('conflict'));
      expect(await found(store, template.id)).toMatchObject([{ revision: 1 }]);
      expect(await versionsOf(store, template)).toStrictEqual([template]);
    },
  },
  ...keptCases,
];
