import type { Command, Store } from '../../ports/store.ts';
import { keyOf, type OwnedFields } from '../../records/owned/owned-record.ts';
import { type OwnedKind, type OwnedOf, ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { base, nextId } from '../builder-base.ts';

/** An owned record of some kind. */
export type AnyOwned = OwnedOf<OwnedKind>;

/** An owned record with every field set as in the sample of its kind. Its key is made of its id unless one is given. */
export function anOwned(kind: OwnedKind, overrides: Partial<OwnedFields> = {}, key?: string): AnyOwned {
  const { sample, key: keyField } = ownedRecords[kind];
  const common = base(overrides.id ?? nextId('rec'));
  return {
    ...common,
    updatedAt: common.createdAt,
    revision: 0,
    ...sample,
    ...overrides,
    [keyField]: key ?? `key-of-${common.id}`,
  } as AnyOwned;
}

/** An owned record with its kind. */
export interface OwnedItem {
  readonly kind: OwnedKind;
  readonly record: AnyOwned;
}

export const oneOfEachKind = (scope: Scope): OwnedItem[] =>
  ownedKinds.map((kind) => ({ kind, record: anOwned(kind, { scope }) }));

/** What a viewer finds of these by their keys. */
export async function findAllOwned(
  store: Store,
  viewer: Viewer,
  owned: readonly OwnedItem[],
): Promise<AnyOwned[]> {
  const found = owned.map(({ kind, record }) => store.findRecords(viewer, kind, ownedKey(kind, record)));
  return (await Promise.all(found)).flat();
}

export const ownedKey = (kind: OwnedKind, record: AnyOwned): string => keyOf(ownedRecords[kind], record);

/** The record as its next revision, with another key when one is given. */
export const nextOwned = (kind: OwnedKind, record: AnyOwned, key = ownedKey(kind, record)): AnyOwned => ({
  ...record,
  [ownedRecords[kind].key]: key,
  updatedAt: record.updatedAt + 1,
  revision: record.revision + 1,
});

export const createOwned = (kind: OwnedKind, record: AnyOwned): Command =>
  ({ type: 'create-record', kind, record }) as Command;
export const reviseOwned = (kind: OwnedKind, record: AnyOwned): Command =>
  ({ type: 'revise-record', kind, owner: record.scope, record }) as Command;
export const deleteOwned = (kind: OwnedKind, { scope, id }: AnyOwned): Command => ({
  type: 'delete-record',
  kind,
  owner: scope,
  id,
});
