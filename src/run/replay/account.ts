import type { Template } from '../../records/template.ts';
import type { RecordedValue } from '../../records/template-run.ts';
import { inertJson, inertLine } from '../../text/inert/inert.ts';
import { asRecordedData } from '../../text/inert/recorded-data.ts';
import type { ReplayedCall, ReplayReport } from './replay.ts';

/** Calls that are listed. Of more, changes are preferred to looks, and later calls to earlier ones. */
const maxCalls = 40;
/** Characters of all arguments and results together, and of one. */
const maxCharacters = 12_000;
const maxOfOne = 600;

/**
 * What a replay did before it stopped, for a model that is to do the rest: what is done and must not be done again, what
 * differs, what is left. Whatever came from tools and users is marked as data.
 */
export function accountOf(
  { status, toolCalls, done, divergence }: ReplayReport,
  { plan }: Pick<Template, 'plan'>,
  recorded: readonly RecordedValue[] = [],
): string {
  const matched = toolCalls.filter((call) => call.matched).length;
  // The number of calls of a loop is not known in advance.
  const of = plan.some(({ loop }) => loop !== undefined) ? '' : ` of ${plan.length}`;
  const listed = listedCalls(done);
  const length = Math.min(maxOfOne, Math.floor(maxCharacters / (2 * Math.max(1, listed.length))));
  const lines = [
    ...recorded.map(
      ({ parameter, value }) =>
        `- Not given this time, and taken from the recorded run: ${shown(parameter, 200)} ${inertJson(value, { maxLength: maxOfOne })}`,
    ),
    ...listed.map((call) => `- ${describeCall(call, length)}`),
    ...(listed.length < done.length ? [`- and ${done.length - listed.length} other calls`] : []),
    ...(divergence === undefined
      ? []
      : [
          `- Stopped at call ${divergence.call} (${shown(divergence.tool, 200)}): ${shown(divergence.reason, 1_000)}`,
          `- Expected: ${shown(divergence.expected, maxOfOne)}`,
          `- Found: ${shown(divergence.found, maxOfOne)}`,
          `- Planned and not done: ${shown(divergence.remaining.join(', ') || 'nothing', 2_000)}`,
        ]),
  ];
  return [
    `The recorded way of doing this task was repeated without a model and ${stateOf(status)}: ${matched}${of} planned calls answered as recorded.`,
    ...(done.some(({ effect }) => effect === 'write')
      ? ['What the calls below have changed is changed. Do not make any of them again.']
      : ['Nothing was changed so far, as far as the tools say.']),
    ...(done.some(({ uncertain }) => uncertain === true)
      ? [
          'No answer came from a call that may have changed something. Do not repeat it; find out by looking what came of it.',
        ]
      : []),
    'Look at how things are now, and do what is left of the task. When it cannot be done, say so and change nothing.',
    '',
    asRecordedData(`${lines.join('\n')}\n`),
  ].join('\n');
}

function stateOf(status: ReplayReport['status']): string {
  if (status === 'completed') return 'came to its end';
  return status === 'diverged'
    ? 'stopped because something is not as it was'
    : 'stopped because a call failed';
}

function listedCalls(done: readonly ReplayedCall[]): readonly ReplayedCall[] {
  if (done.length <= maxCalls) return done;
  const writes = done.filter(({ effect }) => effect === 'write');
  const reads = done.filter(({ effect }) => effect === 'read');
  const chosen = new Set([...reads, ...writes].slice(-maxCalls));
  return done.filter((call) => chosen.has(call));
}

function describeCall(call: ReplayedCall, length: number): string {
  const kind = call.effect === 'write' ? 'may change something' : 'only looks';
  const answer =
    call.uncertain === true
      ? 'gave no answer'
      : `answered ${inertJson(call.result, { maxLength: length })}, ${call.matched ? 'as recorded' : 'not as recorded'}`;
  return `${shown(call.tool, 200)} (${kind}) with ${inertJson(call.arguments, { maxLength: length })} ${answer}`;
}

function shown(text: string, length: number): string {
  // Cut before it is made inert, so that long texts cost little.
  const harmless = inertLine(text.slice(0, 2 * length));
  return harmless.length <= length ? harmless : `${harmless.slice(0, length).toWellFormed()}…`;
}
