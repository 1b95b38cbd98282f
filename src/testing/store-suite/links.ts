import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import type { Grant } from '../../records/grant.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryLink } from '../../records/memory-link.ts';
import { aMemory, aTemplate } from '../builders.ts';
import { aLink } from '../retention-builders.ts';
import { exportedFrom, move } from './exported.ts';
import { anOwned } from './owned-records.ts';
import {
  ali,
  alice,
  bob,
  expectRefusal,
  idsOf,
  prune,
  record,
  remove,
  removeTemplate,
  type StoreCase,
  saveTemplate,
  shop,
} from './store-case.ts';

export const linked = (link: MemoryLink): Command => ({ type: 'link-memories', link });
export const unlinked = ({ scope, from, relation, to }: MemoryLink): Command => ({
  type: 'unlink-memories',
  owner: scope,
  from,
  relation,
  to,
});

/** Three memories of ali, the first linked with the second and the third with the first. */
function threeLinked(overrides: Partial<Memory> = {}) {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => aMemory({ id, ...overrides }));
  const links = [
    aLink({ from: 'a', relation: 'caused-by', to: 'b', note: 'The same minute' }),
    aLink({ from: 'c', relation: 'contradicts', to: 'a' }),
  ] as const;
  if (a === undefined || b === undefined || c === undefined) throw new TypeError('Three memories.');
  return { a, b, c, links, commands: [...[a, b, c].map(record), ...links.map(linked)] };
}

const sharing = (id: string): Grant =>
  ({
    ...anOwned('grant', { scope: alice }),
    what: { of: 'memories', id, kind: null, domain: null, topic: null, tags: [] },
  }) as Grant;

