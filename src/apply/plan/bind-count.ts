import { isJsonObject, type Json } from '../../model/json.ts';
import { formatPath, type PathPart } from '../../model/path.ts';
import type { Binding } from '../../model/plan.ts';
import { termsOf } from '../../model/terms.ts';
import { tokenPlaces } from './telling.ts';
import { varies, type Wanted } from './wanted.ts';

/** A number that may be how many there were of something, and where these were. */
export interface Count {
  readonly value: number;
  readonly binding: () => Binding;
  /** Terms of what a text may call them: of the name of the list, and of the tool that gave it. */
  readonly names: readonly string[];
}

/**
 * How many there were of something: "3 tickets are open" was true when there were three. Runs that had different numbers
 * show it, and then the list is counted again. Until then the recorded number is taken only while the list has as many.
 */
export function bindCount(wanted: Wanted): Binding | undefined {
  return countsFor(wanted)
    .find(({ value }) => value === wanted.value)
    ?.binding();
}

/** The lengths of earlier lists that a change may tell somebody, the latest first. What the task says was not counted. */
export function countsFor(wanted: Wanted): Count[] {
  const { origins } = wanted;
  if (origins.effect !== 'write') return [];
  return origins.earlier
    .flatMap(({ value, cut, step: { tool } }, step) =>
      (cut ? [] : listsIn(value, [])).map(({ path, length }): Count => {
        const place = { step, path: formatPath([...path, 'length']) };
        return {
          value: length,
          names: namesOf(`${tool} ${String(path.at(-1) ?? '')}`),
          binding: () =>
            varies(wanted)
              ? { from: 'result', ...place }
              : { from: 'constant', value: length, sameAs: place },
        };
      }),
    )
    .filter(({ value }) => value > 1 && tokenPlaces(origins.taskText, String(value)).length === 0)
    .reverse();
}

/** The terms of the names that things go by. */
function namesOf(name: string): string[] {
  return termsOf(name).filter((term) => !saysNothing.has(term));
}

/** What tools do to anything. */
const saysNothing = new Set(termsOf('list get find search fetch read query show all'));

/** The lists that are not in lists themselves. */
function listsIn(value: Json, path: PathPart[]): Array<{ path: PathPart[]; length: number }> {
  if (Array.isArray(value)) return [{ path, length: value.length }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
}
