import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { GivenAgain } from '../ports/workflow-runtime.ts';
import type { Workflow } from '../records/workflow.ts';
import { type HeldWork, isRefused, leaseMs, takeOver } from '../run/durable/work.ts';
import { takeOverKey } from './checkpoints.ts';
import { type ExecutingWorkflow, endCommands, executeWorkflow, fail } from './execute-workflow.ts';

/** A workflow to continue, and how often it was taken over from dead workers without progress. */
export interface Takeable {
  readonly found: Workflow;
  readonly recoveries: number;
}

/** The workflows that this process continues, at most `workflows.concurrency` at a time. */
export interface Executions {
  /** How many more may be taken. */
  free(): number;
  isGoing(id: string): boolean;
  /** Continues a workflow in the background. Does nothing when no place is free or another worker was quicker. */
  take(takeable: Takeable): Promise<void>;
  /** Waits for a free place, asks what to take, and resolves when this process has let go of it. */
  takeWhenFree(look: () => Promise<Takeable | undefined>): Promise<void>;
  /** Passes a request on to a workflow that is continued here. */
  hear(found: Workflow): void;
  giveAgain(id: string, again: GivenAgain): void;
  hasGivenAgain(id: string): boolean;
  /** Lets go of everything; steps in progress come to their end first. Whoever waits for a place waits for ever. */
  leave(): Promise<void>;
}

export function createExecutions(
  context: Context,
  definitionOf: (workflow: Pick<Workflow, 'name' | 'version'>) => AnyWorkflow | undefined,
  /** Called when there is something to look for: a place became free, or a child was started. */
  poke: () => void,
): Executions {
  const { concurrency, maxRecoveries } = context.settings.workflows;
  const going = new Map<string, ExecutingWorkflow>();
  const given = new Map<string, GivenAgain>();
  const waiting: Array<() => void> = [];
  let taken = 0;
  let isLeaving = false;

  function leavePlace(): void {
    taken -= 1;
    if (!isLeaving && taken < concurrency) waiting.shift()?.();
    poke();
  }

  /** Resolves once the execution has begun; undefined when there is nothing to execute. */
  async function begin({
    found,
    recoveries,
  }: Takeable): Promise<{ readonly ended: Promise<void> } | undefined> {
    let work: HeldWork;
    try {
      work = await takeOver(context, found, recoveries);
    } catch (error) {
      if (isRefused(error)) return undefined;
      throw error;
    }
    const definition = definitionOf(found);
    if (found.requested !== null || definition === undefined) {
      await stopAsRequested(context, work, found);
      return undefined;
    }
    if (recoveries > maxRecoveries) {
      const message = `It was taken over ${recoveries} times from workers that died, and got no further.`;
      await fail(context, work, found, { message, code: null, step: null });
      return undefined;
    }
    const held: Workflow = { ...found, status: 'running', epoch: found.epoch + 1 };
    if (recoveries > 0) await noteTakeOver(context, found);
    const started = (child: Workflow, unkept: GivenAgain | undefined): void => {
      if (unkept !== undefined) given.set(child.id, unkept);
      poke();
    };
    const executing = executeWorkflow(context, work, held, definition, given.get(found.id) ?? {}, started);
    going.set(found.id, executing);
    if (isLeaving) executing.execution.halt({ kind: 'leaving' });
    const ended = context
      .beforeClose(() => executing.ended)
      .then((isWaiting) => {
        // What goes on by itself later needs it again.
        if (!isWaiting) given.delete(found.id);
        going.delete(found.id);
      });
    return { ended };
  }

  function halt(): void {
    isLeaving = true;
    for (const { execution } of going.values()) execution.halt({ kind: 'leaving' });
  }
  context.leaving.addEventListener('abort', halt);

  return {
    free: () => Math.max(0, concurrency - taken),
    isGoing: (id) => going.has(id),
    async take(takeable) {
      if (isLeaving || taken >= concurrency) return;
      taken += 1;
      const begun = await begin(takeable).catch((error: unknown) => {
        leavePlace();
        throw error;
      });
      if (begun === undefined) leavePlace();
      else void begun.ended.then(leavePlace);
    },
    async takeWhenFree(look) {
      while (isLeaving || taken >= concurrency) await new Promise<void>((free) => waiting.push(free));
      taken += 1;
      try {
        const takeable = await look();
        if (takeable !== undefined) await (await begin(takeable))?.ended;
      } finally {
        leavePlace();
      }
    },
    hear({ id, requested }) {
      if (requested !== null) going.get(id)?.execution.halt({ kind: doneAs[requested] });
    },
    giveAgain: (id, again) => void given.set(id, again),
    hasGivenAgain: (id) => given.has(id),
    async leave() {
      halt();
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

/** For the figures of durability. It is no progress, so it does not go through the work, which would forget the deaths before. */
async function noteTakeOver({ clock, store }: Context, found: Workflow): Promise<void> {
  const at = clock.now();
  const epoch = found.epoch + 1;
  const input = { detectMs: Math.max(0, at - (found.leaseUntil - leaseMs)) };
  const { scope, id: workflowId } = found;
  const checkpoint = {
    scope,
    workflowId,
    key: takeOverKey(epoch),
    state: 'done',
    input,
    result: null,
    at,
  } as const;
  // When it cannot be kept, the next write tells why.
  await store.commit([{ type: 'keep-checkpoint', checkpoint, epoch }]).catch(() => {});
}
