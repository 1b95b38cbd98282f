// Replays in worlds that nobody planned, each judged by what the recorded agent itself would have done
import { decisionNames } from '../random-worlds/decisions.ts';
import { runRandomWorlds } from '../random-worlds/run-random-worlds.ts';
import { tallyInWords } from '../random-worlds/tally.ts';
import { campaign, firstSeed, inWords } from './campaign.ts';

const cases = Number(process.env['ENGRAM_WORLDS_CASES'] ?? 50_000);
const seed = Number(process.env['ENGRAM_WORLDS_SEED'] ?? firstSeed());
// For looking into one kind of decision, with as many wrong cases told as are wanted.
const decision = decisionNames.find((name) => name === process.env['ENGRAM_WORLDS_DECISION']);
const maxStories = Number(process.env['ENGRAM_WORLDS_STORIES'] ?? 3);

campaign(async (tell) => {
  const tally = await runRandomWorlds({
    cases,
    seed,
    decision,
    maxStories,
    onProgress: ({ count, total }) =>
      tell(`${inWords(count())} of ${inWords(cases)} replays, ${inWords(total.wrong)} wrong`),
  });
  const { right, stopped, asks, wrong, unseen } = tally.total;
  const figures = `seed ${seed}: ${inWords(tally.count())} replays, ${inWords(right)} right, ${inWords(stopped)} stopped, ${inWords(asks)} asked, ${inWords(wrong)} wrong, ${inWords(unseen)} wrong by what no run shows`;
  process.stderr.write(`${tallyInWords(tally)}\n`);
  if (wrong > 0) throw new Error([figures, ...tally.stories].join('\n\n'));
  return figures;
});
