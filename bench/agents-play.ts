import { type ChoiceOptions, chooseAgent } from '../src/learn/decisions/choice.ts';
import { numbersFrom, type World } from './agents-data.ts';

/** What a policy knows when it chooses: the outcomes of its own choices. */
interface Situation {
  /** Places of the agents that can be chosen. */
  readonly candidates: readonly number[];
  readonly successes: readonly number[];
  readonly failures: readonly number[];
  readonly random: () => number;
  readonly world: World;
}

/** Chooses one of the candidates. */
export type Policy = (situation: Situation) => number;

export const byChance: Policy = ({ candidates, random }) => pickOne(candidates, random);

/** Thompson sampling with Beta(1, 1). */
export const byThompson: Policy = ({ candidates, successes, failures, random }) => {
  const draws = candidates.map((agent) => drawBeta(successes[agent] ?? 0, failures[agent] ?? 0, random));
  return candidates[draws.indexOf(Math.max(...draws))] ?? -1;
};

/** Beta(s + 1, f + 1) is what the (s + 1)th smallest of s + f + 1 random numbers follows. */
function drawBeta(successes: number, failures: number, random: () => number): number {
  const draws = Float64Array.from({ length: successes + failures + 1 }, random).sort();
  return draws[successes] ?? 0;
}

/** The product's choice. It is not told how many tasks there are. */
export function byExperience(options: ChoiceOptions = {}, withKin = true): Policy {
  return ({ candidates, successes, failures, random, world }) => {
    const available = new Set(candidates);
    const records = world.agents.map(({ name, kin }, agent) => ({
      agent: name,
      place: agent,
      ...(kin === undefined || !withKin ? {} : { kin }),
      successes: successes[agent] ?? 0,
      failures: failures[agent] ?? 0,
      available: available.has(agent),
    }));
    // Of agents worth the same the first is chosen: which that is should not depend on their names.
    const shuffled = shuffle(records, random);
    const chosen = chooseAgent(shuffled, options)?.agent;
    return shuffled.find(({ agent }) => agent === chosen)?.place ?? -1;
  };
}

/** The reward of each pull: every task once, in random order, one agent each. */
export function play(world: World, policy: Policy, seed: number): number[] {
  const random = numbersFrom(seed);
  const successes = world.agents.map(() => 0);
  const failures = world.agents.map(() => 0);
  return shuffle(world.tasks, random).map(({ rewards }) => {
    const candidates = rewards.flatMap((reward, agent) => (reward === undefined ? [] : [agent]));
    const chosen = policy({ candidates, successes, failures, random, world });
    const reward = rewards[chosen] ?? 0;
    successes[chosen] = (successes[chosen] ?? 0) + reward;
    failures[chosen] = (failures[chosen] ?? 0) + 1 - reward;
    return reward;
  });
}

/** The mean reward of each pull over many orders of tasks. */
export function meanCurve(worldOf: (seed: number) => World, policy: Policy, seeds: number): number[] {
  const sums: number[] = [];
  for (let seed = 0; seed < seeds; seed += 1)
    for (const [pull, reward] of play(worldOf(seed), policy, seed).entries())
      sums[pull] = (sums[pull] ?? 0) + reward / seeds;
  return sums;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What always asking the agent that turns out best gives. */
export function bestInHindsight({ agents, tasks }: World): number {
  const means = agents.map((_, agent) => {
    const tried = tasks.flatMap(({ rewards }) => rewards[agent] ?? []);
    // An agent that did not try every task cannot be asked for every task.
    return tried.length < tasks.length ? 0 : meanOf(tried);
  });
  return Math.max(...means);
}

/** What knowing the outcome beforehand gives. */
export function oracle({ tasks }: World): number {
  return meanOf(tasks.map(({ rewards }) => Math.max(...rewards.flatMap((reward) => reward ?? []))));
}

function pickOne(candidates: readonly number[], random: () => number): number {
  return candidates[Math.floor(random() * candidates.length)] ?? -1;
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [mixed[last], mixed[other]];
    if (one === undefined || two === undefined) continue;
    mixed[last] = two;
    mixed[other] = one;
  }
  return mixed;
}
