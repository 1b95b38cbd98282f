import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Lease } from '../records/lease.ts';

/** Work that this process is at, by holder and name: of its own holders it need not guess. */
const heldHere = new Set<string>();

/** Names a holder: machine, process, and the name of an engine in it. */
export function nameHolder(engine: string): string {
  return `${machineName()}/${process.pid}/${engine}`;
}

/** Containers may share a host name, not the numbers of their processes. */
function machineName(): string {
  const host = hostname().replaceAll('/', '-');
  try {
    return `${host}-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return host;
  }
}

/** Says that this process is at some work, until the answer is called. */
export function holdHere(holder: string, work: string): () => void {
  const key = `${holder} ${work}`;
  heldHere.add(key);
  return () => heldHere.delete(key);
}

/** What is known of a holder without a clock: that it is at it, that it is gone, or nothing. */
export function knownOf(
  { holder }: Pick<Lease, 'holder'>,
  work: string,
  me: string,
): 'here' | 'gone' | 'unknown' {
  if (holder === null) return 'gone';
  if (heldHere.has(`${holder} ${work}`)) return 'here';
  const [machine, number] = holder.split('/');
  const [myMachine, myNumber] = me.split('/');
  if (machine !== myMachine) return 'unknown';
  return number === myNumber || !isRunning(Number(number)) ? 'gone' : 'unknown';
}

/** Whether the holder may still be at its work, by what is known of it, else by the time its lease runs to. */
export function mayBeAlive(lease: Lease, work: string, me: string, now: number): boolean {
  const known = knownOf(lease, work, me);
  return known === 'here' || (known === 'unknown' && lease.leaseUntil > now);
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
