import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngram } from '../../src/index.ts';
import { aKilledFile, type DoneSteps, type KilledPlace } from './killed-places.ts';

/** What became of workflows whose workers were killed at random moments. */
export interface KilledWorkflows {
  readonly kills: number;
  readonly workflows: number;
  /** Workflows that a worker held when it was killed, and that came to their end. */
  readonly recovered: number;
  /** Workflows that did not. */
  readonly lost: number;
  /** Steps that ran again although their completion was recorded. */
  readonly repeated: number;
  /** Effects done again because the kill fell between effect and checkpoint. */
  readonly effectsRepeated: number;
  /** The same, as a service sees it that is handed the idempotency key. */
  readonly effectsRepeatedWithKey: number;
  /** From a kill to the next step of a workflow that was held; the middle one, and the slowest. */
  readonly detectMs: { readonly median: number | null; readonly max: number | null };
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** The program of `workflow-worker.ts`. */
  readonly program: string;
  /** A SQLite file unless it is said; removed in the end. */
  readonly place?: KilledPlace;
  /** Of these shapes; of all unless it is said. */
  readonly shapes?: readonly Shape[];
  readonly tell?: (progress: string) => void;
}

export const shapes = ['sequential', 'parallel', 'nested'] as const;
/** What a workflow looks like: one step after the other, a DAG, or with children. */
export type Shape = (typeof shapes)[number];

/** Unfinished workflows that there are at a time. */
const atATime = 16;
/** How long what is left may take in the end. */
const patienceMs = 120_000;

/** Kills workers, one to four at a time, while they go on with workflows; then lets them finish, and counts. */
export async function killWorkflowWorkers({
  kills,
  seed,
  program,
  place = aKilledFile(),
  shapes: wanted = shapes,
  tell = () => {},
}: KillOptions): Promise<KilledWorkflows> {
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'engram-killed-effects-'));
  const effects = join(folder, 'effects');
  closeSync(openSync(effects, 'w'));
  const { db, engine, doneSteps } = place;
  const [minPauseMs, maxPauseMs] = place.pauseMs;
  const engram = await openEngram({ db });
  const workers: ChildProcess[] = [];
  const watch = watchEffects(effects);
  try {
    const started: string[] = [];
    const held = new Set<string>();
    let repeated = 0;
    const startMore = async (): Promise<void> => {
      for (let open = await countOpen(engram); open < atATime; open += 1) {
        const name = wanted[Math.floor(random() * wanted.length)] ?? 'sequential';
        const input = name === 'sequential' ? { steps: 5 } : {};
        started.push((await engram.workflows.start({ name, version: '1', input })).id);
      }
    };
    const spawnWorker = async (): Promise<void> => {
      const child = spawn(process.execPath, [program, db, effects, engine], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      workers.push(child);
      await new Promise((ready) => child.stdout?.once('data', ready));
    };
    for (let killed = 0; killed < kills; killed += 1) {
      await startMore();
      while (workers.length < 1 + Math.floor(random() * 4)) await spawnWorker();
      const until = performance.now() + minPauseMs + random() * (maxPauseMs - minPauseMs);
      // There is always work left, so that most victims are at some.
      while (performance.now() < until) {
        await pause(Math.min(until - performance.now(), 100));
        await startMore();
      }
      const [victim] = workers.splice(Math.floor(random() * workers.length), 1);
      if (victim?.pid === undefined) continue;
      victim.kill('SIGKILL');
      await new Promise((gone) => victim.once('close', gone));
      const running = (await engram.workflows.list({ status: 'running', limit: 1_000 })).items;
      const orphaned = running
        .filter(({ holder }) => holder?.includes(`/${victim.pid}/`))
        .map(({ id }) => id);
      for (const id of orphaned) held.add(id);
      repeated += watch.checkAgainst(await doneSteps());
      watch.expectFirstStepOf(orphaned);
      tell(`${killed + 1} of ${kills} kills, ${started.length} workflows`);
    }
    while (workers.length < 2) await spawnWorker();
    const until = performance.now() + patienceMs;
    while ((await countOpen(engram)) > 0 && performance.now() < until) await pause(100);
    repeated += watch.checkAgainst(await doneSteps());
    const all = await everyWorkflow(engram);
    const done = new Set(all.filter(({ status }) => status === 'done').map(({ id }) => id));
    const { runs, unique, detected } = watch.counted();
    return {
      kills,
      workflows: all.length,
      recovered: [...held].filter((id) => done.has(id)).length,
      lost: all.length - done.size,
      repeated,
      effectsRepeated: runs - unique - repeated,
      effectsRepeatedWithKey: unique - (await doneSteps()).size,
      detectMs: { median: detected[Math.floor(detected.length / 2)] ?? null, max: detected.at(-1) ?? null },
    };
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    watch.stop();
    await engram.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Engram = Awaited<ReturnType<typeof openEngram>>;

async function everyWorkflow(engram: Engram) {
  const all = [];
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await engram.workflows.list({
      limit: 1_000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...items);
    if (next === null) return all;
    cursor = next;
  }
}

async function countOpen(engram: Engram): Promise<number> {
  const open = await Promise.all(
    (['queued', 'running', 'waiting'] as const).map((status) =>
      engram.workflows.list({ status, limit: 1_000 }),
    ),
  );
  return open.reduce((sum, { items }) => sum + items.length, 0);
}

/** Reads what steps left outside, line by line, as it comes. */
function watchEffects(path: string) {
  const times = new Map<string, number>();
  const waitingFor = new Map<string, number>();
  const detected: number[] = [];
  let known: DoneSteps = new Set();
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1_000_000);
  let begun = '';
  let repeatedSince = 0;
  /** What came since the last look; a line that is not complete waits. */
  function newLines(): string[] {
    const lines = (begun + buffer.toString('utf8', 0, readSync(file, buffer))).split('\n');
    begun = lines.pop() ?? '';
    return lines;
  }
  function look(): void {
    for (const line of newLines()) {
      const key = line.slice(line.indexOf(' ') + 1);
      times.set(key, (times.get(key) ?? 0) + 1);
      if (known.has(key)) repeatedSince += 1;
      const workflow = key.slice(0, key.indexOf('/'));
      const since = waitingFor.get(workflow);
      if (since !== undefined) {
        detected.push(Math.round(performance.now() - since));
        waitingFor.delete(workflow);
      }
    }
  }
  const timer = setInterval(look, 10);
  return {
    /** How many steps ran again that were done before; from now on those count that are done now. */
    checkAgainst(done: DoneSteps): number {
      look();
      known = done;
      const repeated = repeatedSince;
      repeatedSince = 0;
      return repeated;
    },
    expectFirstStepOf(workflows: readonly string[]): void {
      for (const id of workflows) waitingFor.set(id, performance.now());
    },
    counted() {
      look();
      const runs = [...times.values()].reduce((sum, count) => sum + count, 0);
      return { runs, unique: times.size, detected: detected.toSorted((left, right) => left - right) };
    },
    stop() {
      clearInterval(timer);
      closeSync(file);
    },
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