export const linkCases: readonly StoreCase[] = [
  {
    title: 'MEM-8: a link is read as it was written, from both of its ends, newest first',
    async check(store) {
      const { links, commands } = threeLinked();
      await store.commit(commands);
      const [first, second] = links;
      expect(await store.listLinks(ali, ['a'], 10)).toStrictEqual([second, first]);
      expect(await store.listLinks(ali, ['b'], 10)).toStrictEqual([first]);
      expect(await store.listLinks(ali, ['c'], 10)).toStrictEqual([second]);
      expect(await store.listLinks(ali, ['a', 'b', 'c'], 10)).toStrictEqual([second, first]);
      expect(await store.listLinks(ali, ['a', 'b'], 1)).toStrictEqual([second]);
      expect(await store.listLinks(ali, ['unknown'], 10)).toStrictEqual([]);
      expect(await store.listLinks(ali, [], 10)).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-8: the same link again is ignored, and another relation of the same two is another link',
    async check(store) {
      const { links, commands } = threeLinked();
      const again = aLink({ from: 'a', relation: 'caused-by', to: 'b' });
      const another = aLink({ from: 'a', relation: 'relates-to', to: 'b' });
      const back = aLink({ from: 'b', relation: 'caused-by', to: 'a' });
      await store.commit([...commands, linked(again), linked(another), linked(back), linked(links[0])]);
      expect(await store.listLinks(ali, ['b'], 10)).toStrictEqual([back, another, links[0]]);
    },
  },
  {
    title: 'MEM-8: a link with an end that is not there is ignored',
    async check(store) {
      await store.commit([record(aMemory({ id: 'a' }))]);
      await store.commit([linked(aLink({ from: 'a', to: 'x' })), linked(aLink({ from: 'x', to: 'a' }))]);
      await store.commit([record(aMemory({ id: 'x' }))]);
      expect(await store.listLinks(ali, ['a', 'x'], 10)).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-8: a link goes when it is taken back, by its owner only, once',
    async check(store) {
      const { links, commands } = threeLinked();
      await store.commit(commands);
      await expectRefusal(store, [unlinked({ ...links[0], scope: alice })], 'not_found');
      await expectRefusal(store, [unlinked({ ...links[0], relation: 'supports' })], 'not_found');
      await expectRefusal(store, [unlinked({ ...links[0], from: 'b', to: 'a' })], 'not_found');
      await store.commit([unlinked(links[0])]);
      expect(await store.listLinks(ali, ['a'], 10)).toStrictEqual([links[1]]);
      await expectRefusal(store, [unlinked(links[0])], 'not_found');
    },
  },
  ...(['deleted', 'pruned', 'deleted with its source', 'deleted with its template'] as const).map(
    (how): StoreCase => ({
      title: `MEM-8: links go with an end that is ${how}, whichever end it is`,
      async check(store) {
        const template = aTemplate();
        const source = aMemory({ id: 'source' });
        const derivedFrom =
          how === 'deleted with its source'
            ? [{ kind: 'memory' as const, id: 'source' }]
            : how === 'deleted with its template'
              ? [{ kind: 'template' as const, id: template.id }]
              : [];
        const a = aMemory({ id: 'a', expiresAt: 1, derivedFrom });
        const [b, c] = [aMemory({ id: 'b' }), aMemory({ id: 'c' })];
        const stays = aLink({ from: 'b', to: 'c' });
        await store.commit([saveTemplate(template), ...[source, a, b, c].map(record)]);
        await store.commit([
          linked(aLink({ from: 'a', to: 'b' })),
          linked(aLink({ from: 'c', to: 'a' })),
          linked(aLink({ from: 'a', to: 'a' })),
          linked(stays),
        ]);
        const end = {
          deleted: remove(a),
          pruned: prune(1, a),
          'deleted with its source': remove(source),
          'deleted with its template': removeTemplate(template),
        };
        await store.commit([end[how]]);
        // Recorded again, so that what was left behind would show.
        await store.commit([record(aMemory({ id: 'a' }))]);
        expect(await store.listLinks(shop, ['a', 'b', 'c'], 10)).toStrictEqual([stays]);
      },
    }),
  ),
  {
    title: 'MEM-8, SHR-1: a link is seen by who may see it and both of its ends',
    async check(store) {
      const shared = aMemory({ id: 'shared', scope: alice });
      const [own, project] = [aMemory({ id: 'own' }), aMemory({ id: 'project', scope: shop })];
      const others = aMemory({ id: 'other', scope: bob });
      const toShared = aLink({ from: 'own', to: 'shared' });
      const toProject = aLink({ from: 'own', to: 'project' });
      const ofAlice = aLink({ from: 'shared', to: 'project', scope: alice });
      const ofBob = aLink({ from: 'other', to: 'own', scope: bob });
      await store.commit([shared, own, project, others].map(record));
      await store.commit([toShared, toProject, ofAlice, ofBob].map(linked));
      const all = ['own', 'shared', 'project', 'other'];
      const granted = { ...ali, granted: [sharing('shared')] };
      expect(idsOf(await store.listLinks(ali, all, 10))).toStrictEqual([toProject.id]);
      expect(idsOf(await store.listLinks(granted, all, 10))).toStrictEqual([toProject.id, toShared.id]);
      expect(idsOf(await store.listLinks(alice, all, 10))).toStrictEqual([ofAlice.id]);
      expect(idsOf(await store.listLinks(bob, all, 10))).toStrictEqual([]);
      expect(idsOf(await store.listLinks(shop, all, 10))).toStrictEqual([
        ofAlice.id,
        toProject.id,
        toShared.id,
      ]);
    },
  },
  {
    title: 'MEM-8, STO-6: links are moved with a store',
    async check(store, openAnother) {
      const { links, commands } = threeLinked();
      await store.commit(commands);
      expect((await exportedFrom(store)).filter(({ type }) => type === 'link-memories')).toHaveLength(2);
      const other = await openAnother();
      await move(store, other);
      await move(store, other);
      expect(await other.listLinks(ali, ['a'], 10)).toStrictEqual([links[1], links[0]]);
    },
  },
];
