import type { Suggestion } from '../../../learn/decisions/suggest.ts';
import type { OutcomePrediction } from '../../../learn/executions/advise.ts';
import { directionWords } from '../../../measure/report/words.ts';
import type { TaskRecommendation, Trend } from '../../../records/execution-pattern.ts';
import type { ActionStatistics } from '../../../records/pattern.ts';
import { counted } from '../../../text/counted.ts';
import { duration, type FieldLine, fields, percent } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { firstOf, weight } from './figures.ts';
import { listTable, optional, type PageStyle, right, safe, shownJson } from './presenter.ts';

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
  const { actions, branch, context, contexts, explored, why } = suggestion;
  const { sureness, lowerBound, evidence } = recommended;
  // Of all cases together the branch that decided says nothing.
  const decided = branch !== null && !explored ? branch.lowerBound : null;
  const how = decided === null ? `${sureness[0]?.toUpperCase()}${sureness.slice(1)}` : 'In such cases';
  const sure = `${how}: at least ${percent(decided ?? lowerBound)} success, with 90% certainty`;
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
  const lines: FieldLine[] = [
    ['approach', approach === null ? 'none stands out' : paint.good(safe(approach))],
    [
      'confidence',
      `${percent(confidence)}, from ${counted(matches, 'similar success', 'similar successes')}`,
    ],
    ['complexity', recommendation.complexity],
    ['takes about', expectedMs !== null && duration(expectedMs)],
    ['succeeded by', successFactors.length > 0 && named(successFactors)],
    ['tools', tools.length > 0 && named(tools)],
    ...recommendation.approaches.map(
      ({ approach: tried, successRate, attempts, lowerBound }): FieldLine => [
        'tried',
        `${safe(tried)}: ${percent(successRate)} of ${attempts}, at least ${percent(lowerBound)}`,
      ],
    ),
    ['evidence', recommendation.evidence.length > 0 && firstOf(recommendation.evidence)],
  ];
  return `${paint.bold(safe(sentence))}\n${fields(paint, lines)}`;
}

export function presentPrediction(
  { probability, levels, quality }: OutcomePrediction,
  page: PageStyle,
): string {
  const { paint } = page;
  const likeIt = listTable(page, levels, [
    ['RUNS LIKE IT', ({ of }) => (of === 'all' ? 'all runs' : safe(of))],
    ['COUNT AS', ({ effective }) => weight(effective), right],
    ['EXPECTED', ({ rate }) => percent(rate), right],
  ]);
  return [
    `${paint.bold(percent(probability))} likely to succeed`,
    likeIt,
    paint.dim(safe(quality.sentence)),
  ].join('\n');
}

/** Where something is going, in words with a sign. */
export function directionOf(direction: Trend['direction'], paint: Paint): string {
  const words = directionWords[direction];
  if (direction === 'improving') return paint.good(words);
  return direction === 'declining' ? paint.bad(words) : words;
}

export function presentTrends({ items }: { items: readonly Trend[] }, page: PageStyle): string {
  if (items.length === 0) {
    return page.filtered
      ? 'No finished run in this category. See all with "engram learning trends".'
      : 'No finished run yet. Record one:\n  engram run start --description "Refund order 42" --category support';
  }
  return listTable(page, items, [
    ['CATEGORY', ({ category }) => (category === null ? '(none)' : safe(category))],
    ['TREND', ({ direction }) => directionOf(direction, page.paint)],
    ['RUNS', ({ executions }) => String(executions), right],
    ['SUCCESS', ({ successRate }) => percent(successRate), right],
    ['BEFORE', ({ earlier }) => percent(earlier), { ...right, ...optional }],
    ['LATELY', ({ later }) => percent(later), { ...right, ...optional }],
    ['TIME', ({ meanMs }) => (meanMs === null ? '–' : duration(meanMs)), right],
    ['BEST APPROACHES', ({ approaches }) => approaches.map(approachOf).join(', ') || '–'],
  ]);
}

function approachOf({ approach, successRate }: Trend['approaches'][number]): string {
  return `${safe(approach)} ${percent(successRate)}`;
}
