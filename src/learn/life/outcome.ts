import type { Settings } from '../../config/settings.ts';
import { confidenceAt, faded } from '../../records/confidence.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Evidence, Memory, Standing } from '../../records/memory.ts';
import type { RevisionReason } from '../../records/memory-life.ts';
import type { Outcome } from '../../records/record.ts';
import { times } from '../../text/counted.ts';
import { lowerBound } from '../posterior.ts';
import { type Change, changed } from './change.ts';

/** The confidence stated when the memory was recorded weighs as much as this many outcomes. */
export const statedWeight = 2;
/** With fewer failures, after fading, a memory is never demoted: three, of which at most a sixth has faded. */
const minFailures = 2.5;

export function sumOf(parts: readonly Evidence[]): Evidence {
  return {
    successes: parts.reduce((sum, part) => sum + part.successes, 0),
    failures: parts.reduce((sum, part) => sum + part.failures, 0),
  };
}

/** What is left of the evidence of a memory at a moment. */
export function evidenceAt(
  memory: Pick<Memory, 'evidence' | 'confirmedAt' | 'createdAt'>,
  now: number,
  halfLifeDays: number,
): Evidence {
  const left = faded(now - (memory.confirmedAt ?? memory.createdAt), halfLifeDays);
  return { successes: memory.evidence.successes * left, failures: memory.evidence.failures * left };
}

/** How often it helped; null while nothing is known. */
export function rateOf({ successes, failures }: Evidence): number | null {
  return successes + failures === 0 ? null : successes / (successes + failures);
}

/** The mean of a Beta posterior whose prior is the stated confidence. */
export function posteriorMean(stated: number, { successes, failures }: Evidence): number {
  return (statedWeight * stated + successes) / (statedWeight + successes + failures);
}

/** The stated confidence, computed back from confidence and evidence. It may lie outside 0–1 because of `aged`. */
export function statedConfidence({ confidence, evidence }: Pick<Memory, 'confidence' | 'evidence'>): number {
  const weight = statedWeight + evidence.successes + evidence.failures;
  return (confidence * weight - evidence.successes) / statedWeight;
}

/**
 * Confidence and evidence before new outcomes are added. Fading evidence can move the mean up as well as down, since old
 * failures fade, too. So that a success never lowers and a failure never raises the current confidence, the mean is kept
 * as close to it as one outcome reaches. This depends on the moment only, so the order of outcomes does not matter.
 */
function aged(memory: Memory, now: number, halfLifeDays: number): { mean: number; evidence: Evidence } {
  const evidence = evidenceAt(memory, now, halfLifeDays);
  const weight = statedWeight + evidence.successes + evidence.failures;
  const worth = confidenceAt(memory, now, halfLifeDays);
  const lowest = Math.max(0, worth - (1 - worth) / weight);
  const highest = Math.min(1, worth + worth / weight);
  const mean = posteriorMean(statedConfidence(memory), evidence);
  return { mean: Math.min(highest, Math.max(lowest, mean)), evidence };
}

/**
 * The memory after outcomes of runs that used it (MEM-4). Evidence fades by its half-life, the outcomes are added, and
 * confidence becomes the mean of the posterior. Null when there is no outcome.
 *
 * @example
 * afterOutcomes(memory, ['success'], now, settings.memory)?.memory.confidence; // 0.5 becomes 0.67
 */
export function afterOutcomes(
  memory: Memory,
  outcomes: readonly Outcome[],
  now: number,
  settings: Settings['memory'],
): Change | null {
  if (outcomes.length === 0) return null;
  // A clock that was set back must not let evidence grow.
  const moment = Math.max(now, memory.confirmedAt ?? memory.createdAt);
  const before = aged(memory, moment, settings.confidenceHalfLifeDays);
  const qualities = outcomes.map((outcome) => outcomeQualities[outcome]);
  const fresh = sumOf(qualities.map((quality) => ({ successes: quality, failures: 1 - quality })));
  const evidence = sumOf([before.evidence, fresh]);
  const weight = statedWeight + before.evidence.successes + before.evidence.failures;
  const confidence = (before.mean * weight + fresh.successes) / (weight + outcomes.length);
  const standing = standingAfter(memory.standing, evidence, fresh);
  const helped = withRuleCounts(memory, outcomes.length, rateOf(evidence));
  return changed(
    helped,
    {
      evidence,
      confidence: Math.min(1, Math.max(0, confidence)),
      successRate: rateOf(evidence),
      confirmedAt: moment,
      standing,
    },
    reasonFor(memory.standing, standing, fresh),
    inWords(outcomes),
  );
}

/** Whether a memory keeps hurting: its success rate is below one half with 90 % certainty. */
export function keepsHurting({ successes, failures }: Evidence): boolean {
  return failures >= minFailures && 1 - lowerBound(failures, successes) < 0.5;
}

/** A demoted memory comes back when it has helped as often as it hurt, an archived one when it helps again. */
function standingAfter(standing: Standing, evidence: Evidence, fresh: Evidence): Standing {
  if (standing === 'active' && keepsHurting(evidence)) return 'demoted';
  if (standing === 'demoted' && evidence.successes >= evidence.failures) return 'active';
  if (standing === 'archived' && fresh.successes > fresh.failures) return 'active';
  return standing;
}

function reasonFor(before: Standing, after: Standing, fresh: Evidence): RevisionReason {
  if (before !== after) return after === 'demoted' ? 'demoted' : 'restored';
  return fresh.successes >= fresh.failures ? 'confirmed' : 'contradicted';
}

/** A rule shows how often it was applied, and how that went (MEM-6). */
function withRuleCounts(memory: Memory, times: number, rate: number | null): Memory {
  if (memory.kind !== 'rule') return memory;
  const timesApplied = (memory.content.timesApplied ?? 0) + times;
  const measured = rate === null ? {} : { ruleSuccessRate: rate };
  return { ...memory, content: { ...memory.content, timesApplied, ...measured } };
}

const verbs: Record<Outcome, string> = { success: 'helped', failure: 'hurt', partial: 'helped in part' };

function inWords(outcomes: readonly Outcome[]): string {
  const parts = (Object.keys(verbs) as Outcome[]).flatMap((outcome) => {
    const count = outcomes.filter((one) => one === outcome).length;
    return count === 0 ? [] : [`${verbs[outcome]} ${times(count)}`];
  });
  return `It ${parts.join(', ')}.`;
}
