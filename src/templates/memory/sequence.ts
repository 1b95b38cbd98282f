import { groupBy } from '../../learn/group-by.ts';
import type { Distilled } from '../../records/agent-memory.ts';
import { makerOf, type ToolStep } from '../../records/step.ts';
import { recordedCall } from '../plan/recorded-call.ts';
import type { ArgumentSource } from './argument-source.ts';
import type { FlowCall } from './flow.ts';
import { cutText, listed, maxLineLength, shown, toldPath } from './phrases.ts';
import { isOwn, type RunLog } from './run-log.ts';
import { statesOf } from './state.ts';

/** Calls of a sequence that are kept, as the schema of memories says. */
const maxCalls = 100;

/** The own calls of a flow that worked, each with why it is made: where its arguments come from, who needs its result. */
export function toolSequence(log: RunLog, flow: readonly FlowCall[]): Distilled['toolSequence'] {
  return flow
    .filter(({ step }) => step.success && isOwn(log, step))
    .slice(0, maxCalls)
    .map((call, index) => ({
      step: index + 1,
      tool: call.step.tool,
      rationale: cutText(rationaleOf(log, call, flow), maxLineLength),
    }));
}

function rationaleOf(log: RunLog, call: FlowCall, flow: readonly FlowCall[]): string {
  const purpose = call.isWrite ? change(call) : look(log, call, flow);
  const origins = originsOf(log, call, flow);
  const said = [purpose, origins].filter((part) => part !== '');
  return said.length === 0 ? 'worked without arguments' : said.join('; ');
}

/** The states a result names at fixed places: `status "delivered"`. */
export function statesIn(step: ToolStep): string[] {
  return statesOf([recordedCall(step)]).map(
    ({ path, oneOf }) => `${toldPath(path)} ${listed(oneOf.map(shown), 'or')}`,
  );
}

function change(call: FlowCall): string {
  const states = statesIn(call.step);
  return states.length === 0
    ? 'makes the change'
    : `makes the change, after which there is ${listed(states)}`;
}

function look(log: RunLog, call: FlowCall, flow: readonly FlowCall[]): string {
  const users = groupBy(call.usedBy, (use) => nameIn(log, flow, use.call));
  const given = [...users].map(
    ([user, uses]) => `${listed(uses.map(({ source }) => source.argument))} for ${user}`,
  );
  const changed = call.sameThing.filter((later) => flow[later.call]?.isWrite === true);
  const writers = listed(changed.map((later) => nameIn(log, flow, later.call)));
  const states = statesIn(call.step);
  const watched = `shows ${states.length === 0 ? 'what' : `${listed(states)} of what`} ${writers} changes`;
  const checked = flow.filter(
    (other) => other.isWrite && other.sameThing.some(({ call: at }) => flow[at] === call),
  );
  return [
    ...(given.length === 0 ? [] : [`finds ${listed(given)}`]),
    ...(changed.length === 0 ? [] : [watched]),
    ...(checked.length === 0
      ? []
      : [
          `shows what came of ${listed(checked.map(({ step }) => step.tool))}${states.length === 0 ? '' : `: ${listed(states)}`}`,
        ]),
  ].join('; ');
}

function originsOf(log: RunLog, call: FlowCall, flow: readonly FlowCall[]): string {
  return [...groupBy(call.sources, (source) => originOf(log, call, source, flow))]
    .filter(([origin]) => origin !== '')
    .map(([origin, sources]) => `${listed(sources.map(placed))} ${origin}`)
    .join('; ');
}

function originOf(log: RunLog, call: FlowCall, source: ArgumentSource, flow: readonly FlowCall[]): string {
  switch (source.from) {
    case 'task':
      return 'from the task';
    case 'secret':
      return 'is a secret that must be given';
    case 'decided':
      // What only looks may be asked in many ways; a value that changes something was a decision.
      return call.isWrite ? `= ${shown(source.value)}` : '';
    case 'result':
      return `${source.picked === true ? 'picked ' : ''}from ${nameIn(log, flow, source.call ?? 0)}`;
  }
}

/** An argument, with its place in the result where that has another name. */
function placed({ argument, path, from }: ArgumentSource): string {
  const isPlain = from !== 'result' || path === undefined || path === '$' || path === `$.${argument}`;
  return isPlain ? argument : `${argument} (${toldPath(path)})`;
}

/** How another call is named: by its tool, with its agent when that is another one. */
function nameIn(log: RunLog, flow: readonly FlowCall[], call: number): string {
  const step = flow[call]?.step;
  if (step === undefined) return 'an earlier call';
  return isOwn(log, step) ? step.tool : `${step.tool} (by ${makerOf(step) ?? 'no agent'})`;
}
