import type { Json } from '../../json/json.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import type { CallResult, EarlierCall, ReplayJournal } from './journal.ts';
import type { WitnessVerdict } from './witness.ts';

/** What a replay need not do again, because an earlier process did it. */
export interface Memo {
  /** What was answered, by the number of the call from 0. */
  readonly answers: ReadonlyMap<number, EarlierCall & { readonly answer: Json }>;
  /** Changes that took effect, and whose answers were lost. */
  readonly unknown: ReadonlyMap<number, EarlierCall>;
}

/**
 * What is left of what an earlier process did, once it is known what became of the change it was at. What it saw before
 * the last change it made is believed: it was compared then, and has changed since by that very change. Everything
 * after that is looked at anew.
 *
 * `stuck` is a change of which nobody can tell whether it was made, or one whose answer was not as recorded.
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

/** Whether an answer was not as recorded, so that only a person lets the run go on after it. */
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
