import type { AuditReads } from '../../ports/audit.ts';
import type { AuditRecord } from '../../records/audit.ts';
import { refusalOf } from '../records/records.ts';
import { countUser, eraseUser } from './erase-user.ts';
import { referenceRecord } from './handler.ts';
import type { State } from './state.ts';

/** In the order they were written. */
const allRecords = (state: State): AuditRecord[] =>
  structuredClone([...state.audit.values()]).sort((left, right) => left.position - right.position);

export const audit = referenceRecord({
  handlers: {
    'erase-user': {
      apply(state, command, journal) {
        const isHeld = [...state.owned.hold.values()].some(
          ({ scope }) => scope.user === command.user && scope.agent === null,
        );
        if (isHeld) throw refusalOf(command, true);
        eraseUser(state, command.user, journal);
      },
    },
    'keep-audit-key': {
      isTaken: (state, { user }) => state.auditKeys.has(user),
      apply: (state, { user, key }, journal) => journal.set(state.auditKeys, user, key),
    },
    'append-audit': {
      isTaken: (state, { record }) => state.audit.has(String(record.position)),
      apply(state, command, journal) {
        const { record, ifAbsent = false } = command;
        if (!ifAbsent && (allRecords(state).at(-1)?.position ?? 0) !== record.position - 1)
          throw refusalOf(command, true);
        journal.set(state.audit, String(record.position), record);
      },
    },
  },
  exported: (state) => [
    [...state.auditKeys].map(([user, key]) => [user, { type: 'keep-audit-key', user, key, ifAbsent: true }]),
    allRecords(state).map((record) => [
      String(record.position).padStart(16, '0'),
      { type: 'append-audit', record, ifAbsent: true },
    ]),
  ],
});

export function readAudit(state: State): AuditReads {
  return {
    auditHead: async () => allRecords(state).at(-1),
    async listAudit({ subject, action, before = Number.POSITIVE_INFINITY }, limit) {
      return allRecords(state)
        .filter((record) => record.subject === subject && record.position < before)
        .filter((record) => action === undefined || record.action === action)
        .reverse()
        .slice(0, limit);
    },
    walkAudit: async (after, limit) =>
      allRecords(state)
        .filter(({ position }) => position > after)
        .slice(0, limit),
    auditKey: async (user) => state.auditKeys.get(user),
    auditKeys: async () => [...state.auditKeys.values()],
    countUser: async (user) => countUser(state, user),
  };
}
