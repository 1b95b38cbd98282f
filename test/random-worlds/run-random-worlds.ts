import { changed, changeNames } from './changes.ts';
import type { Decision } from './decisions.ts';
import { createEngramReplayer } from './engram-replayer.ts';
import { judge } from './judge.ts';
import { randomFrom } from './random.ts';
import { createRecording, decisionOf, type Recording } from './recording.ts';
import type { LearnedReplay, Replayer } from './replayer.ts';
import { tellStory } from './story.ts';
import { createTally, type JudgedCase, type Tally } from './tally.ts';
import { createVolatile } from './volatile.ts';
import { copyOf } from './world.ts';
import { toolsOf } from './world-tools.ts';

export interface RandomWorlds {
  /** How many replays to judge, at least: all that follow from one seed are judged. */
  readonly cases: number;
  /** The first seed; the ones after it follow. */
  readonly seed: number;
  /** What replays; Engram, when it is left out. */
  readonly replayer?: Replayer;
  /** Only this kind of decision; all of them, when it is left out. */
  readonly decision?: Decision | undefined;
  readonly maxStories?: number | undefined;
  readonly onProgress?: (tally: Tally) => void;
}

/** How many of the changes each recording is tried with, after one run and after two. */
const changesPerRecording = 6;

/**
 * Judges replays in random worlds.
 *
 * @example
 * const { total, stories } = await runRandomWorlds({ cases: 300, seed: 1 });
 */
export async function runRandomWorlds({
  cases,
  seed,
  replayer,
  decision,
  maxStories,
  onProgress,
}: RandomWorlds): Promise<Tally> {
  const tally = createTally(maxStories);
  const engram = replayer === undefined ? createEngramReplayer() : undefined;
  try {
    for (let next = seed; tally.count() < cases; next += 1) {
      if (decision !== undefined && decisionOf(next) !== decision) continue;
      const recording = createRecording(next);
      if (recording === undefined) continue;
      for (const judged of await judgeRecording(recording, replayer ?? (engram as Replayer)))
        tally.add(judged);
      onProgress?.(tally);
    }
  } finally {
    await engram?.close();
  }
  return tally;
}

/** All replays that follow from one seed. */
async function judgeRecording(recording: Recording, replayer: Replayer): Promise<JudgedCase[]> {
  const changes = randomFrom(recording.seed).some(changeNames, changesPerRecording);
  const judgedCases: JudgedCase[] = [];
  for (const runs of recording.second === undefined ? ([1] as const) : ([1, 2] as const)) {
    const learned = await replayer.learn(recording, runs);
    for (const change of changes) {
      const judged = await judgeReplay(recording, learned, change, runs);
      if (judged !== undefined) judgedCases.push(judged);
    }
  }
  return judgedCases;
}

async function judgeReplay(
  recording: Recording,
  learned: LearnedReplay,
  change: (typeof changeNames)[number],
  runs: 1 | 2,
): Promise<JudgedCase | undefined> {
  const { seed, decision, agent, first, second, further } = recording;
  const known = [first, ...(second === undefined ? [] : [second]), ...further].map(
    ({ errand }) => errand.subject,
  );
  const changeSeed = seed * 64 + changeNames.indexOf(change) * 2 + runs;
  const situation = changed(change, agent, first, known, randomFrom(changeSeed));
  if (situation === undefined) return undefined;
  const world = copyOf(situation.world);
  const tools = toolsOf(agent.tools, world, createVolatile(randomFrom(changeSeed)));
  const end = await learned(situation, tools);
  const { judgement, right } = judge(agent, first, situation, end, { calls: tools.calls, world });
  const story = (): string =>
    tellStory(recording, { runs, change, situation, end, calls: tools.calls, right, judgement });
  return { seed, decision, change, runs, judgement, why: end.why, story };
}
