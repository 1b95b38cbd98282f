import { parametersOf } from './binding-sources.ts';
import { counted } from './counted.ts';
import { type Json, type JsonObject, sameJson } from './json.ts';
import { valuesAt } from './path.ts';
import type { Invariant, Parameter, PlanStep } from './plan.ts';
import { at, shortened, type Unbound, valuesIn } from './resolve.ts';

/**
 * A value that was picked from a collection must be in that collection again before a call uses it, and its item must
 * still be what it was. Never another item in its place.
 */
export function findAbsent(
  step: Pick<PlanStep, 'arguments'>,
  parameters: readonly Parameter[],
  values: JsonObject,
  results: readonly Json[],
): Unbound | undefined {
  for (const { name, example, presentIn } of parameters) {
    if (presentIn === null || !parametersOf(step.arguments).has(name)) continue;
    const value = values[name] ?? null;
    const collection = valuesIn(results, presentIn);
    if (!collection.some((item) => sameJson(item, value))) {
      return {
        reason: `"${name}" is not among ${at(presentIn)} any more`,
        expected: JSON.stringify(value),
        found: shortened(JSON.stringify(collection.slice(0, 10))),
      };
    }
    // Whoever names another one has chosen.
    if (presentIn.allOf !== undefined && sameJson(value, example)) {
      const there = new Set(collection.map((item) => JSON.stringify(item))).size;
      if (there > presentIn.allOf) {
        return {
          reason: `All of ${at(presentIn)} were taken when this was recorded, and now there are more`,
          expected: counted(presentIn.allOf, 'item'),
          found: counted(there, 'item'),
        };
      }
    }
    const broken = brokenItem(value, presentIn, results);
    if (broken !== undefined) return { ...broken, reason: `"${name}" is there, but ${broken.reason}` };
  }
  return undefined;
}

/** What the item of a picked value is not any more. */
function brokenItem(
  value: Json,
  { step, path, items, holds }: NonNullable<Parameter['presentIn']>,
  results: readonly Json[],
): Unbound | undefined {
  if (items === null || holds.length === 0) return undefined;
  const inside = `$${path.slice(items.length)}`;
  const mine = valuesIn(results, { step, path: items }).filter((item) =>
    valuesAt(item, inside).some((candidate) => sameJson(candidate, value)),
  );
  // Where the value occurs several times, one whose state is as recorded is enough.
  const problems = mine.map((item) => findBroken(holds, item));
  return problems.includes(undefined) ? undefined : problems[0];
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
