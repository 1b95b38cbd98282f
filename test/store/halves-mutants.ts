import type { DecisionTally, RunHalves } from '../../src/records/execution.ts';
import { outcomeQualities } from '../../src/records/execution-pattern.ts';
import { everyone } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

const caughtBy = 'runs in halves, and decisions';

const halving = (fault: string, change: (halves: readonly RunHalves[]) => readonly RunHalves[]): Mutant => ({
  fault,
  caughtBy,
  breakStore: replacing((sound) => ({
    tallyHalves: async (viewer, by, since) => change(await sound.tallyHalves(viewer, by, since)),
  })),
});

const deciding = (
  fault: string,
  change: (tallies: readonly DecisionTally[]) => readonly DecisionTally[],
): Mutant => ({
  fault,
  caughtBy,
  breakStore: replacing((sound) => ({
    tallyDecisions: async (viewer) => change(await sound.tallyDecisions(viewer)),
  })),
});

/** Ways to get halves of runs and decisions wrong. */
export const halvesMutants: Readonly<Record<'tallyHalves' | 'tallyDecisions', readonly Mutant[]>> = {
  tallyHalves: [
    {
      fault: 'halves the runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        tallyHalves: (viewer, by, since) => sound.tallyHalves(everyone(viewer), by, since),
      })),
    },
    {
      fault: 'halves the runs of all times',
      caughtBy,
      breakStore: replacing((sound) => ({ tallyHalves: (viewer, by) => sound.tallyHalves(viewer, by, 0) })),
    },
    {
      fault: 'halves by category whatever it is asked for',
      caughtBy,
      breakStore: replacing((sound) => ({
        tallyHalves: (viewer, _by, since) => sound.tallyHalves(viewer, 'category', since),
      })),
    },
    halving('takes the later half for the earlier', (halves) =>
      halves.map(({ earlierSuccesses, laterSuccesses, ...rest }) => ({
        ...rest,
        earlierSuccesses: laterSuccesses,
        laterSuccesses: earlierSuccesses,
      })),
    ),
    {
      fault: 'gives the odd run to the earlier half',
      caughtBy,
      breakStore: replacing((sound) => ({
        async tallyHalves(viewer, by, since) {
          const all = (await sound.listExecutions(viewer, {}, 10_000))
            .filter(({ finishedAt }) => finishedAt >= since)
            .toReversed();
          const names = [...new Set(all.map((execution) => execution[by]))];
          return names.map((of) => {
            const qualities = all
              .filter((each) => each[by] === of)
              .map(({ outcome }) => outcomeQualities[outcome]);
            const middle = Math.ceil(qualities.length / 2);
            const sum = (some: number[]): number => some.reduce((total, each) => total + each, 0);
            return {
              of,
              runs: qualities.length,
              earlierSuccesses: sum(qualities.slice(0, middle)),
              laterSuccesses: sum(qualities.slice(middle)),
            };
          });
        },
      })),
    },
    {
      fault: 'counts replays that were cut short',
      caughtBy,
      breakStore: replacing((sound) => ({
        async tallyRuns(viewer) {
          const tallies = await sound.tallyRuns(viewer);
          const again = await sound.listExecutions(viewer, { templateId: 'tpl' }, 10);
          const [one] = tallies;
          return one === undefined || again.length < 3 ? tallies : [...tallies, { ...one, runs: 2 }];
        },
      })),
    },
  ],
  tallyDecisions: [
    {
      fault: 'counts the decisions of every agent',
      caughtBy,
      breakStore: replacing((sound) => ({
        tallyDecisions: (viewer) => sound.tallyDecisions(everyone(viewer)),
      })),
    },
    deciding('takes every decision for informed', (tallies) =>
      tallies.map((tally) => ({ ...tally, informed: true })),
    ),
    deciding('counts each group once', (tallies) => tallies.map((tally) => ({ ...tally, decisions: 1 }))),
    deciding('knows one day only', (tallies) => tallies.map((tally) => ({ ...tally, day: 1 }))),
  ],
};
