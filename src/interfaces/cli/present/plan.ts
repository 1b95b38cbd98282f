import type {
  ExplainedArgument,
  ExplainedCall,
  ExplainedCheck,
  ExplainedGuard,
} from '../../../records/explained-plan.ts';
import type { DroppedCall, Parameter, PlanStep } from '../../../records/plan.ts';
import { wasSeen } from '../../../records/step.ts';
import type { Template } from '../../../records/template.ts';
import { describeInvariant } from '../../../templates/plan/describe-binding.ts';
import { explainArguments } from '../../../templates/plan/explain-arguments.ts';
import { describeLoop } from '../../../templates/plan/loop.ts';
import { counted } from '../../../text/counted.ts';
import { displayWidth, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { listTable, type PageStyle, shownJson } from './presenter.ts';
import { provenanceMark } from './trust.ts';

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
  person: 'a person dropped it',
};

/** Conditions of a call that are listed. */
const maxConditions = 5;

/** A template, with its plan in words where the engine has explained it. */
type ExplainedTemplate = Pick<Template, 'parameters' | 'plan' | 'dropped'> & {
  readonly explained?: readonly ExplainedCall[];
};

/** The parameters, the calls with the sources of their arguments and what must hold, and what was left out. */
export function presentPlan(
  { parameters, plan, dropped, explained }: ExplainedTemplate,
  page: PageStyle,
): string {
  const { paint } = page;
  return [
    paint.bold('Parameters'),
    parameters.length === 0 ? '  none' : parameterTable(parameters, page),
    '',
    paint.bold('Calls'),
    ...plan.flatMap((step, index) => [
      ...loopLines(step, plan[index - 1], page),
      ...callLines(
        step,
        index,
        explained?.[index]?.arguments ?? explainArguments(step, index, parameters),
        page,
      ),
      ...checkLines(explained?.[index]?.check, page),
      ...guardLines(explained?.[index]?.guards ?? [], page),
      ...(explained?.[index]?.guardsLeftOut === true
        ? [paint.dim('     must hold: all that the runs saw; too large to be listed')]
        : []),
    ]),
    ...droppedLines(dropped, paint),
  ].join('\n');
}

function parameterTable(parameters: readonly Parameter[], page: PageStyle): string {
  return listTable(page, parameters, [
    ['NAME', ({ name }) => oneLine(name, 40)],
    ['EXAMPLE', ({ source, example }) => (source === 'secret' ? '?' : shownJson(example, 40))],
    ['REQUIRED', whenRequired],
    ['SOURCE', sourceOf],
  ]);
}

function whenRequired({ required, source, unseen }: Parameter): string {
  return required || source === 'secret' ? 'yes' : unseen ? 'when others change' : 'no';
}

function sourceOf({ source, note }: Parameter): string {
  return note === null ? sources[source] : `${sources[source]}: ${oneLine(note, 200)}`;
}

function callLines(
  step: PlanStep,
  index: number,
  explained: readonly ExplainedArgument[],
  page: PageStyle,
): string[] {
  const { paint } = page;
  const origin = [
    ...(step.agent === undefined ? [] : [`by ${oneLine(step.agent, 40)}`]),
    ...(step.subTask === null ? [] : [`part ${oneLine(step.subTask, 40)}`]),
  ];
  const part = origin.length === 0 ? '' : paint.dim(` (${origin.join(', ')})`);
  const conditions = step.holds.slice(0, maxConditions).map(describeInvariant);
  const others = step.holds.length - conditions.length;
  return [
    `${callHead(index, step, paint)}${wasSeen(step.provenance) ? '' : provenanceMark(step.provenance, paint)}${part}`,
    ...argumentLines(explained, page),
    ...conditions.map((condition) => `     ${paint.dim('must hold:')} ${condition}`),
    ...(others > 0
      ? [`     ${paint.dim(`and ${counted(others, 'more thing is', 'more things are')} as it was`)}`]
      : []),
  ];
}

