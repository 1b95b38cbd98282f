import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Lease } from '../records/lease.ts';

/** How much clocks of machines that work together may differ. */
const toleratedMs = 60_000;

/** Work in progress in this process, by holder and name, counted: for these holders no lease has to be consulted. */
const heldHere = new Map<string, number>();

/** The name of a holder: machine, process, and engine in it. */
export function nameHolder(engine: string): string {
  return `${machineName()}/${process.pid}/${engine}`;
}

/** Includes the pid namespace: containers may share a host name, and the same pid means another process in each. */
function machineName(): string {
  const host = hostname().replaceAll('/', '-');
  try {
    return `${host}-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return host;
  }
}

/** Marks work as in progress in this process until the returned function is called. */
export function holdHere(holder: string, work: string): () => void {
  const key = `${holder} ${work}`;
  heldHere.set(key, (heldHere.get(key) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (heldHere.get(key) ?? 1) - 1;
    if (left === 0) heldHere.delete(key);
    else heldHere.set(key, left);
  };
}

/** What is known of a holder without its lease: at work in this process, gone, or unknown. */
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

/**
 * Whether the holder may still be at work: by what is known of it, else by whether its lease has expired. One that ends later than
 * any lease that is given now was given by a clock that goes wrong, here or there, and holds nothing: it could last for years. If its
 * holder works all the same, its writes are refused by their epoch.
 */
export function mayBeAlive(lease: Lease, work: string, me: string, now: number, leaseMs: number): boolean {
  const known = knownOf(lease, work, me);
  const left = lease.leaseUntil - now;
  return known === 'here' || (known === 'unknown' && left > 0 && left <= leaseMs + toleratedMs);
}

/** A process that this one may not signal exists all the same. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
