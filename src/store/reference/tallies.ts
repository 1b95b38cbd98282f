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
      const recorded = visible(state.memories, viewer).filter(
        ({ kind, derivedFrom, provenance }) =>
          kind === 'decision' &&
          provenance.runId !== null &&
          !derivedFrom.some((source) => source.kind === 'memory'),
      );
      const decided = new Set(recorded.map(({ provenance }) => provenance.runId));
      const tallies = new Map<string, DecisionTally>();
      const add = (agent: string | null, informed: boolean, at: number): void => {
        const one = { agent, informed, day: Math.floor(at / dayMs) };
        const key = JSON.stringify(one);
        tallies.set(key, { ...one, decisions: (tallies.get(key)?.decisions ?? 0) + 1 });
      };
      for (const memory of recorded) add(memory.scope.agent, isInformed(memory), memory.createdAt);
      for (const { runId, agent, memories, finishedAt } of countedExecutions(state, viewer))
        if (!decided.has(runId)) add(agent, memories > 0, finishedAt);
      return [...tallies.values()];
    },
  };
}
