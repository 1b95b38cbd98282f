import type { Store } from '../../ports/store.ts';
import type { DecisionTally, RunHalves } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import { dayMs } from '../../records/lifetime.ts';
import type { Memory } from '../../records/memory.ts';
import { countedExecutions } from './executions.ts';
import { type State, visible } from './state.ts';

/** Finished runs in halves, and decisions, counted. */
export function readTallies(state: State): Pick<Store, 'tallyHalves' | 'tallyDecisions'> {
  const isInformed = ({ id, createdAt, provenance: { runId } }: Memory): boolean =>
    [...state.uses.values()].some((use) => use.runId === runId && use.memoryId !== id && use.at <= createdAt);
  return {
    async tallyHalves(viewer, by, since) {
      const groups = new Map<string | null, number[]>();
      const inOrder = countedExecutions(state, viewer)
        .filter(({ finishedAt }) => finishedAt >= since)
        .sort((left, right) => left.finishedAt - right.finishedAt || (left.runId < right.runId ? -1 : 1));
      for (const execution of inOrder) {
        const name = execution[by];
        groups.set(name, [...(groups.get(name) ?? []), outcomeQualities[execution.outcome]]);
      }
      const sum = (qualities: readonly number[]): number =>
        qualities.reduce((total, each) => total + each, 0);
      return [...groups].map(([of, qualities]): RunHalves => {
        const middle = Math.floor(qualities.length / 2);
        return {
          of,
          runs: qualities.length,
          earlierSuccesses: sum(qualities.slice(0, middle)),
          laterSuccesses: sum(qualities.slice(middle)),
        };
      });
    },
    async tallyDecisions(viewer) {
      const tallies = new Map<string, DecisionTally>();
      for (const memory of visible(state.memories, viewer)) {
        if (memory.kind !== 'decision' || memory.derivedFrom.some(({ kind }) => kind === 'memory')) continue;
        const { agent } = memory.scope;
        const one = { agent, informed: isInformed(memory), day: Math.floor(memory.createdAt / dayMs) };
        const key = JSON.stringify(one);
        tallies.set(key, { ...one, decisions: (tallies.get(key)?.decisions ?? 0) + 1 });
      }
      return [...tallies.values()];
    },
  };
}
