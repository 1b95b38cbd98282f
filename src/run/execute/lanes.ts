/** An endpoint or a key with its own rate, or the only one there is. */
export interface Lane {
  readonly endpoint: unknown;
  /** Troubles in a row. */
  readonly troubles: number;
}

/** Lanes that take turns, each within its rate; one that was in trouble rests. All times are of the same clock. */
export interface Lanes {
  readonly count: number;
  /** The lane whose turn it is, or how long to wait until there may be one. */
  take(now: number): { readonly lane: Lane } | { readonly waitMs: number };
  rest(lane: Lane, until: number): void;
  worked(lane: Lane): void;
}

interface LaneState {
  readonly endpoint: unknown;
  troubles: number;
  restsUntil: number;
  /** When the calls begun so far are paid for by the rate. */
  paidAt: number;
  lastTurn: number;
}

/**
 * Lanes by endpoint. A rate is kept as in a bucket of `burst` tokens that fills at `ratePerSecond`.
 *
 * @example
 * const lanes = createLanes(['eu', 'us'], { ratePerSecond: 5, burst: 1 });
 * lanes.take(clock.elapsed()); // { lane } or { waitMs }
 */
export function createLanes(
  endpoints: readonly unknown[],
  { ratePerSecond, burst }: { readonly ratePerSecond: number; readonly burst: number },
): Lanes {
  const interval = 1_000 / ratePerSecond;
  const credit = (burst - 1) * interval;
  const lanes = endpoints.map(
    (endpoint): LaneState => ({ endpoint, troubles: 0, restsUntil: 0, paidAt: 0, lastTurn: 0 }),
  );
  const states = new Map<Lane, LaneState>(lanes.map((lane) => [lane, lane]));
  let turns = 0;
  const freeAt = (lane: LaneState): number => Math.max(lane.restsUntil, lane.paidAt - credit);

  return {
    count: lanes.length,
    take(now) {
      const free = lanes.filter((lane) => freeAt(lane) <= now).sort((a, b) => a.lastTurn - b.lastTurn)[0];
      if (free === undefined) {
        return { waitMs: Math.max(1, Math.ceil(Math.min(...lanes.map(freeAt)) - now)) };
      }
      turns += 1;
      free.lastTurn = turns;
      free.paidAt = Math.max(free.paidAt, now) + interval;
      return { lane: free };
    },
    rest(lane, until) {
      const state = states.get(lane);
      if (state === undefined) return;
      state.troubles += 1;
      state.restsUntil = Math.max(state.restsUntil, until);
    },
    worked(lane) {
      const state = states.get(lane);
      if (state !== undefined) state.troubles = 0;
    },
  };
}
