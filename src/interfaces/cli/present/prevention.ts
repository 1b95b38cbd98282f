import type { CheckDetails, MeasuredCheck } from '../../../learn/prevention/prevent.ts';
import type { Verdict } from '../../../learn/prevention/watch.ts';
import type { CheckContent, CheckRecord, Condition, Finding } from '../../../records/check.ts';
import type { Check, Trial } from '../../../records/lesson.ts';
import { times } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, percent } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { agentColumn, listTable, optional, type PageStyle, right, safe, shownJson } from './presenter.ts';

const verdicts = { warn: 'Warning', block: 'Blocked' } as const;

export function presentVerdict({ verdict, findings }: Verdict, { paint }: PageStyle): string {
  if (verdict === 'allow') return `${paint.good('Go ahead')}: no check has anything to say about this call.`;
  return findings.map((finding) => presentFinding(finding, paint)).join('\n');
}

function presentFinding({ check, action, message, because, ask, evidence }: Finding, paint: Paint): string {
  const name = safe(check.slug ?? check.id);
  const lines: FieldLine[] = [
    ['why', `${safe(message)}\n${sentence(safe(because))}`],
    ['verify', ask !== null && safe(ask)],
    ['so far', recordOf(evidence.record)],
  ];
  return [
    `${paint.bad(verdicts[action])}: ${paint.accent(name)}`,
    fields(paint, lines),
    paint.dim(`All about it:  engram prevention show ${name}`),
  ].join('\n');
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** What came of a check, in words. */
function recordOf({ fired, prevented, happened, wrong, unknown }: CheckRecord): string {
  if (fired === 0) return 'never fired';
  const results = [
    `${prevented} prevented`,
    `${happened} happened all the same`,
    `${wrong} wrong`,
    ...(unknown === 0 ? [] : [`${unknown} nobody knows`]),
  ];
  return `fired ${times(fired)}: ${results.join(', ')}`;
}

/** Checks of a pattern, and which of them were there before. */
export interface GeneratedChecks {
  readonly created: readonly Check[];
  readonly already: readonly Check[];
}

/** Scripts read the lines that begin with "Created prevention check: ". */
export function presentGenerated({ created, already }: GeneratedChecks, { paint }: PageStyle): string {
  return [
    ...created.map((check) => `Created prevention check: ${nameOf(check)}\n${aboutCheck(check, paint)}`),
    ...already.map((check) => `Already there: ${nameOf(check)}\n${aboutCheck(check, paint)}`),
  ].join('\n');
}

export function presentCreated(check: Check, page: PageStyle): string {
  return presentGenerated({ created: [check], already: [] }, page);
}

function nameOf({ slug, id }: Check): string {
  return safe(slug ?? id);
}

function aboutCheck(check: Check, paint: Paint): string {
  return [
    `  ${callsOf(check.content)}: ${safe(check.content.message).replaceAll('\n', '\n  ')}`,
    `  ${verificationOf(check.content)}`,
    paint.dim(`  See what comes of it:  engram prevention show ${nameOf(check)}`),
  ].join('\n');
}

/** What it does and before which calls: `Warns before npm_install, in development`. */
function callsOf({ action, when }: CheckContent): string {
  const tool = when.tool === null ? 'every call' : safe(when.tool);
  const task = [
    ...(when.category === null ? [] : [`in tasks of category ${safe(when.category)}`]),
    ...(when.context === null ? [] : [`about ${safe(when.context)}`]),
    ...when.conditions.map((condition) => `where ${conditionOf(condition)}`),
    `stage ${safe(when.stage)}`,
  ];
  return `${action === 'warn' ? 'Warns' : 'Blocks'} before ${tool}, ${task.join(', ')}`;
}

function verificationOf({ verify }: CheckContent): string {
  switch (verify.kind) {
    case 'predicate':
      return `Holds when ${verify.all.map(conditionOf).join(' and ')}`;
    case 'command':
      return `Asks to run: ${shownJson(verify.command)}`;
    case 'question':
      return `Asks: ${shownJson(verify.text)}`;
  }
}

function conditionOf(condition: Condition): string {
  if (condition.of === 'recent') {
    const { tool, within, is } = condition;
    const calls = within === 1 ? 'the last call' : `the last ${within} calls`;
    return is === 'absent' ? `${safe(tool)} was not in ${calls}` : `${safe(tool)} ${is} in ${calls}`;
  }
  const { path, is, value } = condition;
  const isOneSided = is === 'present' || is === 'absent';
  return `${safe(path)} is ${is.replace('-', ' ')}${isOneSided ? '' : ` ${shownJson(value, 80)}`}`;
}

export function presentChecks({ items }: { items: readonly MeasuredCheck[] }, page: PageStyle): string {
  if (items.length === 0) {
    return page.filtered
      ? 'No check of this stage. See all with "engram prevention list".'
      : 'No checks yet. Make one from a failure that keeps happening:\n  engram learning patterns --type failure --recurring\n  engram prevention generate --pattern PATTERN';
  }
  return listTable(page, items, [
    ['CHECK', nameOf],
    ...agentColumn<MeasuredCheck>(page, ({ scope }) => scope.agent),
    ['ACTION', ({ content }) => (content.enabled ? content.action : page.paint.bad('off'))],
    ['STAGE', ({ content }) => safe(content.when.stage), optional],
    ['TOOL', ({ content }) => (content.when.tool === null ? '(any)' : safe(content.when.tool))],
    ['FIRED', ({ content }) => String(content.record.fired), { ...right, ...optional }],
    ['PREVENTED', ({ content }) => String(content.record.prevented), { ...right, ...optional }],
    ['RIGHT', ({ measured }) => percent(measured.rate), right],
    ['MESSAGE', ({ content }) => safe(content.message)],
  ]);
}

export function presentCheck({ check, trials }: CheckDetails, page: PageStyle): string {
  const { paint, now } = page;
  const { content, measured } = check;
  const lines: FieldLine[] = [
    ['check', `${paint.accent(nameOf(check))} (${check.id})`],
    ['message', safe(content.message)],
    ['does', callsOf(content)],
    ['verifies', verificationOf(content)],
    [
      'state',
      content.enabled
        ? paint.good('on')
        : `${paint.bad('off')}: ${safe(content.offReason ?? 'nobody said why')}`,
    ],
    ['so far', recordOf(content.record)],
    ['right', rightOf(measured)],
    ['made', ago(check.createdAt, now)],
    ['made from', check.derivedFrom.map(({ kind, id }) => `${kind} ${id}`).join('\n') || null],
  ];
  const trialLines = trials.map((trial) => presentTrial(trial, page));
  return [fields(paint, lines), ...(trialLines.length === 0 ? [] : ['', ...trialLines])].join('\n');
}

function rightOf({ judged, rate, lowerBound, upperBound }: MeasuredCheck['measured']): string {
  if (rate === null) return 'not judged yet';
  return `${percent(rate)}, judged ${times(judged)} (${percent(lowerBound)} to ${percent(upperBound)}, with 90% certainty)`;
}

const results: Readonly<Record<string, string>> = {
  prevented: 'prevented',
  happened: 'it happened all the same',
  wrong: 'wrong',
  unknown: 'nobody knows',
};

function presentTrial({ createdAt, content }: Pick<Trial, 'createdAt' | 'content'>, page: PageStyle): string {
  const { paint, now } = page;
  const { result, use, tool, runId, note } = content;
  const came = result === null ? 'still open' : (results[result] ?? result);
  const painted = result === 'prevented' ? paint.good(came) : result === 'wrong' ? paint.bad(came) : came;
  const call = tool === null ? '' : ` before ${safe(tool)}`;
  const run = runId === null ? '' : ` in ${runId}`;
  const why = note === '' ? '' : `\n    ${paint.dim(safe(note))}`;
  return `${ago(createdAt, now)}  ${use}${call}${run}: ${painted}${why}`;
}

export function presentSwitched(check: Check, { paint }: PageStyle): string {
  const name = paint.accent(nameOf(check));
  return check.content.enabled
    ? `${paint.good('Switched on')} ${name}; what it did before is not held against it`
    : `${paint.good('Switched off')} ${name}; it stays, and says nothing`;
}

export function presentDeletedCheck({ deleted }: { deleted: string }, { paint }: PageStyle): string {
  return `${paint.good('Deleted')} ${safe(deleted)}; nothing warns in its place`;
}
