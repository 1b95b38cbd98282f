import { coordinationLines } from '../../../measure/report/coordination-lines.ts';
import { savedBy, savedLines } from '../../../measure/report/savings.ts';
import type { ApproachRecord } from '../../../records/execution-pattern.ts';
import type { Remark, Report } from '../../../records/report.ts';
import { counted } from '../../../text/counted.ts';
import { duration, type FieldLine, fields, percent } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { directionOf } from './decisions.ts';
import { share } from './figures.ts';
import { type ListColumn, listTable, type PageStyle, right, safe } from './presenter.ts';
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
  const work: FieldLine[] = [
    ...savedLines(report.savings).map(([what, saved]): FieldLine => [what.toLowerCase(), saved]),
    ['runs', `${counted(overall.runs, 'finished run')}, ${overall.failed} failed`],
    ['success', share(overall.successRate)],
    ['time', overall.meanMs === null ? '–' : `${duration(overall.meanMs)} on average`],
    ['memories', health.memories.toLocaleString('en')],
  ];
  return [
    `${paint.bold(`Report: ${who}`)} ${paint.dim(`(${days})`)}`,
    fields(paint, work),
    paint.dim(savedBy(report.savings)),
    ...remarks(
      'What to do',
      report.recommendations,
      overall.runs === 0 ? 'Nothing yet: no run has finished.' : 'Nothing is pressing.',
      paint,
    ),
    ...remarks('What was found out', report.insights, 'Nothing yet.', paint),
    ...part('Does learning help?', fields(paint, qualityLines(report.quality)), paint),
    ...categories(report, page),
    ...failures(report, page),
    ...checks(report, page),
    ...coordination(report, paint),
    '',
    paint.dim('As a page:  engram report --output report.html'),
  ].join('\n');
}

function coordination(report: Report, paint: Paint): string[] {
  const lines = coordinationLines(report);
  return lines.length === 0 ? [] : part('Plans and workflows', fields(paint, lines), paint);
}

function part(title: string, body: string, paint: Paint): string[] {
  return ['', paint.bold(title), body];
}

function remarks(title: string, items: readonly Remark[], whenNone: string, paint: Paint): string[] {
  const lines = items.slice(0, maxRows).map(({ text }) => `• ${safe(text).replaceAll('\n', '\n  ')}`);
  return part(title, lines.length === 0 ? whenNone : lines.join('\n'), paint);
}

/** The first rows of a part; nothing where it has none. */
function topRows<Item>(
  page: PageStyle,
  items: readonly Item[],
  columns: ReadonlyArray<ListColumn<Item>>,
): string[] {
  return items.length === 0 ? [] : ['', listTable(page, items.slice(0, maxRows), columns)];
}

function categories({ categories: items }: Report, page: PageStyle): string[] {
  return topRows(page, items, [
    ['CATEGORY', ({ category }) => (category === null ? '(none)' : safe(category))],
    ['RUNS', ({ runs }) => String(runs), right],
    ['SUCCESS', ({ successRate }) => percent(successRate.value), right],
    ['TREND', ({ trend }) => directionOf(trend?.direction ?? 'insufficient_data', page.paint)],
    ['BEST APPROACHES', ({ bestApproaches }) => bestApproaches.map(approachOf).join(', ') || '–'],
  ]);
}

function approachOf({ approach, successRate, attempts }: ApproachRecord): string {
  return `${safe(approach)} ${percent(successRate)} of ${attempts}`;
}

function failures({ failures: items }: Report, page: PageStyle): string[] {
  return topRows(page, items, [
    ['FAILURE', ({ slug }) => safe(slug)],
    ['TIMES', ({ occurrences }) => occurrences.toLocaleString('en'), right],
    ['CHECKS', ({ checks }) => String(checks), right],
    ['WHAT HELPS', ({ solutions: [best] }) => (best === undefined ? 'not known yet' : safe(best.approach))],
  ]);
}

function checks({ prevention: items }: Report, page: PageStyle): string[] {
  return topRows(page, items, [
    ['CHECK', ({ name }) => safe(name)],
    ['ACTION', ({ enabled, action }) => (enabled ? action : 'off')],
    ['FIRED', ({ fired }) => String(fired), right],
    ['RIGHT', ({ right: correct }) => percent(correct.value), right],
    ['PREVENTED', ({ prevented }) => percent(prevented.value), right],
  ]);
}
