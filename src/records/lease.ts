import { nameText } from '../text/text.ts';
import { count } from './number.ts';
import { timestamp } from './record.ts';

/**
 * Which process holds a piece of work. Each new holder increments `epoch`, and writes with an older epoch are refused: a
 * holder that was taken for dead and wakes up can change nothing.
 */
export const leaseFields = {
  /** Machine, process and a name of its own; null when no process holds it. */
  holder: nameText.nullable(),
  epoch: count,
  /** The holder increments it while it works: without progress the holder is dead, whatever the clocks say. */
  beat: count,
  leaseUntil: timestamp,
};

export interface Lease {
  readonly holder: string | null;
  readonly epoch: number;
  readonly beat: number;
  readonly leaseUntil: number;
}

/** The lease of work that was never held. */
export const unheld: Lease = { holder: null, epoch: 0, beat: 0, leaseUntil: 0 };

/** The lease of the next holder. */
export function claimed({ epoch }: Lease, holder: string, until: number): Lease {
  return { holder, epoch: epoch + 1, beat: 0, leaseUntil: until };
}

/** The lease of the same holder, extended. */
export function renewed({ holder, epoch, beat }: Lease, until: number): Lease {
  return { holder, epoch, beat: beat + 1, leaseUntil: until };
}

/** The lease without a holder. Its epoch stays, so that writes of the last holder can be refused. */
export function released({ epoch, beat }: Lease): Lease {
  return { holder: null, epoch, beat, leaseUntil: 0 };
}
