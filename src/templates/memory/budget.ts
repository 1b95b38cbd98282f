import type { TokenBudget } from '../../ports/token-budget.ts';
import { dayMs } from '../../records/lifetime.ts';

/**
 * A hard limit of tokens a day (UTC), for one process: several processes have one each. Tokens are set aside before a
 * request is made, so that requests at the same time cannot use them twice.
 *
 * @example
 * const budget = createTokenBudget(200_000, clock.now);
 * const reservation = budget.reserve(3_000);
 */
export function createTokenBudget(tokensPerDay: number, now: () => number): TokenBudget {
  let today = Math.floor(now() / dayMs);
  let used = 0;

  const left = (): number => {
    const day = Math.floor(now() / dayMs);
    if (day > today) {
      today = day;
      used = 0;
    }
    return Math.max(0, tokensPerDay - used);
  };

  return {
    reserve(tokens) {
      if (tokens > left()) return null;
      used += tokens;
      const day = today;
      let open = true;
      return {
        settle(real) {
          // What was set aside on another day is not today's.
          if (open && day === today) used += real - tokens;
          open = false;
        },
      };
    },
    get left() {
      return left();
    },
  };
}
