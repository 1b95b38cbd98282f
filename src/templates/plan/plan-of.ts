import { type JsonObject, sameJson } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import type { Observation, PlanStep } from '../../records/plan.ts';
import { isWeaker, makerOf, type ToolStep } from '../../records/step.ts';
import type { Template } from '../../records/template.ts';
import { bindArguments } from './bind.ts';
import { parametersOf } from './binding-sources.ts';
import type { Moment } from './candidate.ts';
import { itemsAt } from './loop.ts';
import { inRounds, isAboutItem, parametersOfRounds, takesFromRounds } from './loop-binding.ts';
import { createParameterList, type ParameterList } from './parameters.ts';
import { type RecordedCall, recordedCall } from './recorded-call.ts';
import type { LoopShape, PlanShape, ShapedRun } from './shape.ts';
import { createKnowledge, type RunKnowledge } from './sources.ts';
import { findTaskNumbers } from './task-numbers.ts';
import { withoutInputs } from './task-text.ts';

/** What is known about the tools of a plan besides what they answered. */
export interface PlanKnowledge {
  /** The schema of a tool's arguments; null where it is not known. */
  readonly schemaOf?: (tool: string) => JsonObject | null;
  /** Paths and addresses that the configured tools were started with. */
  readonly configured?: readonly string[];
  /** Whether a tool has a check now. */
  readonly hasCheck?: (tool: string) => boolean;
}

/** A call of the plan as it was made once: in a run, or in a round of a run. */
interface MadeCall {
  readonly call: RecordedCall;
  readonly run: number;
  readonly moment: Moment;
}

type PlanOfRuns = Pick<Template, 'plan' | 'parameters'>;

/**
 * The calls with where their arguments come from, and the parameters that were found on the way. Undefined when a loop does
 * not hold: a round was given something that neither its item nor anything outside explains, or a later call took
 * something from a round.
 */
export function planOf(shape: PlanShape, knowledge: PlanKnowledge): PlanOfRuns | undefined {
  const plan = planWith(shape, knowledge, new Set());
  const unused = plan === undefined ? [] : findUnusedInputs(plan);
  // Whether an input has a use is known once all calls are bound.
  return unused.length === 0 ? plan : planWith(shape, knowledge, new Set(unused));
}

/** Inputs that differed between the runs, and that no argument comes from. */
function findUnusedInputs({ plan, parameters }: PlanOfRuns): string[] {
  const used = new Set(plan.flatMap((step) => [...parametersOf(step.arguments)]));
  return parameters.flatMap(({ name, source, example, seen }) =>
    source === 'input' && !used.has(name) && seen.some((value) => !sameJson(value, example)) ? [name] : [],
  );
}

function planWith(
  shape: PlanShape,
  { schemaOf = () => null, configured = [], hasCheck = () => false }: PlanKnowledge,
  unusedInputs: ReadonlySet<string>,
): PlanOfRuns | undefined {
  const [first, ...others] = shape.runs;
  const parameters = createParameterList([first.run.inputs, ...others.map(({ run }) => run.inputs)]);
  const isFromSeveralRuns = others.some(
    ({ run }) =>
      !sameJson(run.inputs, first.run.inputs) || run.task.description !== first.run.task.description,
  );
  const task = withoutInputs(first.run.task.description, first.run.inputs);
  const evidence = { task, isFromSeveralRuns, unusedInputs };
  const places = new Set(configured);
  const outside = createKnowledge();
  let inside: RunKnowledge | undefined;
  const plan: PlanStep[] = [];
  for (let place = 0; place < shape.pattern.length; place += 1) {
    const loop = shape.loops.find(({ from, length }) => from <= place && place < from + length);
    const made =
      loop === undefined ? madeOutside(shape, place, parameters) : madeInside(shape, place, loop, parameters);
    const [one, ...more] = made;
    if (one === undefined) return undefined;
    const { call, moment } = one;
    if (loop?.from === place) inside = knowledgeOf(moment);
    const knowledge = loop === undefined ? outside : (inside ?? outside);
    const runOf = made.map(({ run }) => run);
    const ofRounds = parametersOfRounds(parameters, runOf);
    const bound = bindArguments({
      tool: call.step.tool,
      arguments: [call.step.arguments, ...more.map((other) => other.call.step.arguments)],
      moments: [moment, ...more.map((other) => other.moment)],
      schema: schemaOf(call.step.tool),
      evidence: { ...evidence, configured: [...places], isLook: call.effect === 'read' },
      parameters: loop === undefined ? parameters : ofRounds,
      known: (values) => knowledge.known(values),
    });
    const binding = loop === undefined ? bound : inRounds(bound, loop);
    if (binding === undefined || ofRounds.isVaried()) return undefined;
    if (loop !== undefined && !isAboutItem(binding, loop)) return undefined;
    const isOfRounds = ({ call: { step }, moment: then, run }: MadeCall): boolean => {
      const inputs = shape.runs[run]?.run.inputs ?? {};
      return takesFromRounds(step.arguments, then, inputs, roundsBefore(shape, place, run));
    };
    if (made.some(isOfRounds)) return undefined;
    if (loop !== undefined) inside?.learn(call);
    outside.learn(loop === undefined ? call : unanswered(call));
    if (call.effect === 'read')
      for (const below of placesBelow(call.step.arguments, configured)) places.add(below);
    const known = {
      loop: loop && loopOf(shape, loop),
      hasCheck: hasCheck(call.step.tool),
      isShared: first.run.agents.length > 0,
    };
    plan.push(planStep([one, ...more], binding, known));
  }
  for (const number of findTaskNumbers(shape.runs, parameters)) parameters.add(number);
  const all = [...parameters.all()];
  return all.some((parameter) => isInRounds(parameter, shape)) ? undefined : { plan, parameters: all };
}

