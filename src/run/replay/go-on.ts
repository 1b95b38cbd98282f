import type { Json } from '../../json/json.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import type { CallResult, EarlierCall, ReplayJournal } from './journal.ts';
import type { WitnessVerdict } from './witness.ts';

/** What a replay need not do again, because an earlier process did it. */
export interface Memo {
  /** Answers by the index of their call. */
  readonly answers: ReadonlyMap<number, EarlierCall & { readonly answer: Json }>;
  /** Changes that took effect but whose answers were lost, by the index of their call. */
  readonly unknown: ReadonlyMap<number, EarlierCall>;
}

/**
 * Settles the change that an earlier process had begun, and returns what need not be done again: every call up to the last
 * change. Looks before that change were compared then and cannot be repeated, because the change may have altered what they
 * saw. Looks after it are repeated.
 *
 * `stuck` is a change that may or may not have been made, or one whose answer was not as recorded.
 */
export async function goOnFrom(
  earlier: readonly EarlierCall[],
  plan: readonly PlanStep[],
  journal: ReplayJournal,
  verdictOf: (change: EarlierCall, memo: Memo) => Promise<WitnessVerdict>,
): Promise<Memo | { readonly stuck: EarlierCall }> {
  const begun = earlier.find(({ result }) => result === undefined || isOther(result));
  if (begun === undefined) return memoOf(earlier, lastChange(earlier, plan));
  const known = earlier.filter((call) => call.result !== undefined && call.index < begun.index);
  const verdict = await verdictOf(begun, memoOf(known, begun.index));
  if (verdict === 'unclear') return { stuck: begun };
  const made: CallResult = isOther(begun.result) ? { answer: begun.result.answer } : { made: true };
  await journal.settled(begun, verdict === 'made' ? made : { notMade: true });
  if (verdict === 'not made') return memoOf(known, lastChange(known, plan));
  return memoOf([...known, { ...begun, result: made }], begun.index);
}

/** Whether an answer was not as recorded, so that only a person may let the run continue. */
export function isOther(result: CallResult | undefined): result is { answer: Json; differs: Unbound } {
  return result !== undefined && 'answer' in result && result.differs !== undefined;
}

function lastChange(earlier: readonly EarlierCall[], plan: readonly PlanStep[]): number {
  return Math.max(
    -1,
    ...earlier.filter(({ index }) => plan[index]?.effect === 'write').map(({ index }) => index),
  );
}

function memoOf(earlier: readonly EarlierCall[], last: number): Memo {
  const answers = new Map<number, EarlierCall & { readonly answer: Json }>();
  const unknown = new Map<number, EarlierCall>();
  for (const call of earlier) {
    if (call.index > last || call.result === undefined) continue;
    if ('answer' in call.result) answers.set(call.index, { ...call, answer: call.result.answer });
    else unknown.set(call.index, call);
  }
  return { answers, unknown };
}
