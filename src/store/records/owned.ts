import type { EngramError } from '../../errors.ts';
import type { Json } from '../../json/json.ts';
import type { Dialect, SqlStatement } from '../../ports/sql-client.ts';
import type { Command, CommandOf } from '../../ports/store.ts';
import { keyOf, type OwnedDefinition, type OwnedFields } from '../../records/owned/owned-record.ts';
import { type OwnedKind, ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { createOwned, decodeOwned, reviseOwned } from '../sql/owned.ts';
import { changeOwn } from '../sql/rows.ts';
import { defineRecord, type ExportedTable } from './define-record.ts';
import { changedMeanwhile, gone, taken } from './refusals.ts';

/** The commands of every owned record, whatever its kind. */
export const owned = defineRecord({
  commands: {
    'create-record': {
      redact: (command) =>
        ({ ...command, record: redact(ownedRecords[command.kind], command.record) }) as typeof command,
      event: ({ kind, record: { scope, id } }) => ({ type: 'record-created', kind, scope, recordId: id }),
      refuse: (command) => takenKey(command),
      statements: ({ kind, record, ifAbsent }, dialect) => [
        createOwned(ownedRecords[kind], record, ifAbsent),
        ...deletionsEnd(kind, dialect),
      ],
    },
    'revise-record': {
      redact: (command) =>
        ({ ...command, record: redact(ownedRecords[command.kind], command.record) }) as typeof command,
      event: ({ kind, owner, record }) => ({
        type: 'record-revised',
        kind,
        scope: owner,
        recordId: record.id,
      }),
      refuse(command, exists, unchanged) {
        const { label } = ownedRecords[command.kind];
        if (!exists) return gone(label, command.record.id);
        return unchanged ? takenKey(command) : changedMeanwhile(label, command.record.id);
      },
      statements: ({ kind, owner, record }, dialect) => [
        ...reviseOwned(ownedRecords[kind], owner, record),
        ...deletionsEnd(kind, dialect),
      ],
    },
    'delete-record': {
      event: ({ kind, owner, id }) => ({ type: 'record-deleted', kind, scope: owner, recordId: id }),
      refuse: ({ kind, id }) => gone(ownedRecords[kind].label, id),
      statements: ({ kind, owner, id }) => [changeOwn(`DELETE FROM ${ownedRecords[kind].table}`, owner, id)],
      erases: true,
    },
  },
  exported: ownedKinds.map(exportedTable),
});

/** When a hold was set, no deletion is under way any more that did not know of it: each reads the holds. */
function deletionsEnd(kind: OwnedKind, dialect: Dialect): SqlStatement[] {
  if (kind !== 'hold') return [];
  return dialect.awaitReaders(ownedRecords.hold.table).map((sql) => ({ sql, parameters: [] }));
}

function exportedTable(kind: OwnedKind): ExportedTable {
  return {
    head: `SELECT * FROM ${ownedRecords[kind].table}`,
    key: ['id'],
    command: (row) =>
      ({ type: 'create-record', kind, record: decodeOwned(kind, row), ifAbsent: true }) as Command,
  };
}

function takenKey({ kind, record }: CommandOf<'create-record' | 'revise-record'>): EngramError {
  const definition = ownedRecords[kind];
  return taken(
    definition.label,
    keyOf(definition, record),
    'Choose another name, or change the one that has it.',
  );
}

const redactions = {
  name: (value: Json) => (typeof value === 'string' ? redactName(value) : value),
  text: (value: Json) => (typeof value === 'string' ? redactText(value) : value),
  value: redactValue,
};

/** The record without secrets in the fields that its definition names. */
function redact<Item extends OwnedFields>(definition: OwnedDefinition, record: Item): Item {
  const redacted = Object.entries(definition.redact).flatMap(([field, kind]) => {
    if (kind === undefined) return [];
    const value = Reflect.get(record, field) as Json;
    return [[field, Array.isArray(value) ? value.map(redactions[kind]) : redactions[kind](value)]];
  });
  return { ...record, ...Object.fromEntries(redacted) };
}
