import type { Outcome } from '../../../records/record.ts';
import type { ExecuteProgress, ExecuteReport, PartReport, Recovery } from '../../../run/execute/contract.ts';
import { counted } from '../../../text/counted.ts';
import { errorText } from '../../../text/thrown.ts';
import { duration, fields, oneLine } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { listTable, right, safe } from './presenter.ts';

/** More parts than this are not listed one by one. */
const maxRows = 30;
const maxNameLength = 40;
/** Shorter waits are not worth a line: batches wait for their turn all the time. */
const minWaitMs = 1_000;

const outcomeWords: Readonly<Record<Outcome, string>> = {
  success: 'Done',
  partial: 'Done in part',
  failure: 'Failed',
};

const chosenWords: Readonly<Record<ExecuteReport['chosenBy'], string>> = {
  caller: 'as asked for',
  recommendation: 'recommended',
  form: 'fits the work',
};

const isDone = ({ status }: PartReport): boolean => status === 'done' || status === 'retried';

/** What an execution did. */
export function presentExecution(report: ExecuteReport, paint: Paint, columns: number): string {
  const { outcome, parts, calls, durationMs, approach, strategy, chosenBy, recoveries, successFactors } =
    report;
  const done = parts.filter(isDone).length;
  const figures = [
    `${done} of ${counted(parts.length, 'part')}`,
    counted(calls, 'tool call'),
    duration(durationMs),
  ].join(', ');
  const colour = outcome === 'success' ? paint.good : paint.bad;
  const chosen = approach === strategy ? chosenWords[chosenBy] : `${safe(strategy)} ${chosenWords[chosenBy]}`;
  return [
    ...partRows(parts, paint, columns),
    `${colour(outcomeWords[outcome])}: ${figures}`,
    fields(paint, [
      ['approach', `${safe(approach)} (${chosen})`],
      ['factors', successFactors.length > 0 && safe(successFactors.join(', '))],
      ['run', report.runId],
    ]),
    ...recoveries.map((recovery) => recoveryLine(recovery, paint)),
  ].join('\n');
}

function partRows(parts: readonly PartReport[], paint: Paint, columns: number): string[] {
  const relevant = parts.length <= maxRows ? parts : parts.filter(({ status }) => status !== 'done');
  const rows = relevant.slice(0, maxRows);
  const listed = listTable({ paint, columns }, rows, [
    ['PART', ({ name }) => oneLine(name, maxNameLength)],
    ['STATUS', (part) => (isDone(part) ? paint.good : paint.bad)(part.status)],
    ['ATTEMPTS', ({ attempts }) => String(attempts), right],
    ['TIME', ({ durationMs }) => duration(durationMs), right],
    [
      rows.some(({ error }) => error !== null) ? 'ERROR' : '',
      ({ error }) => oneLine(error?.message ?? '', Number.POSITIVE_INFINITY),
    ],
  ]);
  const left = parts.length - rows.length;
  return [
    ...(rows.length === 0 ? [] : [listed]),
    ...(left === 0 ? [] : [paint.dim(`and ${counted(left, 'more part')}`)]),
  ];
}

/** That something was done about an error, and whether it helped. */
function recoveryLine({ part, error, solution, worked }: Recovery, paint: Paint): string {
  const name = oneLine(part, maxNameLength);
  const how = solution === null ? 'trying again' : `"${safe(solution.approach)}"`;
  const met = oneLine(errorText(error.type, error.message), 200);
  return worked
    ? `${paint.good('↻')} ${name}: recovered from ${met} by ${how}`
    : `${paint.bad('↻')} ${name}: ${how} did not help against ${met}`;
}

/** How it goes, as one line; undefined for what is not worth one. */
export function progressLine(event: ExecuteProgress, paint: Paint): string | undefined {
  switch (event.type) {
    case 'started':
      return paint.dim(`${event.runId}: ${safe(event.strategy)}, ${counted(event.parts.length, 'part')}`);
    case 'part-started': {
      const again = event.attempt === 1 ? 'started' : `started again, attempt ${event.attempt}`;
      return paint.dim(`… ${oneLine(event.part, maxNameLength)}: ${again}`);
    }
    case 'part-ended':
      return endLine(event.part, `${event.ended} of ${event.total}`, paint);
    case 'waiting':
      return event.milliseconds < minWaitMs
        ? undefined
        : paint.dim(`… ${oneLine(event.part, maxNameLength)}: waits ${duration(event.milliseconds)}`);
    case 'warning': {
      const { check, message } = event.warning;
      return `${paint.accent('!')} ${safe(check.slug ?? check.id)} warns: ${oneLine(message, 300)}`;
    }
    case 'recovery':
      return recoveryLine(event.recovery, paint);
    case 'finished':
      return undefined;
  }
}

function endLine(part: PartReport, place: string, paint: Paint): string {
  const sign = isDone(part) ? paint.good('✓') : paint.bad('✗');
  const reason = part.error === null ? '' : `: ${oneLine(part.error.message, 200)}`;
  const how = `${part.status} (${place}, ${duration(part.durationMs)})`;
  return `${sign} ${oneLine(part.name, maxNameLength)}: ${how}${reason}`;
}
