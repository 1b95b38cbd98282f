import type { Remark } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { type ReportFacts, remark } from './remark.ts';
import { categoryName, percent, points, stepsPhrase } from './words.ts';

const maxOfOneKind = 2;
/** Fewer attempts are no finding. */
const minAttempts = 3;

/** What was found out, with its figures (ADP-3). */
export function insights(facts: ReportFacts): Remark[] {
  return [
    ...memoryHelps(facts),
    ...bestApproaches(facts),
    ...goodSequences(facts),
    ...frequentFailures(facts),
    ...preventionWorks(facts),
    ...predictionsHold(facts),
  ];
}

function memoryHelps({ quality: { lift } }: ReportFacts): Remark[] {
  const { value, low, high, n } = lift.difference;
  if (value === null || low === null || high === null) return [];
  const rates = `${percent(lift.withMemory)} success with memory, ${percent(lift.withoutMemory)} without`;
  const verdict =
    low > 0
      ? 'More than chance explains.'
      : high < 0
        ? 'Less than chance explains: memory may be hurting.'
        : 'Too close to tell from chance yet.';
  return [
    remark(
      'memory',
      `${points(value)} with memory, compared within ${counted(lift.categories, 'category', 'categories')} over ${counted(n, 'run')}: ${rates}. ${verdict}`,
    ),
  ];
}

function bestApproaches({ categories }: ReportFacts): Remark[] {
  return categories
    .flatMap(({ category, bestApproaches: [best, second] }): Remark[] => {
      if (best === undefined || best.attempts < minAttempts || best.successes === 0) return [];
      const against =
        second === undefined
          ? ''
          : ` Next is ${second.approach} with ${percent(second.successRate)} of ${second.attempts}.`;
      return [
        remark(
          'approach',
          `${categoryName(category)}: ${best.approach} works best, ${percent(best.successRate)} of ${counted(best.attempts, 'run')}, at least ${percent(best.lowerBound)} with 90% certainty.${against}`,
        ),
      ];
    })
    .slice(0, maxOfOneKind);
}

function goodSequences({ sequences }: ReportFacts): Remark[] {
  return sequences
    .filter(({ lift }) => lift > 1)
    .slice(0, maxOfOneKind)
    .map(({ steps, support, failures, lift, evidence }) =>
      remark(
        'sequence',
        `Runs that go ${stepsPhrase(steps)} succeed ${lift.toFixed(2)} times as often as all runs: ${support} of ${support + failures}.`,
        evidence,
      ),
    );
}

function frequentFailures({ failures }: ReportFacts): Remark[] {
  return failures
    .filter(({ occurrences }) => occurrences > 1)
    .slice(0, maxOfOneKind)
    .map(({ slug, occurrences, solutions: [best], checks }) => {
      const guard =
        checks > 0 ? '' : ` No check guards against it: \`engram prevention generate --pattern ${slug}\`.`;
      return remark('failure', `${slug} happened ${counted(occurrences, 'time')}. ${fixOf(best)}${guard}`);
    });
}

/** What helps is what has helped, or was not tried yet. */
function fixOf(best: ReportFacts['failures'][number]['solutions'][number] | undefined): string {
  if (best === undefined) return 'No solution is known.';
  const { approach, successes, failures } = best;
  if (successes === 0 && failures > 0)
    return `No solution has worked yet: ${approach}, ${counted(Math.round(failures), 'try', 'tries')}.`;
  return `What helps: ${approach}, ${triedOf(best)}.`;
}

function preventionWorks({ quality: { recurrence } }: ReportFacts): Remark[] {
  const { value } = recurrence.reduction;
  if (value === null) return [];
  const change = value >= 0 ? `${percent(value)} rarer` : `${percent(-value)} more frequent`;
  return [
    remark(
      'prevention',
      `Failures that have a check are ${change} a run since: ${recurrence.before} before, ${recurrence.after} after, in ${counted(recurrence.patterns, 'pattern')}.`,
    ),
  ];
}

function predictionsHold({ predictions }: ReportFacts): Remark[] {
  if (predictions === null || predictions.verdict === 'too few') return [];
  const { brier, baseRateBrier, n, verdict } = predictions;
  return [
    remark(
      'prediction',
      `Predicted outcomes are ${verdict} than always expecting the average: Brier score ${brier.toFixed(3)} against ${baseRateBrier.toFixed(3)}, over ${counted(n, 'run')}.`,
    ),
  ];
}

function triedOf({ successes, failures }: { readonly successes: number; readonly failures: number }): string {
  const tries = successes + failures;
  if (tries === 0) return 'not tried yet';
  return `${percent(successes / tries)} of ${counted(Math.round(tries), 'try', 'tries')}`;
}
