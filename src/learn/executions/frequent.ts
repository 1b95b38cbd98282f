import type { NamedCount } from '../../records/execution-pattern.ts';

/** The names that most runs have, each counted once a run; equally frequent ones by name. */
export function mostFrequent(namesOfRuns: Iterable<Iterable<string>>, limit: number): NamedCount[] {
  const counts = new Map<string, number>();
  for (const names of namesOfRuns) {
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, runs]) => ({ name, runs }))
    .sort((left, right) => right.runs - left.runs || (left.name < right.name ? -1 : 1))
    .slice(0, limit);
}
