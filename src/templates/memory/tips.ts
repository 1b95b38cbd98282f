import { canonicalJson } from '../../json/json.ts';
import { groupBy } from '../../learn/group-by.ts';
import type { ToolStep } from '../../records/step.ts';
import { counted } from '../../text/counted.ts';
import { type FlowCall, isRepeat } from './flow.ts';
import { duration, listed } from './phrases.ts';
import { callsOf, isOwn, isReadable, type RunLog, resultLeaves, soundsReadOnly } from './run-log.ts';
import { isDistinctive } from './telling.ts';

/** A tool is slow when a call of it takes so many times as long as those of others, and this long. */
const slowTimes = 2;
const slowMs = 500;

/** What could be saved, with what it cost in this run. */
export function tipsOf(log: RunLog, flow: readonly FlowCall[]): string[] {
  const calls = callsOf(log).filter((step) => isOwn(log, step));
  const own = flow.filter(({ step }) => isOwn(log, step));
  return [
    ...repeats(calls),
    ...unused(log, calls, flow),
    ...together(flow, own),
    ...modelCalls(log, own),
    ...slow(calls),
  ];
}

function repeats(calls: readonly ToolStep[]): string[] {
  const reads = calls.filter(({ success, tool }) => success && soundsReadOnly(tool));
  const groups = groupBy(reads, (step) => `${step.tool} ${canonicalJson(step.arguments)}`);
  const again = [...groups.values()].flatMap(([first, ...others]) =>
    others.filter((step) => first !== undefined && isRepeat(first, step)),
  );
  return [...groupBy(again, ({ tool }) => tool)].map(
    ([tool, steps]) =>
      `Keep what ${tool} answered: it was asked again for the same and answered the same; that saves ${saving(steps)}.`,
  );
}

/** Calls that only looked, and whose answers no later call needed: as the plan proves, or as far as the log shows. */
function unused(log: RunLog, calls: readonly ToolStep[], flow: readonly FlowCall[]): string[] {
  if (log.outcome !== 'success') return [];
  const dropped = log.plan?.dropped
    .filter(({ reason }) => reason === 'unused')
    .map((call) => call.recordedStep);
  const found = new Set(dropped ?? unusedIn(flow));
  const advice =
    dropped === undefined ? 'make it only when something hangs on it' : 'the result is the same without';
  const useless = calls.filter(({ id }) => found.has(id));
  return [...groupBy(useless, ({ tool }) => tool)].map(
    ([tool, steps]) => `No later call used what ${tool} answered (${saving(steps)}): ${advice}.`,
  );
}

/** Only calls of tools that were never of use: a search may need to read things that turn out irrelevant. */
function unusedIn(flow: readonly FlowCall[]): string[] {
  const lastWrite = flow.findLastIndex(({ isWrite }) => isWrite);
  const isOfUse = (call: FlowCall): boolean =>
    call.isWrite ||
    call.usedBy.length > 0 ||
    call.sameThing.length > 0 ||
    !isReadable(call.step) ||
    isSeenAgain(call, flow);
  const useful = new Set(flow.filter(isOfUse).map(({ step }) => step.tool));
  return flow
    .slice(0, Math.max(0, lastWrite))
    .filter(({ step }) => !useful.has(step.tool))
    .map(({ step }) => step.id);
}

/** Whether a later result has a value of it: then the two may have been compared. */
function isSeenAgain(call: FlowCall, flow: readonly FlowCall[]): boolean {
  const values = new Set(resultLeaves(call.step).map(({ value }) => value));
  return flow
    .slice(flow.indexOf(call) + 1)
    .some(({ step }) => resultLeaves(step).some(({ value }) => isDistinctive(value) && values.has(value)));
}

/** Calls after each other of which none needs another: those that only look can be asked for at once. */
function together(flow: readonly FlowCall[], own: readonly FlowCall[]): string[] {
  const groups: FlowCall[][] = [];
  for (const call of own) {
    const group = groups.at(-1);
    const fits =
      group !== undefined &&
      !call.isWrite &&
      group.every((other) => !other.isWrite && !other.usedBy.some((use) => flow[use.call] === call));
    if (fits) group.push(call);
    else groups.push([call]);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const times = group.map(({ step }) => step.durationMs);
      const saved = times.reduce((sum, time) => sum + time, 0) - Math.max(...times);
      const names = toolCounts(group.map(({ step }) => step.tool));
      const gain = saved >= 1 ? ` and ${duration(saved)} of waiting` : '';
      return `${names} need nothing of each other: asked for in one turn, they save ${counted(group.length - 1, 'turn')}${gain}.`;
    });
}

function modelCalls(log: RunLog, own: readonly FlowCall[]): string[] {
  const steps = log.steps.filter((step) => step.kind === 'model' && isOwn(log, step));
  if (own.length === 0 || steps.length <= own.length + 1) return [];
  const tokens = steps.reduce(
    (sum, step) => sum + (step.kind === 'model' ? step.inputTokens + step.outputTokens : 0),
    0,
  );
  const cost = tokens === 0 ? '' : ` (${counted(tokens, 'token')})`;
  return [
    `${counted(steps.length, 'model call')}${cost} were made for ${counted(own.length, 'tool call')} that mattered: one for each and one to end with are enough.`,
  ];
}

function slow(calls: readonly ToolStep[]): string[] {
  return [...groupBy(calls, ({ tool }) => tool)].flatMap(([tool, steps]) => {
    const others = calls.filter((step) => step.tool !== tool);
    const [mean, usual] = [meanTime(steps), meanTime(others)];
    if (others.length === 0 || mean < slowMs || mean < usual * slowTimes) return [];
    const all = duration(totalTime(calls));
    return [
      `${tool} is slow: ${duration(mean)} a call where others take ${duration(usual)}, ${duration(totalTime(steps))} of ${all} in all; ask it for everything at once.`,
    ];
  });
}

function totalTime(steps: readonly ToolStep[]): number {
  return steps.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function meanTime(steps: readonly ToolStep[]): number {
  return steps.length === 0 ? 0 : totalTime(steps) / steps.length;
}

function saving(steps: readonly ToolStep[]): string {
  const time = totalTime(steps);
  return `${counted(steps.length, 'call')}${time >= 1 ? ` and ${duration(time)}` : ''}`;
}

/** Tools in order with how often each is called: `get_order ×2`. */
export function toolCounts(tools: readonly string[]): string {
  const counts = [...groupBy(tools, (tool) => tool)];
  return listed(counts.map(([tool, all]) => (all.length === 1 ? tool : `${tool} ×${all.length}`)));
}
