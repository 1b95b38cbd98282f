import type { Settings } from '../../config/settings.ts';
import type { ScoredExecution } from '../../recall/similar-tasks.ts';
import type { Complexity } from '../../records/complexity.ts';
import { type Call, durationOf, type Execution } from '../../records/execution.ts';
import type { ApproachRecord, TaskRecommendation } from '../../records/execution-pattern.ts';
import { counted } from '../../text/counted.ts';
import { groupBy } from '../group-by.ts';
import { median } from '../median.ts';
import { approachKey, attemptOf, rankApproaches } from './approaches.ts';
import { mostFrequent } from './frequent.ts';

/** The evidence for a recommendation. */
export interface RecommendationInputs {
  /** How much there is to the task asked about. */
  readonly complexity: Complexity;
  /** Finished runs of any outcome: without the failures, what is merely tried often would look best. */
  readonly similar: ReadonlyArray<Pick<ScoredExecution, 'execution' | 'score'>>;
  /** Calls of the similar runs that succeeded. */
  readonly calls: readonly Call[];
  readonly settings: Pick<Settings['learning'], 'matchesForCertainty' | 'confidenceBoost' | 'halfLifeDays'>;
}

const maxFactors = 5;
const maxTools = 3;
const maxApproaches = 5;
const maxEvidence = 20;

/**
 * Recommends the most promising approach of similar runs, and what went with their success (LRN-8). The runs that
 * succeeded are its matches; approaches are judged by the failed ones too.
 */
export function recommend({
  complexity,
  similar,
  calls,
  settings,
}: RecommendationInputs): TaskRecommendation {
  const attempts = similar.flatMap(({ execution, score }) => attemptOf(execution, score));
  const approaches = rankApproaches(attempts, settings.halfLifeDays);
  const matches = similar
    .filter(({ execution }) => execution.outcome === 'success')
    .sort((left, right) => right.score - left.score || later(left.execution, right.execution))
    .map(({ execution }) => execution);
  const best = matches.length === 0 ? undefined : approaches.find(({ successes }) => successes > 0);
  const ids = new Set(matches.map(({ runId }) => runId));
  const callsByRun = groupBy(calls, ({ runId }) => runId);
  const toolsByRun = [...callsByRun].map(([id, own]) => (ids.has(id) ? own.map(({ tool }) => tool) : []));
  const factors = matches.map(({ successFactors }) => successFactors);
  return {
    sentence: sentenceFor(matches.length, best),
    approach: best?.approach ?? null,
    confidence: confidenceOf(matches.length, settings),
    matches: matches.length,
    successFactors: mostFrequent(factors, maxFactors),
    tools: mostFrequent(toolsByRun, maxTools),
    expectedMs: expectedMs(matches, best),
    complexity,
    approaches: approaches.slice(0, maxApproaches),
    evidence: matches.slice(0, maxEvidence).map(({ runId }) => runId),
  };
}

function later(left: Execution, right: Execution): number {
  return right.finishedAt - left.finishedAt || (left.runId < right.runId ? -1 : 1);
}

function sentenceFor(matches: number, best: ApproachRecord | undefined): string {
  if (matches === 0) return 'No similar patterns.';
  const seen = `${counted(matches, 'similar run')} succeeded`;
  if (best === undefined) return `${seen}, but none names its approach.`;
  const { approach, successRate, attempts } = best;
  return `Use ${approach}: ${Math.round(successRate * 100)}% success in ${counted(attempts, 'similar run')}.`;
}

function confidenceOf(
  matches: number,
  { matchesForCertainty, confidenceBoost }: RecommendationInputs['settings'],
): number {
  return Math.min(1, Math.min(1, matches / matchesForCertainty) * confidenceBoost);
}

function expectedMs(matches: readonly Execution[], best: ApproachRecord | undefined): number | null {
  const key = best === undefined ? undefined : approachKey(best.approach);
  const same = matches.filter(({ approach }) => approach !== null && approachKey(approach) === key);
  return median((same.length > 0 ? same : matches).map(durationOf));
}
