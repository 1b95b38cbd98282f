import { faded } from '../../records/confidence.ts';

/** Outcomes counted together. The weight of each halves for every half-life it is older than the newest of them. */
export interface OutcomeTally {
  readonly weight: number;
  /** The part of the weight that went well. */
  readonly successes: number;
  readonly newestAt: number;
}

export const emptyTally: OutcomeTally = { weight: 0, successes: 0, newestAt: Number.NEGATIVE_INFINITY };

export interface CountedOutcome {
  /** How well it went, 0 to 1. */
  readonly quality: number;
  readonly at: number;
  /** How much it counts beside others, 0 to 1; 1 by default. */
  readonly weight?: number;
}

/** The tally with one more outcome. The order in which outcomes are added does not matter. */
export function addedTo(tally: OutcomeTally, added: CountedOutcome, halfLifeDays: number): OutcomeTally {
  const newestAt = Math.max(tally.newestAt, added.at);
  const { weight, successes } = agedTo(tally, newestAt, halfLifeDays);
  const counts = (added.weight ?? 1) * faded(newestAt - added.at, halfLifeDays);
  return { weight: weight + counts, successes: successes + counts * added.quality, newestAt };
}

/** What is left of a tally at a moment. */
export function agedTo(tally: OutcomeTally, now: number, halfLifeDays: number): OutcomeTally {
  const left = faded(now - tally.newestAt, halfLifeDays);
  return { weight: tally.weight * left, successes: tally.successes * left, newestAt: tally.newestAt };
}
