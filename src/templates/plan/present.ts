import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { valuesAt } from '../../json/path.ts';
import type { Invariant, Parameter, PlanStep } from '../../records/plan.ts';
import { parametersOf } from './binding-sources.ts';
import { at, shortened, type Unbound, valuesIn } from './resolve.ts';

/** A value that was picked from a collection must be in it before a call uses it. Never another item in its place. */
export function findAbsent(
  step: Pick<PlanStep, 'arguments'>,
  parameters: readonly Parameter[],
  values: JsonObject,
  results: readonly Json[],
): Unbound | undefined {
  for (const { name, presentIn } of parameters) {
    if (presentIn === null || !parametersOf(step.arguments).has(name)) continue;
    const value = values[name] ?? null;
    const collection = valuesIn(results, presentIn);
    if (collection.some((item) => sameJson(item, value))) continue;
    return {
      reason: `"${name}" is not among ${at(presentIn)}`,
      expected: JSON.stringify(value),
      found: shortened(JSON.stringify(collection.slice(0, 10))),
    };
  }
  return undefined;
}

/** The first invariant that does not hold in a value. */
export function findBroken(holds: readonly Invariant[], value: Json): Unbound | undefined {
  for (const { path, oneOf } of holds) {
    const found = valuesAt(value, path);
    if (found.length > 0 && found.every((one) => oneOf.some((allowed) => sameJson(allowed, one)))) continue;
    return {
      reason: `${path} is not what it was`,
      expected: oneOf.map((one) => JSON.stringify(one)).join(' or '),
      found: found.length === 0 ? 'nothing' : shortened(found.map((one) => JSON.stringify(one)).join(', ')),
    };
  }
  return undefined;
}
