import { parametersOf, stepsOf } from '../../model/binding-sources.ts';
import { canonicalJson, type Json, sameJson } from '../../model/json.ts';
import { leavesOf } from '../../model/path.ts';
import type { Binding, DroppedCall, Parameter } from '../../model/plan.ts';
import type { RecordedCall } from './recorded-call.ts';
import { statesOf } from './state.ts';
import { isDistinctive, tokenPlaces } from './telling.ts';

/** Where the arguments of a list of calls come from. */
export interface Bound {
  readonly bindings: readonly Binding[];
  readonly parameters: readonly Parameter[];
}

/** Calls that are tried without, one at a time; in longer runs only what nothing uses is left out. */
const mostTried = 60;

/**
 * The calls that explain what a run has done: all that may have changed something, what they took their arguments from,
 * what was looked at about the same thing just before, because a replay must see that it still is so, and what was looked
 * at last, which may be the answer. A run that changed nothing was made for what it read, and keeps it all.
 */
export function minimise(
  calls: readonly RecordedCall[],
  texts: readonly string[],
  bind: (calls: readonly RecordedCall[]) => Bound,
): { readonly kept: readonly RecordedCall[]; readonly dropped: readonly DroppedCall[] } {
  const distinct = withoutRepeats(calls);
  const needed = whatIsNeeded(distinct, texts, bind(distinct));
  const kept = withoutDispensable(needed, texts, bind);
  const dropped = calls
    .filter((call) => !kept.includes(call))
    .map((call) => ({
      tool: call.step.tool,
      recordedStep: call.step.id,
      reason: distinct.includes(call) ? ('unused' as const) : ('repeated' as const),
    }));
  return { kept, dropped };
}

/**
 * A look at the same thing once more, while nothing was changed in between. Whoever waits looks until it is as it should
 * be: of looks that saw different things, the last one counts.
 */
function withoutRepeats(calls: readonly RecordedCall[]): RecordedCall[] {
  const seen = new Map<string, RecordedCall>();
  const repeats = new Set<RecordedCall>();
  for (const call of calls) {
    if (call.effect === 'write') {
      seen.clear();
      continue;
    }
    const key = canonicalJson([call.step.tool, call.step.arguments]);
    const before = seen.get(key);
    const isSame = before !== undefined && sameJson(before.value, call.value);
    if (before !== undefined) repeats.add(isSame ? call : before);
    if (!isSame) seen.set(key, call);
  }
  return calls.filter((call) => !repeats.has(call));
}

/** Follows the bindings back from what must be done. */
function whatIsNeeded(
  calls: readonly RecordedCall[],
  texts: readonly string[],
  bound: Bound,
): RecordedCall[] {
  const needed = new Set(calls.flatMap((_, index) => (isRoot(calls, index, texts) ? [index] : [])));
  // A set that grows while it is walked: what is added is walked too.
  for (const index of needed) for (const source of sourceCalls(bound, index)) needed.add(source);
  return calls.filter((_, index) => needed.has(index));
}

function sourceCalls({ bindings, parameters }: Bound, index: number): number[] {
  const binding = bindings[index];
  if (binding === undefined) return [];
  const names = parametersOf(binding);
  const collections = parameters.flatMap(({ name, presentIn }) =>
    presentIn !== null && names.has(name) ? [presentIn.step] : [],
  );
  return [...stepsOf(binding), ...collections];
}

function isRoot(calls: readonly RecordedCall[], index: number, texts: readonly string[]): boolean {
  const call = calls[index];
  if (call === undefined) return false;
  if (call.effect === 'write') return true;
  // Without anything else, even an empty answer is what the run was made for.
  if (isEmpty(call.value)) return calls.every(({ effect, value }) => effect === 'read' && isEmpty(value));
  if (!calls.some(({ effect }) => effect === 'write')) return true;
  return (
    isGuard(calls, index) ||
    isWaitedFor(calls, index) ||
    isTold(call, texts) ||
    (texts.length === 0 && isAnswer(calls, index))
  );
}

/**
 * Whether a look at the end may have been what the run was made for: nothing was changed after it, and it is not the same
 * look as before, which only makes sure. What the agent said would tell, where it was recorded.
 */
