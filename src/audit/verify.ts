import type { AuditRecord } from '../records/audit.ts';
import type { VerifiedAudit } from '../records/audit-inputs.ts';
import { hashAfter, nothingBefore } from './chain.ts';
import { shownAudit } from './shown.ts';

type AuditProblem = VerifiedAudit['problems'][number];

/** Problems that are told one by one: where there are more, the first say enough. */
const maxProblems = 20;

/** Looks at the records of a chain as they follow each other. */
export interface ChainCheck {
  take(record: AuditRecord): void;
  /** With a hash that must be among the records. */
  result(head?: string): VerifiedAudit;
}

/**
 * Verifies a chain. After a record that does not fit, it goes on from what that one says, so that one alteration is told once.
 *
 * @example
 * const check = checkChain((subject) => keys.get(subject));
 * for (const record of records) check.take(record);
 * check.result().whole;
 */
export function checkChain(keyOf: (subject: string) => string | undefined): ChainCheck {
  const problems: AuditProblem[] = [];
  const hashes = new Set<string>();
  let last = { position: 0, hash: nothingBefore };
  let records = 0;
  /** The last record about each pseudonym without a key. */
  const keyless = new Map<string, number>();
  /** Another process may still have written under the key that an erasure destroyed: what comes after it is no sign of tampering. */
  const erased = new Set<string>();
  const tell = (position: number | null, problem: AuditProblem['problem'], message: string): void => {
    problems.push({ position, problem, message });
  };
  function lookInside(record: AuditRecord): void {
    const { position, subject, action } = record;
    const key = keyOf(subject);
    if (key !== undefined) {
      if (shownAudit(record, key) === undefined)
        tell(position, 'unreadable', `Record ${position} cannot be opened with the key of its user.`);
    } else if (action === 'erase') erased.add(subject);
    else keyless.set(subject, position);
  }
  return {
    take(record) {
      const { position, hash } = record;
      const expected = last.position + 1;
      if (position !== expected) tell(expected, 'missing', gap(expected, position));
      else if (hashAfter(last.hash, record) !== hash)
        tell(position, 'altered', `Record ${position}, or the one before it, is not what was written.`);
      else lookInside(record);
      last = { position, hash };
      hashes.add(hash);
      records += 1;
    },
    result(head) {
      for (const [subject, position] of keyless)
        if (!erased.has(subject))
          tell(position, 'unreadable', `The key of record ${position} is gone, and its user was not erased.`);
      if (head !== undefined && !hashes.has(head))
        tell(null, 'cut', 'No record has the given hash: records were removed, or it is of another store.');
      return {
        whole: problems.length === 0,
        records,
        head: records === 0 ? null : last.hash,
        problems: problems.slice(0, maxProblems),
      };
    },
  };
}

function gap(expected: number, found: number): string {
  return found === expected + 1
    ? `Record ${expected} is missing.`
    : `Records ${expected} to ${found - 1} are missing.`;
}
