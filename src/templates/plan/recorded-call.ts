import type { Json } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import { anyItem, anyKey, type PathPart, readResult } from '../../json/path.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { ToolStep } from '../../records/step.ts';
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
const maxLeaves = 20_000;

export function recordedCall(step: ToolStep, declared?: PlanStep['effect']): RecordedCall {
  return { step, ...effectOf(step.tool, declared, step.arguments), ...takenApart(step) };
}

type TakenApart = Pick<RecordedCall, 'value' | 'cut' | 'leaves'>;

/** The plan and what agents remember are made of the same results. */
const knownParts = new WeakMap<ToolStep, TakenApart>();

function takenApart(step: ToolStep): TakenApart {
  const known = knownParts.get(step);
  if (known !== undefined) return known;
  // A preview of a large result is not what the tool answered: nothing in it will be there again.
  const kept = !step.truncated.includes('result');
  const { value, cut } = kept ? readResult(step.result) : { value: null, cut: true };
  const parts = { value, cut, leaves: kept ? leavesIn(value) : [] };
  knownParts.set(step, parts);
  return parts;
}

/** Looked up for every argument of every later call. */
const itemsByValue = new WeakMap<RecordedCall, ReadonlyMap<Json, Leaf | Leaf[]>>();

/** The leaves inside of collections that have exactly this value. */
export function itemLeavesWith(call: RecordedCall, value: Json): readonly Leaf[] {
  let byValue = itemsByValue.get(call);
  if (byValue === undefined) {
    byValue = itemLeavesByValue(call);
    itemsByValue.set(call, byValue);
  }
  const found = byValue.get(value) ?? [];
  return Array.isArray(found) ? found : [found];
}

/** Most values stand in one place: a list for each would take more room than the leaves. */
function itemLeavesByValue({ leaves }: RecordedCall): ReadonlyMap<Json, Leaf | Leaf[]> {
  const byValue = new Map<Json, Leaf | Leaf[]>();
  for (const leaf of leaves) {
    if (leaf.itemDepth === 0) continue;
    const equal = byValue.get(leaf.value);
    if (equal === undefined) byValue.set(leaf.value, leaf);
    else if (Array.isArray(equal)) equal.push(leaf);
    else byValue.set(leaf.value, [equal, leaf]);
  }
  return byValue;
}

/** The way to a value, from its end. */
interface Way {
  readonly before: Way | undefined;
  readonly part: string | number;
}

/** A leaf whose path is computed on demand: of a large answer, hardly any is needed. */
class FoundLeaf implements Leaf {
  readonly value: Json;
  readonly general: readonly PathPart[];
  readonly itemDepth: number;
  readonly #way: Way | undefined;

  constructor(value: Json, general: readonly PathPart[], itemDepth: number, way: Way | undefined) {
    this.value = value;
    this.general = general;
    this.itemDepth = itemDepth;
    this.#way = way;
  }

  get path(): readonly PathPart[] {
    const path: PathPart[] = [];
    for (let at = this.#way; at !== undefined; at = at.before) path.push(at.part);
    return path.reverse();
  }
}

/** Ways through any item, each written down once. */
function createGeneralWays(): (general: readonly PathPart[], part: PathPart) => readonly PathPart[] {
  const known = new Map<readonly PathPart[], Map<PathPart, readonly PathPart[]>>();
  return (general, part) => {
    const further = known.get(general) ?? new Map<PathPart, readonly PathPart[]>();
    known.set(general, further);
    const way = further.get(part) ?? [...general, part];
    further.set(part, way);
    return way;
  };
}

/** Every leaf, with the way to it: members of a map are items, as those of a list are, and its keys are leaves too. */
function leavesIn(root: Json): Leaf[] {
  const leaves: Leaf[] = [];
  const through = createGeneralWays();
  const walk = (value: Json, way: Way | undefined, general: readonly PathPart[], itemDepth: number): void => {
    if (leaves.length >= maxLeaves) return;
    if (value === null || typeof value !== 'object') {
      leaves.push(new FoundLeaf(value, general, itemDepth, way));
      return;
    }
    const depth = general.length + 1;
    if (Array.isArray(value)) {
      const items = through(general, anyItem);
      for (const [part, item] of value.entries()) walk(item, { before: way, part }, items, depth);
      return;
    }
    const isCollection = isMap(value);
    if (isCollection) {
      const keys = through(general, anyKey);
      for (const part of Object.keys(value))
        leaves.push(new FoundLeaf(part, keys, depth, { before: way, part }));
    }
    for (const [part, member] of Object.entries(value)) {
      const inside = through(general, isCollection ? anyItem : part);
      walk(member, { before: way, part }, inside, isCollection ? depth : itemDepth);
    }
  };
  walk(root, undefined, [], 0);
  return leaves;
}
