import type { Json, JsonObject } from '../../model/json.ts';
import { wholePlaces } from '../../model/observation/mask.ts';
import { formatPath, leavesOf } from '../../model/path.ts';
import type { Binding } from '../../model/plan.ts';
import type { Moment, Wanted } from './candidate.ts';
import type { ParameterList } from './parameters.ts';
import { pickedFrom } from './pick.ts';
import type { Evidence } from './reasons.ts';
import type { Known } from './sources.ts';

/** One call of the plan: the same call in each run. */
export interface CallToBind {
  readonly tool: string;
  readonly arguments: readonly [JsonObject, ...JsonObject[]];
  readonly moments: readonly [Moment, ...Moment[]];
  /** The schema of the tool's arguments, where it is known. */
  readonly schema: JsonObject | null;
  readonly evidence: Evidence;
  readonly parameters: ParameterList;
  /** What the first run knew when it made the call. */
  readonly known: (parameters: JsonObject) => Known;
}

/** An argument, or a part of one, with what is known about its place. */
export interface Place extends Wanted {
  readonly schema: JsonObject | null;
}

/**
 * What nothing explains. The recorded value is taken only with the other values of its run. One that was picked from a list
 * must be there.
 */
export function open({ value, again, key }: Place, { moments: [moment], parameters }: CallToBind): Binding {
  const picked = typeof value === 'object' || again.length > 0 ? undefined : pickedFrom(value, moment).at(-1);
  const isPicked = picked !== undefined && (typeof value === 'string' || Math.abs(Number(value)) > 1);
  return {
    from: 'parameter',
    name: parameters.add({
      name: key,
      source: isPicked ? 'picked' : 'unexplained',
      example: value,
      seen: [value, ...again],
      unseen: true,
      repeats: repeatedAnswers(value, moment),
      ...(isPicked && { presentIn: { step: picked.step, path: formatPath(picked.leaf.general) } }),
    }),
  };
}

/** Fields of what earlier changes answered that stand in a value: new ids, most of all. */
function repeatedAnswers(value: Json, { earlier }: Moment): Array<{ step: number; path: string }> {
  const texts = leavesOf(value).map((leaf) => String(leaf.value));
  return earlier.flatMap(({ effect, leaves }, step) =>
    (effect === 'write' ? leaves : [])
      .filter((leaf) => typeof leaf.value === 'string' || typeof leaf.value === 'number')
      .filter((leaf) => texts.some((text) => wholePlaces(text, String(leaf.value)).length > 0))
      .map(({ path }) => ({ step, path: formatPath(path) })),
  );
}
