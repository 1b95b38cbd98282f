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
  /** Outcomes of tasks like this one, in runs and in what it remembers, each weighted by how similar it was. */
  readonly similar: Outcomes;
  readonly all: Outcomes;
  readonly finished: number;
}

/** What each part of the score counts for (COO-2). */
export const matchWeights = { specialisation: 0.4, experience: 0.3, performance: 0.3 } as const;

/**
 * Ranks agents for a task, the best first. Experience is what the agent has proven at such tasks, 0 without any. Performance is its
 * worth in the sense of `chooseAgent`: the posterior of its success rate, and what there is to find out about it. So a new agent is
 * neither shut out nor preferred for ever.
 *
 * @example
 * const [best] = rankAgents(candidates);
 */
export function rankAgents(candidates: readonly CandidateAgent[]): RankedAgent[] {
  const performance = worthOfAgents(
    candidates.map(({ agent, model, all }) => ({ agent, ...(model === null ? {} : { kin: model }), ...all })),
  );
  return candidates
    .map((candidate, index): RankedAgent => {
      const parts = {
        specialisation: candidate.specialisation?.fit ?? 0,
        experience: experienceOf(candidate.similar),
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

/** The success rate at such tasks, expected from a record that begins with one failure: little is proven by little. */
function experienceOf({ successes, failures }: Outcomes): number {
  return successes / (successes + failures + 1);
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
