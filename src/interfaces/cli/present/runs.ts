import type { FinishedRun } from '../../../capture/runs.ts';
import type { Listing, RunDetails } from '../../../recall/browse.ts';
import type { Run, RunWithTotals } from '../../../records/run.ts';
import { makerOf, type Step } from '../../../records/step.ts';
import { counted } from '../../../text/counted.ts';
import { errorText } from '../../../text/thrown.ts';
import { ago, duration, fields } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import {
  agentColumn,
  agentName,
  listTable,
  more,
  nothing,
  optional,
  type PageStyle,
  right,
  safe,
  shownJson,
  whole,
} from './presenter.ts';
import { provenanceMark } from './trust.ts';

export function presentStarted(run: Run, { paint }: PageStyle): string {
  return [
    `${paint.good('Started')} run ${paint.accent(run.id)}`,
    paint.dim(`Record what happens:  engram run step ${run.id} --tool NAME --arguments '{…}' --result '{…}'`),
    paint.dim(`Say how it ended:     engram run finish ${run.id} --outcome success`),
  ].join('\n');
}

export function presentStep(step: Step, { paint }: PageStyle): string {
  return `${paint.good('Recorded')} step ${step.position + 1} of ${step.runId}: ${nameOf(step)}`;
}

export function presentFinished(run: FinishedRun, { paint }: PageStyle): string {
  const next =
    run.outcome === 'success'
      ? `\n${paint.dim(`Save it as a template:  engram template save --run ${run.id}`)}`
      : '';
  return `Run ${paint.accent(run.id)} ended in ${outcomeOf(run.outcome, paint)}${next}`;
}

export function presentRuns({ items, next }: Listing<RunWithTotals>, page: PageStyle): string {
  const { paint } = page;
  if (items.length === 0) {
    return nothing(
      page,
      'No runs yet. Start one:\n  engram run start --agent alice --description "Refund order 42"',
    );
  }
  const listed = listTable(page, items, [
    ['ID', ({ id }) => id, whole],
    ...agentColumn<RunWithTotals>(page, ({ scope }) => scope.agent),
    ['OUTCOME', ({ outcome }) => outcomeOf(outcome, paint)],
    ['MODE', ({ mode }) => (mode.kind === 'template' ? mode.style : mode.kind), optional],
    ['STEPS', ({ totals }) => String(totals.steps), { ...right, ...optional }],
    ['TIME', ({ totals }) => duration(totals.wallTimeMs), { ...right, ...optional }],
    ['AGE', ({ createdAt }) => ago(createdAt, page.now)],
    ['TASK', ({ task }) => safe(task.description)],
  ]);
  return listed + more(next, paint);
}

export function presentRun(run: RunDetails, { paint, now, columns }: PageStyle): string {
  const { totals } = run;
  const head = fields(paint, [
    ['run', run.id],
    ['task', safe(run.task.id === null ? run.task.description : `${run.task.id}: ${run.task.description}`)],
    ['agent', agentName(run.scope.agent)],
    ['with', run.agents.length > 0 && safe(run.agents.join(', '))],
    ['mode', run.mode.kind === 'template' ? `${run.mode.style} of ${run.mode.templateId}` : run.mode.kind],
    ['outcome', outcomeOf(run.outcome, paint)],
    ['summary', run.summary !== null && safe(run.summary)],
    ['started', `${new Date(run.createdAt).toISOString()} (${ago(run.createdAt, now)})`],
    [
      'cost',
      `${counted(totals.toolCalls, 'tool call')}, ${counted(totals.modelCalls, 'model call')}${tokensOf(totals.inputTokens, totals.outputTokens)}, ${duration(totals.wallTimeMs)}`,
    ],
  ]);
  if (run.steps.length === 0) return `${head}\n\nNo steps yet.`;
  const log = run.steps.map((step) => presentLogLine(step, run.steps, paint, columns, laneOf(step, run)));
  return [head, ...partLines(run, paint), '', log.join('\n')].join('\n');
}

/** Who made a step, in a run with several agents. */
function laneOf(step: Step, { agents }: RunDetails): string {
  return agents.length === 0 ? '' : `${safe(makerOf(step) ?? '(project)')}: `;
}

/** The parts of the task, in their order, with the agents that work on them. */
function partLines({ steps, agents }: RunDetails, paint: Paint): string[] {
  const parts = new Map<string, { index: number; text: string; makers: Set<string> }>();
  for (const step of steps) {
    const { subTask } = step;
    if (subTask === null) continue;
    const part = parts.get(subTask.id) ?? { index: subTask.index, text: subTask.text, makers: new Set() };
    part.makers.add(makerOf(step) ?? '(project)');
    parts.set(subTask.id, part);
  }
  if (agents.length === 0 || parts.size === 0) return [];
  const lines = [...parts.values()]
    .sort((left, right) => left.index - right.index)
    .map(({ text, makers }) => `  ${safe([...makers].join(', '))}: ${safe(text)}`);
  return ['', paint.bold('Parts'), ...lines];
}

/** A step as the log shows it; calls made inside a call stand indented below it. */
function presentLogLine(
  step: Step,
  steps: readonly Step[],
  paint: Paint,
  columns: number,
  lane: string,
): string {
  const indent = '  '.repeat(depthOf(step, steps));
  const sign = step.success ? paint.good('✓') : paint.bad('✗');
  const head = `${indent}${sign} ${paint.accent(lane)}${paint.bold(nameOf(step))} ${paint.dim(duration(step.durationMs))}${step.kind === 'tool' ? provenanceMark(step.provenance, paint) : ''}`;
  const room = columns - indent.length - 5;
  const details =
    step.kind === 'tool'
      ? [
          shownJson(step.arguments, room),
          `→ ${step.error === null ? shownJson(step.result, room) : shownJson(errorText(step.error.type, step.error.message))}`,
        ]
      : [];
  return [head, ...details.map((line) => `${indent}    ${line}`)].join('\n');
}

function depthOf(step: Step, steps: readonly Step[]): number {
  const parent = step.parentId === null ? undefined : steps.find((other) => other.id === step.parentId);
  return parent === undefined ? 0 : 1 + depthOf(parent, steps);
}

function nameOf(step: Step): string {
  switch (step.kind) {
    case 'tool':
      return safe(step.tool);
    case 'model':
      return `model ${safe(step.model)}${tokensOf(step.inputTokens, step.outputTokens)}`;
    default:
      return shownJson(`${step.kind}: ${step.text}`);
  }
}

function tokensOf(input: number, output: number): string {
  return input + output === 0 ? '' : ` (${counted(input, 'token')} in, ${output} out)`;
}

function outcomeOf(outcome: string | null, paint: Paint): string {
  if (outcome === 'success') return paint.good(outcome);
  return outcome === null ? 'running' : outcome === 'failure' ? paint.bad(outcome) : outcome;
}
