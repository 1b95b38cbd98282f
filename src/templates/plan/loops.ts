import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { anyItem, formatPath, leavesOf, valuesAt } from '../../json/path.ts';
import { wholePlaces } from '../observation/mask.ts';
import type { RecordedCall } from './recorded-call.ts';
import { listsIn } from './sources.ts';

/** A block of calls that a run made once for each item of a list, in order. Calls are numbered as in the run, from 0. */
export interface FoundLoop {
  /** The first call of the first round. */
  readonly start: number;
  /** How many calls a round has. */
  readonly length: number;
  readonly rounds: number;
  /** The call that answered the list. */
  readonly list: number;
  /** The items of the list: `$.orders[*]`. */
  readonly path: string;
}

/** What the caller gave: values named there are not taken from a list. */
interface ToldValues {
  readonly inputs: JsonObject;
  readonly task: string;
}

/** Calls of one round. More than these were hardly repeated by a rule. */
const maxLength = 12;

/**
 * Blocks of calls that may be loops: as many rounds as a list has items, of the same tools, each of them with a value of its
 * own item. Where several lists fit, nobody can tell which one was followed, and none is found.
 *
 * @example
 * findLoops(calls, { inputs, task }); // [{ start: 1, length: 2, rounds: 3, list: 0, path: '$.orders[*]' }]
 */
export function findLoops(calls: readonly RecordedCall[], told: ToldValues): FoundLoop[] {
  const given = callsByArgument(calls);
  const found = calls.flatMap((call, list) =>
    call.cut
      ? []
      : listsIn(call.value, [])
          .filter(({ length }) => length >= 2 && length < calls.length - list)
          .flatMap(({ path, length: rounds }) =>
            blocksFor(calls, given, { list, path: formatPath([...path, anyItem]), rounds }),
          ),
  );
  return found
    .filter((loop) => !found.some((other) => isSameBlock(other, loop) && isOtherList(other, loop)))
    .filter((loop) => !isTold(calls, loop, told))
    .sort((left, right) => left.start - right.start || left.length - right.length);
}

const isSameBlock = (one: FoundLoop, other: FoundLoop): boolean =>
  one.start === other.start && one.length === other.length && one.rounds === other.rounds;

const isOtherList = (one: FoundLoop, other: FoundLoop): boolean =>
  one.list !== other.list || one.path !== other.path;

/** The calls that were given a value, by the value: large runs have many lists, and few of them were gone through. */
function callsByArgument(calls: readonly RecordedCall[]): ReadonlyMap<Json, readonly number[]> {
  const given = new Map<Json, number[]>();
  for (const [index, { step }] of calls.entries()) {
    for (const { value } of leavesOf(step.arguments)) {
      const others = given.get(value) ?? [];
      others.push(index);
      given.set(value, others);
    }
  }
  return given;
}

function blocksFor(
  calls: readonly RecordedCall[],
  given: ReadonlyMap<Json, readonly number[]>,
  list: Pick<FoundLoop, 'list' | 'path' | 'rounds'>,
): FoundLoop[] {
  const [first = null] = valuesAt(calls[list.list]?.value ?? null, list.path);
  const inFirstRound = new Set(leavesOf(first).flatMap(({ value }) => given.get(value) ?? []));
  const found = new Map<string, FoundLoop>();
  for (const call of inFirstRound) {
    const longest = Math.min(maxLength, Math.floor((calls.length - list.list - 1) / list.rounds));
    for (let length = 1; length <= longest; length += 1) {
      for (let start = Math.max(call - length + 1, list.list + 1); start <= call; start += 1) {
        const loop = { ...list, start, length };
        if (isRepeated(calls, loop) && takenFromItems(calls, loop).length > 0)
          found.set(`${start} ${length}`, loop);
      }
    }
  }
  return [...found.values()];
}

/** Whether every round makes the calls of the first one, and all of them worked. */
function isRepeated(calls: readonly RecordedCall[], { start, length, rounds }: FoundLoop): boolean {
  for (let at = 0; at < length * rounds; at += 1) {
    const [call, first] = [calls[start + at], calls[start + (at % length)]];
    if (call === undefined || first === undefined || !call.step.success || !isSameKindOfCall(call, first))
      return false;
  }
  return true;
}

/** Whether two calls are of the same tool, with arguments of the same names, in the same part of the task and by the same agent. */
export function isSameKindOfCall(one: RecordedCall, other: RecordedCall): boolean {
  const names = ({ step }: RecordedCall): string => Object.keys(step.arguments).sort().join('\n');
  return (
    one.step.tool === other.step.tool &&
    one.effect === other.effect &&
    one.step.success === other.step.success &&
    (one.step.subTask?.id ?? null) === (other.step.subTask?.id ?? null) &&
    one.step.agent === other.step.agent &&
    names(one) === names(other)
  );
}

/** For each argument that every round took from the same place of its own item: the values, which are not all the same. */
function takenFromItems(calls: readonly RecordedCall[], loop: FoundLoop): Json[][] {
  const { start, length, rounds } = loop;
  const items = valuesAt(calls[loop.list]?.value ?? null, loop.path);
  return Array.from({ length }, (_, offset) => offset).flatMap((offset) =>
    leavesOf(calls[start + offset]?.step.arguments ?? {}).flatMap(({ path }) => {
      const values = Array.from(
        { length: rounds },
        (_, round) =>
          valuesAt(calls[start + round * length + offset]?.step.arguments ?? {}, formatPath(path))[0] ?? null,
      );
      const isVaried = values.some((value) => !sameJson(value, values[0] ?? null));
      return isVaried && isInItems(values, items) ? [values] : [];
    }),
  );
}

function isInItems(values: readonly Json[], items: readonly Json[]): boolean {
  return leavesOf(items[0] ?? null)
    .map(({ path }) => formatPath(path))
    .some((place) =>
      values.every((value, round) => sameJson(valuesAt(items[round] ?? null, place), [value])),
    );
}

/** Whether the caller named one of the items: then it may be those that are named, and not all that are there. */
function isTold(calls: readonly RecordedCall[], loop: FoundLoop, { inputs, task }: ToldValues): boolean {
  const texts = [task, ...leavesOf(inputs).map(({ value }) => String(value))];
  return takenFromItems(calls, loop)
    .flat()
    .some((value) => texts.some((text) => wholePlaces(text, String(value)).length > 0));
}
