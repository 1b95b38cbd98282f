import type { Dialect, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Page, Store } from '../../ports/store.ts';
import { keyOf, type OwnedDefinition, type OwnedFields } from '../../records/owned/owned-record.ts';
import { type OwnedKind, type OwnedOf, ownedRecords } from '../../records/owned/owned-records.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { readPageRows } from './bounded-rows.ts';
import {
  changeOwn,
  create,
  decode,
  decodePage,
  equals,
  ownerColumnsOf,
  ownerDefinition,
  ownerValues,
  pageOf,
  type RowValues,
  type SqlCondition,
  select,
  visibleTo,
} from './rows.ts';

/** Prefixed, so that no field collides with a column that all kinds have, or with a word of SQL. */
export const columnOf = (filter: string): string =>
  `by_${filter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** Depends on nothing of the definition but its table, so that a released migration stays as it was. */
export function createOwnedTable({ table }: OwnedDefinition): string[] {
  return [
    `CREATE TABLE ${table} (
      id TEXT PRIMARY KEY, ${ownerDefinition}, record_key TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
      revision INTEGER NOT NULL, schema_version INTEGER NOT NULL, body TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX ${table}_by_key ON ${table} (user_name, project, record_key, agent)`,
    `CREATE INDEX ${table}_by_time ON ${table} (user_name, project, created_at, id)`,
  ];
}

/** For a migration that lets lists be filtered by one more field. */
export function addOwnedFilter({ table }: OwnedDefinition, filter: string, dialect: Dialect): string[] {
  const column = columnOf(filter);
  return [
    `ALTER TABLE ${table} ADD COLUMN ${column} TEXT`,
    `UPDATE ${table} SET ${column} = ${dialect.jsonText('body', filter)}`,
    `CREATE INDEX ${table}_${column} ON ${table} (user_name, project, ${column}, created_at, id)`,
  ];
}

/** What changes when a record is revised, but for its revision. */
function contentOf(definition: OwnedDefinition, record: OwnedFields): RowValues {
  const { id, scope, createdAt, updatedAt, revision, schemaVersion, ...body } = record;
  const filters = definition.filters.map((filter) => [columnOf(filter), Reflect.get(record, filter)]);
  return {
    record_key: keyOf(definition, record),
    updated_at: updatedAt,
    body: JSON.stringify(body),
    ...Object.fromEntries(filters),
  };
}

export function createOwned(
  definition: OwnedDefinition,
  record: OwnedFields,
  ifAbsent = false,
): SqlStatement {
  return create({ ifAbsent }, definition.table, {
    id: record.id,
    ...ownerColumnsOf(record.scope),
    created_at: record.createdAt,
    revision: record.revision,
    schema_version: record.schemaVersion,
    ...contentOf(definition, record),
  });
}

/** It is found and locked first, then checked for changes, then named and replaced: that order tells the refusals apart. */
export function reviseOwned(definition: OwnedDefinition, scope: Scope, record: OwnedFields): SqlStatement[] {
  const { table } = definition;
  const { id, revision } = record;
  const content = contentOf(definition, record);
  return [
    changeOwn(`UPDATE ${table} SET revision = revision`, scope, id),
    {
      sql: `UPDATE ${table} SET revision = ? WHERE id = ? AND revision = ?`,
      parameters: [revision, id, revision - 1],
      mustAffect: true,
    },
    {
      sql: `UPDATE ${table} SET ${Object.keys(content)
        .map((name) => `${name} = ?`)
        .join(', ')}
            WHERE id = ? AND NOT EXISTS (
              SELECT 1 FROM ${table} other WHERE other.user_name = ? AND other.project = ? AND other.agent = ?
                AND other.record_key = ? AND other.id <> ?
            )`,
      parameters: [...Object.values(content), id, ...ownerValues(scope), keyOf(definition, record), id],
      mustAffect: true,
    },
  ];
}

export function decodeOwned<Kind extends OwnedKind>(kind: Kind, row: SqlRow): OwnedOf<Kind> {
  const { updated_at: updatedAt, revision } = row;
  return decode(ownedRecords[kind].schema, row, { updatedAt, revision }) as OwnedOf<Kind>;
}

/** The statement for one page of a list: all records, or those with these values in the filter columns. */
export function listOwned(
  { table, filters }: OwnedDefinition,
  viewer: Viewer,
  values: Readonly<Record<string, string | undefined>>,
  page: Page,
): SqlStatement {
  const { conditions, tail, parameters } = pageOf(page);
  const fitting = filters.flatMap((filter) => equals(columnOf(filter), values[filter]));
  return select(`SELECT * FROM ${table}`, [visibleTo(viewer), ...fitting, ...conditions], tail, parameters);
}

const openGrantsSql = `SELECT * FROM ${ownedRecords.grant.table} WHERE user_name = ? AND ${columnOf('revokedBy')} IS NULL ORDER BY id`;

export function readOwned(client: SqlClient): Pick<Store, 'findRecords' | 'listRecords' | 'openGrants'> {
  return {
    async openGrants(user) {
      const rows = await client.query({ sql: openGrantsSql, parameters: [user] });
      return rows.map((row) => decodeOwned('grant', row));
    },
    async findRecords(viewer, kind, name) {
      const named: SqlCondition = { sql: '(id = ? OR record_key = ?)', parameters: [name, name] };
      const rows = await client.query(
        select(`SELECT * FROM ${ownedRecords[kind].table}`, [visibleTo(viewer), named], 'ORDER BY agent, id'),
      );
      return rows.map((row) => decodeOwned(kind, row));
    },
    async listRecords(viewer, kind, filter, page) {
      const { rows, limit } = await readPageRows(page, (piece) =>
        client.query(listOwned(ownedRecords[kind], viewer, filter, piece)),
      );
      return decodePage(rows, limit, (row) => decodeOwned(kind, row));
    },
  };
}
