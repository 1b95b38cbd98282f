import { isJsonObject } from '../../../json/json.ts';
import type {
  Divergence,
  DryRun,
  NextStep,
  RanCall,
  RecordedValue,
  TemplateRun,
} from '../../../records/template-run.ts';
import type { SolvedTask } from '../../../run/solve.ts';
import { counted } from '../../../text/counted.ts';
import { duration, fields, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { argumentLines, callHead, checkLines, guardLines, loopLines } from './plan.ts';
import { callsMade, type PageStyle, safe, shownJson } from './presenter.ts';

export function presentTemplateRun(report: TemplateRun | DryRun, page: PageStyle): string {
  if (report.status === 'planned') return presentDryRun(report, page);
  const { paint } = page;
  const calls = report.toolCalls.map((call) => callLine(call, page));
  const cost = costOf(report);
  if (report.mode === 'adaptive') {
    return [
      ...filledLines(report),
      ...calls,
      ...modelText(report.text ?? ''),
      report.status === 'completed'
        ? `${paint.good('Completed')}: ${cost}`
        : `${paint.bad('Failed')}: ${cost}`,
      paint.dim(`Look at it:  engram run show ${report.runId}`),
    ].join('\n');
  }
  if (report.divergence === undefined)
    return [...calls, ...filledLines(report), `${paint.good('Completed')} as recorded: ${cost}`].join('\n');
  return [
    ...calls,
    ...filledLines(report),
    ...divergenceLines(report, report.divergence, paint),
    ...fallbackLines(report, paint),
    cost,
    ...nextSteps(report, report.divergence, paint),
  ].join('\n');
}

/** What a model made of a task. */
export function presentSolved(solved: SolvedTask, page: PageStyle): string {
  const { paint } = page;
  const isDone = solved.status === 'completed';
  const reason = solved.reason === undefined ? '' : `: ${safe(solved.reason)}`;
  return [
    ...solved.toolCalls.map((call) => callLine(call, page)),
    ...modelText(solved.text),
    `${isDone ? paint.good('Done') : `${paint.bad('Failed')}${reason}`}`,
    costOf(solved),
    isDone
      ? paint.dim(`Do it again for less:  engram template save --run ${solved.runId} --name NAME`)
      : paint.dim(`Look at it:  engram run show ${solved.runId}`),
  ].join('\n');
}

function callLine(
  { tool, agent, arguments: given, result, matched, cached, earlier, verified }: RanCall,
  { paint, columns }: PageStyle,
): string {
  const sign = matched ? paint.good('✓') : paint.bad('✗');
  const notes = [
    ...(agent === undefined ? [] : [`recorded by ${oneLine(agent, 40)}`]),
    ...(cached === true ? ['kept from before'] : []),
    ...(earlier === true ? ['done before it was interrupted'] : []),
    ...(verified === true ? ['gave no answer, and took effect'] : []),
  ];
  const kept = notes.length === 0 ? '' : paint.dim(` (${notes.join('; ')})`);
  return `${sign} ${paint.bold(oneLine(tool, 100))} ${shownJson(given, columns / 2)}${kept}\n    → ${shownJson(result, columns - 8)}`;
}

function costOf({
  modelCalls,
  toolCalls,
  durationMs,
}: Pick<TemplateRun, 'modelCalls' | 'toolCalls' | 'durationMs'>): string {
  return `${callsMade(modelCalls, toolCalls.length)}, ${duration(durationMs)}`;
}

/** Values that the caller did not give: recorded ones, and those that a model filled, with what each cost. */
function filledLines({ filled = [], recorded = [] }: TemplateRun): string[] {
  const asRecorded = recordedLines(recorded);
  const byModel = filled.map(
    ({ place, parameter, value, modelCalls, inputTokens, outputTokens, problem }) => {
      const came =
        problem === undefined
          ? `= ${shownJson(JSON.stringify(value), 60)}`
          : `not filled: ${oneLine(problem, 200)}`;
      const cost = `${counted(modelCalls, 'model call')}, ${counted(inputTokens + outputTokens, 'token')}`;
      return `The model filled ${oneLine(place, 60)} (${oneLine(parameter, 60)}) ${came} (${cost})`;
    },
  );
  return [...asRecorded, ...byModel];
}

function recordedLines(recorded: readonly RecordedValue[]): string[] {
  return recorded.map(
    ({ parameter, value }) =>
      `${oneLine(parameter, 60)} was not given and is as recorded: ${shownJson(JSON.stringify(value), 60)}`,
  );
}

/** What the model said, indented, so that it cannot pass for a line of ours. */
function modelText(text: string): string[] {
  return text.trim() === '' ? [] : [`  ${safe(text.trim()).replaceAll('\n', '\n  ')}`];
}

const stopWords: Readonly<Record<TemplateRun['status'], string>> = {
  completed: 'Stopped',
  failed: 'Failed',
  diverged: 'Diverged',
  needs_input: 'Needs a value',
};

function divergenceLines(report: TemplateRun, divergence: Divergence, paint: Paint): string[] {
  const { call, tool, reason, expected, found, remaining } = divergence;
  return [
    `${paint.bad(stopWords[report.status])} at call ${call} (${oneLine(tool, 100)}): ${safe(reason)}`,
    fields(paint, [
      ['expected', safe(expected)],
      ['found', safe(found)],
      ['called', oneLine(calledBy(report).join(', '), 1_000) || 'nothing'],
      ['not done', oneLine(remaining.join(', '), 1_000) || 'nothing'],
      ['why', divergence.matters !== undefined && safe(divergence.matters)],
    ]),
    ...(divergence.uncertain === true
      ? [
          paint.bad(
            `Nobody knows whether ${oneLine(tool, 100)} was carried out. It is not repeated by itself.`,
          ),
        ]
      : []),
  ];
}

/** What the replay itself called, the one that stopped it last; a model may have gone on from there. */
function calledBy({ toolCalls, status }: TemplateRun): string[] {
  const stop = toolCalls.findIndex(({ matched }) => !matched);
  const made = stop === -1 ? toolCalls : toolCalls.slice(0, stop + 1);
  const why = status === 'failed' ? 'failed' : 'differs';
  return made.map(({ tool, matched }) => (matched ? tool : `${tool} (${why})`));
}

function fallbackLines({ fallback }: TemplateRun, paint: Paint): string[] {
  if (fallback === undefined) return [];
  const end = fallback.status === 'completed' ? paint.good('and completed it') : paint.bad('and failed');
  return [`From there a model went on, ${end}:`, ...modelText(fallback.text)];
}

/** An adaptive run begins anew, and would do again what was done: it is not proposed here. */
function nextSteps(
  { status, fallback }: TemplateRun,
  { next = [], uncertain }: Divergence,
  paint: Paint,
): string[] {
  if (status === 'completed') return [];
  const steps = [
    ...next.map((step) => `${safe(step.when)}: ${commandOf(step)}`),
    ...(fallback === undefined && uncertain !== true
      ? ['With a language model configured (model.provider), it would do the rest.']
      : []),
  ];
  return steps.map((step) => paint.dim(step));
}

/** An operation with its input, as it is typed. */
function commandOf({ operation, input }: NextStep): string {
  const { id, ...flags } = input;
  const given = Object.entries(flags).flatMap(([name, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([input, one]) => `--input ${quoted(`${input}=${textOf(one)}`)}`)
      : [value].flat().map((one) => `--${name} ${quoted(String(one))}`),
  );
  return ['engram', ...operation.split('.'), oneLine(String(id), 100), ...given].join(' ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value that a shell would take apart, in quotation marks. */
function quoted(text: string): string {
  const line = oneLine(text, 200);
  return /^[\w.:/=-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

function presentDryRun(
  { calls, parameters, recorded = [], problems, asks = [], templateId }: DryRun,
  page: PageStyle,
): string {
  const { paint, columns } = page;
  const room = Math.max(20, columns - 8);
  return [
    `${paint.bold('Dry run')}: nothing was called. It would call:`,
    ...calls.flatMap((call, index) => [
      ...loopLines(call, calls[index - 1], page),
      callHead(index, call, paint),
      ...argumentLines(call.explained ?? [], page),
      `     ${paint.dim('=')} ${shownJson(call.preview, room)}`,
      ...checkLines(call.check, page),
      ...(call.asksAsRecorded === true
        ? [paint.dim('     asks what was recorded: stops unless the whole answer is as it was')]
        : guardLines(
            (call.guards ?? []).filter(({ must }) => must !== 'data'),
            page,
          )),
    ]),
    `With ${shownJson(parameters, 300)}`,
    ...recordedLines(recorded),
    ...(asks.length === 0
      ? []
      : [
          paint.bad('It would ask for:'),
          ...asks.map(
            ({ parameter, example, places }) =>
              `  --input ${oneLine(parameter, 60)}=…  for ${oneLine(places.join(', ') || 'the task', 100)}; recorded: ${shownJson(JSON.stringify(example), 40)}`,
          ),
        ]),
    ...(problems.length === 0
      ? [paint.good('Nothing stands in the way.')]
      : [
          paint.bad(
            `${counted(problems.length, 'thing stands', 'things stand')} in the way of ${templateId}:`,
          ),
          ...problems.map((problem) => `  • ${oneLine(problem, 1_000)}`),
        ]),
  ].join('\n');
}

/** A run that stopped has told what happened; scripts see by this that it is not done. */
export const exitCodeOfRun = ({ status }: Pick<TemplateRun | DryRun, 'status'>): number =>
  status === 'diverged' || status === 'failed' || status === 'needs_input' ? 6 : 0;
