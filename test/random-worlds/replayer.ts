import type { Situation } from './changes.ts';
import type { ReplayEnd } from './judge.ts';
import type { Recording } from './recording.ts';
import type { WorldTools } from './world-tools.ts';

/** What repeats recorded runs without the agent. */
export interface Replayer {
  /** Takes in one run of a recording, or all of them. */
  learn(recording: Recording, runs: 1 | 2): Promise<LearnedReplay>;
}

/** Repeats what was recorded, in the situation that is there now, by these tools alone. */
export type LearnedReplay = (situation: Omit<Situation, 'world'>, tools: WorldTools) => Promise<ReplayEnd>;
