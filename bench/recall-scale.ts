import { tmpdir } from 'node:os';
import { openEngram } from '../src/index.ts';
import { madeUpMemories, readQuestions } from './recall-data.ts';
import { importedFrom } from './recall-quality.ts';

/** Where memories of one agent are. */
export interface Place {
  readonly db: string;
}

const agent = 'somebody';
const nowhere = { environment: {}, folder: tmpdir(), home: tmpdir() };

/** Adds made-up memories to those that are there. */
export async function fill({ db, from, to }: Place & { from: number; to: number }): Promise<Spent> {
  const engram = await openEngram({ db, surroundings: nowhere });
  const view = engram.agent(agent);
  const spent = await spentOn(async () => {
    for (const items of madeUpMemories(from, to)) {
      await view.memories.import(items.map((item) => importedFrom(item)));
    }
  });
  await engram.close();
  return spent;
}

/** Milliseconds. CPU counts all threads of this process, and nothing of a database server. */
export interface Spent {
  readonly cpu: number;
  readonly wall: number;
}

export async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000, wall };
}

/** Half of the searches, and 99 % of them, take at most so many milliseconds. */
export interface Latency {
  readonly questions: number;
  readonly p50: Spent;
  readonly p99: Spent;
}

/** Asks each question once; the first ones only warm up. Stops when it has taken too long. */
export async function latencyOf(
  questions: readonly string[],
  ask: (question: string) => Promise<unknown>,
  { warmUp = 100, limitMs = Number.POSITIVE_INFINITY } = {},
): Promise<Latency> {
  const end = performance.now() + limitMs;
  const measured: Spent[] = [];
  for (const [index, question] of questions.entries()) {
    const isWarm = index >= warmUp || performance.now() > end - limitMs / 2;
    const spent = await spentOn(() => ask(question));
    if (isWarm) measured.push(spent);
    if (performance.now() > end && measured.length > 0) break;
  }
  const at = (share: number): Spent => ({
    cpu: percentile(
      measured.map(({ cpu }) => cpu),
      share,
    ),
    wall: percentile(
      measured.map(({ wall }) => wall),
      share,
    ),
  });
  return { questions: measured.length, p50: at(0.5), p99: at(0.99) };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What searching costs in a process that does nothing else. */
export interface ScaleResult extends Latency {
  /** The first search finds no index, or one that lacks what was added since. */
  readonly first: Spent;
  /** Building it. */
  readonly built: Spent;
  /** Megabytes before anything was opened, after all questions, and at most in between. */
  readonly bare: number;
  readonly resident: number;
  readonly peak: number;
}

/** Searches what `fill` has put there. */
export async function searchScale({ db }: Place): Promise<ScaleResult> {
  const bare = process.memoryUsage.rss() / 1e6;
  const questions = readQuestions();
  const engram = await openEngram({ db, surroundings: nowhere });
  const { memories } = engram.agent(agent);
  const ask = (query: string) => memories.search({ query, limit: 10 });
  const first = await spentOn(() => ask('What comes first?'));
  // What is to be kept is compared with all that is known, so this waits until the index is whole.
  const preference = [{ role: 'user', content: 'I prefer tabs over spaces in all of my code.' }] as const;
  const built = await spentOn(() => memories.remember({ messages: [...preference], dryRun: true }));
  const latency = await latencyOf(questions, ask);
  const resident = process.memoryUsage.rss() / 1e6;
  const peak = (process.resourceUsage().maxRSS * 1024) / 1e6;
  await engram.close();
  return { ...latency, first, built, bare, resident, peak };
}
