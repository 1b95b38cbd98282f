import type { AppliedPattern, ShownPattern } from '../../../learn/apply-pattern.ts';
import type { Pattern } from '../../../learn/patterns.ts';
import type { DecisionPattern } from '../../../records/pattern.ts';
import { counted, times } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, percent } from '../layout.ts';
import { actionLine, ruleLines } from './decisions.ts';
import { failureLines, failureTable } from './failures.ts';
import { firstOf, weight } from './figures.ts';
import { listTable, type PageStyle, right, safe, shownJson } from './presenter.ts';

/** Outcomes of a decision that are shown. */
const maxHistory = 5;

type PresentedSequence = Extract<Pattern, { kind: 'sequence' }>;

export function presentPatterns({ items }: { items: readonly Pattern[] }, page: PageStyle): string {
  const { paint } = page;
  if (items.length === 0) return noPatterns(page);
  const failures = items.filter((pattern) => pattern.kind === 'failure');
  const isOnlyFailures = failures.length === items.length;
  return [
    isOnlyFailures ? failureTable(failures, page) : mixedTable(items, page),
    ...rulesOf(items, page),
    paint.dim('All about one:  engram learning show PATTERN'),
  ].join('\n');
}

function noPatterns({ filtered }: PageStyle): string {
  if (filtered) return 'No pattern fits. See all with "engram learning patterns".';
  return [
    'No patterns yet. They come from what is recorded: decisions, failures, and runs with their steps.',
    '  engram memory record --type decision --context api-auth-timeout --action retry --outcome success',
    '  engram run start --description "Refund order 42" --approach HOW',
  ].join('\n');
}

function mixedTable(items: readonly Pattern[], page: PageStyle): string {
  return listTable(
    page,
    items.map((pattern) => ({ pattern, summary: summaryOf(pattern) })),
    [
      ['PATTERN', ({ pattern }) => safe(pattern.slug)],
      ['TYPE', ({ pattern }) => pattern.kind],
      ['SUCCESS', ({ summary }) => percent(summary.rate), right],
      ['SEEN', ({ summary }) => weight(summary.seen), right],
      ['WHAT', ({ summary }) => summary.what],
    ],
  );
}

interface Summary {
  /** How often it goes well to follow it; null when nobody knows. */
  readonly rate: number | null;
  readonly seen: number;
  readonly what: string;
}

function summaryOf(pattern: Pattern): Summary {
  switch (pattern.kind) {
    case 'decision': {
      const [best] = pattern.actions;
      const seen = pattern.actions.reduce((sum, { attempts }) => sum + attempts, 0);
      const what = best === undefined ? '' : `: ${shownJson(best.action)}`;
      return { rate: best?.successRate ?? null, seen, what: `${safe(pattern.context)}${what}` };
    }
    case 'failure': {
      const tried = pattern.solutions.find(({ successRate }) => successRate !== null);
      return { rate: tried?.successRate ?? null, seen: pattern.occurrences, what: safe(pattern.template) };
    }
    case 'success':
      return {
        rate: pattern.successRate,
        seen: pattern.attempts,
        what: `${safe(pattern.place)}: ${safe(pattern.approach)}`,
      };
    case 'sequence':
      return {
        rate: pattern.support / (pattern.support + pattern.failures),
        seen: pattern.support + pattern.failures,
        what: toolsOf(pattern),
      };
  }
}

/** `read_file → edit_file+ → run_tests`: with "+" it is usually called several times in a row. */
function toolsOf({ steps }: PresentedSequence): string {
  return steps.map(({ tool, repeated }) => `${safe(tool)}${repeated ? '+' : ''}`).join(' → ');
}

/** The trees of decisions that depend on the case. */
function rulesOf(items: readonly Pattern[], { paint }: PageStyle): string[] {
  return items.flatMap((pattern) =>
    pattern.kind !== 'decision' || pattern.rules.length === 0
      ? []
      : ['', paint.bold(`Rules of ${safe(pattern.slug)}`), ...ruleLines(pattern.rules)],
  );
}

