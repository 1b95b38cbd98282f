import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasTrials, hiddenRates, madeUpWorld, readTrials, type World } from './agents-data.ts';
import {
  bestInHindsight,
  byChance,
  byExperience,
  byThompson,
  meanCurve,
  meanOf,
  oracle,
  type Policy,
} from './agents-play.ts';
import type { Row } from './measure.ts';
import { drawRegret } from './regret-chart.ts';

const seeds = 300;
/** Long worlds take turns of thousands; fewer orders do. */
const longSeeds = 10;

/** Agent choice by experience: on τ-bench retail, on made-up worlds, and for other constants. Draws regret over time. */
export function benchAgents(): Row[] {
  const madeUp = Object.keys(hiddenRates).flatMap((rates) => [
    madeUpRow(rates, 58, seeds),
    madeUpRow(rates, 2_000, longSeeds),
  ]);
  return hasTrials() ? [...trialRows(readTrials()), ...madeUp] : madeUp;
}

function trialRows(world: World): Row[] {
  const curveOf = (policy: Policy): number[] => meanCurve(() => world, policy, seeds);
  const best = bestInHindsight(world);
  const curves = { random: curveOf(byChance), thompson: curveOf(byThompson), ours: curveOf(byExperience()) };
  const [random, thompson, ours] = [meanOf(curves.random), meanOf(curves.thompson), meanOf(curves.ours)];
  draw(best, curves);
  return [
    protocolRow('at random', random, 0.587),
    protocolRow('Thompson sampling, Beta(1, 1)', thompson, 0.64),
    protocolRow('best single agent in hindsight', best, 0.81),
    protocolRow('oracle', oracle(world), 1),
    against('by experience', ours, thompson),
    ...sensitivity.map(({ name, policy }) => against(`  … ${name}`, meanOf(curveOf(policy)), thompson)),
  ];
}

/** What other constants give. The defaults lie on a plateau, not at its highest point. */
const sensitivity: readonly { readonly name: string; readonly policy: Policy }[] = [
  { name: 'kinship not known', policy: byExperience({}, false) },
  ...[1, 2, 3, 6, 8].map((priorStrength) => ({
    name: `priorStrength ${priorStrength} (default 4)`,
    policy: byExperience({ priorStrength }),
  })),
  ...[1, 4, 8].map((kinStrength) => ({
    name: `kinStrength ${kinStrength} (default 2)`,
    policy: byExperience({ kinStrength }),
  })),
  ...[1, 5, 10, 30, 50, 100].map((ahead) => ({
    name: `always ${ahead} ahead (default: as many as there were, at least 20)`,
    policy: byExperience({ ahead }),
  })),
];

function madeUpRow(rates: string, pulls: number, orders: number): Row {
  const rateOf = hiddenRates[rates] ?? Math.random;
  const reward = (policy: Policy): number =>
    meanOf(meanCurve((seed) => madeUpWorld(rateOf, pulls, seed + 1_000), policy, orders));
  const thompson = reward(byThompson);
  const row = against(`${pulls} tasks, hidden rates ${rates}`, reward(byExperience()), thompson);
  // In the long run Thompson sampling is as good as it gets; falling behind a little is no collapse.
  return pulls <= 100
    ? row
    : { ...row, goal: '≥ 0.95 of Thompson', held: Number(row.measured) >= 0.95 * thompson };
}

/** That the protocol is read as it is meant: two of these are means over random orders. */
function protocolRow(what: string, measured: number, published: number): Row {
  return {
    what: `τ-bench retail: ${what}`,
    measured: measured.toFixed(3),
    against: published.toFixed(3),
    ratio: (measured / published).toFixed(2),
    goal: 'the published figure ± 0.01',
    held: Math.abs(measured - published) <= 0.01,
  };
}

function against(what: string, measured: number, thompson: number): Row {
  return {
    what,
    measured: measured.toFixed(3),
    against: `${thompson.toFixed(3)} Thompson`,
    ratio: (measured / thompson).toFixed(2),
    goal: '> Thompson',
    held: measured > thompson,
  };
}

function draw(best: number, curves: { random: number[]; thompson: number[]; ours: number[] }): void {
  const regretOf = (rewards: readonly number[]): number[] => {
    let lost = 0;
    return rewards.map((reward) => {
      lost += best - reward;
      return lost;
    });
  };
  const title = 'Tasks lost to the best agent in hindsight (τ-bench retail, mean of 300 orders)';
  const lines = [
    { name: 'at random', regret: regretOf(curves.random) },
    { name: 'Thompson sampling', regret: regretOf(curves.thompson) },
    { name: 'by experience', regret: regretOf(curves.ours) },
  ];
  writeFileSync(resolve('docs/agent-choice.svg'), drawRegret(title, lines));
  console.log('Drawn: docs/agent-choice.svg');
}
