import type { Ids } from '../ports/clock.ts';
import { schemaVersion } from '../records/record.ts';
import type { Scope } from '../records/scope.ts';
import { countingIds } from './counting-ids.ts';
import { fixedClock } from './fixed-clock.ts';

/** Who owns what the builders build, unless they are told otherwise. */
const defaultScope: Scope = { user: 'ada', project: 'shop', agent: 'ali' };

let ids = countingIds();
let clock = fixedClock();
let tasks = 0;

/**
 * Starts ids and times of the builders anew, so that every test sees the same ones.
 *
 * @example
 * beforeEach(resetBuilders);
 */
export function resetBuilders(): void {
  ids = countingIds();
  clock = fixedClock();
  tasks = 0;
}

/** A second after the moment before. */
export function later(): number {
  clock.advance(1_000);
  return clock.now();
}

/** The next id of records of this sort. */
export const nextId: Ids = (prefix) => ids(prefix);

/** The number of the next task. */
export function nextTask(): number {
  tasks += 1;
  return tasks;
}

/** What every record starts from. Each is one second younger than the one built before it. */
export function base(id: string) {
  return { schemaVersion, id, scope: defaultScope, createdAt: later() };
}
