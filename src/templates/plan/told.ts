import type { Json } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { wholePlaces } from '../observation/mask.ts';
import { sameValue, type WantedValue } from './candidate.ts';
import type { ParameterList } from './parameters.ts';
import { itemBinding, namedByTask } from './pick.ts';
import { likeness } from './sources.ts';
import { standsInTask } from './task-text.ts';

/** A value that stands in the task, and that nothing else explains: an input, until runs prove something else. */
export function bindTaskValue(wanted: WantedValue, parameters: ParameterList): Binding | undefined {
  const { value, again, moments, key } = wanted;
  const isNamed = [value, ...again].every((one, index) => {
    const moment = moments[index];
    return moment !== undefined && standsInTask(one, moment.taskText, moment.parameters);
  });
  if (!isNamed || isUndecided(wanted, [value, ...again])) return undefined;
  return {
    from: 'parameter',
    name: parameters.add({ name: key, source: 'task', example: value, seen: [value, ...again] }),
  };
}

/** Whether the task of a run also names the value of another run: then the task does not decide between them. */
function isUndecided({ moments }: WantedValue, taken: readonly Json[]): boolean {
  return moments.some(({ taskText, parameters }, run) =>
    taken.some((value) => !sameValue(value, taken[run] ?? null) && standsInTask(value, taskText, parameters)),
  );
}

/**
 * Binds a value that the task of every run names, each time another: the value, or the item it belongs to. That the item
 * also was the first or the cheapest one each time is a coincidence then.
 */
export function bindTold(wanted: WantedValue, parameters: ParameterList): Binding | undefined {
  const { value, again, key } = wanted;
  if (again.every((other) => sameValue(other, value))) return undefined;
  const told = bindTaskValue(wanted, parameters);
  const named = told === undefined ? namedByTask(wanted) : undefined;
  if (named === undefined || isUndecided(wanted, named.seen)) return told;
  const { picked, path, seen } = named;
  const [example = null] = seen;
  const member = path.split('.').at(-1) ?? key;
  const name = parameters.add({ name: member, source: 'task', example, seen: [...seen] });
  return itemBinding(picked, { where: [{ path, equals: { from: 'parameter', name } }], take: 'only' });
}

/** Whether the task names a number more often than it is a parameter: then this argument may mean another thing. */
export function isNamedTwice(
  { value, again, moments: [moment], key }: WantedValue,
  parameters: ParameterList,
): boolean {
  if (typeof value !== 'number' || again.length > 0) return false;
  const same = parameters.all().filter(({ source, example }) => source === 'task' && example === value);
  if (same.length === 0 || same.some(({ name }) => likeness(key, name) > 0)) return false;
  return wholePlaces(moment.taskText, String(value)).length > same.length;
}