/** A parameter that must be found in the answer of a round, or repeats one: there are several such answers. */
function isInRounds({ presentIn, repeats }: Template['parameters'][number], { loops }: PlanShape): boolean {
  return [...(presentIn === null ? [] : [presentIn]), ...repeats].some(({ step }) =>
    loops.some(({ from, length }) => step >= from && step < from + length),
  );
}

function loopOf({ runs, loops }: PlanShape, loop: LoopShape): NonNullable<PlanStep['loop']> {
  const at = loops.indexOf(loop);
  return { number: at + 1, each: loop.each, rounds: runs.map(({ rounds }) => rounds[at]?.length ?? 0) };
}

function madeOutside(shape: PlanShape, place: number, { values }: ParameterList): MadeCall[] {
  return shape.runs.flatMap((shaped, run) => {
    const call = shaped.calls[place];
    if (call === undefined) return [];
    return [{ call, run, moment: momentOf(shaped, call, earlierOf(shaped, shape, place), values[run]) }];
  });
}

/** The item of the round is an answer of its own, in front of those of the round. */
function madeInside(shape: PlanShape, place: number, loop: LoopShape, { values }: ParameterList): MadeCall[] {
  const { from, each } = loop;
  return shape.runs.flatMap((shaped, run) => {
    const list = shaped.calls[each.step];
    const items = list === undefined ? [] : (itemsAt(list.step.result, each.path) ?? []);
    const before = earlierOf(shaped, shape, from);
    return (shaped.rounds[shape.loops.indexOf(loop)] ?? []).flatMap((round, at) => {
      const call = round[place - from];
      if (call === undefined || list === undefined) return [];
      const item = recordedCall({ ...list.step, result: items[at] ?? null }, 'read');
      const earlier = [...before, item, ...round.slice(0, place - from)];
      return [{ call, run, moment: momentOf(shaped, call, earlier, values[run]) }];
    });
  });
}

function momentOf(
  { run }: ShapedRun,
  { step }: RecordedCall,
  earlier: readonly RecordedCall[],
  parameters: JsonObject | undefined,
): Moment {
  return { parameters: parameters ?? {}, taskText: run.task.description, earlier, now: step.startedAt };
}

/** The calls before a place of the plan. What the rounds of a loop answered cannot be referred to from outside. */
function earlierOf({ calls }: ShapedRun, { pattern }: PlanShape, place: number): RecordedCall[] {
  return pattern.slice(0, place).map((like, at) => calls[at] ?? unanswered(like));
}

const unanswered = (call: RecordedCall): RecordedCall => ({ ...call, value: null, cut: true, leaves: [] });

function knowledgeOf({ earlier }: Moment): RunKnowledge {
  const knowledge = createKnowledge();
  for (const call of earlier) knowledge.learn(call);
  return knowledge;
}

/** What the rounds of earlier loops answered in a run. */
function roundsBefore({ runs, loops }: PlanShape, place: number, run: number): RecordedCall[] {
  return loops.flatMap(({ from, length }, at) =>
    from + length <= place ? (runs[run]?.rounds[at] ?? []).flat() : [],
  );
}

/** Paths in the arguments of a look that lie below a configured path. */
function placesBelow(toolArguments: JsonObject, configured: readonly string[]): string[] {
  return leavesOf(toolArguments).flatMap(({ value }) =>
    typeof value === 'string' && configured.some((root) => value.startsWith(`${root}/`)) ? [value] : [],
  );
}

/** What is known of a call besides how it was made. */
interface CallKnowledge {
  readonly loop: PlanStep['loop'];
  readonly hasCheck: boolean;
  /** Whether it was made in a run with several agents. */
  readonly isShared: boolean;
}

function planStep(
  made: readonly [MadeCall, ...MadeCall[]],
  binding: PlanStep['arguments'],
  { loop, hasCheck, isShared }: CallKnowledge,
): PlanStep {
  const [{ call: first }] = made;
  const { step, effect, effectFrom } = first;
  const maker = makerOf(step);
  return {
    tool: step.tool,
    arguments: binding,
    observed: made.map(({ call: { step: recorded } }) => ({
      arguments: recorded.arguments,
      result: recorded.result,
      error: recorded.success ? null : (recorded.error?.message ?? 'failed'),
      at: recorded.startedAt,
      isCut: recorded.truncated.includes('result'),
      ...capturedBefore(recorded, hasCheck),
    })),
    free: [],
    holds: [],
    effect,
    effectFrom,
    subTask: step.subTask?.id ?? null,
    ...(isShared && maker !== null && { agent: maker }),
    ...(loop !== undefined && { loop }),
    recordedStep: step.id,
    provenance: made
      .map((other) => other.call.step.provenance)
      .reduce((weakest, other) => (isWeaker(other, weakest) ? other : weakest)),
  };
}

/** What the tool's check captured, or an error that says why there is nothing to compare. */
function capturedBefore({ captured }: ToolStep, hasCheck: boolean): Pick<Observation, 'captured'> {
  if (captured !== undefined) return { captured };
  return hasCheck ? { captured: { error: 'The call was recorded without its check' } } : {};
}
