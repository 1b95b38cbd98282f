import type { Experiment } from '../../../records/lesson.ts';
import type { ComparedFigure, Comparison } from '../../../records/session-template.ts';
import { ago, duration, fields, percent } from '../layout.ts';
import { weight } from './figures.ts';
import { listTable, nothing, optional, type PageStyle, right, safe, whole } from './presenter.ts';

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
    fields(paint, [
      ['experiment', slug === null ? id : `${safe(slug)} (${id})`],
      ['template', `${safe(content.template)}, version ${content.version}`],
      ['sessions', `${content.cold.length} cold, ${content.seeded.length} seeded`],
    ]),
    '',
    comparisonTable(content.comparisons, page),
    '',
    safe(content.summary),
  ].join('\n');
}

/** The same, with a row for every session. */
export function presentExperimentDetails(experiment: Experiment, page: PageStyle): string {
  const { cold, seeded } = experiment.content;
  const trials = [
    ...cold.map((trial) => ({ group: 'cold', ...trial })),
    ...seeded.map((trial) => ({ group: 'seeded', ...trial })),
  ];
  const listed = listTable(page, trials, [
    ['GROUP', ({ group }) => group],
    ['TURNS', ({ turns }) => String(turns), right],
    ['EARLY', ({ earlyErrors, earlyCalls }) => `${earlyErrors} of ${earlyCalls}`, right],
    ['ERRORS', ({ totalErrors }) => String(totalErrors), right],
    ['FIRST SUCCESS', ({ timeToFirstSuccessMs: ms }) => (ms === null ? 'never' : duration(ms)), right],
    ['TOOLS', ({ toolDiversity }) => String(toolDiversity), right],
    ['SESSION', ({ sessionId }) => safe(sessionId)],
  ]);
  return [presentExperiment(experiment, page), ...(trials.length === 0 ? [] : ['', listed])].join('\n');
}

function comparisonTable(comparisons: readonly Comparison[], page: PageStyle): string {
  return listTable(page, comparisons, [
    ['FIGURE', ({ figure }) => names[figure]],
    ['COLD', ({ figure, cold }) => shownFigure(figure, cold), right],
    ['SEEDED', ({ figure, seeded }) => shownFigure(figure, seeded), right],
    ['P', ({ p }) => (p === null ? '–' : p < 0.001 ? '<0.001' : p.toFixed(3)), right],
    ['IN WORDS', verdict],
  ]);
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
  return listTable(page, items, [
    ['EXPERIMENT', ({ slug, id }) => safe(slug ?? id), whole],
    ['TEMPLATE', ({ content }) => `${safe(content.template)} v${content.version}`],
    ['COLD', ({ content }) => String(content.cold.length), right],
    ['SEEDED', ({ content }) => String(content.seeded.length), right],
    ['AGE', ({ createdAt }) => ago(createdAt, page.now), optional],
    ['WHAT CAME OF IT', ({ content }) => safe(content.summary)],
  ]);
}
