import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import type { Command } from '../../ports/store.ts';
import { claimed, released, renewed, unheld } from '../../records/lease.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';
import { holdHere } from '../../store/holders.ts';

/** How long work counts as held after the last heartbeat of its holder. */
export const leaseMs = 10_000;
/** Interval between heartbeats. */
export const beatMs = 1_000;

/** What durable work needs of the engine. */
export type WorkSurroundings = Pick<Context, 'store' | 'clock' | 'holder'>;

/** Requested work. */
export interface AskedWork {
  readonly scope: Scope;
  readonly name: string;
  readonly subject: string;
  readonly requestKey: string | null;
  readonly runId: string;
  readonly input: JsonObject;
}

/** The fields of a checkpoint that its work provides. */
export type KeptCheckpoint = Pick<Checkpoint, 'key' | 'state' | 'input' | 'result'>;

/**
 * Work that this process holds. Every write carries its epoch: when another process has taken over, it rejects with
 * `conflict`, and nothing more may be done.
 */
export interface HeldWork {
  readonly id: string;
  /** Stores checkpoints in one commit. Those that are begun, or `onDisk`, survive a power failure once this resolves. */
  keep(checkpoints: readonly KeptCheckpoint[], more?: MoreToKeep): Promise<void>;
  /** Stores that it continues in another run, or a preliminary answer. */
  report(changes: Partial<Pick<Workflow, 'runId' | 'output'>>): Promise<void>;
  /** Releases the work with this status. `also` is written in the same commit. */
  letGo(
    status: Exclude<Workflow['status'], 'running'>,
    output: Json,
    changes?: Partial<Pick<Workflow, 'wakeAt' | 'error'>>,
    also?: readonly Command[],
  ): Promise<void>;
  /** Stops the heartbeat without a write: the work was taken over, or nothing can be written. */
  abandon(): void;
  /** Deletes the work and its checkpoints. */
  end(): Promise<void>;
}

/** What is written together with checkpoints. */
export interface MoreToKeep {
  readonly also?: readonly Command[];
  readonly onDisk?: boolean;
}

/** Begins work. `conflict` when it is in progress, its outcome is unknown, or its request key was used. */
export async function beginWork(surroundings: WorkSurroundings, asked: AskedWork): Promise<HeldWork> {
  const { clock, holder } = surroundings;
  const now = clock.now();
  const workflow: Workflow = {
    schemaVersion,
    id: asked.runId,
    createdAt: now,
    ...asked,
    status: 'running',
    ...claimed(unheld, holder, now + leaseMs),
    updatedAt: now,
    wakeAt: null,
    recoveries: 0,
    requested: null,
    version: '1',
    parentId: null,
    output: null,
    error: null,
  };
  return claim(surroundings, workflow, { type: 'begin-workflow', workflow });
}

/** Takes over work whose holder is gone. `conflict` when another was quicker. */
export async function takeOver(
  surroundings: WorkSurroundings,
  found: Workflow,
  recoveries = 0,
): Promise<HeldWork> {
  const { clock, holder } = surroundings;
  const now = clock.now();
  const workflow: Workflow = {
    ...found,
    status: 'running',
    ...claimed(found, holder, now + leaseMs),
    updatedAt: now,
    wakeAt: null,
    error: null,
    recoveries,
  };
  return claim(surroundings, workflow, { type: 'hold-workflow', workflow, epoch: found.epoch });
}

async function claim(
  surroundings: WorkSurroundings,
  workflow: Workflow,
  command: Command,
): Promise<HeldWork> {
  // Before it is written: another worker of this process may read it before this one hears that it is.
  const forget = holdHere(surroundings.holder, workflow.id);
  try {
    await surroundings.store.commit([command]);
  } catch (error) {
    forget();
    throw error;
  }
  return hold(surroundings, workflow, forget);
}

function hold({ store, clock }: WorkSurroundings, begun: Workflow, forget: () => void): HeldWork {
  const { id, scope, epoch } = begun;
  let current = begun;
  let last: Promise<unknown> = Promise.resolve();
  // A failed heartbeat shows in the next write.
  const timer = setInterval(() => void write({}).catch(() => {}), beatMs);
  timer.unref();

  /** One commit after the other, or a late heartbeat would undo a report. */
  function commit(commands: () => readonly Command[]): Promise<void> {
    const done = last.then(async () => {
      await store.commit(commands());
    });
    last = done.catch(() => {});
    return done;
  }

  function resetRecoveries(): Command {
    current = { ...current, recoveries: 0 };
    return { type: 'hold-workflow', workflow: current, epoch };
  }

  function write(changes: Partial<Workflow>, also: readonly Command[] = []): Promise<void> {
    return commit(() => {
      const now = clock.now();
      current = { ...current, ...renewed(current, now + leaseMs), updatedAt: now, ...changes };
      return [{ type: 'hold-workflow', workflow: current, epoch }, ...also];
    });
  }

  function letGo(): void {
    clearInterval(timer);
    forget();
  }

  return {
    id,
    keep: (checkpoints, { also = [], onDisk = false } = {}) =>
      commit(() => [
        ...checkpoints.map((kept): Command => {
          const checkpoint = { ...kept, scope, workflowId: id, at: clock.now() };
          return { type: 'keep-checkpoint', checkpoint, epoch, onDisk };
        }),
        ...also,
        // Progress: the workers that died before did not die of this step.
        ...(current.recoveries === 0 ? [] : [resetRecoveries()]),
      ]),
    report: (changes) => write(changes),
    async letGo(status, output, changes = {}, also = []) {
      clearInterval(timer);
      try {
        await write({ status, output, ...changes, ...released(current) }, also);
      } finally {
        // Not before it is written: another worker of this process would take it for left behind.
        forget();
      }
    },
    abandon: letGo,
    async end() {
      letGo();
      await commit(() => [{ type: 'end-workflow', owner: scope, id, epoch }]);
    },
  };
}

/** Whether a write was refused because another process has taken over or does the same work. */
export function isRefused(error: unknown): boolean {
  return EngramError.is(error) && error.code === 'conflict';
}
