import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import type { Checkpoint } from '../../records/workflow.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import type { HeldWork, KeptCheckpoint } from '../durable/work.ts';

/** A call of a replay, as it is written down: its place in the plan from 0, with secrets concealed. */
export interface JournalCall {
  readonly index: number;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * What came of a call: what it answered, and why that is not what was recorded; that it was made, though nothing is known of
 * its answer; or that it was not made.
 */
export type CallResult =
  | { readonly answer: Json; readonly differs?: Unbound }
  | { readonly made: true }
  | { readonly notMade: true };

/** What a replay did, written down so that another process can go on with it. */
export interface ReplayJournal {
  /** A look, with what it answered. It is written together with the next change. */
  looked(call: JournalCall, answer: Json): void;
  /** A change that is about to be made. When this rejects, it must not be made. */
  intend(call: JournalCall): Promise<void>;
  /** The outcome of a change. When it cannot be written, the change stays one that may have been made. */
  settled(call: JournalCall, result: CallResult): Promise<void>;
  /** The same for the same change, however often it is tried. */
  keyOf(index: number): string | undefined;
}

/** For replays that change nothing. */
export const noJournal: ReplayJournal = {
  looked() {},
  async intend() {},
  async settled() {},
  keyOf: () => undefined,
};

export function createJournal(work: HeldWork): ReplayJournal {
  let waiting: KeptCheckpoint[] = [];
  const kept = (
    call: JournalCall,
    state: Checkpoint['state'],
    result: CallResult | null,
  ): KeptCheckpoint => ({
    key: keyOf(call.index),
    state,
    input: { tool: call.tool, arguments: call.arguments },
    result: result === null ? null : ({ ...result } as JsonObject),
  });
  return {
    looked(call, answer) {
      waiting.push(kept(call, 'done', { answer }));
    },
    async intend(call) {
      await work.keep([...waiting, kept(call, 'begun', null)]);
      waiting = [];
    },
    async settled(call, result) {
      await work.keep([kept(call, 'done', result)]).catch(() => {});
    },
    keyOf: (index) =>
      createHash('sha256')
        .update(`${work.id} ${keyOf(index)}`)
        .digest('hex')
        .slice(0, 32),
  };
}

/** A call that an earlier process has made, or has begun. */
export interface EarlierCall extends JournalCall {
  /** Undefined when it was begun and nothing more is known. */
  readonly result: CallResult | undefined;
}

/** What an earlier process wrote down, in the order of the plan. Calls that were not made are left out. */
export function earlierCalls(checkpoints: readonly Checkpoint[]): readonly EarlierCall[] {
  return checkpoints
    .flatMap(({ key, state, input, result }): EarlierCall[] => {
      if (!isJsonObject(input) || !isJsonObject(input['arguments'])) return [];
      const call = { index: Number(key) - 1, tool: String(input['tool']), arguments: input['arguments'] };
      if (state === 'begun') return [{ ...call, result: undefined }];
      if (!isJsonObject(result) || result['notMade'] === true) return [];
      if (result['made'] === true) return [{ ...call, result: { made: true } }];
      // It was written by `settled`.
      const { answer = null, differs } = result as { answer?: Json; differs?: Unbound };
      return [{ ...call, result: { answer, ...(differs === undefined ? {} : { differs }) } }];
    })
    .sort((left, right) => left.index - right.index);
}

/** What these calls answered, by their number from 0. */
export function answersOf(earlier: readonly EarlierCall[]): Json[] {
  const answers: Json[] = [];
  for (const { index, result } of earlier)
    if (result !== undefined && 'answer' in result) answers[index] = result.answer;
  return answers;
}

const keyOf = (index: number): string => String(index + 1).padStart(4, '0');
