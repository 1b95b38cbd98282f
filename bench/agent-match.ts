import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Engram, openEngram } from '../src/index.ts';
import { hasTrials, numbersFrom, trialsFile } from './agents-data.ts';
import type { Row } from './measure.ts';

/** Orders of the tasks; each choice is a call of the product, so there are fewer than of the bare rule. */
const orders = 150;

interface TriedTask {
  readonly description: string;
  /** How each agent fared that tried it. */
  readonly rewards: Readonly<Record<string, boolean>>;
}

/**
 * The choice of an agent through `agents.match` (COO-2), on τ-bench retail: every choice is recorded as a run of the chosen agent with
 * its real outcome, and the next one is made from what was recorded.
 */
export async function benchAgentMatch(): Promise<Row[]> {
  if (!hasTrials()) return [];
  const { tasks, models } = readTasks();
  const agents = Object.keys(models);
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  let [matched, byName] = [0, 0];
  try {
    for (let order = 0; order < orders; order += 1) {
      const random = numbersFrom(order);
      const mixed = tasks
        .map((task) => ({ task, place: random() }))
        .sort((left, right) => left.place - right.place)
        .map(({ task }) => task);
      // Of equal agents the first by name is chosen: names are dealt anew, so that it does not matter who has which.
      const names = new Map(
        agents
          .map((agent) => ({ agent, place: random() }))
          .sort((left, right) => left.place - right.place)
          .map(({ agent }, index) => [agent, `agent ${String(index + 10)}`]),
      );
      matched += await play(join(folder, `${order}.db`), mixed, models, names);
      // All have the same specialisation, so it tells none of them apart: the first by name.
      for (const { rewards } of mixed) {
        const [first] = Object.keys(rewards).sort((left, right) =>
          (names.get(left) ?? '') < (names.get(right) ?? '') ? -1 : 1,
        );
        byName += first !== undefined && rewards[first] === true ? 1 : 0;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const choices = orders * tasks.length;
  return [
    {
      what: `τ-bench retail: agents.match, ${orders} orders`,
      measured: (matched / choices).toFixed(3),
      against: `${(byName / choices).toFixed(3)} (specialisation alone)`,
      ratio: (matched / byName).toFixed(2),
      goal: '> specialisation alone',
      held: matched > byName,
    },
  ];
}

async function play(
  file: string,
  tasks: readonly TriedTask[],
  models: Readonly<Record<string, string>>,
  names: ReadonlyMap<string, string>,
): Promise<number> {
  const engram = await openEngram({
    db: `file:${file}`,
    durability: 'normal',
    surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() },
  });
  for (const [agent, name] of names)
    await engram.agents.register({ name, specialisations: ['retail'], model: models[agent] ?? 'unknown' });
  let successes = 0;
  for (const { description, rewards } of tasks) {
    const agents = Object.keys(rewards).map((agent) => names.get(agent) ?? agent);
    const { agent } = await engram.agents.match({ description, category: 'retail', agents, tokens: 0 });
    const chosen = [...names].find(([, name]) => name === agent)?.[0] ?? '';
    const isSuccess = rewards[chosen] === true;
    await recordOutcome(engram, agent ?? '', description, isSuccess);
    successes += isSuccess ? 1 : 0;
  }
  await engram.close();
  return successes;
}

async function recordOutcome(engram: Engram, agent: string, description: string, isSuccess: boolean) {
  const run = await engram.agent(agent).startRun({ description, category: 'retail' });
  await run.finish({ outcome: isSuccess ? 'success' : 'failure' });
}

interface Trial {
  readonly run: string;
  readonly model: string;
  readonly task_id: number;
  readonly instruction: string;
  readonly reward_verified: boolean;
}

function readTasks() {
  const lines = gunzipSync(readFileSync(trialsFile())).toString('utf8').trim().split('\n');
  const trials = lines.map((line) => JSON.parse(line) as Trial);
  const tasks = new Map<number, { description: string; rewards: Record<string, boolean> }>();
  for (const { run, task_id, instruction, reward_verified } of trials) {
    const task = tasks.get(task_id) ?? { description: instruction, rewards: {} };
    task.rewards[run] = reward_verified;
    tasks.set(task_id, task);
  }
  const models = Object.fromEntries(trials.map(({ run, model }) => [run, model]));
  return { tasks: [...tasks.values()] as TriedTask[], models };
}
