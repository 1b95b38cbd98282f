import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import { type OwnedKind, ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import { exportedFrom, move } from './exported.ts';
import { anOwned, createOwned, deleteOwned, nextOwned, ownedKey, reviseOwned } from './owned-records.ts';
import {
  ali,
  alice,
  bob,
  expectRefusal,
  idsOf,
  type StoreCase,
  shop,
  shop2,
  wholeList,
} from './store-case.ts';

/** The same cases for every kind that is defined. */
function casesOf(kind: OwnedKind): StoreCase[] {
  const what = `REC-1: of kind ${kind}`;
  return [
    {
      title: `${what}, a record is read as it was written, by its id, by its key and in the list`,
      async check(store) {
        const record = anOwned(kind, { scope: shop, revision: 3, updatedAt: 77 });
        await store.commit([createOwned(kind, record), createOwned(kind, anOwned(kind))]);
        expect(await store.findRecords(ali, kind, record.id)).toStrictEqual([record]);
        expect(await store.findRecords(ali, kind, ownedKey(kind, record))).toStrictEqual([record]);
        expect((await store.listRecords(ali, kind, {}, wholeList)).items).toContainEqual(record);
      },
    },
    {
      title: `${what}, owners may have the same key, and each viewer finds what it may see`,
      async check(store) {
        const owners = [ali, alice, shop, shop2, bob];
        const records = owners.map((scope) => anOwned(kind, { scope }, 'shared'));
        await store.commit(records.map((record) => createOwned(kind, record)));
        const found = async (viewer: typeof ali) =>
          (await store.findRecords(viewer, kind, 'shared')).map(({ scope }) => scope.agent).toSorted();
        expect(await found(ali)).toStrictEqual(['ali', null].toSorted());
        expect(await found(shop)).toStrictEqual(['ali', 'alice', null].toSorted());
        expect(await found(bob)).toStrictEqual(['ali']);
      },
    },
    {
      title: `${what}, a key that begins alike or differs in case is another one`,
      async check(store) {
        await store.commit(
          ['key', 'key-2', 'Key', 'ke_'].map((key) => createOwned(kind, anOwned(kind, {}, key))),
        );
        const found = await store.findRecords(ali, kind, 'key');
        expect(found.map((record) => ownedKey(kind, record))).toStrictEqual(['key']);
      },
    },
    {
      title: `${what}, a revision replaces the record; its owner and its moment of creation stay`,
      async check(store) {
        const [record, other] = [anOwned(kind), anOwned(kind)];
        await store.commit([createOwned(kind, record), createOwned(kind, other)]);
        const renamed = nextOwned(kind, record, 'renamed');
        await store.commit([
          {
            type: 'revise-record',
            kind,
            owner: ali,
            record: { ...renamed, scope: bob, createdAt: 1 },
          } as Command,
        ]);
        expect(await store.findRecords(ali, kind, 'renamed')).toStrictEqual([renamed]);
        expect(await store.findRecords(ali, kind, ownedKey(kind, record))).toStrictEqual([]);
        expect(await store.findRecords(ali, kind, other.id)).toStrictEqual([other]);
        expect(await store.findRecords(bob, kind, record.id)).toStrictEqual([]);
      },
    },
    {
      title: `${what}, of two who change the same revision, the second is refused and changes nothing`,
      async check(store) {
        const record = anOwned(kind);
        const [first, second] = ['first', 'second'].map((key) => nextOwned(kind, record, key)) as [
          typeof record,
          typeof record,
        ];
        await store.commit([createOwned(kind, record), reviseOwned(kind, first)]);
        await expectRefusal(store, [reviseOwned(kind, second)], 'conflict');
        expect(await store.findRecords(ali, kind, record.id)).toStrictEqual([first]);
      },
    },
    {
      title: `${what}, a refused key leaves the record at the revision it had`,
      async check(store) {
        const [record, other] = [anOwned(kind), anOwned(kind, {}, 'taken')];
        await store.commit([createOwned(kind, record), createOwned(kind, other)]);
        await expectRefusal(store, [reviseOwned(kind, nextOwned(kind, record, 'taken'))], 'conflict');
        await store.commit([reviseOwned(kind, nextOwned(kind, record))]);
        expect(await store.findRecords(ali, kind, record.id)).toMatchObject([{ revision: 1 }]);
      },
    },
    {
      title: `${what}, a deleted record is gone, its key is free, and nothing else went with it`,
      async check(store) {
        const record = anOwned(kind, {}, 'shared');
        const others = [anOwned(kind), anOwned(kind, { scope: alice }, 'shared')];
        await store.commit([record, ...others].map((each) => createOwned(kind, each)));
        await store.commit([deleteOwned(kind, record)]);
        expect(await store.findRecords(ali, kind, record.id)).toStrictEqual([]);
        expect(idsOf((await store.listRecords(shop, kind, {}, wholeList)).items).toSorted()).toStrictEqual(
          idsOf(others).toSorted(),
        );
        const next = anOwned(kind, {}, 'shared');
        await store.commit([createOwned(kind, next)]);
        expect(await store.findRecords(ali, kind, 'shared')).toStrictEqual([next]);
      },
    },
    {
      title: `${what}, records move to another store as they are, and can be changed there`,
      async check(store, openAnother) {
        const [record, other] = [anOwned(kind, { revision: 4 }), anOwned(kind, { scope: bob })];
        await store.commit([createOwned(kind, record), createOwned(kind, other)]);
        const target = await openAnother();
        await move(store, target, 1);
        await move(store, target);
        expect(await exportedFrom(target)).toStrictEqual(await exportedFrom(store));
        await target.commit([reviseOwned(kind, nextOwned(kind, record))]);
        expect(await target.findRecords(ali, kind, record.id)).toMatchObject([{ revision: 5 }]);
      },
    },
    ...ownedRecords[kind].filters.map((filter): StoreCase => {
      return {
        title: `${what}, lists can be filtered by ${filter}, also after it was changed`,
        async check(store) {
          const one = { ...anOwned(kind), [filter]: 'one' };
          const two = { ...anOwned(kind), [filter]: 'two' };
          await store.commit([one, two].map((record) => createOwned(kind, record)));
          const listed = async (value: string) =>
            idsOf((await store.listRecords(ali, kind, { [filter]: value }, wholeList)).items);
          expect(await listed('one')).toStrictEqual([one.id]);
          await store.commit([reviseOwned(kind, { ...nextOwned(kind, two), [filter]: 'one' })]);
          expect(await listed('one')).toStrictEqual([two.id, one.id]);
          expect(await listed('two')).toStrictEqual([]);
        },
      };
    }),
  ];
}

export const ownedCases: readonly StoreCase[] = ownedKinds.flatMap(casesOf);
