import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../records/audit.ts';
import { chained } from './chain.ts';
import { newKey, pseudonymUnder, seal } from './seal.ts';
import { checkChain } from './verify.ts';

const key = newKey();
const scope = { user: 'ada', project: 'shop', agent: 'ali' };
const told = {
  by: scope,
  of: scope,
  to: null,
  kind: 'memory',
  ids: [],
  count: 0,
  operation: null,
  why: null,
};

/** A chain of records about one user, one for each of these. */
function chainOf(...actions: ReadonlyArray<AuditRecord['action']>): AuditRecord[] {
  const subject = pseudonymUnder(key);
  return chained(
    undefined,
    actions.map((action, index) => ({ at: index + 1, action, subject, sealed: seal(key, told) })),
  );
}

function problemsOf(records: readonly AuditRecord[], known: string | undefined) {
  const check = checkChain(() => known);
  for (const record of records) check.take(record);
  return check.result().problems.map(({ position, problem }) => `${problem} ${position}`);
}

describe('SHR-3: a chain of audit records', () => {
  it('is whole when each opens with the key of its user', () => {
    expect(problemsOf(chainOf('share', 'access', 'revoke'), key)).toEqual([]);
    expect(problemsOf(chainOf('share', 'access'), newKey())).toEqual(['unreadable 1', 'unreadable 2']);
  });

  it('may lack the key of a user who was erased, also for what another process wrote a moment later', () => {
    expect(problemsOf(chainOf('share', 'erase'), undefined)).toEqual([]);
    expect(problemsOf(chainOf('share', 'erase', 'access'), undefined)).toEqual([]);
    expect(problemsOf(chainOf('share', 'access'), undefined)).toEqual(['unreadable 2']);
  });

  it('tells one alteration once, and goes on behind it', () => {
    const records = chainOf('share', 'access', 'access', 'revoke');
    const altered = records.map((record) => (record.position === 2 ? { ...record, at: 99 } : record));
    expect(problemsOf(altered, key)).toEqual(['altered 2']);
    expect(
      problemsOf(
        records.filter(({ position }) => position !== 3),
        key,
      ),
    ).toEqual(['missing 3']);
  });
});
