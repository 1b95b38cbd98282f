import type { Command, CommandOf, Store } from '../../ports/store.ts';
import { keyOf, type OwnedFields } from '../../records/owned/owned-record.ts';
import { type OwnedKind, type OwnedOf, ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import { type Scope, sameScope, type Viewer } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { ownRecord, type ReferenceRecord, referenceRecord, rewritten } from './handler.ts';
import { pageOf } from './page.ts';
import { type State, visible } from './state.ts';

/** All records of a kind, typed by the fields that every kind has. */
const allOf = (state: State, kind: OwnedKind): Map<string, OwnedFields> => state.owned[kind];

function isKeyTaken(
  state: State,
  owner: Scope,
  { kind, record }: CommandOf<'create-record' | 'revise-record'>,
) {
  const definition = ownedRecords[kind];
  return [...allOf(state, kind).values()].some(
    (other) =>
      other.id !== record.id &&
      keyOf(definition, other) === keyOf(definition, record) &&
      sameScope(other.scope, owner),
  );
}

export const owned: ReferenceRecord<'create-record' | 'revise-record' | 'delete-record'> = referenceRecord({
  handlers: {
    'create-record': {
      isTaken: (state, command) =>
        allOf(state, command.kind).has(command.record.id) || isKeyTaken(state, command.record.scope, command),
      apply: (state, { kind, record }, journal) => journal.set(allOf(state, kind), record.id, record),
    },
    'revise-record': {
      apply(state, command, journal) {
        const { owner, kind, record } = command;
        const before = ownRecord(allOf(state, kind), record.id, owner, command);
        if (before.revision !== record.revision - 1) throw refusalOf(command, true);
        if (isKeyTaken(state, owner, command)) throw refusalOf(command, true, true);
        const { scope, createdAt } = before;
        journal.set(allOf(state, kind), record.id, { ...record, scope, createdAt });
      },
    },
    'delete-record': {
      apply(state, command, journal) {
        const records = allOf(state, command.kind);
        journal.remove(records, ownRecord(records, command.id, command.owner, command).id);
      },
    },
  },
  exported: (state) =>
    ownedKinds.map((kind) =>
      rewritten(
        allOf(state, kind),
        (record) => ({ type: 'create-record', kind, record, ifAbsent: true }) as Command,
      ),
    ),
});

export function readOwned(state: State): Pick<Store, 'findRecords' | 'listRecords' | 'openGrants'> {
  const ofKind = <Kind extends OwnedKind>(viewer: Viewer, kind: Kind): OwnedOf<Kind>[] =>
    visible<OwnedOf<Kind>>(state.owned[kind], viewer);
  return {
    async openGrants(user) {
      const open = [...state.owned.grant.values()].filter(
        ({ scope, revokedBy }) => scope.user === user && revokedBy === null,
      );
      return structuredClone(open.sort((left, right) => (left.id < right.id ? -1 : 1)));
    },
    async findRecords(viewer, kind, idOrKey) {
      return ofKind(viewer, kind).filter(
        (record) => record.id === idOrKey || keyOf(ownedRecords[kind], record) === idOrKey,
      );
    },
    async listRecords(viewer, kind, filter, page) {
      const fitting = ofKind(viewer, kind).filter((record) =>
        Object.entries(filter).every(
          ([field, value]) => value === undefined || Reflect.get(record, field) === value,
        ),
      );
      return pageOf(fitting, page);
    },
  };
}
