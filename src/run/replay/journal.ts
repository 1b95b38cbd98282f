import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import type { Checkpoint } from '../../records/workflow.ts';
import type { Unbound } from '../../templates/plan/resolve.ts';
import type { HeldWork, KeptCheckpoint } from '../durable/work.ts';

/** A call of a replay as the journal stores it: `index` is its place in the plan from 0, and secrets are concealed. */
export interface JournalCall {
  readonly index: number;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The outcome of a call: its answer, and how that differs from the recorded one; made, but its answer lost; or not made. */
export type CallResult =
  | { readonly answer: Json; readonly differs?: Unbound }
  | { readonly made: true }
  | { readonly notMade: true };

/** Stores what a replay did, so that another process can continue it. */
export interface ReplayJournal {
  /** Notes a look and its answer. They are stored together with the next change. */
  looked(call: JournalCall, answer: Json): void;
  /** Stores a change that is about to be made. When this rejects, the change must not be made. */
  intend(call: JournalCall): Promise<void>;
  /** Stores the outcome of a change. If that fails, the change still counts as possibly made. */
  settled(call: JournalCall, result: CallResult): Promise<void>;
  /** The idempotency key of a change: the same however often it is tried. */
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

/** A call that an earlier process made or began. */
export interface EarlierCall extends JournalCall {
  /** Undefined when it was begun and nothing more is known. */
  readonly result: CallResult | undefined;
}

/** The calls that an earlier process stored, in the order of the plan, without those that were not made. */
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

/** The answers of these calls by their index. */
export function answersOf(earlier: readonly EarlierCall[]): Json[] {
  const answers: Json[] = [];
  for (const { index, result } of earlier)
    if (result !== undefined && 'answer' in result) answers[index] = result.answer;
  return answers;
}

const keyOf = (index: number): string => String(index + 1).padStart(4, '0');
