import { setImmediate as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { mayChange } from '../../access/reach.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import type { DueUse } from '../../ports/store.ts';
import { feedbackInput } from '../../records/life-inputs.ts';
import { isExpired, type Memory } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { reviseCommand } from './change.ts';
import { afterOutcomes } from './outcome.ts';
import { committed } from './round.ts';
import { groupsBy } from './subject.ts';

type Feedback = z.input<typeof feedbackInput>;

/** How often the change is tried while others change the same memory. */
const maxTries = 5;

/**
 * Records whether a memory helped (MEM-4), and returns its new state; for a merged one, that of the memory it was merged
 * into. One that has expired, or that the viewer may not change, is not found.
 */
export async function feedback(context: Context, viewer: Viewer, raw: Feedback): Promise<Memory> {
  const { id, outcome } = parseInput(feedbackInput, raw, 'feedback');
  for (let tries = 1; ; tries += 1) {
    const named = await context.store.getMemory(viewer, id);
    const now = context.clock.now();
    if (named === undefined || !mayChange(viewer, named.scope) || isExpired(named, now))
      throw notFound('memory', id);
    const memory = await followMerge(context, named);
    const change = afterOutcomes(memory, [outcome], now, context.settings.memory);
    if (change === null) return memory;
    const command = reviseCommand(change, now);
    if (tries === maxTries) {
      await context.store.commit([command]);
      return change.memory;
    }
    if (await committed(context, [command])) return change.memory;
  }
}

/**
 * Counts the outcomes of runs for the memories they were given (REC-5, MEM-4). Each use is counted once, because it is
 * marked in the same commit. Returns how many were; one whose memory others change meanwhile waits.
 */
export async function settleUses(context: Context, limit: number): Promise<number> {
  const counted: CountedUse[] = [];
  for (const due of await context.store.dueUses(limit)) {
    counted.push({ target: await followMerge(context, due.memory), due });
  }
  let settled = 0;
  for (const group of groupsBy(await stillDue(context, counted, limit), ({ target }) => target.id)) {
    const [first] = group;
    if (first !== undefined && (await settleFor(context, first.target, group))) settled += group.length;
    await pause();
  }
  return settled;
}

/** A use, and the memory that its outcome counts for. */
interface CountedUse {
  readonly target: Memory;
  readonly due: DueUse;
}

/**
 * A target that was read after the use may already hold its outcome, counted by another process in between: then the
 * use is due no longer. Counted after this look, it has changed the target, and the commit is refused.
 */
async function stillDue(
  context: Context,
  counted: readonly CountedUse[],
  limit: number,
): Promise<readonly CountedUse[]> {
  if (counted.every(({ target, due }) => target === due.memory)) return counted;
  const keyOf = ({ use }: DueUse) => `${use.memoryId} ${use.runId}`;
  const due = new Set((await context.store.dueUses(limit)).map(keyOf));
  return counted.filter((one) => due.has(keyOf(one.due)));
}

async function settleFor(context: Context, target: Memory, group: readonly CountedUse[]): Promise<boolean> {
  const now = context.clock.now();
  const outcomes = group.map(({ due }) => due.outcome);
  const change = afterOutcomes(target, outcomes, now, context.settings.memory);
  const uses = group.map(({ due }) => ({ ...due.use, settled: true }));
  const revise = change === null ? [] : [reviseCommand(change, now)];
  return committed(context, [...revise, { type: 'note-uses', uses }]);
}

/** The memory itself, or the one it was merged into, which may have been merged since. */
async function followMerge(context: Context, memory: Memory): Promise<Memory> {
  let current = memory;
  const met = new Set<string>();
  while (current.standing === 'merged' && !met.has(current.id)) {
    met.add(current.id);
    const into = current.links.findLast((link) => link.kind === 'merged-into');
    const next = into === undefined ? undefined : await context.store.getMemory(current.scope, into.id);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}