export function presentPattern({ pattern, applications }: ShownPattern, page: PageStyle): string {
  const { paint } = page;
  const { applied, worked, failed } = applications;
  const outcome = worked + failed === 0 ? '' : `: ${worked} worked, ${failed} failed`;
  const lines: FieldLine[] = [
    ['pattern', `${paint.accent(safe(pattern.slug))}, ${pattern.kind}`],
    ...linesOf(pattern, page),
    ['applied', `${times(applied)}${outcome}`],
  ];
  return [
    fields(paint, lines),
    paint.dim(`Attach it to a task:  engram learning apply-pattern ${pattern.slug} --task TASK`),
  ].join('\n');
}

/** The latest outcomes; the answer as JSON has more. */
function historyOf({ history }: DecisionPattern, page: PageStyle): string {
  const lines = history
    .slice(0, maxHistory)
    .map(
      ({ at, action, quality }) => `${ago(at, page.now)}  ${shownJson(action)}  ${percent(quality)} success`,
    );
  const more = history.length - lines.length;
  return [...lines, ...(more === 0 ? [] : [`and ${more} more`])].join('\n');
}

function linesOf(pattern: ShownPattern['pattern'], page: PageStyle): FieldLine[] {
  switch (pattern.kind) {
    case 'decision':
      return [
        ['context', safe(pattern.context)],
        ['signature', safe(pattern.signature)],
        ['actions', pattern.actions.map(actionLine).join('\n')],
        ['tree', pattern.rules.length > 0 && pattern.rules.map(safe).join('\n')],
        ['threshold', `followed from ${percent(pattern.threshold)} success on, with 90% certainty`],
        ['history', historyOf(pattern, page)],
        ['evidence', firstOf(pattern.derivedFrom.map(({ id }) => id))],
      ];
    case 'failure':
      return [
        ['message', safe(pattern.template)],
        ['met', times(pattern.occurrences)],
        ...failureLines(pattern, page).filter(([name]) => name !== 'name'),
      ];
    case 'success':
      return [
        [pattern.of, safe(pattern.place)],
        ['approach', safe(pattern.approach)],
        ['success', successOf(pattern)],
        ['last', ago(pattern.lastAttemptAt, page.now)],
        ['by', pattern.keyFactors.length > 0 && safe(pattern.keyFactors.join(', '))],
        ['steps', pattern.replicationSteps.length > 0 && numbered(pattern.replicationSteps)],
        ['evidence', firstOf(pattern.derivedFrom.map(({ id }) => id))],
      ];
    case 'sequence':
      return [
        ['tools', toolsOf(pattern)],
        ['in', `${counted(pattern.support, 'run')} that succeeded, ${pattern.failures} that failed`],
        ['lift', `${pattern.lift.toFixed(2)} times the success of all runs`],
        ['evidence', firstOf(pattern.evidence)],
      ];
  }
}

function successOf({ successRate, attempts, lowerBound }: Extract<Pattern, { kind: 'success' }>): string {
  return `${percent(successRate)} of ${counted(attempts, 'attempt')}; at least ${percent(lowerBound)}, with 90% certainty`;
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${safe(step)}`).join('\n');
}

export function presentRenamed(
  { renamed, name }: { renamed: string; name: string },
  { paint }: PageStyle,
): string {
  return `${paint.good('Renamed')} ${safe(renamed)} to ${paint.accent(safe(name))}`;
}

export function presentApplied({ task, guidance }: AppliedPattern, { paint }: PageStyle): string {
  const lines: FieldLine[] = [
    ['context', safe(guidance.context)],
    ['steps', guidance.steps.length === 0 ? 'none are known' : numbered(guidance.steps)],
    ['checks', guidance.checks.length > 0 && safe(guidance.checks.join(', '))],
  ];
  return [
    `${paint.good('Applied')} ${paint.accent(safe(guidance.pattern))} to task ${paint.accent(safe(task.id))}`,
    fields(paint, lines),
    paint.dim(`How the task ends is noted for it:  engram task update ${safe(task.id)} --status done`),
  ].join('\n');
}
