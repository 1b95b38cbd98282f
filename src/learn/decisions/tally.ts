import { faded } from '../../records/confidence.ts';

/** Outcomes counted together. Each counts half for every half-life it is older than the newest of them. */
export interface OutcomeTally {
  /** What all outcomes count together. */
  readonly weight: number;
  /** The part of it that went well. */
  readonly successes: number;
  /** When the newest happened. */
  readonly newestAt: number;
}

export const emptyTally: OutcomeTally = { weight: 0, successes: 0, newestAt: Number.NEGATIVE_INFINITY };

/** One outcome that is counted. */
export interface Counted {
  /** How well it went, 0 to 1. */
  readonly quality: number;
  readonly at: number;
  /** How much it counts beside others, 0 to 1. */
  readonly weight?: number;
}

/**
 * The tally with one more outcome, older or newer than those before. The order in which outcomes are added does not
 * matter, so a tally can be kept and added to instead of counting everything again.
 */
export function addedTo(
  tally: OutcomeTally,
  { quality, at, weight = 1 }: Counted,
  halfLifeDays: number,
): OutcomeTally {
  const newestAt = Math.max(tally.newestAt, at);
  const kept = faded(newestAt - tally.newestAt, halfLifeDays);
  const counts = weight * faded(newestAt - at, halfLifeDays);
  return {
    weight: tally.weight * kept + counts,
    successes: tally.successes * kept + counts * quality,
    newestAt,
  };
}

/** What is left of a tally at a moment. */
export function agedTo(tally: OutcomeTally, now: number, halfLifeDays: number): OutcomeTally {
  const left = faded(now - tally.newestAt, halfLifeDays);
  return { weight: tally.weight * left, successes: tally.successes * left, newestAt: tally.newestAt };
}
