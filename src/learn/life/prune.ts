import { setImmediate as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { mayChange } from '../../access/reach.ts';
import type { Context } from '../../ports/context.ts';
import { pruneInput } from '../../records/life-inputs.ts';
import type { Memory } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';
import { reviseCommand } from './change.ts';
import { promotion } from './lifetime.ts';
import { committed } from './round.ts';

type Prune = z.input<typeof pruneInput>;

/** The expired memories that were removed; in a dry run, that would be. */
export interface PruneReport {
  readonly dryRun: boolean;
  readonly pruned: number;
  readonly ids: readonly string[];
  /** Short-term ones that had been used enough to stay, and stay. */
  readonly promoted: readonly string[];
  /** Expired ones that stay on the disk because a legal hold covers them. They are never returned. */
  readonly held: number;
}

/** Memories removed in one commit. */
const maxAtOnce = 100;

/** Removes the expired memories that the viewer may change (MEM-3). A short-term one that proved useful is kept. */
export async function prune(context: Context, viewer: Viewer, raw: Prune = {}): Promise<PruneReport> {
  const { dryRun } = parseInput(pruneInput, raw, 'pruning');
  const now = context.clock.now();
  const expired = (await allExpired(context, now)).filter((memory) => mayChange(viewer, memory.scope));
  const report = await pruneThese(context, expired, now, dryRun);
  return { ...report, held: await heldExpired(context, viewer, now) };
}

/** Enough to tell. */
const maxHeldCounted = 10_000;

async function heldExpired({ store }: Context, viewer: Viewer, now: number): Promise<number> {
  const held = await store.expiredMemories(now, maxHeldCounted, 'held');
  return held.filter(({ scope }) => mayChange(viewer, scope)).length;
}

/** Removes expired memories of the whole store, at most `limit`. Returns how many it removed or kept. */
export async function pruneExpired(context: Context, limit: number): Promise<number> {
  const now = context.clock.now();
  const expired = await context.store.expiredMemories(now, limit);
  const { pruned, promoted } = await pruneThese(context, expired, now, false);
  return pruned + promoted.length;
}

/** The store lists the expired memories of all owners and has no cursor, so the limit is raised until all are read. */
async function allExpired(context: Context, now: number): Promise<readonly Memory[]> {
  for (let limit = 1_000; ; limit *= 4) {
    const expired = await context.store.expiredMemories(now, limit);
    if (expired.length < limit) return expired;
  }
}

async function pruneThese(
  context: Context,
  expired: readonly Memory[],
  now: number,
  dryRun: boolean,
): Promise<Omit<PruneReport, 'held'>> {
  const promoted: string[] = [];
  const doomed: Memory[] = [];
  for (const memory of expired) {
    const change = promotion(memory, context.settings.memory);
    if (change === null) {
      doomed.push(memory);
    } else if (dryRun || (await committed(context, [reviseCommand(change, now)]))) {
      promoted.push(memory.id);
    }
  }
  for (let at = 0; !dryRun && at < doomed.length; at += maxAtOnce) {
    const piece = doomed.slice(at, at + maxAtOnce);
    await noteExpired(context, piece);
    await context.store.commit([{ type: 'prune-memories', ids: piece.map(({ id }) => id), now }]);
    await pause();
  }
  return { dryRun, pruned: doomed.length, ids: doomed.map(({ id }) => id), promoted };
}

/** Written down first: what is not pruned after all is pruned and told again the next time. */
async function noteExpired({ audit }: Context, memories: readonly Memory[]): Promise<void> {
  for (const [, theirs] of groupBy(memories, ({ scope }) => JSON.stringify(scope))) {
    const [first] = theirs;
    if (first === undefined) continue;
    const ids = theirs.map(({ id }) => id);
    await audit.note({ action: 'delete', of: first.scope, kind: 'memory', ids, why: 'expired' });
  }
}
