import type { UserEntry } from '../records/user-entry.ts';

/** The entry that an evaluation stores. Always the same user and key: a backend that cannot delete keeps one of them at most. */
export function probeEntry(now: number): Omit<UserEntry, 'createdAt' | 'updatedAt'> {
  return {
    userId: 'engram-evaluation',
    key: 'evaluation-probe',
    value: `lighthouse keeper prefers dark mode, evaluated at ${new Date(now).toISOString()}`,
    metadata: { purpose: 'evaluation' },
  };
}

/** Finds the probe by its words. */
export const probeQuery = 'which mode does the lighthouse keeper prefer';
