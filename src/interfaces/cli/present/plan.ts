import { counted } from '../../../model/counted.ts';
import type { Binding, DroppedCall, Parameter, PlanStep } from '../../../model/plan.ts';
import type { Template } from '../../../model/template.ts';
import { oneLine, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { describeBinding, describeInvariant } from './bindings.ts';
import { type Page, shownJson } from './presenter.ts';

const sources: Readonly<Record<Parameter['source'], string>> = {
  input: 'an input of the first run',
  task: 'found in the task',
  picked: 'picked from a list; must be there again',
  unexplained: 'nobody can tell where it came from',
  secret: 'a secret; was not kept',
};

const dropReasons: Readonly<Record<DroppedCall['reason'], string>> = {
  failed: 'failed',
  repeated: 'said the same again',
  unused: 'nothing used its result',
};

/** Conditions of a call that are listed. */
const mostConditions = 5;

/** The parameters, the calls with the sources of their arguments, and what was left out. */
export function presentPlan(
  { parameters, plan, dropped }: Pick<Template, 'parameters' | 'plan' | 'dropped'>,
  page: Page,
): string {
  const { paint } = page;
  return [
    paint.bold('Parameters'),
    parameters.length === 0 ? '  none' : parameterTable(parameters, page),
    '',
    paint.bold('Calls'),
    ...plan.flatMap((step, index) => callLines(step, index, parameters, page)),
    ...droppedLines(dropped, paint),
  ].join('\n');
}

function parameterTable(parameters: readonly Parameter[], { paint, columns }: Page): string {
  const rows = parameters.map(({ name, example, source, required, unseen, note }) => [
    oneLine(name, 40),
    source === 'secret' ? '?' : shownJson(example, 40),
    required || source === 'secret' ? 'yes' : unseen ? 'when others change' : 'no',
    note === null ? sources[source] : `${sources[source]}: ${oneLine(note, 200)}`,
  ]);
  const titles = ['NAME', 'EXAMPLE', 'REQUIRED', 'SOURCE'];
  return table(
    titles.map((title) => ({ title })),
    rows,
    paint,
    columns,
  );
}

function callLines(
  step: PlanStep,
  index: number,
  parameters: readonly Parameter[],
  { paint }: Page,
): string[] {
  const part = step.subTask === null ? '' : paint.dim(` (part ${oneLine(step.subTask, 40)})`);
  const conditions = step.holds.slice(0, mostConditions).map(describeInvariant);
  const others = step.holds.length - conditions.length;
  return [
    `${callHead(index, step, paint)}${part}`,
    ...argumentLines(step.arguments, parameters, paint),
    ...step.free.map((path) => `     ${paint.dim('may differ:')} ${oneLine(path, 100)}`),
    ...conditions.map((condition) => `     ${paint.dim('must hold:')} ${condition}`),
    ...(others > 0
      ? [`     ${paint.dim(`and ${counted(others, 'more thing is', 'more things are')} as it was`)}`]
      : []),
  ];
}

/** The number, the tool, and whether it may change something. */
export function callHead(
  index: number,
  { tool, effect }: Pick<PlanStep, 'tool' | 'effect'>,
  paint: Paint,
): string {
  const mark = effect === 'write' ? paint.accent('writes') : paint.dim('reads');
  return `${String(index + 1).padStart(3)}. ${paint.bold(oneLine(tool, 100))} ${mark}`;
}

/** Each argument with where it comes from. */
export function argumentLines(binding: Binding, parameters: readonly Parameter[], paint: Paint): string[] {
  if (binding.from !== 'object') return [`     ${paint.dim('←')} ${describeBinding(binding, parameters)}`];
  return Object.entries(binding.members).map(
    ([name, value]) => `     ${oneLine(name, 60)} ${paint.dim('←')} ${describeBinding(value, parameters)}`,
  );
}

function droppedLines(dropped: readonly DroppedCall[], paint: Paint): string[] {
  if (dropped.length === 0) return [];
  return [
    '',
    paint.bold('Left out'),
    ...dropped.map(({ tool, reason }) => `  ${oneLine(tool, 100)} ${paint.dim(`(${dropReasons[reason]})`)}`),
  ];
}
