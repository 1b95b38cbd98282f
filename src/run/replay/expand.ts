import { type Json, sameJson } from '../../json/json.ts';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import { isItemOfRound, itemsAt, listPath, loopsIn, type PlannedLoop } from '../../templates/plan/loop.ts';
import { mapBinding, shiftSteps } from '../../templates/plan/map-binding.ts';
import { at, type Unbound } from '../../templates/plan/resolve.ts';
import { counted } from '../../text/counted.ts';

/** Which call of the plan a call of the replay is, from 0, and in which round. */
export interface Origin {
  readonly step: number;
  readonly round?: number;
}

/** A list as it is when its loop begins. */
export interface LoopBegin {
  readonly loop: PlannedLoop;
  readonly items: readonly Json[];
}

/**
 * The calls of a replay, one by one: those of a loop once for each item, as soon as the list is known. The same list gives the
 * same calls at the same places, so that an interrupted run can be resumed.
 */
export interface Expansion {
  /** The calls so far. Bindings refer to these, and not to those of the plan. */
  readonly steps: readonly PlanStep[];
  /** For each of them, where it is in the plan. */
  readonly origins: readonly Origin[];
  /** The parameters, with the calls as they are numbered here. */
  parameters(): Parameter[];
  /** Calls of the plan that are not among them yet. */
  rest(): readonly PlanStep[];
  /** The next loop, with its list; undefined when there is none left. */
  next(
    results: readonly Json[],
  ): LoopBegin | { readonly missing: Unbound; readonly step: number } | undefined;
  /** Adds the rounds of a loop, and the calls up to the next one. */
  add(begin: LoopBegin): void;
  /** How many rounds a loop has. */
  rounds(loop: PlannedLoop): number;
  /** The loops so far, with their lists. */
  begun(): readonly LoopBegin[];
}

export function createExpansion(plan: readonly PlanStep[], parameters: Parameter[]): Expansion {
  const loops = loopsIn(plan);
  const steps: PlanStep[] = [];
  const origins: Origin[] = [];
  const begun: LoopBegin[] = [];
  /** The number here of each call outside of loops. */
  const numbers = new Map<number, number>();
  let planned = 0;

  const numberOf = (step: number): number => numbers.get(step) ?? step;
  const add = (step: PlanStep, bound: Binding, origin: Origin): void => {
    steps.push({ ...step, arguments: bound });
    origins.push(origin);
  };
  const upToNextLoop = (): void => {
    for (; planned < plan.length && plan[planned]?.loop === undefined; planned += 1) {
      const step = plan[planned] as PlanStep;
      numbers.set(planned, steps.length);
      add(step, shiftSteps(step.arguments, numberOf), { step: planned });
    }
  };
  upToNextLoop();

  return {
    steps,
    origins,
    rest: () => plan.slice(planned),
    begun: () => begun,
    rounds: ({ number }) => begun.find(({ loop }) => loop.number === number)?.items.length ?? 0,
    parameters: () =>
      numbers.size === planned
        ? parameters
        : parameters.map((parameter) => ({
            ...parameter,
            presentIn: parameter.presentIn && {
              ...parameter.presentIn,
              step: numberOf(parameter.presentIn.step),
            },
          })),
    next(results) {
      const loop = loops.find(({ from }) => from === planned);
      if (loop === undefined) return undefined;
      const answer = results[numberOf(loop.each.step)];
      const items = answer === undefined ? undefined : itemsAt(answer, loop.each.path);
      if (items !== undefined) return { loop, items };
      const reason = `The list ${at(loop.each)}, which these calls are made for, is not there`;
      return { missing: { reason, expected: 'a list', found: 'none' }, step: planned };
    },
    add({ loop, items }) {
      begun.push({ loop, items });
      const list = { ...loop.each, step: numberOf(loop.each.step) };
      for (const round of items.keys()) {
        const base = steps.length;
        const numberIn = (step: number): number =>
          step >= loop.from && step < loop.to ? base + step - loop.from : numberOf(step);
        for (const [offset, step] of plan.slice(loop.from, loop.to).entries()) {
          const bound = mapBinding(shiftSteps(step.arguments, numberIn), (part) => {
            if (part.from !== 'item' || !isItemOfRound(part)) return undefined;
            const path = `${listPath(list.path)}[${round}]${part.value.slice(1)}`;
            return { from: 'result', step: list.step, path };
          });
          add(step, bound, { step: loop.from + offset, round });
        }
      }
      planned = loop.to;
      upToNextLoop();
    },
  };
}

/** The calls of a replay as far as the lists of its loops are known. */
export function expandedBy(
  plan: readonly PlanStep[],
  parameters: Parameter[],
  results: readonly Json[],
): Expansion {
  const expansion = createExpansion(plan, parameters);
  for (let next = expansion.next(results); next !== undefined; next = expansion.next(results)) {
    if ('missing' in next) break;
    expansion.add(next);
  }
  return expansion;
}

/** Whether a call can refer to the answer of another: not to answers of another round. */
export function isVisible(origin: Origin, from: Origin, plan: readonly PlanStep[]): boolean {
  if (origin.round === undefined) return true;
  return origin.round === from.round && plan[origin.step]?.loop?.number === plan[from.step]?.loop?.number;
}

/**
 * The calls as a change in one of them is looked for: only what the runs saw in the same row of observations can be
 * compared, and a round has other rows than what is outside of its loop.
 */
export function alignedWith(
  index: number,
  { steps, origins }: Expansion,
  plan: readonly PlanStep[],
): PlanStep[] {
  const own = origins[index] ?? { step: index };
  return steps.map((step, at) => {
    const origin = origins[at] ?? { step: at };
    const isSameRow = origin.round === own.round && isVisible(origin, own, plan);
    return isSameRow ? step : { ...step, observed: [] };
  });
}

/**
 * A list that is another one than when an earlier process began its loop: which rounds that process made is known by their
 * number alone.
 */
export function findOtherList(
  { loop, items }: LoopBegin,
  lists: ReadonlyMap<number, readonly Json[]>,
  conceal: (value: Json) => Json,
): Unbound | undefined {
  const before = lists.get(loop.number);
  if (before === undefined || sameJson([...before], items.map(conceal))) return undefined;
  return {
    reason: `The list ${at(loop.each)} is another one than when the run was interrupted, so it cannot go on with it; begin anew`,
    expected: counted(before.length, 'item'),
    found: counted(items.length, 'item'),
  };
}

/** The answers that a call can refer to, by the numbers of the plan. */
export function answersBefore(
  index: number,
  results: readonly Json[],
  { origins }: Pick<Expansion, 'origins'>,
  plan: readonly PlanStep[],
): Json[] {
  const own = origins[index] ?? { step: index };
  const answers: Json[] = [];
  for (const [place, origin] of origins.slice(0, index).entries()) {
    const result = results[place];
    if (result !== undefined && isVisible(origin, own, plan)) answers[origin.step] = result;
  }
  return answers;
}
