import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditTrail } from '../ports/audit.ts';
import type { SharedRead } from '../records/audit.ts';
import type { Door } from '../records/door.ts';
import type { Viewer } from '../records/scope.ts';
import { readEvents } from './read-events.ts';

/** Whoever is at work: a viewer who asked for an operation, or with null Engram itself. */
export interface Actor {
  readonly by: Viewer | null;
  readonly operation: string;
  /** Why, in the words of who asked. */
  readonly reason: string | null;
  /** What it writes raises trust, and is noted with who did it. */
  readonly raisesTrust?: boolean;
  /** How the request came; null for what Engram does of itself. */
  readonly door: Door | null;
  /** What others let it read so far; undefined once that was written down. */
  reads: Array<{ readonly reader: Viewer; readonly read: SharedRead }> | undefined;
}

/**
 * Writes pass through many hands, and commands say whose records they change, not who asked for it. So the one who asks is kept
 * beside the call, for everything that is done on the way.
 */
const actors = new AsyncLocalStorage<Actor>();

/** Who is at work here; undefined when a program uses something it was handed earlier. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}

/**
 * Does an operation in the name of who asked for it. What others let it read is written down before it answers.
 *
 * @example
 * const actor = { by: context.viewer, operation: 'memory.search', reason: null, door: 'library' };
 * await acting(context.audit, actor, () => search(context, query));
 */
export async function acting<Result>(
  audit: AuditTrail,
  asking: Omit<Actor, 'reads'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const actor: Actor = { ...asking, reads: [] };
  const settle = async (): Promise<void> => {
    const events = readEvents(actor.reads ?? []);
    actor.reads = undefined;
    await actors.run(actor, async () => {
      for (const event of events) await audit.note(event);
    });
  };
  try {
    const result = await actors.run(actor, work);
    if (actor.reads?.length === 0) actor.reads = undefined;
    else await settle();
    return result;
  } catch (error) {
    // What went wrong first is what the caller must know.
    await settle().catch(() => {});
    throw error;
  }
}

/** Does what Engram does of itself: work in the background, and looking something up that nobody is shown. */
export function actingItself<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
  return actors.run({ by: null, operation, reason: null, door: null, reads: undefined }, work);
}

/** Does a part of the work for a reason of its own, such as a policy; whoever is at work stays the same. */
export function because<Result>(reason: string, work: () => Promise<Result>): Promise<Result> {
  const actor = actors.getStore();
  return actor === undefined ? work() : actors.run({ ...actor, reason }, work);
}
