import type { AuditReads } from '../../ports/audit.ts';
import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import type { CommandOf } from '../../ports/store.ts';
import type { AuditAction, AuditRecord } from '../../records/audit.ts';
import { countUser } from './erase-user.ts';
import { equals, insert, orNothing, select } from './rows.ts';

const columns = 'position, at, action, subject, sealed, hash';

export const createAuditTables: readonly string[] = [
  `CREATE TABLE audit_records (
    position BIGINT PRIMARY KEY, at BIGINT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
    sealed TEXT NOT NULL, hash TEXT NOT NULL
  )`,
  'CREATE INDEX audit_by_subject ON audit_records (subject, position)',
  'CREATE TABLE audit_keys (user_name TEXT PRIMARY KEY, secret TEXT NOT NULL)',
];

/** What cannot be read is no reason to stop: a record that was altered is exactly what is looked for. */
export function decodeAuditRecord(row: SqlRow): AuditRecord {
  return {
    position: Number(row['position']),
    at: Number(row['at']),
    action: String(row['action']) as AuditAction,
    subject: String(row['subject']),
    sealed: String(row['sealed']),
    hash: String(row['hash']),
  };
}

/** Follows the last record and no other: whoever was faster has taken the place. With `ifAbsent` it is put where it was. */
export function appendAudit({ record, ifAbsent = false }: CommandOf<'append-audit'>): SqlStatement {
  const { position, at, action, subject, sealed, hash } = record;
  if (ifAbsent) return insert('audit_records', { position, at, action, subject, sealed, hash }, orNothing);
  return {
    sql: `INSERT INTO audit_records (${columns}) SELECT ?, ?, ?, ?, ?, ?
          WHERE (SELECT COALESCE(MAX(position), 0) FROM audit_records) = CAST(? AS BIGINT) ${orNothing}`,
    parameters: [position, at, action, subject, sealed, hash, position - 1],
    mustAffect: true,
  };
}

export function readAudit(client: SqlClient): AuditReads {
  const read = async (statement: SqlStatement): Promise<AuditRecord[]> =>
    (await client.query(statement)).map(decodeAuditRecord);
  return {
    async auditHead() {
      const [head] = await read({
        sql: `SELECT ${columns} FROM audit_records ORDER BY position DESC LIMIT 1`,
        parameters: [],
      });
      return head;
    },
    async listAudit({ subject, action, before }, limit) {
      const until = before === undefined ? [] : [{ sql: 'position < ?', parameters: [before] as SqlValue[] }];
      const conditions = [...equals('subject', subject), ...equals('action', action), ...until];
      return read(
        select(`SELECT ${columns} FROM audit_records`, conditions, 'ORDER BY position DESC LIMIT ?', [limit]),
      );
    },
    async walkAudit(after, limit) {
      const beyond = [{ sql: 'position > ?', parameters: [after] }];
      return read(
        select(`SELECT ${columns} FROM audit_records`, beyond, 'ORDER BY position LIMIT ?', [limit]),
      );
    },
    async auditKey(user) {
      const [row] = await client.query(select('SELECT secret FROM audit_keys', equals('user_name', user)));
      return row === undefined ? undefined : String(row['secret']);
    },
    async auditKeys() {
      const rows = await client.query({ sql: 'SELECT secret FROM audit_keys', parameters: [] });
      return rows.map((row) => String(row['secret']));
    },
    countUser: (user) => countUser(client, user),
  };
}
