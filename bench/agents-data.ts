import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Tasks that come one after the other, and how each agent that tried one fared. */
export interface World {
  readonly agents: readonly WorldAgent[];
  readonly tasks: readonly WorldTask[];
}

export interface WorldAgent {
  readonly name: string;
  /** Its model, which it may share with others. */
  readonly kin?: string;
}

/** What a pull of each agent gives; undefined where it did not try the task. */
export interface WorldTask {
  readonly rewards: readonly (number | undefined)[];
}

interface Trial {
  readonly run: string;
  readonly model: string;
  readonly task_id: number;
  readonly reward_verified: boolean;
}

/** Successful trials that changed something, with their results whole. */
export const wholeTrialsFile = (): string =>
  resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', 'tau-retail/full.jsonl.gz');

export const trialsFile = (): string =>
  resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', 'tau-retail/trials.jsonl.gz');

/** Whether there is data to measure with; says what to do when there is none. */
export function hasTrials(): boolean {
  const found = existsSync(trialsFile());
  if (!found) console.log('Left out: set ENGRAM_BENCH_DATA to a folder with tau-retail/trials.jsonl.gz.');
  return found;
}

/** τ-bench retail: every agent tried nearly every task once. */
export function readTrials(): World {
  const lines = gunzipSync(readFileSync(trialsFile())).toString('utf8').trim().split('\n');
  return worldOf(lines.map((line) => JSON.parse(line) as Trial));
}

export function worldOf(trials: readonly Trial[]): World {
  const kinOf = new Map(trials.map(({ run, model }) => [run, model]));
  const agents = [...kinOf].map(([name, kin]) => ({ name, kin })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const placeOf = new Map(agents.map(({ name }, place) => [name, place]));
  const tasks = new Map<number, (number | undefined)[]>();
  for (const { run, task_id, reward_verified } of trials) {
    const rewards = tasks.get(task_id) ?? agents.map(() => undefined);
    rewards[placeOf.get(run) ?? 0] = reward_verified ? 1 : 0;
    tasks.set(task_id, rewards);
  }
  return { agents, tasks: [...tasks.values()].map((rewards) => ({ rewards })) };
}

/** Numbers from 0 to just below 1, always the same ones for a seed. */
export function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How the hidden success rates of made-up agents lie. */
export const hiddenRates: Readonly<Record<string, (random: () => number) => number>> = {
  'anything from 0 to 1': (random) => random(),
  'close together (0.3 to 0.7)': (random) => 0.3 + 0.4 * random(),
  'one in five good (0.8), the others poor (0.4)': (random) => (random() < 0.2 ? 0.8 : 0.4),
};

/** A world of agents that nobody knows, with hidden success rates. */
export function madeUpWorld(rateOf: (random: () => number) => number, pulls: number, seed: number): World {
  const random = numbersFrom(seed);
  const rates = Array.from({ length: 14 }, () => rateOf(random));
  return {
    agents: rates.map((_, place) => ({ name: `agent-${place}` })),
    tasks: Array.from({ length: pulls }, () => ({ rewards: rates.map((rate) => (random() < rate ? 1 : 0)) })),
  };
}
