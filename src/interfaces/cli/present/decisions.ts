import type { Suggestion } from '../../../learn/decisions/suggest.ts';
import type { OutcomePrediction } from '../../../learn/executions/advise.ts';
import type { TaskRecommendation, Trend } from '../../../records/execution-pattern.ts';
import type { ActionStatistics } from '../../../records/pattern.ts';
import { counted } from '../../../text/counted.ts';
import { duration, fields, percent, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { type FigureLine, firstOf, weight } from './figures.ts';
import { type PageStyle, safe, shownJson } from './presenter.ts';

/** Scripts read the lines of the actions and the one that begins with "Recommended: ". */
export function presentSuggestion(suggestion: Suggestion, { paint }: PageStyle): string {
  const { actions, recommended, context, rules } = suggestion;
  if (actions.length === 0) return nothingKnown(context);
  const lines = actions.map(actionLine);
  const ruled = rules.length === 0 ? [] : [paint.dim('Rules'), ...ruleLines(rules)];
  if (recommended === null) {
    const none = 'Recommended: none; nothing tried here has worked yet';
    return [...lines, none, paint.dim(safe(suggestion.why)), ...ruled].join('\n');
  }
  return [
    ...lines,
    `Recommended: ${shownJson(recommended.action)}`,
    ...reasons(suggestion, recommended).map((reason) => paint.dim(reason)),
    ...ruled,
  ].join('\n');
}

function nothingKnown(context: string): string {
  const asked = safe(context);
  return [
    `Nothing is known about "${asked}" yet. Record how a decision went:`,
    `  engram memory record --type decision --context "${asked}" --action WHAT --outcome success`,
    'Or say how runs of such tasks are done, and how they end:',
    '  engram run start --description "…" --approach HOW',
  ].join('\n');
}

/** An action as scripts know it: `• retry (100% success rate, 2 attempts)`. */
export function actionLine({ action, successRate, attempts }: ActionStatistics): string {
  return `• ${shownJson(action)} (${percent(successRate)} success rate, ${counted(attempts, 'attempt')})`;
}

/** How sure, why, and on which evidence. */
function reasons(suggestion: Suggestion, recommended: ActionStatistics): string[] {
  const { actions, context, contexts, explored, why } = suggestion;
  const { sureness, lowerBound, evidence } = recommended;
  const sure = `${sureness[0]?.toUpperCase()}${sureness.slice(1)}: at least ${percent(lowerBound)} success, with 90% certainty`;
  const best = actions.find(({ successes }) => successes > 0);
  const because = explored
    ? `Drawn to find out more about it. ${best === undefined ? '' : `The most promising is ${shownJson(best.action)}: `}${safe(why)}`
    : safe(why);
  const isThisOne = contexts.length === 1 && contexts[0] === context;
  return [
    sure,
    because,
    `Evidence: ${firstOf(evidence.map(({ id }) => id))}`,
    ...(isThisOne || contexts.length === 0 ? [] : [`From: ${safe(firstOf(contexts, 5))}`]),
  ];
}

/** A learned tree, each question indented below the one it follows from. */
export function ruleLines(rules: readonly string[]): string[] {
  return rules.map((rule) => `  ${safe(rule).replaceAll('\n', ' ')}`);
}

export function presentRecommendation(recommendation: TaskRecommendation, page: PageStyle): string {
  const { sentence, approach, confidence, matches, successFactors, tools, expectedMs } = recommendation;
  const { paint } = page;
  if (matches === 0 && recommendation.approaches.length === 0) {
    return [
      safe(sentence),
      'It takes runs of similar tasks that say how they were done:',
      '  engram run start --description "…" --category CATEGORY --approach HOW',
    ].join('\n');
  }
  const named = (items: TaskRecommendation['tools']): string =>
    items.map(({ name, runs }) => `${safe(name)} (${counted(runs, 'run')})`).join(', ');
  const lines: FigureLine[] = [
    ['approach', approach === null ? 'none stands out' : paint.good(safe(approach))],
    [
      'confidence',
      `${percent(confidence)}, from ${counted(matches, 'similar success', 'similar successes')}`,
    ],
    ['complexity', recommendation.complexity],
    ...(expectedMs === null ? [] : [['takes about', duration(expectedMs)] as const]),
    ...(successFactors.length === 0 ? [] : [['succeeded by', named(successFactors)] as const]),
    ...(tools.length === 0 ? [] : [['tools', named(tools)] as const]),
    ...recommendation.approaches.map(
      ({ approach: tried, successRate, attempts, lowerBound }): FigureLine => [
        'tried',
        `${safe(tried)}: ${percent(successRate)} of ${attempts}, at least ${percent(lowerBound)}`,
      ],
    ),
    ...(recommendation.evidence.length === 0
      ? []
      : [['evidence', firstOf(recommendation.evidence)] as const]),
  ];
  return `${paint.bold(safe(sentence))}\n${fields(lines, paint)}`;
}

export function presentPrediction(
  { probability, levels, quality }: OutcomePrediction,
  page: PageStyle,
): string {
  const { paint } = page;
  const rows = levels.map(({ of, effective, rate }) => [
    of === 'all' ? 'all runs' : safe(of),
    weight(effective),
    percent(rate),
  ]);
  const right = 'right' as const;
  const columns = [
    { title: 'RUNS LIKE IT' },
    { title: 'COUNT AS', align: right },
    { title: 'EXPECTED', align: right },
  ];
  return [
    `${paint.bold(percent(probability))} likely to succeed`,
    table(columns, rows, paint, page.columns),
    paint.dim(safe(quality.sentence)),
  ].join('\n');
}

const directions: Readonly<Record<Trend['direction'], string>> = {
  improving: '↗ improving',
  declining: '↘ declining',
  stable: '→ stable',
  insufficient_data: 'too few runs',
};

/** Where something is going, in words with a sign. */
export function directionOf(direction: Trend['direction'], paint: Paint): string {
  const words = directions[direction];
  if (direction === 'improving') return paint.good(words);
  return direction === 'declining' ? paint.bad(words) : words;
}

export function presentTrends({ items }: { items: readonly Trend[] }, page: PageStyle): string {
  if (items.length === 0) {
    return page.filtered
      ? 'No finished run in this category. See all with "engram learning trends".'
      : 'No finished run yet. Record one:\n  engram run start --description "Refund order 42" --category support';
  }
  const { paint } = page;
  const right = 'right' as const;
  const rows = items.map((trend) => [
    trend.category === null ? '(none)' : safe(trend.category),
    directionOf(trend.direction, paint),
    String(trend.executions),
    rateOf(trend.successRate),
    rateOf(trend.earlier),
    rateOf(trend.later),
    trend.meanMs === null ? '–' : duration(trend.meanMs),
    trend.approaches.map((each) => `${safe(each.approach)} ${percent(each.successRate)}`).join(', ') || '–',
  ]);
  const columns = [
    { title: 'CATEGORY' },
    { title: 'TREND' },
    { title: 'RUNS', align: right },
    { title: 'SUCCESS', align: right },
    { title: 'BEFORE', align: right, optional: true },
    { title: 'LATELY', align: right, optional: true },
    { title: 'TIME', align: right },
    { title: 'BEST APPROACHES' },
  ];
  return table(columns, rows, paint, page.columns);
}

function rateOf(rate: number | null): string {
  return rate === null ? '–' : percent(rate);
}
