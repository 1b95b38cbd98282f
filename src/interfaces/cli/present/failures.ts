import type { FittingSolution } from '../../../learn/failures/solutions.ts';
import type { LearnedFailure } from '../../../learn/prevention/teach.ts';
import type { FailureDetails, FailurePattern, ShownSolution } from '../../../records/pattern.ts';
import { counted, figureOf, times } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, oneLine, percent } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { firstOf, weight } from './figures.ts';
import { agentName, type ListColumn, listTable, optional, type PageStyle, right, safe } from './presenter.ts';

export function presentFailures({ items }: { items: readonly FailurePattern[] }, page: PageStyle): string {
  if (items.length === 0) {
    return page.filtered
      ? 'No such failure. See all with "engram learning failures".'
      : 'No failures yet. Errors of recorded steps are grouped by themselves; or tell one:\n  engram memory record --type failure --error-signature NAME --solution "…" --prevention "…"';
  }
  return `${failureTable(items, page)}\n${page.paint.dim('All about one:  engram learning show PATTERN')}`;
}

/** Failures, one a line. */
export function failureTable(items: readonly FailurePattern[], page: PageStyle): string {
  return listTable(page, items, [
    ['PATTERN', ({ slug }) => safe(slug)],
    ...metBy(items, page),
    ['TIMES', ({ occurrences }) => figureOf(occurrences), right],
    ['LAST SEEN', ({ lastSeenAt }) => ago(lastSeenAt, page.now)],
    ['TOOLS', ({ tools }) => safe(firstOf(tools)) || '–', optional],
    ['SOLUTIONS', ({ solutions }) => String(solutions.length), { ...right, ...optional }],
    ['CHECKS', ({ checks }) => String(checks.length), { ...right, ...optional }],
    ['MESSAGE', ({ template }) => safe(template)],
  ]);
}

/** Names everybody who met each, for those who see the failures of others. */
function metBy(
  items: readonly FailurePattern[],
  { asOwner }: PageStyle,
): ReadonlyArray<ListColumn<FailurePattern>> {
  if (!asOwner && items.every(({ agents }) => agents.length < 2)) return [];
  return [
    [
      'MET BY',
      ({ agent, agents }) =>
        firstOf((agents.length > 0 ? agents : [{ agent }]).map((each) => agentName(each.agent))),
    ],
  ];
}

/** Columns of a signature that are shown to people; the whole is in --json. */
const maxSignatureLength = 500;

export function presentRecognised(failure: FailureDetails, page: PageStyle): string {
  const { paint } = page;
  if (failure.id === null) return `Not met before: ${oneLine(failure.signature, maxSignatureLength)}`;
  const met = failure.occurrences === 0 ? 'not met yet' : `met ${times(failure.occurrences)}`;
  return [
    `${paint.bad('Known failure')}, ${met}: ${oneLine(failure.template, maxSignatureLength)}`,
    fields(paint, failureLines(failure, page)),
  ].join('\n');
}

/** All that is known about a failure, but for how often it was met. */
export function failureLines(failure: FailureDetails, { paint, now }: PageStyle): FieldLine[] {
  const { rootCause, solutions, workedNext, checks, runs, tools, where, lastSeenAt } = failure;
  return [
    ['name', paint.accent(safe(failure.slug))],
    ['last seen', lastSeenAt !== null && ago(lastSeenAt, now)],
    [
      'met by',
      failure.agents.length > 1 &&
        failure.agents.map(({ agent, occurrences }) => `${agentName(agent)} ${occurrences}×`).join(', '),
    ],
    ['tools', tools.length > 0 && safe(tools.join(', '))],
    ['stages', where.stages.length > 0 && safe(where.stages.join(', '))],
    ['categories', where.categories.length > 0 && safe(where.categories.join(', '))],
    ['runs', runs.length > 0 && firstOf(runs)],
    ['cause', rootCause !== null && safe(rootCause)],
    ...solutions.slice(0, 5).map((solution): FieldLine => ['helps', solutionText(solution, paint)]),
    [
      'worked next',
      workedNext
        .slice(0, 5)
        .map(({ tool, times: count, probability }) => `${safe(tool)} (${count}×, ${percent(probability)})`)
        .join(', ') || 'nothing yet',
    ],
    ['checks', safe(checks.join(', ')) || `none; engram prevention generate --pattern ${failure.slug}`],
  ];
}

const sources: Readonly<Record<ShownSolution['source'], string>> = {
  stated: 'somebody said so',
  memory: 'a memory says so',
  inferred: 'seen in runs',
};

function solutionText({ approach, steps, source, ...rest }: ShownSolution, paint: Paint): string {
  const how = steps.map((step, index) => `\n  ${index + 1}. ${safe(step).replaceAll('\n', '\n     ')}`);
  return `${safe(approach)} ${paint.dim(`(${measured(rest)}; ${sources[source]})`)}${how.join('')}`;
}

function measured({ attempts, successRate }: Pick<ShownSolution, 'attempts' | 'successRate'>): string {
  if (successRate === null || attempts === 0) return 'not tried yet';
  return `${percent(successRate)} of ${weight(attempts)} worked`;
}

export function presentSolutions({ items }: { items: readonly FittingSolution[] }, page: PageStyle): string {
  const { paint } = page;
  if (items.length === 0) {
    return 'No solution is known. When you find one, say so:\n  engram learning learn "THE ERROR" --solution "what helped" --prevention "what to verify before"';
  }
  const lines = items.map((solution) => {
    const categories =
      solution.categories.length === 0 ? '' : ` · for ${safe(solution.categories.join(', '))}`;
    return [
      `• ${solutionText(solution, paint)}`,
      paint.dim(`  fits ${solution.score.toFixed(2)}${categories}${feedbackFor(solution)}`),
    ].join('\n');
  });
  return lines.join('\n');
}

/** Runs say by themselves how an inferred solution did. */
function feedbackFor({ id, source }: ShownSolution): string {
  if (id === null) return '';
  const command = source === 'memory' ? 'memory feedback' : 'learning solved';
  return ` · did it help?  engram ${command} ${id} --outcome success`;
}

export function presentSolved(solution: ShownSolution, { paint }: PageStyle): string {
  return `${paint.good('Noted')}: "${safe(solution.approach)}", ${measured(solution)}`;
}

export function presentLearned({ pattern, solution, checks }: LearnedFailure, { paint }: PageStyle): string {
  const lines: FieldLine[] = [
    ['message', safe(pattern.template)],
    ['met', times(pattern.occurrences)],
    ['cause', pattern.rootCause !== null && safe(pattern.rootCause)],
    ['helps', solution !== null && solutionText(solution, paint)],
    ...checks.map(({ slug, id }): FieldLine => ['check', safe(slug ?? id)]),
  ];
  const next =
    checks.length === 0
      ? `Warn before it happens:  engram prevention generate --pattern ${pattern.slug}`
      : `${counted(checks.length, 'check stands', 'checks stand')} before it:  engram prevention list`;
  return [
    `${paint.good('Learned')} ${paint.accent(safe(pattern.slug))}`,
    fields(paint, lines),
    paint.dim(next),
  ].join('\n');
}
