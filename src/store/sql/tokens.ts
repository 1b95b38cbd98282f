import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import { type Token, tokenSchema } from '../../records/token.ts';
import {
  changeOwn,
  decode,
  equals,
  insert,
  orNothing,
  ownerColumnsOf,
  type RowValues,
  select,
  visibleTo,
} from './rows.ts';

export const decodeToken = (row: SqlRow): Token => decode(tokenSchema, row, { hash: row['hash'] });

export function tokenColumns(token: Token): RowValues {
  const { id, scope, createdAt, hash, schemaVersion, ...body } = token;
  return {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    hash,
    schema_version: schemaVersion,
    body: JSON.stringify(body),
  };
}

/** Stands for all tokens that were revoked. It belongs to nobody, so that no viewer sees it. */
export const revokedOnes: RowValues = {
  id: 'revoked',
  user_name: '',
  project: '',
  agent: '',
  created_at: 0,
  hash: 'revoked',
  schema_version: 1,
  body: '{}',
};

/** Tokens that open something. */
export const livingTokens = "SELECT * FROM (SELECT * FROM tokens WHERE hash <> 'revoked') AS living";

export function revokeToken(owner: Scope, id: string): SqlStatement[] {
  return [changeOwn('DELETE FROM tokens', owner, id), insert('tokens', revokedOnes, orNothing)];
}

export function readTokens(client: SqlClient): Pick<Store, 'listTokens' | 'findToken' | 'hasTokens'> {
  return {
    async listTokens(viewer) {
      const rows = await client.query(
        select('SELECT * FROM tokens', [visibleTo(viewer)], 'ORDER BY created_at DESC, id DESC'),
      );
      return rows.map(decodeToken);
    },
    async findToken(hash) {
      const [row] = await client.query(select(livingTokens, equals('hash', hash)));
      return row === undefined ? undefined : decodeToken(row);
    },
    async hasTokens() {
      const rows = await client.query({ sql: 'SELECT 1 AS found FROM tokens LIMIT 1', parameters: [] });
      return rows.length > 0;
    },
  };
}
