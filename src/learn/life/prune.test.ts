import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { ali, bob, owner, testContext } from './context.fixture.ts';
import { prune, pruneExpired } from './prune.ts';

const start = Date.UTC(2025, 6, 1);
const expired = (fields: MemoryOverrides = {}) =>
  aMemory({ expiresAt: start - 1, ...fields } as MemoryOverrides);

describe('MEM-3 pruning', () => {
  it('removes what has expired, whatever its standing, and says which', async () => {
    const context = testContext();
    const gone = [expired(), expired({ standing: 'archived' })];
    const kept = [aMemory(), aMemory({ expiresAt: start + 1 })];
    await context.recorded(...gone, ...kept);
    const report = await prune(context, ali);
    expect(report).toMatchObject({ dryRun: false, pruned: 2, promoted: [] });
    expect([...report.ids].sort()).toEqual(gone.map(({ id }) => id).sort());
    expect(await prune(context, ali)).toMatchObject({ pruned: 0, ids: [] });
  });

  it('in a dry run removes nothing', async () => {
    const context = testContext();
    const memory = expired();
    await context.recorded(memory);
    expect(await prune(context, ali, { dryRun: true })).toEqual({
      dryRun: true,
      pruned: 1,
      ids: [memory.id],
      promoted: [],
      held: 0,
    });
    expect(await context.now(memory.id)).toEqual(memory);
  });

  it('removes only what the viewer may change', async () => {
    const context = testContext();
    const eve = { ...ali, user: 'eve' };
    const memories = [ali, bob, owner, eve].map((scope) => expired({ scope }));
    await context.recorded(...memories);
    expect((await prune(context, ali)).ids).toEqual([memories[0]?.id]);
    expect((await prune(context, owner)).pruned).toBe(2);
    expect((await context.store.expiredMemories(start, 10)).map(({ id }) => id)).toEqual([memories[3]?.id]);
  });

  it('finds its own among thousands of others', async () => {
    const context = testContext();
    const others = Array.from({ length: 1_500 }, () => expired({ scope: bob, expiresAt: start - 2 }));
    await context.recorded(...others, expired());
    expect((await prune(context, ali)).pruned).toBe(1);
  });

  it('keeps a short-term memory that had proved useful, and what was derived from one that goes', async () => {
    const context = testContext();
    const brief = { createdAt: start - 8 * dayMs, expiresAt: start - dayMs };
    const [useful, useless] = [expired({ ...brief, accessCount: 3 }), expired(brief)];
    const derived = aMemory({ derivedFrom: [{ kind: 'memory', id: useless.id }] });
    await context.recorded(useful, useless, derived);
    expect(await prune(context, ali)).toMatchObject({ ids: [useless.id], promoted: [useful.id] });
    expect(await context.now(useful.id)).toMatchObject({ expiresAt: null });
    expect(await context.now(derived.id)).toEqual(derived);
  });

  it('in the background takes bounded pieces of everybody', async () => {
    const context = testContext();
    await context.recorded(...[ali, bob, owner].map((scope) => expired({ scope })));
    expect([await pruneExpired(context, 2), await pruneExpired(context, 2)]).toEqual([2, 1]);
  });
});
