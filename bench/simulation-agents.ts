import { tmpdir } from 'node:os';
import { EngramError, openEngram, type RunHandle, type View } from '../src/index.ts';
import type { Finding } from '../src/records/check.ts';
import { countingIds, fixedClock } from '../src/testing/index.ts';
import { numbersFrom } from './agents-data.ts';
import {
  approaches,
  faults,
  type Remedy,
  type Task,
  toolsFor,
  usualArguments,
  type World,
} from './simulation-world.ts';

/** How one task went. */
export interface Done {
  readonly task: Task;
  readonly success: boolean;
  /** Place of the approach that was taken. */
  readonly approach: number;
  readonly advised: boolean;
  /** Tools that failed. */
  readonly failed: ReadonlySet<string>;
  /** Tools a check stood before, that came to be because they had failed. */
  readonly guarded: ReadonlySet<string>;
  /** Calls that a check asked for and that changed nothing. */
  readonly needless: number;
  /** Whether it failed because the calls it may make were used up. */
  readonly ranOut: boolean;
}

/** Calls a task may take beyond its plan; then its time is over. */
const spareCalls = 4;

/** What an agent does in its own way: choose, call, and get out of trouble. */
interface Mind {
  choose(task: Task): Promise<{ approach: number; advised: boolean }>;
  begin(task: Task, approach: number): Promise<Work>;
}

interface Work {
  call(tool: string, given: Readonly<Record<string, number>>): Promise<unknown>;
  /** What experience says against an error, best first. */
  remedies(error: unknown): Promise<readonly Remedy[]>;
  finish(success: boolean): Promise<void>;
  readonly guarded: ReadonlySet<string>;
}

/** A number from 0 to below 1 that belongs to a task and a purpose: the same in every arm. */
function drawFor(task: Task, purpose: string): number {
  let seed = task.seed % 2_147_483_647;
  for (const character of purpose) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0;
  return numbersFrom(seed)();
}

function ownChoice(task: Task): number {
  return Math.floor(drawFor(task, 'approach') * approaches.length);
}

/** Does a task: its tools one after the other, with what helps against errors, as long as calls are left. */
async function perform(task: Task, mind: Mind): Promise<Done> {
  const { approach, advised } = await mind.choose(task);
  const work = await mind.begin(task, approach);
  const failed = new Set<string>();
  let [left, needless] = [task.category.tools.length + spareCalls, 0];

  async function manage(tool: string): Promise<boolean> {
    let given: Record<string, number> = Object.hasOwn(defaults, tool) ? { ...defaults[tool] } : {};
    const tried = new Set<string>();
    while (left > 0) {
      try {
        left -= 1;
        await work.call(tool, given);
        return true;
      } catch (error) {
        const isBlocked = EngramError.is(error);
        if (isBlocked) left += 1;
        else failed.add(tool);
        const known = await work.remedies(error);
        const remedy = [...known, ...(isBlocked ? [] : guessesFor(task, tool))].find(
          (one) => !tried.has(JSON.stringify(one)),
        );
        if (remedy === undefined) {
          if (isBlocked) continue;
          return false;
        }
        tried.add(JSON.stringify(remedy));
        if (isBlocked && !isNeeded(task, tool, remedy)) needless += 1;
        if (remedy.kind === 'argument') given = { ...given, [remedy.name]: remedy.value };
        if (remedy.kind === 'first' && left > 0) {
          left -= 1;
          await work.call(remedy.tool, {}).catch(() => {});
        }
      }
    }
    return false;
  }

  let complete = true;
  for (const tool of task.category.tools) {
    complete = await manage(tool);
    if (!complete) break;
  }
  const success = complete && task.luck < (task.category.rates[approach] ?? 0);
  await work.finish(success);
  return { task, success, approach, advised, failed, guarded: work.guarded, needless, ranOut: !complete };
}

const defaults: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  api_call: { delay: usualArguments['delay'] ?? 0 },
  render: { pageSize: usualArguments['pageSize'] ?? 0 },
};

function isNeeded(task: Task, tool: string, remedy: Remedy): boolean {
  const fault = faults.find((one) => one.tool === tool);
  return task.faulty.has(tool) && JSON.stringify(fault?.remedy) === JSON.stringify(remedy);
}

function guessesFor(task: Task, tool: string): readonly Remedy[] {
  const guesses = faults.find((fault) => fault.tool === tool)?.guesses ?? [];
  return guesses
    .map((guess, index) => ({ guess, order: drawFor(task, `${tool} ${index}`) }))
    .sort((one, other) => one.order - other.order)
    .map(({ guess }) => guess);
}

/** Nothing is remembered: approaches by chance, faults by trial. */
const forgetful: Mind = {
  choose: async (task) => ({ approach: ownChoice(task), advised: false }),
  async begin(task) {
    const tools = toolsFor(task);
    return {
      call: async (tool, given) => tools.use(tool, given),
      remedies: async () => [],
      finish: async () => {},
      guarded: new Set(),
    };
  },
};

