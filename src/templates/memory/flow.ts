import { type Json, sameJson } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import type { ToolStep } from '../../records/step.ts';
import type { ArgumentSource } from './argument-source.ts';
import { argumentName, findSources } from './find-sources.ts';
import { planSources } from './plan-sources.ts';
import { callsOf, type RunLog, soundsReadOnly } from './run-log.ts';
import { isDistinctive } from './telling.ts';

/** A call that mattered. */
export interface FlowCall {
  readonly step: ToolStep;
  readonly isWrite: boolean;
  readonly sources: readonly ArgumentSource[];
  /** Later calls that took an argument from its result, by number. */
  readonly usedBy: ReadonlyArray<{ readonly call: number; readonly source: ArgumentSource }>;
  /** Later calls that are about the same thing: they share a telling argument. */
  readonly sameThing: ReadonlyArray<{ readonly call: number; readonly argument: string }>;
}

/**
 * The calls of a run that explain its result, and how values went from one to the next. From the plan when it was made
 * of this run; otherwise all calls that worked, without those that asked again for what was known.
 */
export function flowOf(log: RunLog): FlowCall[] {
  const traced = fromPlan(log) ?? fromLog(log);
  return traced.map((one, index) => ({
    ...one,
    usedBy: traced.flatMap(({ sources }, call) =>
      sources.filter((source) => source.call === index).map((source) => ({ call, source })),
    ),
    sameThing: traced.flatMap((later, call) => {
      const argument = call > index ? sharedArgument(one.step, later.step) : undefined;
      return argument === undefined ? [] : [{ call, argument }];
    }),
  }));
}

type Traced = Pick<FlowCall, 'step' | 'isWrite' | 'sources'>;

function fromPlan(log: RunLog): Traced[] | undefined {
  const recorded = new Map(callsOf(log).map((step) => [step.id, step]));
  const steps = log.plan?.plan.map(({ recordedStep }) => recorded.get(recordedStep));
  if (log.plan === undefined || steps === undefined || steps.length === 0) return undefined;
  const { plan, parameters } = log.plan;
  const traced = plan.flatMap((planned, index) => {
    const step = steps[index];
    if (step === undefined) return [];
    return [{ step, isWrite: planned.effect === 'write', sources: planSources(planned, step, parameters) }];
  });
  // A plan that was made of another run says nothing about this one.
  return traced.length === plan.length ? traced : undefined;
}

function fromLog(log: RunLog): Traced[] {
  const kept: ToolStep[] = [];
  for (const step of callsOf(log)) {
    const saysNothingNew =
      soundsReadOnly(step.tool) && (isEmpty(step.result) || kept.some((earlier) => isRepeat(earlier, step)));
    if (step.success && !saysNothingNew) kept.push(step);
  }
  return kept.map((step, index) => ({
    step,
    isWrite: !soundsReadOnly(step.tool),
    sources: findSources(step, kept.slice(0, index), log.task.description),
  }));
}

function isEmpty(result: Json): boolean {
  return result === null || result === '' || (typeof result === 'object' && Object.keys(result).length === 0);
}

/** Whether a call asked for what was known already, and got the same answer. */
export function isRepeat(earlier: ToolStep, step: ToolStep): boolean {
  return (
    earlier.tool === step.tool &&
    sameJson(earlier.arguments, step.arguments) &&
    sameJson(earlier.result, step.result)
  );
}

/** The first argument with a telling value that both calls have. */
function sharedArgument(one: ToolStep, other: ToolStep): string | undefined {
  const telling = leavesOf(other.arguments).filter(({ value }) => isDistinctive(value));
  const shared = leavesOf(one.arguments).find((leaf) => telling.some(({ value }) => value === leaf.value));
  return shared && argumentName(shared.path);
}
