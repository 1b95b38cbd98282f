import { describe, expect, it } from 'vitest';
import { hiddenRates, madeUpWorld, worldOf } from '../../bench/agents-data.ts';
import {
  bestInHindsight,
  byChance,
  byExperience,
  byThompson,
  meanCurve,
  meanOf,
  oracle,
  play,
} from '../../bench/agents-play.ts';
import { drawRegret } from '../../bench/regret-chart.ts';

const trial = (run: string, task_id: number, reward_verified: boolean) => ({
  run,
  model: run.split('/')[0] ?? '',
  task_id,
  reward_verified,
});

describe('the benchmark of agent choice', () => {
  const world = worldOf([
    trial('small/plain', 1, false),
    trial('large/plain', 1, true),
    trial('large/plain', 2, true),
    trial('large/careful', 2, false),
    trial('small/plain', 2, true),
    trial('large/plain', 3, false),
    trial('small/plain', 3, true),
  ]);

  it('reads trials as what each agent would get for each task', () => {
    expect(world.agents.map(({ name, kin }) => [name, kin])).toEqual([
      ['large/careful', 'large'],
      ['large/plain', 'large'],
      ['small/plain', 'small'],
    ]);
    expect(world.tasks.map(({ rewards }) => rewards)).toEqual([
      [undefined, 1, 0],
      [0, 1, 1],
      [undefined, 0, 1],
    ]);
  });

  it('knows the best single agent and the best that is possible', () => {
    expect(bestInHindsight(world)).toBeCloseTo(2 / 3);
    expect(oracle(world)).toBe(1);
  });

  it('plays every task once, with agents that tried it, the same way for the same seed', () => {
    for (const policy of [byChance, byThompson, byExperience()]) {
      const rewards = play(world, policy, 7);
      expect(rewards).toHaveLength(3);
      expect(play(world, policy, 7)).toEqual(rewards);
    }
  });

  it.each(Object.entries(hiddenRates))(
    'finds good agents sooner than Thompson sampling: rates %s',
    (_, rateOf) => {
      const reward = (policy: typeof byThompson): number =>
        meanOf(meanCurve((seed) => madeUpWorld(rateOf, 60, seed), policy, 40));
      const [random, thompson, ours] = [reward(byChance), reward(byThompson), reward(byExperience())];
      expect(ours).toBeGreaterThan(Math.max(random, thompson));
    },
  );

  it('draws regret as one picture that needs nothing else', () => {
    const svg = drawRegret('Regret', [
      { name: 'at random', regret: [0.2, 0.5, 0.7] },
      { name: 'by experience', regret: [0.2, 0.3, 0.3] },
    ]);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.match(/class="line line/g)).toHaveLength(2);
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toMatch(/NaN|undefined|href/);
  });
});
