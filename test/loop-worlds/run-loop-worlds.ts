import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { EngramError, type JsonObject, openEngram, type View } from '../../src/index.ts';
import { countingIds, fixedClock } from '../../src/testing/index.ts';
import { randomFrom, type SeededRandom } from '../random-worlds/random.ts';
import {
  inputsOf,
  type LoopAgent,
  type LoopErrand,
  randomLoopAgent,
  randomLoopErrand,
  runLoopAgent,
  taskOf,
} from './agent.ts';
import { addItem, copyOf, disturb, isLook, type LoopTool, type LoopWorld, toolsOf } from './world.ts';

/** How replays of loops came out. */
export interface LoopTally {
  /** Replays, and those among them that completed with the writes of the agent itself. */
  cases: number;
  right: number;
  /** Right ones with another number of rounds than any recorded run had. */
  ofOtherLength: number;
  stopped: number;
  asked: number;
  /** Made another write than the agent would have made, or completed with fewer. */
  wrong: number;
  /** Plans with a loop. */
  loops: number;
  plans: number;
  readonly stories: string[];
  readonly reasons: Map<string, number>;
}

const owners = ['C1001', 'C2002', 'C3003', 'C4004'] as const;
const replaysPerPlan = 6;
const plansPerEngine = 4;

/**
 * Lets agents go through lists, replays what they did in other worlds, and compares it with what the agents themselves do
 * there.
 *
 * @example
 * const { wrong, stories } = await runLoopWorlds({ cases: 400, seed: 1 });
 */
export async function runLoopWorlds({
  cases,
  seed,
  onProgress,
}: {
  readonly cases: number;
  readonly seed: number;
  readonly onProgress?: (tally: LoopTally) => void;
}): Promise<LoopTally> {
  const tally: LoopTally = {
    cases: 0,
    right: 0,
    ofOtherLength: 0,
    stopped: 0,
    asked: 0,
    wrong: 0,
    loops: 0,
    plans: 0,
    stories: [],
    reasons: new Map(),
  };
  for (let next = seed; tally.cases < cases; ) {
    const engram = await openEngram({
      db: 'memory:',
      clock: fixedClock(),
      ids: countingIds(),
      surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
      templates: { cache: { enabled: false }, demotion: { runs: 100, failures: 100 } },
    });
    try {
      for (let plan = 0; plan < plansPerEngine; plan += 1, next += 1)
        await tryOne(engram.agent('worker'), next, tally);
    } finally {
      await engram.close();
    }
    onProgress?.(tally);
  }
  return tally;
}

/** One agent, recorded once or several times, and its replays. */
async function tryOne(view: View, seed: number, tally: LoopTally): Promise<void> {
  const random = randomFrom(seed);
  const agent = randomLoopAgent(random);
  const calmness = random.oneOf([0.6, 0.9, 1]);
  const world = aWorld(random, calmness);
  const first = randomLoopErrand(owners[0], random);
  const recordings: Recording[] = [await record(view, agent, first, world)];
  if (recordings[0]?.writes === 0) return;
  const runs = random.between(1, 3);
  for (const owner of owners.slice(1, runs))
    recordings.push(await record(view, agent, randomLoopErrand(owner, random), world));
  const name = `loop-${seed}`;
  const functions = functionsOf(agent, world);
  const { id } = await view.templates.save({ run: recordings[0]?.run ?? '', name }, functions);
  // A run that went otherwise teaches nothing, and changes nothing.
  for (const { run } of recordings.slice(1))
    await view.templates.learn({ id, run }, functions).catch(ignoreRefusal);
  await view.templates.approve({ id });
  const { plan } = await view.templates.show(id);
  tally.plans += 1;
  const hasLoop = plan.some(({ loop }) => loop !== undefined);
  if (hasLoop) tally.loops += 1;
  const shape = ` ${plan.map(({ tool, loop }) => (loop === undefined ? tool : `${tool}*${loop.rounds.join('+')}`)).join(' ')}`;
  const lengths = plan.flatMap(({ loop }) => loop?.rounds ?? []);
  for (let replay = 0; replay < replaysPerPlan; replay += 1) {
    const before = copyOf(world);
    const errand = change(before, first, random, calmness);
    const now = copyOf(before);
    const caller = aCaller(agent, errand, errand === first, random);
    const end = await replayed(view, agent, id, caller, now);
    const right = copyOf(before);
    runLoopAgent(agent, errand, callOf(agent, right));
    const isPrefix = now.writes.every((write, at) => isDeepStrictEqual(write, right.writes[at]));
    const isRight = isPrefix && (end.status !== 'completed' || now.writes.length === right.writes.length);
    tally.cases += 1;
    if (!isRight) {
      tally.wrong += 1;
      if (tally.stories.length < 5)
        tally.stories.push(told(seed, shape, agent, errand, { before, now, right }, end.why));
    } else if (end.status === 'completed') {
      tally.right += 1;
      const rounds = before.items.filter(({ owner }) => owner === errand.owner).length;
      if (lengths.length > 0 && !lengths.includes(rounds)) tally.ofOtherLength += 1;
    } else if (end.status === 'asks') tally.asked += 1;
    else tally.stopped += 1;
    const why = end.why
      .replace(/"[^"]*"/g, '"…"')
      .replace(/\d+/g, '#')
      .slice(0, 90);
    if (why !== '') tally.reasons.set(why, (tally.reasons.get(why) ?? 0) + 1);
  }
}

