import type { FittingSolution } from '../../../learn/failures/solutions.ts';
import type { LearnedFailure } from '../../../learn/prevention/teach.ts';
import type { FailureDetails, FailurePattern, ShownSolution } from '../../../records/pattern.ts';
import { counted, times } from '../../../text/counted.ts';
import { ago, fields, oneLine, percent, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { type FigureLine, firstOf, weight } from './figures.ts';
import { agentName, type PageStyle, safe } from './presenter.ts';

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
  const right = 'right' as const;
  const columns = [
    { title: 'PATTERN' },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'TIMES', align: right },
    { title: 'LAST SEEN' },
    { title: 'TOOLS', optional: true },
    { title: 'SOLUTIONS', align: right, optional: true },
    { title: 'CHECKS', align: right, optional: true },
    { title: 'MESSAGE' },
  ];
  const rows = items.map((failure) => [
    safe(failure.slug),
    ...(page.asOwner ? [agentName(failure.agent)] : []),
    failure.occurrences.toLocaleString('en'),
    failure.lastSeenAt === null ? 'never' : ago(failure.lastSeenAt, page.now),
    safe(firstOf(failure.tools)) || '–',
    String(failure.solutions.length),
    String(failure.checks.length),
    safe(failure.template),
  ]);
  return table(columns, rows, page.paint, page.columns);
}

/** Columns of a signature that are shown to people; the whole is in --json. */
const maxSignatureLength = 500;

export function presentRecognised(failure: FailureDetails, page: PageStyle): string {
  const { paint } = page;
  if (failure.id === null) return `Not met before: ${oneLine(failure.signature, maxSignatureLength)}`;
  const met = failure.occurrences === 0 ? 'not met yet' : `met ${times(failure.occurrences)}`;
  return [
    `${paint.bad('Known failure')}, ${met}: ${oneLine(failure.template, maxSignatureLength)}`,
    fields(failureLines(failure, page), paint),
  ].join('\n');
}

/** All that is known about a failure, but for how often it was met. */
export function failureLines(failure: FailureDetails, { paint, now }: PageStyle): FigureLine[] {
  const { rootCause, solutions, workedNext, checks, runs, tools, lastSeenAt } = failure;
  return [
    ['name', paint.accent(safe(failure.slug))],
    ...(lastSeenAt === null ? [] : [['last seen', ago(lastSeenAt, now)] as const]),
    ...(tools.length === 0 ? [] : [['tools', safe(tools.join(', '))] as const]),
    ...(runs.length === 0 ? [] : [['runs', firstOf(runs)] as const]),
    ...(rootCause === null ? [] : [['cause', safe(rootCause)] as const]),
    ...solutions.slice(0, 5).map((solution): FigureLine => ['helps', solutionText(solution, paint)]),
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
  const lines: FigureLine[] = [
    ['message', safe(pattern.template)],
    ['met', times(pattern.occurrences)],
    ...(pattern.rootCause === null ? [] : [['cause', safe(pattern.rootCause)] as const]),
    ...(solution === null ? [] : [['helps', solutionText(solution, paint)] as const]),
    ...checks.map(({ slug, id }): FigureLine => ['check', safe(slug ?? id)]),
  ];
  const next =
    checks.length === 0
      ? `Warn before it happens:  engram prevention generate --pattern ${pattern.slug}`
      : `${counted(checks.length, 'check stands', 'checks stand')} before it:  engram prevention list`;
  return [
    `${paint.good('Learned')} ${paint.accent(safe(pattern.slug))}`,
    fields(lines, paint),
    paint.dim(next),
  ].join('\n');
}
