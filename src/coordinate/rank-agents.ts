import { worthOfAgents } from '../learn/decisions/choice.ts';
import type { RankedAgent } from '../records/agent-match.ts';

/** Outcomes, which may be weighted and need not be whole numbers. */
export interface Outcomes {
  readonly successes: number;
  readonly failures: number;
}

/** An agent that can be chosen, with what is known about it. */
export interface CandidateAgent {
  readonly agent: string;
  readonly model: string | null;
  readonly specialisation: { readonly name: string; readonly fit: number } | null;
  /** Outcomes of tasks like this one, each weighted by how similar it was. */
  readonly similar: Outcomes;
  readonly all: Outcomes;
  readonly finished: number;
}

/** What each part of the score counts for (COO-2). */
export const matchWeights = { specialisation: 0.4, experience: 0.3, performance: 0.3 } as const;

/**
 * Ranks agents for a task, the best first. Experience and performance are the worth of an agent in the sense of
 * `chooseAgent`: the posterior of its success rate, and what there is to find out about it. So a new agent is neither shut out
 * nor preferred for ever.
 *
 * @example
 * const [best] = rankAgents(candidates);
 */
export function rankAgents(candidates: readonly CandidateAgent[]): RankedAgent[] {
  const experience = worthBy(candidates, ({ similar }) => similar);
  const performance = worthBy(candidates, ({ all }) => all);
  return candidates
    .map((candidate, index): RankedAgent => {
      const parts = {
        specialisation: candidate.specialisation?.fit ?? 0,
        experience: experience[index]?.worth ?? 0,
        performance: performance[index]?.worth ?? 0,
      };
      return {
        agent: candidate.agent,
        score: scoreOf(parts),
        parts,
        fittingSpecialisation: candidate.specialisation?.name ?? null,
        expected: performance[index]?.expected ?? 0,
        finished: candidate.finished,
        similarRuns: candidate.similar.successes + candidate.similar.failures,
      };
    })
    .sort(
      (left, right) =>
        right.score - left.score ||
        // Work is spread among equals.
        left.finished - right.finished ||
        (left.agent < right.agent ? -1 : 1),
    );
}

function worthBy(candidates: readonly CandidateAgent[], outcomesOf: (candidate: CandidateAgent) => Outcomes) {
  return worthOfAgents(
    candidates.map((candidate) => ({
      agent: candidate.agent,
      ...(candidate.model === null ? {} : { kin: candidate.model }),
      ...outcomesOf(candidate),
    })),
  );
}

function scoreOf(parts: RankedAgent['parts']): number {
  const sum =
    matchWeights.specialisation * parts.specialisation +
    matchWeights.experience * parts.experience +
    matchWeights.performance * parts.performance;
  // Worth is found by halving, to six digits: equal agents must have equal scores.
  return Math.min(1, Number(sum.toFixed(5)));
}

/** Why the first of a ranking was chosen, in a sentence. */
export function whyFirst([best, next]: readonly RankedAgent[]): string {
  if (best === undefined) return 'There is no agent to choose.';
  const reasons = [
    best.parts.specialisation > 0 && best.fittingSpecialisation !== null
      ? `its specialisation "${best.fittingSpecialisation}" fits ${inPercent(best.parts.specialisation)}`
      : 'no specialisation fits',
    best.finished === 0
      ? 'it has no finished run yet, so there is something to find out'
      : `${inPercent(best.expected)} expected success over ${best.finished} finished run${best.finished === 1 ? '' : 's'}`,
  ];
  const margin = next === undefined ? '' : ` Next is "${next.agent}" with ${next.score.toFixed(2)}.`;
  return `"${best.agent}" scores ${best.score.toFixed(2)}: ${reasons.join(', ')}.${margin}`;
}

function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
