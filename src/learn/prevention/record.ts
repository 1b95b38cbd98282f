import type { Settings } from '../../config/settings.ts';
import type { CheckContent, CheckRecord } from '../../records/check.ts';
import { counted } from '../../text/counted.ts';
import { lowerBound } from '../posterior.ts';
import type { FollowUp } from './follow-up.ts';

/** How often a check was right. */
export interface MeasuredSuccess {
  /** Times it is known whether it was right. */
  readonly judged: number;
  /** The failure was prevented, or happened as foretold. */
  readonly right: number;
  /** Null while nothing is known. */
  readonly rate: number | null;
  /** With 90 % certainty at least, and at most. */
  readonly lowerBound: number;
  readonly upperBound: number;
}

/** The success rate of a check (LRN-4). */
export function measuredSuccess({ prevented, happened, wrong }: CheckRecord): MeasuredSuccess {
  const right = prevented + happened;
  const judged = right + wrong;
  return {
    judged,
    right,
    rate: judged === 0 ? null : right / judged,
    lowerBound: lowerBound(right, wrong),
    upperBound: 1 - lowerBound(wrong, right),
  };
}

/**
 * Counts the result of one firing. A warning that is surely wrong more often than right switches itself off. What blocks stays until
 * a person switches it off: what agents report must not open what it closes.
 */
export function afterTrial(
  content: CheckContent,
  result: FollowUp['result'],
  { judgedBeforeOff }: Pick<Settings['prevention'], 'judgedBeforeOff'>,
): CheckContent {
  const record = { ...content.record, fired: content.record.fired + 1, [result]: content.record[result] + 1 };
  const noted = { ...content, record };
  const { judged, right, upperBound } = measuredSuccess(since(content.countsFrom, record));
  if (!content.enabled || content.action === 'block') return noted;
  if (judged < judgedBeforeOff || upperBound >= 0.5) return noted;
  const percent = Math.round(upperBound * 100);
  return {
    ...noted,
    enabled: false,
    offReason: `It was wrong ${judged - right} of the last ${counted(judged, 'time')} that it was judged: it is right at most ${percent} % of the time (90 % sure).`,
  };
}

function since(before: CheckRecord, now: CheckRecord): CheckRecord {
  return {
    fired: now.fired - before.fired,
    prevented: now.prevented - before.prevented,
    happened: now.happened - before.happened,
    wrong: now.wrong - before.wrong,
    unknown: now.unknown - before.unknown,
  };
}

/** The check switched on by hand. Its earlier record does not count against it any more. */
export function switchedOn(content: CheckContent): CheckContent {
  return { ...content, enabled: true, offReason: null, countsFrom: content.record };
}

export function switchedOff(content: CheckContent, reason: string): CheckContent {
  return { ...content, enabled: false, offReason: reason };
}

/** Failures that happened although a check stood before them. */
export interface Recurrences {
  readonly fired: number;
  readonly happened: number;
  /** Of those whose end is known; null while none is. */
  readonly rate: number | null;
}

/** How often failures recur after prevention, over many checks (LRN-11). */
export function recurrencesAfterPrevention(records: readonly CheckRecord[]): Recurrences {
  const sum = (part: keyof CheckRecord) => records.reduce((total, record) => total + record[part], 0);
  const fired = sum('fired');
  const happened = sum('happened');
  const known = fired - sum('unknown');
  return { fired, happened, rate: known === 0 ? null : happened / known };
}
