import { groupBy } from '../../learn/group-by.ts';
import { counted } from '../../text/counted.ts';
import type { FlowCall } from './flow.ts';
import { listed, shown, toldPath } from './phrases.ts';
import { describePick } from './pick.ts';
import { isOwn, isReadable, type RunLog } from './run-log.ts';
import { statesIn } from './sequence.ts';
import { toolCounts } from './tips.ts';

/** How the work was done: its order, its parts, what was looked at before and after a change. */
export function strategiesOf(log: RunLog, flow: readonly FlowCall[]): string[] {
  const own = flow.filter(({ step }) => isOwn(log, step));
  if (own.length === 0) return [];
  return [...order(flow, own), ...parts(own), ...lookFirst(own), ...verification(flow, own)];
}

/** A longer order is cut: nobody would remember it. */
const maxPhases = 4;

type Phase = 'identify' | 'look at' | 'change' | 'verify';

function phaseOf(call: FlowCall, flow: readonly FlowCall[], isAfterChanges: boolean): Phase {
  if (call.isWrite) return 'change';
  if (isAfterChanges) return 'verify';
  const feedsLooks = call.usedBy.length > 0 && call.usedBy.every((use) => flow[use.call]?.isWrite === false);
  return feedsLooks && call.sameThing.length === 0 ? 'identify' : 'look at';
}

const phaseWords: Readonly<Record<Phase, string>> = {
  identify: 'find out what is meant with',
  'look at': 'look with',
  change: 'change with',
  verify: 'verify with',
};

function order(flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  if (own.length < 2) return [];
  const lastWrite = own.findLastIndex(({ isWrite }) => isWrite);
  const phases: Array<{ phase: Phase; tools: string[] }> = [];
  for (const [index, call] of own.entries()) {
    const phase = phaseOf(call, flow, lastWrite !== -1 && index > lastWrite);
    const latest = phases.at(-1);
    if (latest?.phase === phase) latest.tools.push(call.step.tool);
    else phases.push({ phase, tools: [call.step.tool] });
  }
  const told = phases.map(({ phase, tools }) => `${phaseWords[phase]} ${toolCounts(tools)}`);
  const beginning = told.length > maxPhases ? [...told.slice(0, maxPhases), 'go on like that'] : told;
  return [`The order of the ${counted(own.length, 'call')} that count: ${beginning.join(', then ')}.`];
}

function parts(own: readonly FlowCall[]): string[] {
  const bySubTask = groupBy(own, ({ step }) => step.subTask?.id ?? null);
  bySubTask.delete(null);
  if (bySubTask.size < 2) return [];
  const told = [...bySubTask.values()].map((calls) => {
    const text = calls[0]?.step.subTask?.text ?? '';
    return `${shown(text)} with ${toolCounts(calls.map(({ step }) => step.tool))}`;
  });
  return [`The work has ${told.length} parts: ${told.join('; ')}.`];
}

function lookFirst(own: readonly FlowCall[]): string[] {
  const firstWrite = own.findIndex(({ isWrite }) => isWrite);
  const reads = own.slice(0, Math.max(0, firstWrite));
  const writes = own.filter(({ isWrite }) => isWrite);
  if (reads.length < 2 || own.slice(firstWrite).some(({ isWrite }) => !isWrite)) return [];
  return [
    `Everything was looked up (${counted(reads.length, 'call')}) before anything was changed (${counted(writes.length, 'call')}).`,
  ];
}

function verification(flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  return own.flatMap((call) => {
    if (!call.isWrite) return [];
    const check = call.sameThing.map((later) => flow[later.call]).find((later) => later?.isWrite === false);
    if (check === undefined) return [];
    const states = statesIn(check.step);
    return [
      `After ${call.step.tool}, ${check.step.tool} showed what came of it${states.length === 0 ? '' : `: ${listed(states)}`}.`,
    ];
  });
}

/** The inputs of the task, and what its outcome depended on. */
export function insightsOf(log: RunLog, flow: readonly FlowCall[]): string[] {
  const own = flow.filter(({ step }) => isOwn(log, step));
  return [...given(own), ...picks(log, flow, own), ...states(log, flow, own), ...decisions(flow, own)];
}

function given(own: readonly FlowCall[]): string[] {
  const sources = own.flatMap((call) => call.sources);
  const told = sources.filter(({ from }) => from === 'task' || from === 'secret');
  const values = groupBy(told, ({ argument }) => argument);
  const shownValues = [...values].map(([argument, [source]]) =>
    source === undefined || source.from === 'secret'
      ? `${argument} (a secret)`
      : `${argument} (such as ${shown(source.value)})`,
  );
  if (shownValues.length === 0) return [];
  return [`The task gives ${listed(shownValues)}; everything else is found out by calls.`];
}

function picks(log: RunLog, flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  return own.flatMap((call) =>
    call.sources.flatMap((source) => {
      const from = source.picked === true ? flow[source.call ?? -1] : undefined;
      if (from === undefined || source.path === undefined || !call.isWrite) return [];
      const why = describePick(from.step.result, source.path, source.value, log.task.description);
      if (why === undefined) return [];
      return [
        `${source.argument} of ${call.step.tool} was ${shown(source.value)} from ${from.step.tool}: ${why}.`,
      ];
    }),
  );
}

/** The state of a thing when it was changed. */
function states(log: RunLog, flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  return own.flatMap((call) => {
    if (!call.isWrite) return [];
    const index = flow.indexOf(call);
    const looks = flow.filter(
      (other) => !other.isWrite && other.sameThing.some((later) => later.call === index),
    );
    const seen = looks.flatMap((look) => {
      const planned = log.plan?.plan.find(({ recordedStep }) => recordedStep === look.step.id);
      const held = planned?.holds.map(
        ({ path, oneOf }) => `${toldPath(path)} ${listed(oneOf.map(shown), 'or')}`,
      );
      const told = held === undefined || held.length === 0 ? statesIn(look.step) : held;
      return told.length === 0 ? [] : [`${look.step.tool} said ${listed(told)}`];
    });
    return seen.length === 0
      ? []
      : [`${call.step.tool} was called when ${listed(seen)}; look before calling it in another state.`];
  });
}

/** Values of changes that neither the task nor a result has: the agent decided them. */
function decisions(flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  return own.flatMap((call) => {
    const earlier = flow.slice(0, flow.indexOf(call));
    if (!call.isWrite || !earlier.every(({ step }) => isReadable(step))) return [];
    const decided = call.sources.filter(({ from }) => from === 'decided');
    if (decided.length === 0) return [];
    const told = decided.map(({ argument, value }) => `${argument} ${shown(value)}`);
    return [
      `${call.step.tool} was given ${listed(told)}, which neither the task nor an earlier result says word for word.`,
    ];
  });
}
