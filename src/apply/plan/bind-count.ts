import { isJsonObject, type Json } from '../../model/json.ts';
import { formatPath, type PathPart } from '../../model/path.ts';
import type { Binding } from '../../model/plan.ts';
import { tokenPlaces } from './telling.ts';
import { varies, type Wanted } from './wanted.ts';

/** A number that may be how many there were of something, and where these were. */
export interface Count {
  readonly value: number;
  readonly binding: () => Binding;
  /** What a text calls them that tells their number: by the name of the list, or of the tool that gave it. */
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
          names: stemsOf(`${tool} ${String(path.at(-1) ?? '')}`),
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

/** The words of a name, without the sign of the plural: `list_open_tickets` → open, ticket. Short ones say nothing. */
function stemsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?:ies|es|s|y)$/, ''))
    .filter((word) => word.length > 2 && !saysNothing.has(word));
}

/** What tools do to anything. */
const saysNothing = new Set(['list', 'get', 'find', 'search', 'fetch', 'read', 'quer', 'show', 'all']);

/** The lists at fixed places, outer ones last. */
function listsIn(value: Json, path: PathPart[]): Array<{ path: PathPart[]; length: number }> {
  if (Array.isArray(value)) return [{ path, length: value.length }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
}
