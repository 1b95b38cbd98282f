import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mayChange } from '../access/reach.ts';
import type { Context } from '../ports/context.ts';
import type { Dispatched, WorkflowFleet } from '../ports/workflow-fleet.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import { createExecutions, type Takeable } from './executions.ts';
import { createPolling } from './polling.ts';
import { createSilence, type Definitions, lookAtRunning, type Worker } from './worker.ts';

/** Leases after which this process takes what the fleet delivered to nobody. */
const patience = 2;

/**
 * A worker of a fleet. What is due is handed to the fleet, which delivers it to one process; what a dead process was at
 * is delivered again. Rows, checkpoints and the fence by epoch are those of the embedded worker, so a delivery that
 * comes twice or too late changes nothing.
 */
export function createFleetWorker(
  context: Context,
  viewer: Viewer,
  definitions: Definitions,
  fleet: WorkflowFleet,
): Worker {
  const { store, clock, leaving } = context;
  const { pollMs, leaseMs } = context.settings.workflows;
  const executions = createExecutions(context, definitions.of, () => polling.poke());
  const silence = createSilence(context);
  /** What this process has handed over, and when. */
  const handedOver = new Map<string, { readonly epoch: number; readonly at: number }>();
  let joined: Promise<void> | undefined;

  async function look(): Promise<void> {
    const members = await fleet.members();
    const queues = new Set<string>();
    // One that is damaged must not keep what is due from going on.
    await lookAtRunning(context, viewer, executions, silence, async (found) => {
      if (definitions.of(found) === undefined || !mayChange(viewer, found.scope)) return;
      queues.add(queueOf(found));
      if (isForgotten(found, members)) await executions.take({ found, recoveries: found.recoveries + 1 });
    }).catch(() => {});
    const free = executions.free();
    const due = free === 0 ? [] : await store.dueWorkflows(viewer, definitions.all(), clock.now(), free);
    for (const found of due) queues.add(queueOf(found));
    await fleet.listen(queues);
    for (const found of due) await handOver(found);
    const isDue = new Set(due.map(({ id }) => id));
    for (const id of handedOver.keys()) if (!isDue.has(id)) handedOver.delete(id);
  }

  async function handOver(found: Workflow): Promise<void> {
    // Secrets are given to one process, and kept by none: no other could go on.
    if (executions.hasGivenAgain(found.id)) return executions.take({ found, recoveries: 0 });
    const before = handedOver.get(found.id);
    if (before?.epoch !== found.epoch) {
      await fleet.enqueue(queueOf(found), { workflowId: found.id, epoch: found.epoch });
      handedOver.set(found.id, { epoch: found.epoch, at: clock.elapsed() });
    } else if (clock.elapsed() - before.at >= patience * leaseMs) {
      await executions.take({ found, recoveries: 0 });
    }
  }

  /** Held by a process outside the fleet that is dead, or by a member that gave it up or whose work nobody was given. */
  function isForgotten(found: Workflow, members: ReadonlyMap<string, 'alive' | 'dead'>): boolean {
    const isMember = found.holder !== null && members.has(found.holder);
    return isMember ? silence.isSilent(found, patience * leaseMs) : silence.isDead(found, leaseMs);
  }

  /** Must not end while the workflow stands as it was queued: the same execution is not delivered again. */
  async function execute(dispatched: Dispatched): Promise<void> {
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      try {
        return await executions.takeWhenFree(() => takeableOf(dispatched));
      } catch {
        // The store does not answer now. When this process ends before it does, another is asked.
        await pause(pauseMs);
      }
    }
  }

  async function takeableOf({ workflowId, epoch }: Dispatched): Promise<Takeable | undefined> {
    const found = (await store.findWorkflows(viewer, [workflowId])).find(({ id }) => id === workflowId);
    if (found === undefined) return undefined;
    if (found.epoch === epoch) return { found, recoveries: 0 };
    if (found.status !== 'running' || found.holder === null) return undefined;
    // Its holder was at this very execution, or at a later one, when it died.
    const isLeft = (await fleet.members()).get(found.holder) === 'dead';
    return isLeft ? { found, recoveries: found.recoveries + 1 } : undefined;
  }

  async function join(): Promise<void> {
    // Workflows of other agents are heard of when they are seen.
    const known = definitions.all().map(({ name, version }) => queueOf({ scope: viewer, name, version }));
    await fleet.join(new Set(known), execute);
    const left = new Promise<void>((resolve) => {
      leaving.addEventListener('abort', () => resolve(), { once: true });
      if (leaving.aborted) resolve();
    });
    void context.beforeClose(async () => {
      await left;
      await polling.stop();
      await executions.leave();
      await fleet.leave();
    });
    polling.start();
  }

  const polling = createPolling(look, pollMs);
  return {
    start: () => (joined ??= join()),
    poke: polling.poke,
    giveAgain: executions.giveAgain,
  };
}

/** Named after what a process must know and may change to continue a workflow: who listens can do what comes. */
function queueOf({ scope, name, version }: Pick<Workflow, 'scope' | 'name' | 'version'>): string {
  const { user, project, agent } = scope;
  const digest = createHash('sha256').update(JSON.stringify([user, project, agent, name, version]));
  return `${name.slice(0, 60)} ${digest.digest('hex').slice(0, 32)}`;
}
