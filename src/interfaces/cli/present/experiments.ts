import type { Experiment } from '../../../records/lesson.ts';
import type { ComparedFigure, Comparison, TrialFigures } from '../../../records/session-template.ts';
import { ago, duration, fields, percent, table } from '../layout.ts';
import { weight } from './figures.ts';
import { nothing, type PageStyle, safe } from './presenter.ts';

/** From this probability on a difference is taken for chance. */
const significant = 0.05;

const names: Readonly<Record<ComparedFigure, string>> = {
  earlyErrorRate: 'errors in the first 30 turns',
  timeToFirstSuccessMs: 'time to the first success',
  callsToFirstSuccess: 'calls to the first success',
  totalErrors: 'errors in all',
  toolDiversity: 'different tools',
};

/** An experiment: what it comes to, and each figure cold against seeded (SES-5). */
export function presentExperiment({ slug, id, content }: Experiment, page: PageStyle): string {
  const { paint } = page;
  return [
    fields(
      [
        ['experiment', slug === null ? id : `${safe(slug)} (${id})`],
        ['template', `${safe(content.template)}, version ${content.version}`],
        ['sessions', `${content.cold.length} cold, ${content.seeded.length} seeded`],
      ],
      paint,
    ),
    '',
    comparisonTable(content.comparisons, page),
    '',
    safe(content.summary),
  ].join('\n');
}

/** The same, with a row for every session. */
export function presentExperimentDetails(experiment: Experiment, page: PageStyle): string {
  const { cold, seeded } = experiment.content;
  const rows = [
    ...cold.map((trial) => trialRow('cold', trial)),
    ...seeded.map((trial) => trialRow('seeded', trial)),
  ];
  const titles = ['GROUP', 'TURNS', 'EARLY', 'ERRORS', 'FIRST SUCCESS', 'TOOLS'];
  const columns = [
    ...titles.map((title, index) => (index === 0 ? { title } : { title, align: 'right' as const })),
    { title: 'SESSION' },
  ];
  return [
    presentExperiment(experiment, page),
    ...(rows.length === 0 ? [] : ['', table(columns, rows, page.paint, page.columns)]),
  ].join('\n');
}

function trialRow(group: string, trial: TrialFigures): string[] {
  return [
    group,
    String(trial.turns),
    `${trial.earlyErrors} of ${trial.earlyCalls}`,
    String(trial.totalErrors),
    trial.timeToFirstSuccessMs === null ? 'never' : duration(trial.timeToFirstSuccessMs),
    String(trial.toolDiversity),
    safe(trial.sessionId),
  ];
}

function comparisonTable(comparisons: readonly Comparison[], { paint, columns }: PageStyle): string {
  const right = 'right' as const;
  return table(
    [
      { title: 'FIGURE' },
      { title: 'COLD', align: right },
      { title: 'SEEDED', align: right },
      { title: 'P', align: right },
      { title: 'IN WORDS' },
    ],
    comparisons.map((comparison) => [
      names[comparison.figure],
      shownFigure(comparison.figure, comparison.cold),
      shownFigure(comparison.figure, comparison.seeded),
      comparison.p === null ? '–' : comparison.p < 0.001 ? '<0.001' : comparison.p.toFixed(3),
      verdict(comparison),
    ]),
    paint,
    columns,
  );
}

function shownFigure(figure: ComparedFigure, value: number | null): string {
  if (value === null) return '–';
  if (figure === 'earlyErrorRate') return percent(value);
  return figure === 'timeToFirstSuccessMs' ? duration(value) : weight(value);
}

function verdict({ effect, p }: Comparison): string {
  if (p === null || effect === null) return 'too few sessions to tell';
  if (effect === 0) return 'no difference';
  const direction = effect < 0 ? 'less when seeded' : 'more when seeded';
  return p < significant ? direction : `${direction}, but it may be chance`;
}

export function presentExperiments({ items }: { items: readonly Experiment[] }, page: PageStyle): string {
  if (items.length === 0)
    return nothing(
      page,
      'No experiments yet. Compare sessions with and without a template:\n  engram session-templates experiment NAME',
    );
  const rows = items.map(({ slug, id, content, createdAt }) => [
    safe(slug ?? id),
    `${safe(content.template)} v${content.version}`,
    String(content.cold.length),
    String(content.seeded.length),
    ago(createdAt, page.now),
    safe(content.summary),
  ]);
  const right = 'right' as const;
  return table(
    [
      { title: 'EXPERIMENT', whole: true },
      { title: 'TEMPLATE' },
      { title: 'COLD', align: right },
      { title: 'SEEDED', align: right },
      { title: 'AGE', optional: true },
      { title: 'WHAT CAME OF IT' },
    ],
    rows,
    page.paint,
    page.columns,
  );
}