export async function withoutEngram(world: World): Promise<Done[]> {
  const done: Done[] = [];
  for (const task of world.tasks) done.push(await perform(task, forgetful));
  return done;
}

/** How agents use what they are told. */
export interface Habits {
  /** How often they do what a check asks for. */
  readonly heeding: number;
  /** How often they choose for themselves although something is recommended. */
  readonly curiosity: number;
  /** Called on the morning of each day, before work begins. */
  readonly onDay?: (day: number, view: View) => Promise<void>;
}

/** The same tasks with Engram: its suggestions, its checks, its solutions. Each agent knows what it did itself. */
export async function withEngram(world: World, habits: Habits): Promise<Done[]> {
  const time = fixedClock();
  const engram = await openEngram({
    db: 'memory:',
    clock: time,
    ids: countingIds(),
    random: numbersFrom(world.seed),
    surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() },
  });
  const done: Done[] = [];
  const team = new Map(world.agents.map((name) => [name, remembering(engram.agent(name), habits)]));
  let today = -1;
  const start = time.now();
  for (const task of world.tasks) {
    if (task.day > today) {
      today = task.day;
      time.advance(start + today * dayMs - time.now());
      await engram.jobs.run();
      for (const name of world.agents) {
        await habits.onDay?.(today, engram.agent(name));
        await preventRecurring(engram.agent(name), time.now() - dayMs, team.get(name)?.guarded ?? new Set());
      }
    }
    const mind = team.get(task.agent);
    if (mind !== undefined) done.push(await perform(task, mind));
    // What came of checks is found out in the background; the store is in memory, so it is done by then.
    await new Promise(setImmediate);
    time.advance(minuteMs);
  }
  await engram.close();
  return done;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Every morning checks are generated for what failed the day before, and not for the first time. */
async function preventRecurring(view: View, since: number, guarded: Set<string>): Promise<void> {
  for (const failure of await view.learning.failures({ recurring: true, limit: 100 })) {
    if (failure.id === null || (failure.lastSeenAt ?? 0) < since) continue;
    // A warning is heard when the call is already being made; only a block can be heeded in time.
    await view.prevention.generate({ pattern: failure.id, action: 'block' });
    for (const tool of failure.tools) guarded.add(tool);
  }
}

function remembering(view: View, { heeding, curiosity }: Habits): Mind & { readonly guarded: Set<string> } {
  const guarded = new Set<string>();
  const advised = new WeakSet<Task>();
  return {
    guarded,
    async choose(task) {
      const { recommended } = await view.learning.suggest({ context: task.category.name });
      const place = approaches.indexOf(recommended?.action ?? '');
      if (place < 0 || drawFor(task, 'curiosity') < curiosity)
        return { approach: ownChoice(task), advised: false };
      advised.add(task);
      return { approach: place, advised: true };
    },
    async begin(task, approach) {
      const tools = toolsFor(task);
      const action = approaches[approach] ?? '';
      const { name: category } = task.category;
      const run = await view.startRun({ description: category, category, approach: action });
      // How the run ends then speaks for or against the decisions that the advice rests on.
      if (advised.has(task)) await view.learning.suggest({ context: category, run: run.id });
      return {
        guarded: new Set(guarded),
        call: (tool, given) => run.call(tool, given, (used) => tools.use(tool, used)),
        remedies: async (error) => {
          if (EngramError.is(error)) return fromBlock(run, task, error, heeding);
          const found = await view.learning.solutions({ error: messageOf(error), limit: 3 });
          return found.flatMap(({ approach: text }) => readRemedy(text));
        },
        async finish(success) {
          const outcome = success ? 'success' : 'failure';
          await run.finish({ outcome });
          await view.memories.record({ kind: 'decision', content: { context: category, action, outcome } });
        },
      };
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a block asks for; or nothing, when the agent goes on all the same, or has done it and is still blocked. */
function fromBlock(run: RunHandle, task: Task, error: EngramError, heeding: number): Remedy[] {
  const [finding] = error.details['findings'] as readonly Finding[];
  const check = finding?.check.slug ?? finding?.check.id ?? '';
  const heeds = drawFor(task, `heeds ${check}`) < heeding;
  // It is asked once: whoever is blocked again goes on.
  run.acknowledge(check);
  return heeds ? readRemedy(finding?.message ?? '') : [];
}

/** What an agent understands from the words of a solution or a check. */
export function readRemedy(text: string): Remedy[] {
  const [, tool] = /call (\w+), then/.exec(text) ?? [];
  if (tool !== undefined) return [{ kind: 'first', tool }];
  const [, name, value] = /with (\w+) (\d+)/.exec(text) ?? [];
  if (name !== undefined) return [{ kind: 'argument', name, value: Number(value) }];
  return / again/.test(text) ? [{ kind: 'retry' }] : [];
}
