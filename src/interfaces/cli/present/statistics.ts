import type { LearningStatistics } from '../../../records/quality.ts';
import type { FoundFactors } from '../../../records/success-factor.ts';
import { counted } from '../../../text/counted.ts';
import { type FieldLine, fields, percent, table } from '../layout.ts';
import { firstOf, points, share } from './figures.ts';
import { listTable, type PageStyle, right, safe } from './presenter.ts';

/** Whether learning helps, in figures (LRN-11). */
export function presentLearningStatistics(statistics: LearningStatistics, { paint }: PageStyle): string {
  const { agent, runs, successRate, predictions } = statistics;
  const known: FieldLine[] = [
    ['of', agent === null ? 'the whole project' : safe(agent)],
    ['runs', successRate === null ? 'none finished yet' : `${runs}, ${percent(successRate)} succeeded`],
    ['decisions', String(statistics.decisions)],
    [
      'failures',
      `${counted(statistics.failurePatterns, 'pattern')}, ${statistics.recurringFailures} recurring`,
    ],
    ['solutions', String(statistics.solutions)],
    ['checks', String(statistics.checks)],
  ];
  return [
    fields(paint, known),
    '',
    paint.bold('Does it help?'),
    fields(paint, [...qualityLines(statistics.quality), ['predictions', safe(predictions.sentence)]]),
    paint.dim(
      'Between those bounds with 95% certainty. Observed, not tried: runs were not assigned at random.',
    ),
  ].join('\n');
}

/** What goes with success, in a table; or plainly that nothing does. */
export function presentFactors({ factors, sentence, falseFindings }: FoundFactors, page: PageStyle): string {
  if (factors.length === 0) return safe(sentence);
  return [
    listTable(page, factors, [
      ['WHAT', ({ kind, name }) => `${kind === 'work' ? '' : `${kind} `}${safe(name)}`],
      ['SUCCESS', ({ difference }) => points(difference)],
      ['WITH', ({ withRuns }) => String(withRuns), right],
      ['WITHOUT', ({ withoutRuns }) => String(withoutRuns), right],
    ]),
    page.paint.dim(
      `${safe(sentence)} At most ${percent(falseFindings)} of such findings are chance. What goes with success need not be its reason.`,
    ),
  ].join('\n');
}

/** The figures of learning, each with its interval or why there is none. */
export function qualityLines({
  utilisation,
  informedRuns,
  lift,
  harm,
  recurrence,
  transfer,
}: LearningStatistics['quality']): FieldLine[] {
  const places = harm.worse.map(({ category, approach }) =>
    [category ?? 'no category', ...(approach === null ? [] : [approach])].join(', '),
  );
  const pairs = transfer.pairs.map(({ from, to, runs }) => `${from} → ${to} (${counted(runs, 'run')})`);
  return [
    ['decisions informed', share(utilisation)],
    ['runs given memories', share(informedRuns)],
    ['success with them', points(lift.difference)],
    ['made worse', `${counted(harm.runs, 'run')}, ${share(harm.share)}`],
    ['worse in', places.length > 0 && safe(firstOf(places))],
    ['wrong blocks', share(harm.wrongBlocks)],
    ['wrong warnings', share(harm.wrongWarnings)],
    ['recurrences', recurrencesOf(recurrence)],
    ['prevented', share(recurrence.prevented)],
    ["with others' memories", share(transfer.successRate)],
    ['from, to', pairs.length > 0 && safe(firstOf(pairs))],
  ];
}

function recurrencesOf({
  reduction,
  before,
  after,
  patterns,
}: LearningStatistics['quality']['recurrence']): string {
  if (reduction.value === null) return share(reduction);
  const guarded = counted(patterns, 'failure');
  return `${share(reduction)} fewer; ${before} before, ${after} since the check, of ${guarded}`;
}

/** Groups shown to people; `--json` has every line. */
const maxGroups = 50;

/** How often each group was met, and over how many lines. */
export interface MessageGroups {
  readonly lines: number;
  /** Most frequent first. */
  readonly groups: ReadonlyArray<{ readonly pattern: string; readonly count: number }>;
}

export function presentGroups({ lines, groups }: MessageGroups, page: PageStyle): string {
  const { paint } = page;
  if (lines === 0) return 'There is no line in it. Write one message a line, or give --message TEXT.';
  const rows = groups
    .slice(0, maxGroups)
    .map(({ pattern, count }) => [count.toLocaleString('en'), safe(pattern) || '(blank)']);
  const rest = groups.length - rows.length;
  return [
    table([{ title: 'COUNT', align: 'right' }, { title: 'PATTERN' }], rows, paint, page.columns),
    ...(rest > 0 ? [paint.dim(`… and ${rest.toLocaleString('en')} more; --json has every line`)] : []),
    `${counted(lines, 'line')} in ${counted(groups.length, 'group')}`,
  ].join('\n');
}