function aWorld(random: SeededRandom, calmness: number): LoopWorld {
  const world: LoopWorld = { items: [], writes: [], nextId: 1_000 };
  for (const owner of owners) {
    const count = owner === owners[0] ? random.between(2, 5) : random.between(0, 5);
    for (let added = 0; added < count; added += 1) addItem(world, owner, random, calmness);
  }
  return world;
}

/** Another owner, another list, other facts; or the same as before. */
function change(world: LoopWorld, first: LoopErrand, random: SeededRandom, calmness: number): LoopErrand {
  world.writes.length = 0;
  if (random.chance(0.1)) return first;
  const owner = random.chance(0.15) ? first.owner : random.oneOf(['C5005', 'C6006', owners[3]]);
  const other = random.chance(0.3) ? { ...first, owner } : randomLoopErrand(owner, random);
  const errand = random.chance(0.15)
    ? { ...other, hold: random.oneOf([1, 99_999, null, true, '2026-01-01']) }
    : other;
  if (random.chance(0.8)) {
    world.items = world.items.filter((item) => item.owner !== owner);
    const count = random.between(0, 6);
    for (let added = 0; added < count; added += 1)
      addItem(world, owner, random, random.chance(0.5) ? 1 : calmness);
  }
  const own = world.items.filter((item) => item.owner === owner);
  if (own.length > 0 && random.chance(0.5)) disturb(random.oneOf(own), random);
  return errand;
}

interface Recording {
  readonly run: string;
  readonly writes: number;
}

const callOf =
  (agent: LoopAgent, world: LoopWorld) =>
  (tool: LoopTool, given: JsonObject): ReturnType<ReturnType<typeof toolsOf>[LoopTool]> =>
    toolsOf(world, agent.listed)[tool](given);

/** Lets the agent do the work, and records it. */
async function record(
  view: View,
  agent: LoopAgent,
  errand: LoopErrand,
  world: LoopWorld,
): Promise<Recording> {
  world.writes.length = 0;
  const run = await view.startRun({ description: taskOf(agent), inputs: inputsOf(agent, errand) });
  const calls: Array<readonly [LoopTool, JsonObject, ReturnType<ReturnType<typeof callOf>>]> = [];
  const call = callOf(agent, world);
  runLoopAgent(agent, errand, (tool, given) => {
    const answer = structuredClone(call(tool, given));
    calls.push([tool, given, answer]);
    return answer;
  });
  for (const [tool, given, answer] of calls) await run.call(tool, given, () => answer);
  await run.finish({ outcome: 'success' });
  return { run: run.id, writes: world.writes.length };
}

function functionsOf(agent: LoopAgent, world: LoopWorld) {
  const tools = toolsOf(world, agent.listed);
  return Object.fromEntries(
    (Object.keys(tools) as LoopTool[]).map((name) => [
      name,
      { execute: (given: JsonObject) => tools[name](given), readOnly: isLook(name) },
    ]),
  );
}

/** What a caller says: the inputs and the task, or that a recorded run is to be repeated. Some forget an input, or the task. */
interface LoopCaller {
  readonly inputs: JsonObject;
  readonly task?: string;
  readonly asRecorded?: boolean;
}

function aCaller(agent: LoopAgent, errand: LoopErrand, isRepeat: boolean, random: SeededRandom): LoopCaller {
  const inputs = inputsOf(agent, errand);
  if (isRepeat) return { inputs, asRecorded: true };
  if (random.chance(0.1)) return { inputs };
  const forgotten = random.chance(0.15) ? random.oneOf(Object.keys(inputs)) : '';
  const { [forgotten]: _, ...others } = inputs;
  return { inputs: others, task: taskOf(agent) };
}

interface End {
  readonly status: 'completed' | 'stopped' | 'asks';
  readonly why: string;
}

async function replayed(
  view: View,
  agent: LoopAgent,
  id: string,
  caller: LoopCaller,
  world: LoopWorld,
): Promise<End> {
  try {
    const report = await view.templates.run({ id, ...caller, anew: true }, functionsOf(agent, world));
    if (report.status === 'completed') return { status: 'completed', why: '' };
    return { status: 'stopped', why: 'divergence' in report ? (report.divergence?.reason ?? '') : '' };
  } catch (error) {
    if (!EngramError.is(error)) throw error;
    const isMissing = error.code === 'invalid_input' && Array.isArray(error.details?.['missing']);
    return { status: isMissing ? 'asks' : 'stopped', why: `${error.code}: ${error.message}` };
  }
}

function ignoreRefusal(error: unknown): void {
  if (!EngramError.is(error)) throw error;
}

function told(
  seed: number,
  plan: string,
  agent: LoopAgent,
  errand: LoopErrand,
  { before, now, right }: Record<'before' | 'now' | 'right', LoopWorld>,
  why: string,
): string {
  const { acts, gate, report, looks, listed, tagsOthers, breaks, looksAgain } = agent;
  return [
    `seed ${seed}${plan}: acts when ${acts.rule}; gate ${gate.rule}; reports ${report?.rule ?? 'never'}; looks ${looks}; lists ${listed.join(' ')}${tagsOthers ? '; tags others' : ''}${breaks ? '; breaks' : ''}${looksAgain ? '; looks again' : ''}`,
    `  ${taskOf(agent)} ${JSON.stringify(inputsOf(agent, errand))} ${why}`,
    ...before.items
      .filter(({ owner }) => owner === errand.owner)
      .map((item) => `  item ${JSON.stringify(item)}`),
    ...now.writes.map((write) => `  made ${JSON.stringify(write)}`),
    ...right.writes.map((write) => `  right ${JSON.stringify(write)}`),
  ].join('\n');
}
