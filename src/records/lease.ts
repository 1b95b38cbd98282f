import { nameText } from '../text/text.ts';
import { count } from './number.ts';
import { timestamp } from './record.ts';

/**
 * Who is at a piece of work. `epoch` counts the holders: what is written with an older one is refused, so one that was
 * taken for dead and wakes up can change nothing. Whoever takes over counts it up.
 */
export const leaseFields = {
  /** Machine, process and a name of its own; null when nobody is at it. */
  holder: nameText.nullable(),
  epoch: count,
  /** The holder counts it up while it works: one that stands still is dead, whatever the clocks say. */
  beat: count,
  leaseUntil: timestamp,
};

export interface Lease {
  readonly holder: string | null;
  readonly epoch: number;
  readonly beat: number;
  readonly leaseUntil: number;
}

/** Nobody's, and never was anybody's. */
export const unheld: Lease = { holder: null, epoch: 0, beat: 0, leaseUntil: 0 };

/** The next holder's. */
export function claimed({ epoch }: Lease, holder: string, until: number): Lease {
  return { holder, epoch: epoch + 1, beat: 0, leaseUntil: until };
}

/** The same holder's, heard of again. */
export function renewed({ holder, epoch, beat }: Lease, until: number): Lease {
  return { holder, epoch, beat: beat + 1, leaseUntil: until };
}

/** Nobody's again; its last holder can still be refused. */
export function released({ epoch, beat }: Lease): Lease {
  return { holder: null, epoch, beat, leaseUntil: 0 };
}
