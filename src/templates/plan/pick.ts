import { type Json, sameJson } from '../../json/json.ts';
import { formatPath, leavesOf, valuesAt } from '../../json/path.ts';
import type { Binding, Selector } from '../../records/plan.ts';
import { isDate } from '../observation/labels.ts';
import { type Moment, type PlanCandidate, sameValue, sourcesAt, type WantedValue } from './candidate.ts';
import { itemLeavesWith, type Leaf } from './recorded-call.ts';
import { selectItem } from './resolve.ts';
import { likeness, nameOf, type ValuesKnown } from './sources.ts';
import { valueNamedInTask } from './task-text.ts';

/** A value that stands in an item of a collection. */
export interface Picked {
  readonly step: number;
  readonly leaf: Leaf;
  readonly items: string;
  readonly value: string;
}

/** Where a value stands in collections of earlier answers. */
export function pickedFrom(value: Json, { earlier }: Moment): Picked[] {
  return earlier.flatMap((call, step) =>
    itemLeavesWith(call, value).map((leaf) => ({
      step,
      leaf,
      items: formatPath(leaf.general.slice(0, leaf.itemDepth)),
      value: formatPath(leaf.path.slice(leaf.itemDepth)),
    })),
  );
}

/** Selected items: the one that a known value names; where runs took different ones, also by a rule that holds in all. */
export function selected(wanted: WantedValue, known: ValuesKnown): PlanCandidate[] {
  const [moment] = wanted.moments;
  return pickedFrom(wanted.value, moment).flatMap((picked) => {
    const items = itemsOf(picked, moment);
    const chosen = itemAt(picked, moment);
    if (chosen === undefined) return [];
    const bits = 4 + Math.log2(items.length + 1) - likeness(wanted.key, nameOf(picked.leaf.path));
    const rules = [
      ...byKnown(picked, chosen, items, known),
      ...(isChoice(wanted, picked) ? byRule(picked, chosen) : []),
    ];
    return rules
      .filter(({ selector }) => isOnlyOne(selectItem(items, selector, sourcesAt(moment)), chosen))
      .map(({ selector, bits: more }) => ({ binding: itemBinding(picked, selector), bits: bits + more }));
  });
}

/** An item that was taken because the task names it. */
export interface NamedItem {
  readonly picked: Picked;
  /** The member that the task names. */
  readonly path: string;
  /** What the task of each run names. */
  readonly seen: readonly Json[];
}

/** The item of which every run's task names the same member, each time another. */
export function namedByTask({ value, again, moments }: WantedValue): NamedItem | undefined {
  const [first] = moments;
  for (const picked of pickedFrom(value, first)) {
    for (const { path } of membersOf(itemAt(picked, first) ?? null, picked)) {
      const seen = [value, ...again].flatMap((one, run) => {
        const moment = moments[run];
        const member = moment && memberNamed(one, picked, path, moment);
        return member === undefined ? [] : [member];
      });
      const isEach = seen.length === moments.length;
      if (isEach && !seen.every((one) => sameJson(one, seen[0] ?? null))) return { picked, path, seen };
    }
  }
  return undefined;
}

/** The member of the taken item, if the task names it and no other item has it. */
function memberNamed(
  value: Json,
  { step, items, value: inside }: Picked,
  path: string,
  moment: Moment,
): Json | undefined {
  const all = itemsOf({ step, items }, moment);
  const [chosen, ...more] = all.filter((item) => valuesAt(item, inside).some((one) => sameValue(one, value)));
  if (chosen === undefined || more.length > 0) return undefined;
  const [member] = valuesAt(chosen, path);
  if (member === undefined || !valueNamedInTask(member, moment.taskText, moment.parameters)) return undefined;
  const isOnly = all.filter((item) => valuesAt(item, path).some((one) => sameJson(one, member))).length === 1;
  return isOnly ? member : undefined;
}

interface PickRule {
  readonly selector: Selector;
  readonly bits: number;
}

export const itemBinding = ({ step, items, value }: Picked, selector: Selector): Binding => ({
  from: 'item',
  step,
  path: items,
  value,
  selectors: [selector],
});

const isOnlyOne = (found: Json | undefined, chosen: Json): boolean =>
  found !== undefined && sameJson(found, chosen);

function itemsOf({ step, items }: Pick<Picked, 'step' | 'items'>, { earlier }: Moment): Json[] {
  return valuesAt(earlier[step]?.value ?? null, items);
}

/** The item that the value stands in. */
function itemAt({ step, leaf }: Picked, { earlier }: Moment): Json | undefined {
  return valuesAt(earlier[step]?.value ?? null, formatPath(leaf.path.slice(0, leaf.itemDepth)))[0];
}

/** By a member that the caller named, or an earlier answer. */
function byKnown(picked: Picked, chosen: Json, items: readonly Json[], known: ValuesKnown): PickRule[] {
  return membersOf(chosen, picked).flatMap(({ path, value }) =>
    known
      .equal(value)
      // What the same answer says elsewhere does not name one of its items.
      .filter(({ binding }) => !isFrom(binding, picked.step))
      .filter(
        () => items.filter((item) => valuesAt(item, path).some((one) => sameJson(one, value))).length === 1,
      )
      .map(({ binding, bits }) => ({
        selector: { where: [{ path, equals: binding }], take: 'only' as const },
        bits,
      })),
  );
}

const isFrom = (binding: Binding, step: number): boolean => 'step' in binding && binding.step === step;

/** Rules that only several runs with something to choose from can show. */
function byRule(picked: Picked, chosen: Json): PickRule[] {
  const members = membersOf(chosen, picked);
  const states = members.filter(({ value }) => typeof value === 'boolean' || typeof value === 'string');
  const amounts = members.filter(({ value }) => typeof value === 'number' || isDate(value));
  const conditions = [
    [],
    ...states.map(({ path, value }) => [
      { path, equals: { from: 'constant' as const, value, because: 'runs' as const } },
    ]),
  ];
  return [
    ...conditions.slice(1).map((where) => ({ selector: { where, take: 'only' as const }, bits: 6 })),
    ...conditions.flatMap((where) =>
      (['least', 'greatest'] as const).flatMap((take) =>
        amounts.map(({ path }) => ({ selector: { where, take, by: path }, bits: 7 + 2 * where.length })),
      ),
    ),
    ...(['first', 'last'] as const).map((take) => ({ selector: { where: [], take }, bits: 8 })),
  ];
}

/** Whether every run had several items to choose from, and not all chose alike. */
function isChoice({ value, again, moments }: WantedValue, picked: Picked): boolean {
  if (again.length === 0 || again.every((other) => sameValue(other, value))) return false;
  return moments.every((moment) => itemsOf(picked, moment).length > 1);
}

function membersOf(item: Json, { value: inside }: Picked): Array<{ path: string; value: Json }> {
  return leavesOf(item)
    .filter(({ path }) => path.every((part) => typeof part === 'string'))
    .map(({ path, value }) => ({ path: formatPath(path), value }))
    .filter(({ path }) => path !== inside);
}