function isAnswer(calls: readonly RecordedCall[], index: number): boolean {
  const look = calls[index];
  if (look === undefined || calls.slice(index).some(({ effect }) => effect === 'write')) return false;
  return !calls.slice(0, index).some((other) => isSameCall(other, look));
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a look is the last one at something that is then changed: both calls name it. */
function isGuard(calls: readonly RecordedCall[], index: number): boolean {
  const look = calls[index];
  if (look === undefined) return false;
  const names = namesIn(look);
  return calls.some(
    (change, later) =>
      later > index &&
      change.effect === 'write' &&
      [...namesIn(change)].some((name) => names.has(name)) &&
      !calls.slice(index + 1, later).some((other) => isSameCall(other, look)),
  );
}

/** Whether a look is the last one at the state of something that an earlier change has brought about, before the next. */
function isWaitedFor(calls: readonly RecordedCall[], index: number): boolean {
  const look = calls[index];
  const next = calls.findIndex(({ effect }, at) => at > index && effect === 'write');
  if (look === undefined || next === -1 || statesOf([look]).length === 0) return false;
  if (calls.slice(index + 1, next).some((other) => isSameCall(other, look))) return false;
  return [...namesIn(look)].some((name) => {
    const first = calls.findIndex((call) => namesIn(call).has(name) || tells(call, name));
    const origin = calls[first];
    return first < index && origin?.effect === 'write' && !namesIn(origin).has(name);
  });
}

function tells({ leaves }: RecordedCall, name: Json): boolean {
  return leaves.some(({ value }) => value === name);
}

function isSameCall(left: RecordedCall, right: RecordedCall): boolean {
  return (
    left.step.tool === right.step.tool &&
    canonicalJson(left.step.arguments) === canonicalJson(right.step.arguments)
  );
}

/** What a call names. A small number is a name only under the same key: order 42 is not 42 items. */
function namesIn({ step }: RecordedCall): ReadonlySet<Json> {
  return new Set(
    leavesOf(step.arguments)
      .filter(({ value }) => isDistinctive(value) || (typeof value === 'number' && Math.abs(value) > 1))
      .map(({ path, value }) => (isDistinctive(value) ? value : `${String(path.at(-1))} ${value}`)),
  );
}

/** Whether the agent has said something that it can only have from this result. */
function isTold({ leaves }: RecordedCall, texts: readonly string[]): boolean {
  return leaves.some(
    ({ value }) =>
      (typeof value === 'string' || typeof value === 'number') &&
      isDistinctive(value) &&
      texts.some((text) => tokenPlaces(text, String(value)).length > 0),
  );
}

/** Leaves out looks whose values can all be had from other calls that are made anyway. */
function withoutDispensable(
  needed: readonly RecordedCall[],
  texts: readonly string[],
  bind: (calls: readonly RecordedCall[]) => Bound,
): readonly RecordedCall[] {
  if (needed.length > mostTried) return needed;
  let kept = needed;
  let sourced = countSourced(bind(kept));
  for (const call of needed.toReversed()) {
    if (isRoot(kept, kept.indexOf(call), texts)) continue;
    const without = kept.filter((other) => other !== call);
    const left = countSourced(bind(without));
    // Its own arguments need no source any more.
    if (left < sourced - countSourced(bindingOf(bind(kept), kept.indexOf(call)))) continue;
    kept = without;
    sourced = left;
  }
  return kept;
}

function bindingOf({ bindings, parameters }: Bound, index: number): Bound {
  const binding = bindings[index];
  return { bindings: binding === undefined ? [] : [binding], parameters };
}

/**
 * How well it is known where values come from, and that they are there. The same value at another place explains as much
 * as the one before; a text or a number that can be made of other values explains less, because many can.
 */
function countSourced({ bindings, parameters }: Bound): number {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const worth = (binding: Binding): number => {
    switch (binding.from) {
      case 'constant':
        return binding.sameAs === undefined ? 0 : 1;
      case 'list':
        return binding.items.reduce((sum, item) => sum + worth(item), 0);
      case 'object':
        return Object.values(binding.members).reduce((sum, member) => sum + worth(member), 0);
      case 'result':
      case 'item':
      case 'sum':
        return 2;
      case 'parameter': {
        const parameter = known.get(binding.name);
        return (parameter?.source === 'unexplained' ? 0 : 2) + (parameter?.presentIn ? 1 : 0);
      }
      default:
        return 1;
    }
  };
  return bindings.reduce((sum, binding) => sum + worth(binding), 0);
}
