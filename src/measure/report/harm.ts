import type { RunTally } from '../../records/execution.ts';
import type { Trial } from '../../records/lesson.ts';
import type { Figure, LearningQuality, WorsePlace } from '../../records/quality.ts';
import { comparedRates, type Stratum, share, unknownFigure } from './intervals.ts';
import { comparable, type StratumKey, strataBy, tooFewRuns } from './strata.ts';

const maxPlaces = 10;

/** What harm is counted from. */
export interface HarmInputs {
  readonly tallies: readonly RunTally[];
  readonly trials: readonly Trial[];
  readonly memoriesDemoted: number | null;
}

/**
 * Runs made worse. Nobody sees what a run would have been without its memories, so two things are counted that can be
 * seen: blocks that were judged wrong, and, for each category and approach where runs with memory did worse than
 * those without beyond chance, the failures above what the runs without predict. Of many places that are looked at,
 * one in forty seems worse by chance alone.
 */
export function harm(
  { tallies, trials, memoriesDemoted }: HarmInputs,
  informed: number,
): LearningQuality['harm'] {
  const places = comparable(strataBy(tallies, ['category', 'approach']));
  const worse = places.flatMap(worsePlace).sort((left, right) => right.excessFailures - left.excessFailures);
  const blocks = judgedFirings(trials, 'blocked');
  const warnings = judgedFirings(trials, 'warned');
  const excess = worse.reduce((sum, place) => sum + place.excessFailures, 0);
  const runs = blocks.wrong + Math.round(excess);
  const touched = informed + blocks.judged;
  return {
    runs,
    share: share(Math.min(runs, touched), touched, 'No run was given memories, and no call was blocked.'),
    wrongBlocks: share(blocks.wrong, blocks.judged, 'No block has been judged.'),
    wrongWarnings: share(warnings.wrong, warnings.judged, 'No warning has been judged.'),
    excessFailures: excessFailures(places),
    worse: worse.slice(0, maxPlaces),
    memoriesDemoted,
  };
}

function judgedFirings(
  trials: readonly Trial[],
  use: 'blocked' | 'warned',
): { judged: number; wrong: number } {
  const results = trials
    .filter(({ content }) => content.lesson.kind === 'check' && content.use === use)
    .map(({ content }) => content.result);
  const wrong = results.filter((result) => result === 'wrong').length;
  const right = results.filter((result) => result === 'prevented' || result === 'happened').length;
  return { judged: wrong + right, wrong };
}

/** Failures with memory minus those that the rate without predicts for as many runs. */
function excessOf({ withRuns, withSuccesses, withoutRuns, withoutSuccesses }: Stratum): number {
  return (withRuns * withoutSuccesses) / withoutRuns - withSuccesses;
}

function worsePlace(place: StratumKey): WorsePlace[] {
  const difference = comparedRates([place])?.difference;
  if (difference?.high === undefined || difference.high === null || difference.high >= 0) return [];
  const { category, approach } = place;
  return [{ category, approach, difference, excessFailures: excessOf(place) }];
}

/** Over all places, each counted by its runs with memory. */
function excessFailures(places: readonly StratumKey[]): Figure {
  const runs = places.reduce((sum, { withRuns }) => sum + withRuns, 0);
  if (runs === 0) return unknownFigure('No category and approach has runs with memory and runs without.');
  const difference = comparedRates(places, ({ withRuns }) => withRuns)?.difference;
  if (difference === undefined) return unknownFigure(tooFewRuns, runs);
  const failures = (rate: number | null): number | null => (rate === null ? null : -rate * runs);
  const { value, low, high } = difference;
  return { value: failures(value), low: failures(high), high: failures(low), n: runs, reason: null };
}
