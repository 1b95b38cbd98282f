import type { FailurePattern, FailurePlaces } from '../../records/pattern.ts';
import type { Run } from '../../records/run.ts';

/** The latest runs of a failure that are read to tell where it happens. */
export const maxRunsRead = 10;

/**
 * Where a failure happens, most often first, then by name: tools and agents of all its occurrences, stages and categories of
 * the latest runs it happened in.
 */
export function placesOf(
  { tools, agents }: Pick<FailurePattern, 'tools' | 'agents'>,
  runs: ReadonlyArray<Pick<Run, 'stage' | 'task'>>,
): FailurePlaces {
  return {
    tools: [...tools],
    stages: mostFrequent(runs.map(({ stage }) => stage)),
    categories: mostFrequent(runs.flatMap(({ task }) => task.category ?? [])),
    agents: agents.flatMap(({ agent }) => agent ?? []),
  };
}

function mostFrequent(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .sort(([left, leftTimes], [right, rightTimes]) => rightTimes - leftTimes || (left < right ? -1 : 1))
    .map(([name]) => name);
}