/** What the first call of a loop is preceded by. */
export function loopLines(
  { loop }: Pick<PlanStep, 'loop'>,
  before: Pick<PlanStep, 'loop'> | undefined,
  { paint }: PageStyle,
): string[] {
  if (loop === undefined && before?.loop !== undefined) return [paint.dim('  after all rounds:')];
  if (loop === undefined || before?.loop?.number === loop.number) return [];
  return [`  ${paint.bold(oneLine(describeLoop(loop), 200))}`];
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

/** Each argument with what explains it, why it is constant, or that it is open. */
export function argumentLines(
  explained: readonly ExplainedArgument[],
  { paint, columns }: PageStyle,
): string[] {
  return explained.flatMap(({ place, state, because, example, parameter }) => {
    const name = nameOf(place);
    const value = shownJson(JSON.stringify(example), 40);
    if (state === 'explained') return wrapped(`     ${name} ← `, because, columns);
    if (state === 'constant') return wrapped(`     ${name} = `, `${value} (constant: ${because})`, columns);
    return [
      ...wrapped(
        `     ${name} ? `,
        `open, parameter ${oneLine(parameter ?? '', 60)}; recorded: ${value}`,
        columns,
      ),
    ].map((line) => paint.bad(line));
  });
}

/** `2:$.reason` is the argument `reason`, `1:$` all of them. */
function nameOf(place: string): string {
  const path = place.slice(place.indexOf(':') + 1);
  return oneLine(path.replace(/^\$\.?/, ''), 60) || 'everything';
}

/** What must hold in the answer of a call that asks about other inputs, in as few lines as possible. */
export function guardLines(guards: readonly ExplainedGuard[], { paint, columns }: PageStyle): string[] {
  const pathOf = ({ place }: ExplainedGuard): string => oneLine(place.slice(place.indexOf(':') + 1), 60);
  const of = (must: ExplainedGuard['must']): readonly ExplainedGuard[] =>
    guards.filter((guard) => guard.must === must);
  const equal = of('equal').map((guard) => `${pathOf(guard)} is ${valuesOf(guard)}`);
  const named = of('named').map((guard) => `${pathOf(guard)} is ${oneLine(guard.values.join(), 60)}`);
  const freed = of('anything').map((guard) => `${pathOf(guard)} (${oneLine(guard.because, 100)})`);
  const data = of('data').map(pathOf);
  const unchecked = guards.filter((guard) => guard.unchecked === true).map(pathOf);
  return [
    ...listLine('must hold', [...equal, ...named], columns),
    ...listLine('may be anything', freed, columns),
    ...listLine('may differ as data', data, columns),
    ...listLine('numbers nobody compares', unchecked, columns),
  ].map((line) => paint.dim(line));
}

/** What the check of the tool must agree with before the call, or why nothing is compared. */
export function checkLines(check: ExplainedCheck | undefined, { paint, columns }: PageStyle): string[] {
  if (check === undefined) return [];
  const { values, because, missing = [] } = check;
  const expected = values.map((value) => oneLine(value, 100)).join(' or ');
  return [
    ...(values.length === 0
      ? wrapped('     not checked: ', because, columns)
      : wrapped('     must hold before: ', `${expected} (${because})`, columns)),
    ...listLine(
      'not captured',
      missing.map((why) => oneLine(why, 100)),
      columns,
    ),
  ].map((line) => paint.dim(line));
}

/** Things of one kind that are named. */
const maxListed = 8;

function listLine(label: string, items: readonly string[], columns: number): string[] {
  if (items.length === 0) return [];
  const rest = items.length - maxListed;
  const listed = rest > 0 ? [...items.slice(0, maxListed), `${rest} more (--json)`] : items;
  return wrapped(`     ${label}: `, listed.join('; '), columns);
}

function valuesOf({ values }: ExplainedGuard): string {
  return values.map((value) => oneLine(value, 40)).join(' or ') || 'as recorded';
}

/** A text behind its beginning, in lines of this width; lines after the first are set in. */
export function wrapped(beginning: string, text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = beginning;
  for (const word of oneLine(text, Number.POSITIVE_INFINITY).split(' ')) {
    const isFull = displayWidth(line) + displayWidth(word) > columns && line.trim() !== beginning.trim();
    if (isFull) {
      lines.push(line.trimEnd());
      line = '       ';
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}

function droppedLines(dropped: readonly DroppedCall[], paint: Paint): string[] {
  if (dropped.length === 0) return [];
  return [
    '',
    paint.bold('Left out'),
    ...dropped.map(({ tool, reason }) => `  ${oneLine(tool, 100)} ${paint.dim(`(${dropReasons[reason]})`)}`),
  ];
}
