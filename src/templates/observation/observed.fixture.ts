import type { Json } from '../../json/json.ts';
import type { Leniency, Observed, Recorded } from './compare.ts';
import type { KnownValues } from './labels.ts';

/** When the runs of these tests were recorded, and when they are replayed: a month later. */
export const recordedAt = Date.UTC(2026, 0, 5, 12);
export const replayedAt = Date.UTC(2026, 1, 5, 12);

/** What a call knows: nothing, unless said otherwise. */
export function knownValues(overrides: Partial<KnownValues> = {}): KnownValues {
  return { parameters: {}, arguments: {}, earlier: [], taskNumbers: [], ...overrides };
}

/** The answer of a replay. */
export function anObserved(result: Json, overrides: Partial<Observed> = {}): Observed {
  return { ...knownValues(), result, at: replayedAt, ...overrides };
}

/** The answer of a recorded run whose changes the replay has made as it did. */
export function aRecorded(result: Json, overrides: Partial<Recorded> = {}): Recorded {
  return {
    ...knownValues(),
    result,
    at: recordedAt,
    isRepeated: false,
    hasSameHistory: true,
    isAlikeSoFar: false,
    ...overrides,
  };
}

/** A call that only looks, and whose answer is not used. */
export function aLeniency(overrides: Partial<Leniency> = {}): Leniency {
  return {
    isWrite: false,
    mayWrite: false,
    free: new Set(),
    counted: new Set(),
    mayFollow: true,
    used: new Set(),
    ...overrides,
  };
}
