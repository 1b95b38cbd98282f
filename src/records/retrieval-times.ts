import { dayMs } from './lifetime.ts';

/** Days that are kept, the latest. */
export const maxRetrievalDays = 90;
/** Times are counted in steps of half an octave from here on, in milliseconds: a quantile is right within a fifth. */
const firstBound = 0.1;
const bounds = 40;

/** How long finding memories took on one day. */
interface DayOfRetrievals {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly searches: number;
  readonly sumMs: number;
  /** How many took so long, by step; shorter when the rest is none. */
  readonly steps: readonly number[];
}

/** How long finding memories took, by day, the latest day last: of the store as a whole, and no part of an export. */
export interface RetrievalTimes {
  readonly days: readonly DayOfRetrievals[];
}

export const noRetrievals: RetrievalTimes = { days: [] };

/** The times with one more. A clock that went back makes it last no time. */
export function withRetrieval({ days }: RetrievalTimes, milliseconds: number, at: number): RetrievalTimes {
  const took = Math.max(0, milliseconds);
  const step = Math.min(bounds - 1, Math.max(0, Math.round(2 * Math.log2(took / firstBound))));
  const steps = Array.from({ length: step + 1 }, (_, place) => (place === step ? 1 : 0));
  return joinedTimes({ days }, { days: [{ day: Math.floor(at / dayMs), searches: 1, sumMs: took, steps }] });
}

/** Both together, the latest days. */
export function joinedTimes(one: RetrievalTimes, other: RetrievalTimes): RetrievalTimes {
  const byDay = new Map<number, DayOfRetrievals>();
  for (const added of [...one.days, ...other.days]) {
    const known = byDay.get(added.day) ?? { day: added.day, searches: 0, sumMs: 0, steps: [] };
    const length = Math.max(known.steps.length, added.steps.length);
    byDay.set(added.day, {
      day: added.day,
      searches: known.searches + added.searches,
      sumMs: known.sumMs + added.sumMs,
      steps: Array.from({ length }, (_, step) => (known.steps[step] ?? 0) + (added.steps[step] ?? 0)),
    });
  }
  return { days: [...byDay.values()].sort((left, right) => left.day - right.day).slice(-maxRetrievalDays) };
}

/** How long searches took. */
export interface RetrievalFigures {
  readonly searches: number;
  readonly meanMs: number;
  /** Nineteen of twenty took at most so long, within a fifth. */
  readonly p95Ms: number;
}

/** The figures of what was measured from a day on; null when nothing was. */
export function retrievalFigures(times: RetrievalTimes, sinceDay = 0): RetrievalFigures | null {
  const days = times.days.filter(({ day }) => day >= sinceDay);
  const searches = days.reduce((sum, day) => sum + day.searches, 0);
  if (searches === 0) return null;
  const sumMs = days.reduce((sum, day) => sum + day.sumMs, 0);
  let left = 0.95 * searches;
  let step = -1;
  while (left > 0 && step < bounds - 1) {
    step += 1;
    left -= days.reduce((sum, { steps }) => sum + (steps[step] ?? 0), 0);
  }
  return { searches, meanMs: sumMs / searches, p95Ms: firstBound * 2 ** (step / 2) };
}
