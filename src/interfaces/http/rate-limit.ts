import { EngramError } from '../../errors.ts';

/** Takes a request of a caller, or refuses it. */
export type RateLimit = (caller: string) => void;

export interface RateLimitOptions {
  /** Requests that are answered per second in the long run; 0 for any number. */
  readonly perSecond: number;
  /** Requests that are answered at once before that. */
  readonly burst: number;
  /** Milliseconds that only count up. */
  readonly now?: () => number;
}

/** What a caller has left, and when that was counted. */
interface Allowance {
  left: number;
  at: number;
}

/** Callers that are remembered; those who have all of their allowance need not be. */
const maxCallers = 10_000;

/**
 * Limits the requests of each caller: as many at once as `burst`, and then `perSecond`. One caller that asks too much does not take
 * anything from the others.
 *
 * @example
 * const take = createRateLimit({ perSecond: 10, burst: 100 });
 * take('tok_01'); // throws `rate_limited` from the 101st call on
 */
export function createRateLimit({
  perSecond,
  burst,
  now = () => performance.now(),
}: RateLimitOptions): RateLimit {
  const callers = new Map<string, Allowance>();

  const refilled = ({ left, at }: Allowance, time: number): number =>
    Math.min(burst, left + ((time - at) / 1_000) * perSecond);

  function forgetRested(time: number): void {
    for (const [caller, allowance] of callers) {
      if (refilled(allowance, time) >= burst) callers.delete(caller);
    }
  }

  return (caller) => {
    if (perSecond === 0) return;
    const time = now();
    const known = callers.get(caller);
    if (known === undefined && callers.size >= maxCallers) forgetRested(time);
    const left = known === undefined ? burst : refilled(known, time);
    if (left < 1) throw tooMany(Math.ceil((1 - left) / perSecond), perSecond);
    callers.set(caller, { left: left - 1, at: time });
  };
}

function tooMany(retryAfterSeconds: number, perSecond: number): EngramError {
  return new EngramError(
    'rate_limited',
    `This token has sent more requests than are answered: ${perSecond} per second in the long run. Try again in ${retryAfterSeconds} s.`,
    { details: { retryAfterSeconds, perSecond } },
  );
}
