import type { TokenBudget } from '../../ports/token-budget.ts';
import { dayMs } from '../../records/lifetime.ts';

/**
 * A hard limit of tokens a day (UTC) for this process. Tokens are reserved before a request, so that concurrent requests
 * cannot use them twice.
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
          // A reservation of another day does not count today.
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
