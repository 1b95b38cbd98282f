import type { Json, JsonObject } from '../../model/json.ts';
import { anyKey, formatPath, leavesOf, type PathPart, valuesAt } from '../../model/path.ts';
import type { Binding, Parameter, Place } from '../../model/plan.ts';
import type { Leaf, RecordedCall } from './recorded-call.ts';
import { bindSelected } from './select.ts';
import { statesOfItem } from './state.ts';
import { isDistinctive, isIdentifier, letters } from './telling.ts';
import { others, sameValue, varies, type Wanted } from './wanted.ts';

/** A place in an earlier result that held the value. */
interface Origin {
  readonly step: number;
  readonly call: RecordedCall;
  readonly leaf: Leaf;
  readonly likeness: number;
}

/** A value that an earlier result held: at a fixed place it is read again, in a collection it was picked. */
export function bindResult(wanted: Wanted): Binding | undefined {
  const { value, key, parameters } = wanted;
  const found = originsOf(wanted).filter((origin) => isEverywhere(origin, wanted));
  // What two runs had at the same place, each its own, is no accident.
  const telling = found.filter(({ likeness }) => likeness === 2 || isDistinctive(value) || varies(wanted));
  const fixed = telling.find(isFixed);
  if (fixed !== undefined) return { from: 'result', ...placeOf(fixed), ...alsoAt(fixed, telling) };
  const [picked] = telling;
  if (picked !== undefined) {
    const selected = varies(wanted) ? bindSelected(wanted, picked) : undefined;
    if (selected !== undefined) return selected;
    const presentIn = collectionOf(picked);
    const parameter = {
      name: key,
      source: 'picked',
      example: value,
      presentIn,
      again: others(wanted),
    } as const;
    return { from: 'parameter', name: parameters.add({ ...parameter, required: varies(wanted) }) };
  }
  const accident = found.find(isFixed);
  if (accident === undefined || !mayBeMeant(wanted)) return undefined;
  return { from: 'constant', value, sameAs: placeOf(accident) };
}

/** Other places of the same result that are as likely to have been meant. */
function alsoAt(
  { step, leaf, likeness }: Origin,
  telling: readonly Origin[],
): { readonly alsoAt?: readonly string[] } {
  const places = telling
    .filter((other) => isFixed(other) && other.step === step && other.likeness === likeness)
    .map((other) => formatPath(other.leaf.path))
    .filter((path) => path !== formatPath(leaf.path));
  return places.length === 0 ? {} : { alsoAt: places };
}

/**
 * Whether a value that a result had too, perhaps by accident, is worth stopping for when the result has another. Small
 * numbers are in every result; but what is changed by one, such as an amount, must not be changed by an old one.
 */
function mayBeMeant({ value, origins }: Wanted): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'number' && origins.effect === 'write' && Math.abs(value) > 1;
}

/** Whether the other runs had their value at the same place, or in the same collection. */
function isEverywhere({ step, leaf }: Origin, { again }: Wanted): boolean {
  const path = formatPath(leaf.general);
  return again.every(({ value, origins }) =>
    valuesAt(origins.earlier[step]?.value ?? null, path).some((there) => sameValue(there, value)),
  );
}

/**
 * Where something that is to be changed was seen among others, when nothing looked at it alone: the task may name it, and
 * it may be gone all the same.
 */
export function whereSeen(wanted: Wanted): Parameter['presentIn'] {
  const { value, origins } = wanted;
  if (origins.effect !== 'write' || !isIdentifier(value)) return null;
  const looked = origins.earlier.some(({ step }) =>
    leavesOf(step.arguments).some((leaf) => sameValue(leaf.value, value)),
  );
  const [seen] = looked ? [] : originsOf(wanted);
  return seen === undefined || isFixed(seen) ? null : collectionOf(seen);
}

/** The fixed place of an earlier result that has the value under the name of the argument, where something is changed by it. */
export function whereNamed(wanted: Wanted): Parameter['presentIn'] {
  if (wanted.origins.effect !== 'write') return null;
  const found = originsOf(wanted).find((origin) => origin.likeness === 2 && isFixed(origin));
  return found === undefined ? null : { ...placeOf(found), items: null, holds: [] };
}

const isKey = ({ leaf }: { readonly leaf: Leaf }): boolean => leaf.general.at(-1) === anyKey;
const isFixed = ({ leaf }: Origin): boolean => leaf.itemDepth === 0;
const placeOf = ({ step, leaf }: Origin): Place => ({ step, path: formatPath(leaf.path) });

function collectionOf({ step, call, leaf }: Origin): NonNullable<Parameter['presentIn']> {
  return {
    step,
    path: formatPath(leaf.general),
    // A key is not inside its item; what the item is cannot be asked for by it.
    items: isKey({ leaf }) ? null : formatPath(leaf.general.slice(0, leaf.itemDepth)),
    holds: isKey({ leaf }) ? [] : statesOfItem(call, leaf.path.slice(0, leaf.itemDepth)),
  };
}

/**
 * Places in earlier results that hold the value: first those named alike, then what was looked at about the same thing,
 * then the latest.
 */
function originsOf({ value, key, origins }: Wanted): Origin[] {
  const names = namesIn(origins.call, value);
  return origins.earlier
    .flatMap((call, step) => {
      const isAbout = [...namesIn(call.step.arguments, value)].some((name) => names.has(name));
      return call.leaves
        .filter((leaf) => sameValue(leaf.value, value))
        .map((leaf) => ({ step, call, leaf, isAbout, likeness: likenessOf(leaf.path, key) }));
    })
    .sort(
      (left, right) =>
        right.likeness - left.likeness ||
        Number(right.isAbout) - Number(left.isAbout) ||
        right.step - left.step ||
        Number(isKey(left)) - Number(isKey(right)),
    );
}

/** What the arguments of a call name, besides the value that is asked about. */
function namesIn(toolArguments: JsonObject, value: Json): ReadonlySet<Json> {
  return new Set(
    leavesOf(toolArguments)
      .map((leaf) => leaf.value)
      .filter((named) => isDistinctive(named) && named !== value),
  );
}

/** 2: `order_id` is named like `$.order.id` and `$.orderId`; 1: `new_item_ids` ends like `$.item_id`. */
export function likenessOf(path: readonly PathPart[], key: string): number {
  const names = path.filter((part) => typeof part === 'string').map(letters);
  const wanted = singular(letters(key));
  const last = singular(names.at(-1) ?? '');
  if (wanted === '') return 0;
  if (last === wanted || singular(names.slice(-2).join('')) === wanted) return 2;
  return last.length >= 4 && wanted.endsWith(last) ? 1 : 0;
}

function singular(name: string): string {
  return name.length > 3 && name.endsWith('s') ? name.slice(0, -1) : name;
}
