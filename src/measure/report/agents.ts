import type { Settings } from '../../config/settings.ts';
import { groupBy } from '../../learn/group-by.ts';
import type { RunTally } from '../../records/execution.ts';
import type { Trend } from '../../records/execution-pattern.ts';
import type { AgentFigures } from '../../records/report.ts';
import { successShare } from './performance.ts';

type AgentPlace = AgentFigures['topSuccesses'][number];

const maxAgents = 100;
const maxPlaces = 3;

/** What is known of agents beside their runs. */
export interface AgentInputs {
  /** How many memories each agent has; agents without runs are here too. */
  readonly memoriesByAgent: ReadonlyMap<string, number>;
  readonly trendsByAgent: ReadonlyMap<string, Trend['direction']>;
}

/** How every agent does, those with most runs first, then by name (MET-2). */
export function agentReports(
  tallies: readonly RunTally[],
  { memoriesByAgent, trendsByAgent }: AgentInputs,
  { lowSuccess }: Pick<Settings['report'], 'lowSuccess'>,
): AgentFigures[] {
  const byAgent = groupBy(tallies, ({ agent }) => agent);
  const names = new Set([...byAgent.keys(), ...memoriesByAgent.keys()]);
  return [...names]
    .flatMap((agent): AgentFigures[] => {
      if (agent === null) return [];
      const own = byAgent.get(agent) ?? [];
      const successRate = successShare(own);
      return [
        {
          agent,
          memories: memoriesByAgent.get(agent) ?? 0,
          runs: successRate.n,
          successRate,
          trend: trendsByAgent.get(agent) ?? 'insufficient_data',
          topSuccesses: topSuccesses(own),
          areasToImprove: areasToImprove(own, lowSuccess),
        },
      ];
    })
    .sort((left, right) => right.runs - left.runs || (left.agent < right.agent ? -1 : 1))
    .slice(0, maxAgents);
}

function placesBy(tallies: readonly RunTally[], isOne: (tally: RunTally) => unknown): AgentPlace[] {
  return [...groupBy(tallies, (tally) => JSON.stringify(isOne(tally))).values()].map((group) => {
    const successRate = successShare(group);
    const { category = null, approach = null } = group[0] ?? {};
    return { category, approach, runs: successRate.n, successRate };
  });
}

/** Surest first: by what the success rate is at least. */
function topSuccesses(tallies: readonly RunTally[]): AgentPlace[] {
  return placesBy(tallies, ({ category, approach }) => [category, approach])
    .filter(({ successRate }) => (successRate.value ?? 0) > 0)
    .sort((left, right) => (right.successRate.low ?? 0) - (left.successRate.low ?? 0) || byName(left, right))
    .slice(0, maxPlaces);
}

function areasToImprove(tallies: readonly RunTally[], lowSuccess: number): AgentPlace[] {
  return placesBy(tallies, ({ category }) => category)
    .map((place) => ({ ...place, approach: null }))
    .filter(({ successRate }) => (successRate.value ?? 1) < lowSuccess)
    .sort(
      (left, right) => (left.successRate.high ?? 1) - (right.successRate.high ?? 1) || byName(left, right),
    )
    .slice(0, maxPlaces);
}

function byName(left: AgentPlace, right: AgentPlace): number {
  return JSON.stringify([left.category, left.approach]) < JSON.stringify([right.category, right.approach])
    ? -1
    : 1;
}
