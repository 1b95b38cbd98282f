import { groupBy } from '../src/learn/group-by.ts';

/** Groups the lines of one log; answers the name of each line's group. */
export type GroupLines = (lines: readonly string[]) => ReadonlyArray<string | number>;

/** The share of lines whose whole group is the true group, no line more and no line less. */
export function groupingAccuracy(groups: ReadonlyArray<string | number>, events: readonly string[]): number {
  const sizes = countEach(events);
  let right = 0;
  for (const members of groupBy(groups.keys(), (line) => groups[line]).values()) {
    const kinds = new Set(members.map((line) => events[line]));
    const [event] = kinds;
    if (kinds.size === 1 && sizes.get(event ?? '') === members.length) right += members.length;
  }
  return events.length === 0 ? 1 : right / events.length;
}

function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
