import { mayChange } from '../access/reach.ts';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { GivenAgain } from '../ports/workflow-runtime.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import { type HeldWork, isRefused, takeOver } from '../run/durable/work.ts';
import { knownOf } from '../store/holders.ts';
import { type ExecutingWorkflow, endCommands, executeWorkflow, fail } from './execute-workflow.ts';

/** Goes on with workflows that nobody is at. */
export interface Worker {
  /** Looks now, and from now on again and again. */
  start(): void;
  /** Looks again as soon as possible: something was started, or is due. */
  poke(): void;
  /** What is to be given again when this process goes on with a workflow. */
  giveAgain(id: string, again: GivenAgain): void;
  /** Lets go of everything; steps that are going on come to their end first. */
  stop(): Promise<void>;
}

/** Looks at so many running workflows for dead holders at a time. */
const pageSize = 500;

export function createWorker(
  context: Context,
  viewer: Viewer,
  definitionOf: (workflow: Pick<Workflow, 'name' | 'version'>) => AnyWorkflow | undefined,
  definitions: () => readonly AnyWorkflow[],
): Worker {
  const { store, clock, holder, settings } = context;
  const { concurrency, pollMs, leaseMs, maxRecoveries } = settings.workflows;
  const going = new Map<string, ExecutingWorkflow>();
  const given = new Map<string, GivenAgain>();
  /** What was last heard of holders that cannot be asked, by this process's own clock. */
  const heard = new Map<string, { readonly said: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isPoked = false;
  let isStopped = false;

  async function look(): Promise<void> {
    // One that is damaged must not keep what is due from going on.
    await lookAtRunning().catch(() => {});
    const free = concurrency - going.size;
    if (free <= 0) return;
    const due = await store.dueWorkflows(viewer, definitions(), clock.now(), free);
    for (const found of due) {
      if (going.size >= concurrency || isStopped) return;
      await take(found, 0);
    }
  }

  /** Hears what is requested of this process, and finds those whose holder is gone. */
  async function lookAtRunning(): Promise<void> {
    const running = new Set<string>();
    for (let after: Parameters<typeof store.listWorkflows>[2]['after'], more = true; more; ) {
      const { items, next } = await store.listWorkflows(
        viewer,
        { status: 'running' },
        { limit: pageSize, after },
      );
      for (const found of items) {
        running.add(found.id);
        const mine = going.get(found.id);
        if (mine !== undefined) {
          if (found.requested !== null) mine.execution.halt({ kind: doneAs[found.requested] });
        } else if (definitionOf(found) !== undefined && mayChange(viewer, found.scope) && isDead(found)) {
          if (going.size < concurrency && !isStopped) await take(found, found.recoveries + 1);
        }
      }
      after = next ?? undefined;
      more = next !== null;
    }
    for (const id of heard.keys()) if (!running.has(id)) heard.delete(id);
  }

  /** A holder is dead when its process is gone, or when its beat stood still for the length of its lease. */
  function isDead(found: Workflow): boolean {
    const known = knownOf(found, found.id, holder);
    if (known !== 'unknown') return known === 'gone';
    const said = `${found.epoch} ${found.beat}`;
    const last = heard.get(found.id);
    if (last?.said === said) return clock.elapsed() - last.since >= leaseMs;
    heard.set(found.id, { said, since: clock.elapsed() });
    return false;
  }

  async function take(found: Workflow, recoveries: number): Promise<void> {
    let work: HeldWork;
    try {
      work = await takeOver(context, found, recoveries);
    } catch (error) {
      if (isRefused(error)) return;
      throw error;
    }
    heard.delete(found.id);
    const definition = definitionOf(found);
    if (found.requested !== null || definition === undefined) {
      return stopAsRequested(context, work, found);
    }
    if (recoveries > maxRecoveries) {
      const message = `It was taken over ${recoveries} times from workers that died, and got no further.`;
      return fail(context, work, found, { message, code: null, step: null });
    }
    const taken: Workflow = { ...found, status: 'running', epoch: found.epoch + 1 };
    const again = given.get(found.id) ?? {};
    const started = (child: Workflow, unkept: GivenAgain | undefined): void => {
      if (unkept !== undefined) given.set(child.id, unkept);
      poke();
    };
    const executing = executeWorkflow(context, work, taken, definition, again, started);
    going.set(found.id, executing);
    void context
      .beforeClose(() => executing.ended)
      .then((isWaiting) => {
        // What goes on by itself later needs it again.
        if (!isWaiting) given.delete(found.id);
        going.delete(found.id);
        poke();
      });
  }

  async function lookAgain(): Promise<void> {
    clearTimeout(timer);
    if (looking !== undefined || isStopped) return;
    isPoked = false;
    // What the store cannot answer now it is asked again.
    looking = look().catch(() => {});
    await looking;
    looking = undefined;
    if (isStopped) return;
    timer = setTimeout(() => void lookAgain(), isPoked ? 0 : pollMs);
    timer.unref();
  }

  function poke(): void {
    isPoked = true;
    if (timer !== undefined && looking === undefined) void lookAgain();
  }

  context.leaving.addEventListener('abort', () => {
    isStopped = true;
    clearTimeout(timer);
    for (const { execution } of going.values()) execution.halt({ kind: 'leaving' });
  });

  return {
    start() {
      if (timer === undefined) void lookAgain();
    },
    poke,
    giveAgain: (id, again) => void given.set(id, again),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      for (const { execution } of going.values()) execution.halt({ kind: 'leaving' });
      await Promise.all([...going.values()].map(({ ended }) => ended));
    },
  };
}

const doneAs = { pause: 'paused', cancel: 'cancelled' } as const;

/** Does what was requested of work that nobody is at. */
export async function stopAsRequested(context: Context, work: HeldWork, found: Workflow): Promise<void> {
  if (found.requested === null) {
    work.abandon();
    throw new EngramError('internal', `Nothing is requested of "${found.id}".`);
  }
  const status = doneAs[found.requested];
  const also = status === 'cancelled' ? endCommands(context, found, status, null, null) : [];
  await work.letGo(status, null, {}, also);
}
