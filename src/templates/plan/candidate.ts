import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import type { RecordedCall } from './recorded-call.ts';
import { resolveBinding, type Sources } from './resolve.ts';

/** A run as it was when one of its calls was made. */
export interface Moment {
  /** The values of the parameters in this run. */
  readonly parameters: JsonObject;
  readonly taskText: string;
  /** The calls before this one, in the order of the plan. */
  readonly earlier: readonly RecordedCall[];
  /** When the call was made. */
  readonly now: number;
}

/** A value of a call that is to be explained: the same argument of the same call in each run. */
export interface WantedValue<Value extends Json = Json> {
  /** The name of the argument; items of a list go by the name of the list. */
  readonly key: string;
  /** The value in the first run. */
  readonly value: Value;
  /** The values in the other runs, in their order. */
  readonly again: readonly Json[];
  readonly moments: readonly [Moment, ...Moment[]];
}

/** A program that gives the value, and the length of its description in bits. */
export interface PlanCandidate {
  readonly binding: Binding;
  readonly bits: number;
  /** How much more it would have to say, because it may fit by accident. */
  readonly doubt?: number;
}

/** An explanation must be simpler than the value itself by this many bits: a coincidence seldom is. */
const margin = 3;
/** Explanations that are this much longer may as well be the right ones. */
const closeBits = 3;

/**
 * The simplest program that gives the value in every run, if it is simpler than the value: as in programming by example,
 * with the length of a description as the measure. Those that are about as simple must agree when the plan is replayed.
 */
export function simplest(wanted: WantedValue, candidates: readonly PlanCandidate[]): Binding | undefined {
  const fitting = candidates.filter(({ binding }) => explainsAll(binding, wanted));
  const [best] = fitting.toSorted((left, right) => costOf(left) - costOf(right));
  if (best === undefined || costOf(best) + margin > bitsOfAll(wanted)) return undefined;
  // A doubtful one may still be right.
  const close = fitting
    .filter(({ bits }) => bits <= best.bits + closeBits)
    .toSorted((left, right) => left.bits - right.bits);
  return agreeing(close.map(({ binding }) => binding));
}

const costOf = ({ bits, doubt = 0 }: PlanCandidate): number => bits + doubt;

/** The only one of these bindings, or all that differ, which must then agree. */
export function agreeing(bindings: readonly Binding[]): Binding {
  const distinct = [...new Map(bindings.map((binding) => [JSON.stringify(binding), binding])).values()];
  const [only, another] = distinct;
  return only !== undefined && another === undefined ? only : { from: 'agreeing', of: distinct };
}

/** Whether a program gives the value of every run. */
export function explainsAll(binding: Binding, { value, again, moments }: WantedValue): boolean {
  return [value, ...again].every((expected, index) => {
    const moment = moments[index];
    const found = moment && valueIn(binding, moment);
    return found !== undefined && sameValue(found, expected);
  });
}

/** What a program gives in a run. */
export function valueIn(binding: Binding, moment: Moment): Json | undefined {
  const resolved = resolveBinding(binding, sourcesAt(moment));
  return 'value' in resolved ? resolved.value : undefined;
}

export const sourcesAt = ({ parameters, earlier, now }: Moment): Sources => ({
  parameters,
  results: earlier.map(({ value }) => value),
  now,
});

/** `42` given as a number and used as a text is the same to a person, and not to a tool. */
export function sameValue(left: Json, right: Json): boolean {
  return typeof left === typeof right && sameJson(left, right);
}

/** Each different value of several runs has to be explained. */
function bitsOfAll({ value, again }: WantedValue): number {
  const distinct = [value, ...again].filter(
    (one, index, all) => all.findIndex((other) => sameValue(other, one)) === index,
  );
  return distinct.reduce<number>((sum, one) => sum + bitsOf(one), 0);
}

/** The length of a value in bits: about twice the binary digits of a number, a good four bits a letter. */
export function bitsOf(value: Json): number {
  if (typeof value === 'string') {
    const written = 4.7 * value.length;
    // Digits say as much as the number that they are.
    return /^\d{1,15}$/.test(value) ? Math.max(written, bitsOf(Number(value))) : written;
  }
  if (typeof value !== 'number') return 1;
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return 2 * Math.log2(Math.abs(value) + 1) + 1 + 3.3 * decimals;
}
