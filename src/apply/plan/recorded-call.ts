import { groupBy } from '../../model/group-by.ts';
import type { Json } from '../../model/json.ts';
import { isMap } from '../../model/map-like.ts';
import { anyItem, anyKey, type PathPart, readResult } from '../../model/path.ts';
import type { PlanStep } from '../../model/plan.ts';
import type { ToolStep } from '../../model/step.ts';
import { effectOf } from './effect.ts';

/** A value inside a result. */
export interface Leaf {
  readonly value: Json;
  readonly path: readonly PathPart[];
  /** The same way through any item, where it leads through a collection. */
  readonly general: readonly PathPart[];
  /** How many parts lead to the item of the innermost collection; 0 when it leads through none. */
  readonly itemDepth: number;
}

/** A call of a recorded run, taken apart once. */
export interface RecordedCall extends Pick<PlanStep, 'effect' | 'effectFrom'> {
  readonly step: ToolStep;
  readonly value: Json;
  /** Whether the end of the result is missing. */
  readonly cut: boolean;
  readonly leaves: readonly Leaf[];
}

/** Leaves of one result that are looked at; of more, the first. */
const mostLeaves = 20_000;

export function recordedCall(step: ToolStep, declared?: PlanStep['effect']): RecordedCall {
  // A preview of a large result is not what the tool answered: nothing in it will be there again.
  const kept = !step.truncated.includes('result');
  const { value, cut } = kept ? readResult(step.result) : { value: null, cut: true };
  return {
    step,
    ...effectOf(step.tool, declared, step.arguments),
    value,
    cut,
    leaves: kept ? leavesIn(value) : [],
  };
}

/** Looked up for every argument of every later call. */
const itemsByValue = new WeakMap<RecordedCall, ReadonlyMap<Json, readonly Leaf[]>>();

/** The leaves inside of collections that have exactly this value. */
export function itemLeavesWith(call: RecordedCall, value: Json): readonly Leaf[] {
  let byValue = itemsByValue.get(call);
  if (byValue === undefined) {
    byValue = groupBy(
      call.leaves.filter(({ itemDepth }) => itemDepth > 0),
      (leaf) => leaf.value,
    );
    itemsByValue.set(call, byValue);
  }
  return byValue.get(value) ?? [];
}

/** Every leaf, with the way to it: members of a map are items, as those of a list are, and its keys are leaves too. */
function leavesIn(root: Json): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: Json, path: PathPart[], general: PathPart[], itemDepth: number): void => {
    if (leaves.length >= mostLeaves) return;
    if (value === null || typeof value !== 'object') {
      leaves.push({ value, path, general, itemDepth });
      return;
    }
    const isCollection = Array.isArray(value) || isMap(value);
    const parts: ReadonlyArray<readonly [string | number, Json]> = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value);
    if (isCollection && !Array.isArray(value)) {
      for (const key of Object.keys(value)) {
        const inside = [...path, key];
        leaves.push({ value: key, path: inside, general: [...general, anyKey], itemDepth: inside.length });
      }
    }
    for (const [part, member] of parts) {
      const inside: PathPart[] = [...path, part];
      const through: PathPart[] = [...general, isCollection ? anyItem : part];
      walk(member, inside, through, isCollection ? inside.length : itemDepth);
    }
  };
  walk(root, [], [], 0);
  return leaves;
}
