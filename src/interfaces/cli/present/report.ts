import type { Remark, Report } from '../../../records/report.ts';
import { counted } from '../../../text/counted.ts';
import { duration, fields, percent, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { directionOf } from './decisions.ts';
import { type FigureLine, share } from './figures.ts';
import { type PageStyle, safe } from './presenter.ts';
import { qualityLines } from './statistics.ts';

/** Rows of a part; the pages that --format makes have all. */
const maxRows = 10;

/** A report as a terminal shows it: what matters first. */
export function presentReport(report: Report, page: PageStyle): string {
  const { paint } = page;
  const { overall, health, period } = report;
  const who =
    report.agent === null ? safe(report.project) : `${safe(report.agent)} in ${safe(report.project)}`;
  const days = period.from === null ? `until ${period.to}` : `${period.from} to ${period.to}`;
  const work: FigureLine[] = [
    ['runs', `${counted(overall.runs, 'finished run')}, ${overall.failed} failed`],
    ['success', share(overall.successRate)],
    ['time', overall.meanMs === null ? '–' : `${duration(overall.meanMs)} on average`],
    ['memories', health.memories.toLocaleString('en')],
  ];
  return [
    `${paint.bold(`Report: ${who}`)} ${paint.dim(`(${days})`)}`,
    fields(work, paint),
    ...remarks(
      'What to do',
      report.recommendations,
      overall.runs === 0 ? 'Nothing yet: no run has finished.' : 'Nothing is pressing.',
      paint,
    ),
    ...remarks('What was found out', report.insights, 'Nothing yet.', paint),
    ...part('Does learning help?', fields(qualityLines(report.quality), paint), paint),
    ...categories(report, page),
    ...failures(report, page),
    ...checks(report, page),
    '',
    paint.dim('As a page:  engram report --output report.html'),
  ].join('\n');
}

function part(title: string, body: string, paint: Paint): string[] {
  return ['', paint.bold(title), body];
}

function remarks(title: string, items: readonly Remark[], whenNone: string, paint: Paint): string[] {
  const lines = items.slice(0, maxRows).map(({ text }) => `• ${safe(text).replaceAll('\n', '\n  ')}`);
  return part(title, lines.length === 0 ? whenNone : lines.join('\n'), paint);
}

function categories({ categories: items }: Report, page: PageStyle): string[] {
  if (items.length === 0) return [];
  const rows = items
    .slice(0, maxRows)
    .map(({ category, runs, successRate, trend, bestApproaches }) => [
      category === null ? '(none)' : safe(category),
      String(runs),
      successRate.value === null ? '–' : percent(successRate.value),
      directionOf(trend?.direction ?? 'insufficient_data', page.paint),
      bestApproaches
        .map(
          ({ approach, successRate: rate, attempts }) => `${safe(approach)} ${percent(rate)} of ${attempts}`,
        )
        .join(', ') || '–',
    ]);
  const right = 'right' as const;
  const columns = [
    { title: 'CATEGORY' },
    { title: 'RUNS', align: right },
    { title: 'SUCCESS', align: right },
    { title: 'TREND' },
    { title: 'BEST APPROACHES' },
  ];
  return ['', table(columns, rows, page.paint, page.columns)];
}

function failures({ failures: items }: Report, page: PageStyle): string[] {
  if (items.length === 0) return [];
  const rows = items
    .slice(0, maxRows)
    .map(({ slug, occurrences, checks: guards, solutions: [best] }) => [
      safe(slug),
      occurrences.toLocaleString('en'),
      String(guards),
      best === undefined ? 'not known yet' : safe(best.approach),
    ]);
  const right = 'right' as const;
  const columns = [
    { title: 'FAILURE' },
    { title: 'TIMES', align: right },
    { title: 'CHECKS', align: right },
    { title: 'WHAT HELPS' },
  ];
  return ['', table(columns, rows, page.paint, page.columns)];
}

function checks({ prevention: items }: Report, page: PageStyle): string[] {
  if (items.length === 0) return [];
  const rows = items
    .slice(0, maxRows)
    .map(({ name, action, enabled, fired, right: correct, prevented }) => [
      safe(name),
      enabled ? action : 'off',
      String(fired),
      correct.value === null ? '–' : percent(correct.value),
      prevented.value === null ? '–' : percent(prevented.value),
    ]);
  const right = 'right' as const;
  const columns = [
    { title: 'CHECK' },
    { title: 'ACTION' },
    { title: 'FIRED', align: right },
    { title: 'RIGHT', align: right },
    { title: 'PREVENTED', align: right },
  ];
  return ['', table(columns, rows, page.paint, page.columns)];
}
