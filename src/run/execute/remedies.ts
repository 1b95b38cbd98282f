import type { KnownSolution, Remedy } from '../../ports/strategy.ts';
import { slugFrom } from '../../text/slug.ts';
import type { ExecuteOptions } from './contract.ts';
import { backOffMs } from './trouble.ts';

/** How long `wait` waits when the error does not say how long, and at most. */
const usualWaitMs = 5_000;
const maxWaitMs = 60_000;

const retry: Remedy = { description: 'Tries again at once', apply: () => true };

const retryWithBackOff: Remedy = {
  description: 'Tries again up to three times, after about 1, 2 and 4 seconds',
  tries: 3,
  apply: ({ applied, random, wait }) => wait(backOffMs(applied, random())),
};

const waitAndRetry: Remedy = {
  description: 'Waits as long as the error asks for, or 5 seconds, and tries again',
  apply: ({ retryAfterMs, wait }) => wait(Math.min(maxWaitMs, retryAfterMs ?? usualWaitMs)),
};

const rotateEndpoint: Remedy = {
  description: 'Lets the endpoint rest and tries the next one',
  apply: (context) => context.rotateEndpoint(),
};

const increaseTimeout: Remedy = {
  description: 'Gives the part twice the time, where it has a limit',
  apply: (context) => context.extendTimeout(2),
};

/** Remedies that Engram applies itself, by the slug of a solution's approach. */
const builtInRemedies: Readonly<Record<string, Remedy>> = {
  retry,
  'try-again': retry,
  'retry-with-backoff': retryWithBackOff,
  'retry-with-exponential-backoff': retryWithBackOff,
  'exponential-backoff': retryWithBackOff,
  wait: waitAndRetry,
  'wait-and-retry': waitAndRetry,
  'rotate-endpoint': rotateEndpoint,
  'rotate-key': rotateEndpoint,
  'increase-timeout': increaseTimeout,
};

/** Finds the remedy for a solution: one with its name, the caller's before the built-in, else `recover`. */
export function remedyFor(
  solution: KnownSolution,
  { remedies = {}, recover }: ExecuteOptions,
): Remedy | undefined {
  const slug = slugFrom(solution.approach);
  const own = Object.entries(remedies).find(([name]) => slugFrom(name) === slug)?.[1];
  if (own !== undefined) return own;
  if (Object.hasOwn(builtInRemedies, slug)) return builtInRemedies[slug];
  if (recover === undefined) return undefined;
  return {
    description: 'What the caller does about it',
    apply: (context) => recover(solution, context.error, context),
  };
}
