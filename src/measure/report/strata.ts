import { groupBy } from '../../learn/group-by.ts';
import type { RunTally } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Stratum } from './intervals.ts';

/** Runs of one category, and of one approach where strata are made by it. */
export interface StratumKey extends Stratum {
  readonly category: string | null;
  readonly approach: string | null;
}

/** Runs with memory and runs without, counted by place. */
export function strataBy(
  tallies: readonly RunTally[],
  fields: ReadonlyArray<'category' | 'approach'>,
): StratumKey[] {
  // Written as JSON, null and the name "null" stay apart.
  const groups = groupBy(tallies, (tally) => JSON.stringify(fields.map((field) => tally[field])));
  return [...groups.values()].map((group) => {
    const counts = { withRuns: 0, withSuccesses: 0, withoutRuns: 0, withoutSuccesses: 0 };
    for (const { informed, runs, outcome } of group) {
      counts[informed ? 'withRuns' : 'withoutRuns'] += runs;
      counts[informed ? 'withSuccesses' : 'withoutSuccesses'] += runs * outcomeQualities[outcome];
    }
    const { category = null, approach = null } = group[0] ?? {};
    return { ...counts, category, approach };
  });
}

/** Those that have runs of both sorts. */
export function comparable<Item extends Stratum>(strata: readonly Item[]): Item[] {
  return strata.filter(({ withRuns, withoutRuns }) => withRuns > 0 && withoutRuns > 0);
}

/** Why runs of both sorts are not compared. */
export const tooFewRuns =
  'Not known yet: too few runs with memory and without in the same category to rule out chance.';
