import type { Json } from '../../json/json.ts';
import { anyItem, formatPath, leavesOf, type PathPart, structured } from '../../json/path.ts';
import type { ToolStep } from '../../records/step.ts';
import { isRedacted } from '../../text/placeholder.ts';
import type { ArgumentSource } from './argument-source.ts';
import { containsValue } from './phrases.ts';
import { pickedAt } from './pick.ts';
import { resultLeaves } from './run-log.ts';
import { isDistinctive } from './telling.ts';

/**
 * Where the arguments of a call probably came from, by looking for their values: in the task, then in earlier results,
 * first where the place has the name of the argument, then in the latest.
 */
export function findSources(step: ToolStep, earlier: readonly ToolStep[], task: string): ArgumentSource[] {
  return leavesOf(step.arguments).map(({ path, value }) => {
    const argument = argumentName(path);
    if (typeof value === 'string' && isRedacted(value)) return { argument, value, from: 'secret' };
    if (containsValue(task, value)) return { argument, value, from: 'task' };
    return { argument, value, ...(findInResults(value, argument, earlier) ?? { from: 'decided' }) };
  });
}

/** The name of an argument; inside an object `address.zip`. */
export function argumentName(path: readonly PathPart[]): string {
  return path.filter((part) => typeof part === 'string').join('.');
}

type FoundSource = Omit<ArgumentSource, 'argument' | 'value'>;

function findInResults(value: Json, argument: string, earlier: readonly ToolStep[]): FoundSource | undefined {
  if (!isDistinctive(value)) return undefined;
  const all = earlier.flatMap((step, call) => placesOf(step, value).map((path) => ({ call, path })));
  // A call that was given the value only repeats it.
  const first = all.filter(({ call }) => !isGiven(earlier[call], value));
  const places = first.length === 0 ? all : first;
  // A member says more about an item than its place in a list of bare values.
  const members = places.filter(({ path }) => typeof path.at(-1) === 'string');
  const place = [members, places].map((some) => some.find(({ path }) => isNamedLike(path, argument)));
  const best = place[0] ?? place[1] ?? places.at(-1);
  if (best !== undefined) return sourceAt(structured(earlier[best.call]?.result ?? null), best);
  // Results that are prose, or were cut, have no places; the value may still be in them.
  const call = earlier.findLastIndex(
    ({ result }) => typeof result === 'string' && containsValue(result, value),
  );
  return call === -1 ? undefined : { from: 'result', call };
}

function isGiven(step: ToolStep | undefined, value: Json): boolean {
  return step !== undefined && leavesOf(step.arguments).some((leaf) => leaf.value === value);
}

function sourceAt(result: Json, { call, path }: { call: number; path: PathPart[] }): FoundSource {
  const at = pickedAt(result, path);
  if (at === undefined) return { from: 'result', call, path: formatPath(path) };
  const anyOfThem = path.map((part, index) => (index === at || typeof part === 'number' ? anyItem : part));
  return { from: 'result', call, path: formatPath(anyOfThem), picked: true };
}

function placesOf(step: ToolStep, value: Json): PathPart[][] {
  return resultLeaves(step)
    .filter((leaf) => leaf.value === value)
    .map(({ path }) => path);
}

function isNamedLike(path: readonly PathPart[], argument: string): boolean {
  // A list has the name of its items, and an "s".
  const letters = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/s$/, '');
  const names = path.filter((part) => typeof part === 'string').map(letters);
  const name = letters(argument.split('.').at(-1) ?? '');
  return name !== '' && [names.at(-1), names.slice(-2).join('')].includes(name);
}
