import { expect } from 'vitest';
import { aTemplate } from '../builders.ts';
import { ali, alice, idsOf, type StoreCase, saveTemplate, shop } from './store-case.ts';

export const templateCases: readonly StoreCase[] = [
  {
    title: 'TPL-1: a template is found by its id and by its slug, and by neither in part',
    async check(store) {
      const template = aTemplate({ slug: 'refund-order' });
      await store.commit([saveTemplate(template), saveTemplate(aTemplate({ slug: 'refund-order-2' }))]);
      expect(await store.findTemplates(ali, template.id)).toStrictEqual([template]);
      expect(await store.findTemplates(ali, 'refund-order')).toStrictEqual([template]);
      expect(await store.findTemplates(ali, 'refund')).toStrictEqual([]);
      expect(await store.findTemplates(ali, 'Refund-Order')).toStrictEqual([]);
    },
  },
  {
    title: 'TPL-1: two scopes may use the same slug; an agent finds its own and the project’s, the owner all',
    async check(store) {
      const scopes = [ali, alice, shop, { ...ali, user: 'bob' }];
      const templates = scopes.map((scope) => aTemplate({ scope, slug: 'refund' }));
      await store.commit(templates.map(saveTemplate));
      const [own, hers, projects] = idsOf(templates);
      expect(idsOf(await store.findTemplates(ali, 'refund')).toSorted()).toStrictEqual([own, projects]);
      expect(idsOf(await store.findTemplates(shop, 'refund')).toSorted()).toStrictEqual([
        own,
        hers,
        projects,
      ]);
    },
  },
  {
    title: 'TPL-1: every template that an id or a slug may mean is found',
    async check(store) {
      const byId = aTemplate({ id: 'refund', slug: 'something-else' });
      const bySlug = aTemplate({ slug: 'refund' });
      await store.commit([saveTemplate(byId), saveTemplate(bySlug)]);
      expect(idsOf(await store.findTemplates(ali, 'refund')).toSorted()).toStrictEqual(
        idsOf([byId, bySlug]).toSorted(),
      );
    },
  },
];
