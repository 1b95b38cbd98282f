import { EngramError, phrase } from '../../errors.ts';
import { appendAudit, decodeAuditRecord } from '../sql/audit.ts';
import { eraseUser } from '../sql/erase-user.ts';
import { create } from '../sql/rows.ts';
import { defineRecord } from './define-record.ts';
import { taken } from './refusals.ts';

/** What is sealed has lost its secrets before. */
export const audit = defineRecord({
  commands: {
    'erase-user': {
      refuse: ({ user }) =>
        new EngramError('held', `"${user}" cannot be erased: a legal hold covers records of theirs.`, {
          details: { user },
          hint: phrase`See the holds of each project with ${{ operation: 'retention.holds' }}; its owner lifts one with ${{ operation: 'retention.release' }}.`,
        }),
      statements: ({ user }) => eraseUser(user),
      erases: true,
    },
    'keep-audit-key': {
      opaque: ['key'],
      refuse: ({ user }) => taken('audit key', user, 'There is one for each user; read it.'),
      statements: (command) => [
        create(command, 'audit_keys', { user_name: command.user, secret: command.key }),
      ],
    },
    'append-audit': {
      opaque: ['record.subject', 'record.sealed', 'record.hash'],
      refuse: ({ record: { position } }) =>
        new EngramError('conflict', `Another process wrote the audit record ${position}.`, {
          details: { auditPosition: position },
        }),
      statements: (command) => [appendAudit(command)],
    },
  },
  exported: [
    {
      head: 'SELECT * FROM audit_keys',
      key: ['user_name'],
      command: (row) => ({
        type: 'keep-audit-key',
        user: String(row['user_name']),
        key: String(row['secret']),
        ifAbsent: true,
      }),
    },
    {
      head: 'SELECT * FROM audit_records',
      key: ['position'],
      command: (row) => ({ type: 'append-audit', record: decodeAuditRecord(row), ifAbsent: true }),
    },
  ],
});
