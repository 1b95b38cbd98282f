import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import type { PlanStep } from '../../model/plan.ts';
import type { ParameterList } from './parameters.ts';
import type { RecordedCall } from './recorded-call.ts';

/** What a value may have come from. */
export interface Origins {
  readonly inputs: JsonObject;
  readonly taskText: string;
  /** The calls before this one, in the order of the plan. */
  readonly earlier: readonly RecordedCall[];
  /** The call that the value is for. */
  readonly call: JsonObject;
  /** The arguments of all calls of the run; those of this call alone when nothing is said. */
  readonly all?: readonly JsonObject[];
  readonly effect: PlanStep['effect'];
}

/** A value that is to be explained, and the name it goes by. */
export interface Wanted<Value extends Json = Json> {
  readonly value: Value;
  readonly key: string;
  readonly origins: Origins;
  readonly parameters: ParameterList;
  /** The same value of the same call in other runs: what explains it must explain it there too. */
  readonly again: readonly Again[];
}

/** A value as another run had it, and what it may have come from there. */
export interface Again {
  readonly value: Json;
  readonly origins: Origins;
}

/** Whether the runs had different values. */
export function varies({ value, again }: Wanted): boolean {
  return again.some((other) => !sameJson(other.value, value));
}

/** The values of the other runs, which tell parameters apart that the first run gave the same value. */
export function others({ again }: Wanted): readonly Json[] {
  return again.map(({ value }) => value);
}

/** `42` given as a number and used as text is still the same value to a person, but not to a tool: types must agree. */
export function sameValue(left: Json, right: Json): boolean {
  if (typeof left !== typeof right) return false;
  return typeof left === 'object' ? sameJson(left, right) : left === right;
}
