import { isDeepStrictEqual } from 'node:util';
import { type Agent, runAgent, type Transcript } from './agent.ts';
import type { RecordedRun, Situation } from './changes.ts';
import { isUnseen } from './decisions.ts';
import { randomFrom } from './random.ts';
import type { MadeCall } from './tools.ts';
import { createVolatile } from './volatile.ts';
import { copyOf, type World } from './world.ts';
import { toolsOf } from './world-tools.ts';

/**
 * - `right`: completed, with the writes that the agent itself would have made.
 * - `stopped`: did not complete, and made no write that the agent would not have made up to there.
 * - `asks`: did nothing, because it wants to be given values.
 * - `wrong`: made another write, or completed with fewer.
 * - `unseen`: the same, but nothing in the recorded runs shows what the agent compares with for other inputs.
 */
export const judgements = ['right', 'stopped', 'asks', 'wrong', 'unseen'] as const;
export type Judgement = (typeof judgements)[number];

/** How a replay ended, as it says itself. */
export interface ReplayEnd {
  readonly status: 'completed' | 'stopped' | 'asks';
  readonly why: string;
}

/** What a replay did to a world. */
export interface ReplayedCalls {
  readonly calls: readonly MadeCall[];
  readonly world: World;
}

export interface JudgedReplay {
  readonly judgement: Judgement;
  /** What the agent itself does in the same situation. */
  readonly right: Transcript;
}

/** Compares a replay with what the agent itself does in a copy of the same world. */
export function judge(
  agent: Agent,
  { acted }: RecordedRun,
  situation: Situation,
  end: ReplayEnd,
  replayed: ReplayedCalls,
): JudgedReplay {
  const world = copyOf(situation.world);
  const right = runAgent(
    agent,
    situation.errand,
    toolsOf(agent.tools, world, createVolatile(randomFrom(1))).perform,
  );
  const rightWrites = writesIn(right.calls);
  const writes = writesIn(replayed.calls);
  const isPrefix = writes.every((write, index) => isDeepStrictEqual(write, rightWrites[index]));
  const isComplete =
    isPrefix && writes.length === rightWrites.length && isDeepStrictEqual(world, replayed.world);
  if (end.status === 'completed' ? isComplete : isPrefix) {
    return { judgement: end.status === 'completed' ? 'right' : end.status, right };
  }
  // With the recorded inputs the same question has another answer, whatever it was compared with: that is seen.
  const isExcused =
    situation.hasOtherInputs &&
    right.decided.some(({ decision, acts }, index) => isUnseen(decision) && acts !== acted[index]);
  return { judgement: isExcused ? 'unseen' : 'wrong', right };
}

const writesIn = (calls: readonly MadeCall[]): Array<Pick<MadeCall, 'tool' | 'arguments'>> =>
  calls.flatMap((call) => (call.isWrite ? [{ tool: call.tool, arguments: call.arguments }] : []));
