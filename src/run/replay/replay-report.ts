import type { PlanStep } from '../../records/plan.ts';
import type { Divergence, RanCall } from '../../records/template-run.ts';
import type { Expansion, Origin } from './expand.ts';
import type { CallEnd, Stop } from './make-call.ts';

/** A call that was made, or may have been, with what it may have done. Secrets are concealed. */
export interface ReplayedCall extends Pick<RanCall, 'tool' | 'arguments' | 'result' | 'matched'> {
  readonly effect: PlanStep['effect'];
  /** It may have changed something, and no answer came. */
  readonly uncertain?: true;
}

/** What a replay did. */
export interface ReplayReport {
  readonly status: 'completed' | 'diverged' | 'failed' | 'needs_input';
  /** In the order of the plan, also those that failed. */
  readonly toolCalls: readonly RanCall[];
  /** Those among them that are not to be made again. */
  readonly done: readonly ReplayedCall[];
  readonly divergence?: Divergence;
}

/** Where a replay has got to. */
export interface ReplayState {
  readonly plan: readonly PlanStep[];
  readonly expansion: Pick<Expansion, 'steps' | 'origins' | 'rest'>;
  /** The outcomes of the calls, by their number in the replay. */
  readonly ends: ReadonlyMap<number, CallEnd>;
  /** A stop before a call of the plan that the replay has not come to. */
  readonly early?: { readonly step: number; readonly stop: Stop };
}

/** What is told of a replay. */
export function reportOf({ plan, expansion, ends, early }: ReplayState): ReplayReport {
  const { steps, origins } = expansion;
  const inOrder = [...ends].sort(([left], [right]) => left - right);
  const toolCalls = inOrder.flatMap(([index, end]) => {
    const call = callOf(end);
    const agent = steps[index]?.agent;
    return call === undefined ? [] : [agent === undefined ? call : { ...call, agent }];
  });
  const done = inOrder.flatMap(([index, end]) => doneCallOf(steps[index], end) ?? []);
  const stops = [
    ...inOrder.flatMap(([index, end]) =>
      'stop' in end ? [{ ...end.stop, origin: origins[index] ?? { step: index } }] : [],
    ),
    ...(early === undefined ? [] : [{ ...early.stop, origin: { step: early.step } as Origin }]),
  ];
  // Several calls may have been going on. That one of them may have changed something is told before all else.
  const stop = stops.find(({ isUncertain }) => isUncertain) ?? stops[0];
  if (stop === undefined) return { status: 'completed', toolCalls, done };
  const isLeft = (index: number): boolean => {
    const end = ends.get(index);
    return end === undefined || ('stop' in end && end.stop.isLeft);
  };
  const { step, round } = stop.origin;
  const rounds = origins.filter((origin) => origin.step === step).length;
  const divergence: Divergence = {
    call: step + 1,
    tool: plan[step]?.tool ?? '',
    ...stop.why,
    ...(round === undefined
      ? {}
      : { round: round + 1, reason: `Round ${round + 1} of ${rounds}: ${stop.why.reason}` }),
    remaining: [...steps.filter((_, index) => isLeft(index)), ...expansion.rest()].map(({ tool }) => tool),
    ...(stop.isUncertain ? { uncertain: true } : {}),
  };
  return { status: stop.status, toolCalls, done, divergence };
}

function callOf(end: CallEnd): RanCall | undefined {
  return 'stop' in end ? end.stop.call : end.call;
}

function doneCallOf(step: PlanStep | undefined, end: CallEnd): ReplayedCall | undefined {
  const call = callOf(end);
  if (step === undefined || call === undefined || ('stop' in end && end.stop.isLeft)) return undefined;
  const { tool, arguments: toolArguments, result, matched } = call;
  const isUncertain = 'stop' in end && end.stop.isUncertain;
  return {
    tool,
    arguments: toolArguments,
    result,
    matched,
    effect: step.effect,
    ...(isUncertain ? { uncertain: true } : {}),
  };
}
