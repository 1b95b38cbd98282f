import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import type { Binding } from '../../records/plan.ts';
import { wholePlaces } from '../observation/mask.ts';
import { sourcesOf, stepsOf } from './binding-sources.ts';
import type { Moment } from './candidate.ts';
import { isItemOfRound, itemOfRound } from './loop.ts';
import { mapBinding, shiftSteps } from './map-binding.ts';
import type { ParameterList } from './parameters.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { LoopShape } from './shape.ts';

/** The parameters of a plan as the rounds of a loop find them. */
export interface RoundParameters extends ParameterList {
  /** Whether a value that nothing explains differs between the rounds of one run. */
  isVaried(): boolean;
}

/**
 * The same parameters, for values that are seen once a round: a parameter has one value a run, so it must be the same in all
 * rounds of a run.
 */
export function parametersOfRounds(parameters: ParameterList, runOf: readonly number[]): RoundParameters {
  let isVaried = false;
  return {
    values: parameters.values,
    all: () => parameters.all(),
    isVaried: () => isVaried,
    add(parameter) {
      const { seen } = parameter;
      if (seen === undefined || seen.length !== runOf.length) return parameters.add(parameter);
      const perRun = parameters.values.map((_, run): Json => {
        const values = seen.filter((_, at) => runOf[at] === run);
        const [value = parameter.example] = values;
        isVaried ||= values.some((other) => !sameJson(other, value));
        return value;
      });
      return parameters.add({ ...parameter, example: perRun[0] ?? parameter.example, seen: perRun });
    },
  };
}

/**
 * A binding that was found with the item of the round as an answer of its own, in front of the calls of the round, as the
 * plan has it; undefined when it takes something else from the item than one value.
 */
export function inRounds(binding: Binding, { from, each }: LoopShape): Binding | undefined {
  let isUnfit = false;
  const replaced = mapBinding(binding, (part) => {
    if (!('step' in part) || part.step !== from) return undefined;
    if (part.from !== 'result') {
      isUnfit = true;
      return undefined;
    }
    // It is put in front of all calls, so that it is told from them when they are numbered anew.
    return itemOfRound({ ...each, step: -1 }, part.path);
  });
  if (isUnfit) return undefined;
  const shifted = shiftSteps(replaced, (step) => (step === -1 ? each.step : step > from ? step - 1 : step));
  return isWhole(shifted) ? shifted : undefined;
}

/** An item is not picked by the item of the round: that would be another list, by a rule that one list cannot show. */
function isWhole(binding: Binding): boolean {
  return sourcesOf(binding).every(
    (source) =>
      source.from !== 'item' ||
      isItemOfRound(source) ||
      source.selectors.every(({ where }) =>
        where.every(({ equals }) => !sourcesOf(equals).some(isItemOfRound)),
      ),
  );
}

/** Whether a call of a round is about the item of the round, by itself or by what another call of the round answered. */
export function isAboutItem(binding: Binding, { from, length }: LoopShape): boolean {
  return (
    sourcesOf(binding).some(isItemOfRound) ||
    [...stepsOf(binding)].some((step) => step >= from && step < from + length)
  );
}

/**
 * Whether a call after a loop was given something that only rounds of the loop have answered. Which round that is in a list of
 * another length is unclear.
 */
export function takesFromRounds(
  given: JsonObject,
  { earlier, taskText }: Moment,
  inputs: JsonObject,
  rounds: readonly RecordedCall[],
): boolean {
  const has = (calls: readonly RecordedCall[], value: Json): boolean =>
    calls.some(({ leaves }) => leaves.some((leaf) => sameJson(leaf.value, value)));
  const isGiven = (root: JsonObject, value: Json): boolean =>
    leavesOf(root).some((leaf) => sameJson(leaf.value, value));
  return leavesOf(given).some(({ value }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    if (!has(rounds, value) || has(earlier, value) || isGiven(inputs, value)) return false;
    return (
      !rounds.some(({ step }) => isGiven(step.arguments, value)) &&
      wholePlaces(taskText, String(value)).length === 0
    );
  });
}
