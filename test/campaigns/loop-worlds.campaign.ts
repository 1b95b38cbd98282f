// Agents that go through lists, each replay judged by what the recorded agent itself would have done
import { runLoopWorlds } from '../loop-worlds/run-loop-worlds.ts';
import { campaign, firstSeed, inWords } from './campaign.ts';

const cases = Number(process.env['ENGRAM_WORLDS_CASES'] ?? 20_000);
const seed = Number(process.env['ENGRAM_WORLDS_SEED'] ?? firstSeed());

campaign(async (tell) => {
  const tally = await runLoopWorlds({
    cases,
    seed,
    onProgress: ({ cases: count, wrong }) =>
      tell(`${inWords(count)} of ${inWords(cases)} replays, ${inWords(wrong)} wrong`),
  });
  const figures = `seed ${seed}: ${inWords(tally.loops)} of ${inWords(tally.plans)} plans with a loop; ${inWords(tally.cases)} replays, ${inWords(tally.right)} right (${inWords(tally.ofOtherLength)} of another length), ${inWords(tally.stopped)} stopped, ${inWords(tally.asked)} asked, ${inWords(tally.wrong)} wrong`;
  const reasons = [...tally.reasons].sort((left, right) => right[1] - left[1]).slice(0, 12);
  process.stderr.write(
    `${reasons.map(([why, count]) => `${String(count).padStart(8)}  ${why}`).join('\n')}\n`,
  );
  process.stderr.write(`${figures}\n`);
  if (tally.wrong > 0) throw new Error([figures, ...tally.stories].join('\n\n'));
  return figures;
});
