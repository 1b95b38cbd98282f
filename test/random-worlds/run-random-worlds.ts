import { type ChangeName, changed, changeNames } from './changes.ts';
import type { Decision } from './decisions.ts';
import { type Judgement, judge } from './judge.ts';
import { randomFrom } from './random.ts';
import { createRecording, type Recording } from './recording.ts';
import type { Replayer } from './replayer.ts';
import { tellStory } from './story.ts';
import { createVolatile } from './volatile.ts';
import { copyOf } from './world.ts';
import { toolsOf } from './world-tools.ts';

/** One judged replay. */
export interface JudgedCase {
  readonly seed: number;
  readonly decision: Decision;
  readonly change: ChangeName;
  readonly runs: 1 | 2;
  readonly judgement: Judgement;
  /** What happened, for people; only of cases that are wrong. */
  readonly story: () => string;
}

export interface RandomWorlds {
  /** How many replays to judge, at least: what one seed gives is judged to its end. */
  readonly cases: number;
  readonly seed: number;
  readonly replayer: Replayer;
  readonly onCase?: (judged: JudgedCase, count: number) => void;
}

/** How many of the changes each recording is tried with, after one run and after two. */
const changesPerRecording = 6;

/** Judges replays in random worlds, and hands over each one. */
export async function runRandomWorlds({ cases, seed, replayer, onCase }: RandomWorlds): Promise<number> {
  let count = 0;
  for (let next = seed; count < cases; next += 1) {
    const recording = createRecording(next);
    if (recording === undefined) continue;
    for (const judged of await judgeRecording(recording, replayer)) {
      count += 1;
      onCase?.(judged, count);
    }
  }
  return count;
}

/** All replays that one seed gives. */
export async function judgeRecording(recording: Recording, replayer: Replayer): Promise<JudgedCase[]> {
  const { seed, decision, agent, first, second } = recording;
  const chosen = randomFrom(seed).some(changeNames, changesPerRecording);
  const known = [first, ...(second === undefined ? [] : [second])].map(({ errand }) => errand.subject);
  const judgedCases: JudgedCase[] = [];
  for (const runs of second === undefined ? ([1] as const) : ([1, 2] as const)) {
    const learned = await replayer.learn(recording, runs);
    for (const change of chosen) {
      const changeSeed = seed * 64 + changeNames.indexOf(change) * 2 + runs;
      const situation = changed(change, agent, first, known, randomFrom(changeSeed));
      if (situation === undefined) continue;
      const world = copyOf(situation.world);
      const tools = toolsOf(agent.tools, world, createVolatile(randomFrom(changeSeed)));
      const end = await learned(situation, tools);
      const { judgement, right } = judge(agent, first, situation, end, { calls: tools.calls, world });
      const story = (): string =>
        tellStory(recording, { runs, change, situation, end, calls: tools.calls, right, judgement });
      judgedCases.push({ seed, decision, change, runs, judgement, story });
    }
  }
  return judgedCases;
}
