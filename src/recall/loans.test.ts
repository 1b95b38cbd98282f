import { describe, expect, it } from 'vitest';
import type { Context } from '../ports/context.ts';
import type { OwnedOf } from '../records/owned/owned-records.ts';
import { withdrawnRuns } from './loans.ts';

const scope = { user: 'acme', project: 'shop', agent: 'bob' };
/** Newest first, as they are listed: the one that was revoked is the oldest of many. */
const count = 12_345;
const loans = Array.from({ length: count }, (_, index) => ({
  scope,
  runId: `run_${count - index}`,
  memoryId: `mem_${count - index}`,
})) as unknown as Array<OwnedOf<'loan'>>;

describe('SHR-1: what was made of a memory that is no longer shared', () => {
  it('is known however many loans came after it', async () => {
    const store = {
      async listRecords(
        _viewer: unknown,
        _kind: string,
        _filter: object,
        page: { limit: number; after?: number },
      ) {
        const from = page.after ?? 0;
        const next = from + page.limit;
        return { items: loans.slice(from, next), next: next < count ? next : null };
      },
      getMemories: async (_viewer: unknown, ids: readonly string[]) =>
        ids.filter((id) => id !== 'mem_1').map((id) => ({ id, expiresAt: null })),
    };
    const context = { store, clock: { now: () => 1 } } as unknown as Context;
    expect([...(await withdrawnRuns(context, scope))]).toEqual(['run_1']);
  });
});
