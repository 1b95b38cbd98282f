import type { Json } from '../../src/index.ts';
import { type Agent, runAgent } from './agent.ts';
import { arrangeAll, type RecordedRun } from './changes.ts';
import { type Decision, decisionNames } from './decisions.ts';
import { type Errand, randomErrand } from './errand.ts';
import { randomFrom, type SeededRandom } from './random.ts';
import { randomAgent } from './random-agent.ts';
import { createVolatile } from './volatile.ts';
import { copyOf, createWorld, type World } from './world.ts';
import { toolsOf } from './world-tools.ts';

/** An agent and what it did: once, once more with other inputs and the same decisions, and now and then several times more. */
export interface Recording {
  readonly seed: number;
  readonly decision: Decision;
  readonly agent: Agent;
  readonly first: RecordedRun;
  readonly second: RecordedRun | undefined;
  /** Runs after the second one. */
  readonly further: readonly RecordedRun[];
}

const maxAttempts = 12;

/** Which kind of decision a seed is about: neighbouring seeds go through all of them. */
export const decisionOf = (seed: number): Decision => decisionNames[seed % decisionNames.length] as Decision;

/**
 * Everything that follows from a seed.
 *
 * @returns undefined when the decisions that were drawn contradict each other, so that no run makes a write.
 */
export function createRecording(seed: number): Recording | undefined {
  const random = randomFrom(seed);
  const decision = decisionOf(seed);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const agent = randomAgent(decision, random);
    const world = createWorld(agent.tools.domain, random);
    const acts = agent.sections.map(() => random.chance(0.7));
    const first = recordRun(agent, world, acts, [], random);
    const hasDecided = first?.transcript.decided.some((one) => one.decision === decision);
    if (first === undefined || !hasDecided || !first.transcript.calls.some(({ isWrite }) => isWrite))
      continue;
    const runs = [first];
    const wanted = random.chance(0.2) ? random.between(3, 7) : 2;
    while (runs.length < wanted) {
      const run = recordSameWay(agent, runs, random);
      if (run === undefined) break;
      runs.push(run);
    }
    const [, second, ...further] = runs;
    return { seed, decision, agent, first, second, further };
  }
  return undefined;
}

/** The same work for another subject, or with other values, in the world as the last run left it. */
function recordSameWay(
  agent: Agent,
  runs: readonly RecordedRun[],
  random: SeededRandom,
): RecordedRun | undefined {
  const last = runs.at(-1);
  const known = runs.map(({ errand }) => errand.subject);
  for (let attempt = 0; attempt < maxAttempts && last !== undefined; attempt += 1) {
    const run = recordRun(agent, copyOf(last.after), last.acted, known, random);
    if (run !== undefined && run.acted.length === last.acted.length) return run;
  }
  return undefined;
}

/** Lets the agent do an errand in a world where it decides as wanted; undefined when that could not be put up. */
function recordRun(
  agent: Agent,
  world: World,
  acts: readonly boolean[],
  without: readonly Json[],
  random: SeededRandom,
): RecordedRun | undefined {
  const { domain } = agent.tools;
  if (world.subjects.length === 0) return undefined;
  const errand: Errand = randomErrand(domain, world, random, without);
  const { fixedNumber } = agent.wording;
  arrangeAll(agent, { domain, world, errand, isErrandFixed: false, fixedNumber, random }, acts);
  const before = copyOf(world);
  const transcript = runAgent(agent, errand, toolsOf(agent.tools, world, createVolatile(random)).perform);
  const acted = transcript.decided.map((decided) => decided.acts);
  if (transcript.gaveUp !== null || acted.some((did, index) => did !== acts[index])) return undefined;
  return { errand, before, after: world, acted, transcript };
}
