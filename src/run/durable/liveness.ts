import type { Clock } from '../../ports/clock.ts';
import type { Workflow } from '../../records/workflow.ts';

/** Work that this process is at, by id: of its own holders it need not guess. */
export const heldHere = new Set<string>();

/**
 * Whether the holder of work may still be at it. One of this machine whose process is gone is not; nor is one whose lease is
 * over. A clock that was set says nothing for certain: see `hasStopped`.
 *
 * @example
 * mayBeAlive(workflow, 'laptop/4711/job_1', clock); // false once process 4711 has ended
 */
export function mayBeAlive(
  { id, holder, leaseUntil, status }: Workflow,
  me: string,
  { now }: Pick<Clock, 'now'>,
): boolean {
  if (status !== 'running' || holder === null) return false;
  if (heldHere.has(id)) return true;
  const [machine, process] = holder.split('/');
  const [myMachine, myProcess] = me.split('/');
  if (machine === myMachine) return process !== myProcess && isRunning(Number(process));
  return leaseUntil > now();
}

/** A process that may not be asked is there. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
