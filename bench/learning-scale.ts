import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stepError } from '../src/capture/steps.ts';
import { type Engram, openEngram, type View } from '../src/index.ts';
import type { Command, Store } from '../src/ports/store.ts';
import type { Memory } from '../src/records/memory.ts';
import type { Run } from '../src/records/run.ts';
import type { ToolStep } from '../src/records/step.ts';
import { openStore } from '../src/store/open-store.ts';
import { aMemory, aRun, aStep } from '../src/testing/index.ts';
import { numbersFrom } from './agents-data.ts';
import { median, type Row } from './measure.ts';
import { latencyOf, type Spent, spentOn } from './recall-scale.ts';

const runs = Number(process.env['ENGRAM_BENCH_RUNS'] ?? 100_000);
const [categories, approaches, agents, signatures] = [10, 5, 20, 200];
const [contexts, decisionsEach, decisionsInTheLargest] = [50, 400, 5_000];
const [stepsOfARun, shareFailed] = [5, 0.05];
const day = 24 * 3_600_000;
const largest = 'the-largest-context';

const owner = { user: 'local', project: 'default', agent: null };
const scopeOf = (number: number) => ({ ...owner, agent: `agent-${number % agents}` });

/** What each signature says, beside a number. They differ in their words and their lengths. */
function messageOf(signature: number, number: number): string {
  const things = [
    'payment',
    'order',
    'invoice',
    'cart',
    'refund',
    'parcel',
    'coupon',
    'tax',
    'stock',
    'login',
  ];
  const troubles = [
    'refused by gateway',
    'locked',
    'not found in the archive',
    'timed out',
    'over the limit',
  ];
  const places = ['', ' during checkout', ' in the nightly export of the shop', ' at the border'];
  const [thing, rest] = [signature % 10, Math.floor(signature / 10)];
  return `${things[thing]} ${number} ${troubles[rest % 5]}${places[Math.floor(rest / 5) % 4]}`;
}

/** Runs as an agent leaves them, in pieces that are committed together. Made from one that was checked. */
function* recordedRuns(random: () => number): Generator<Command[]> {
  const run: Run = aRun({ stage: 'development' });
  const step: ToolStep = aStep();
  const from = Date.now() - 90 * day;
  let piece: Command[] = [];
  for (let number = 0; number < runs; number += 1) {
    const [scope, id] = [scopeOf(number), `run_scale_${number}`];
    const createdAt = from + Math.floor((number / runs) * 90 * day);
    const [category, approach] = [
      `category-${number % categories}`,
      `approach-${Math.floor(random() * approaches)}`,
    ];
    piece.push({
      type: 'start-run',
      run: {
        ...run,
        id,
        scope,
        createdAt,
        approach,
        task: { ...run.task, description: `Do ${category} ${number}`, category },
      },
    });
    for (let position = 0; position < stepsOfARun; position += 1) {
      const failed = random() < shareFailed ? Math.floor(random() * signatures) : null;
      const made = {
        id: `step_scale_${number}_${position}`,
        scope,
        createdAt,
        runId: id,
        position,
        startedAt: createdAt,
      };
      piece.push({
        type: 'append-step',
        step: {
          ...step,
          ...made,
          tool: `tool-${(number + position) % 12}`,
          success: failed === null,
          error: failed === null ? null : stepError('Error', messageOf(failed, number)),
        },
      });
    }
    const end = { outcome: random() < 0.8 ? 'success' : 'failure', finishedAt: createdAt + 60_000 } as const;
    piece.push({
      type: 'finish-run',
      owner: scope,
      runId: id,
      end: { ...end, summary: null, successFactors: [] },
    });
    if (number % 200 === 199) {
      yield piece;
      piece = [];
    }
  }
  yield piece;
}

/** Decisions of the project: 400 in each context, and in one of them 5,000. */
function* decisions(random: () => number): Generator<Command[]> {
  const sizes = Array.from(
    { length: contexts },
    (_, number) => [`context-${number}`, decisionsEach] as const,
  );
  for (const [context, count] of [...sizes, [largest, decisionsInTheLargest] as const]) {
    yield Array.from({ length: count }, (_, number): Command => {
      const outcome = random() < 0.7 ? 'success' : 'failure';
      const action = `action-${number % approaches}`;
      const createdAt = Date.now() - Math.floor(random() * 90 * day);
      const memory: Memory = aMemory({
        kind: 'decision',
        content: { context, action, outcome },
        scope: owner,
        createdAt,
      });
      return { type: 'record-memory', memory };
    });
  }
}

async function fill(store: Store): Promise<void> {
  const random = numbersFrom(1);
  for (const piece of recordedRuns(random)) if (piece.length > 0) await store.commit(piece);
  for (const piece of decisions(random)) await store.commit(piece);
}

const milliseconds = ({ cpu }: Spent): string => `${cpu.toFixed(1)} ms`;

async function askedOften(
  what: string,
  ask: (question: string) => Promise<unknown>,
  goalMs: number | null,
  questions: readonly string[] = Array.from({ length: 60 }, (_, number) => String(number)),
): Promise<Row> {
  const first = await spentOn(() => ask(questions[0] ?? ''));
  const { p50, p99 } = await latencyOf(questions, ask, { warmUp: 10, limitMs: 20_000 });
  return {
    what,
    measured: `${milliseconds(p50)}, 99 % ${milliseconds(p99)}`,
    against: `first ${milliseconds(first)}`,
    ratio: '–',
    goal: goalMs === null ? '–' : `≤ ${goalMs} ms`,
    held: goalMs === null || p50.cpu <= goalMs,
  };
}

async function askedOnce(what: string, ask: () => Promise<unknown>, goalMs: number | null): Promise<Row> {
  const [first, second] = [await spentOn(ask), await spentOn(ask)];
  return {
    what,
    measured: milliseconds(first),
    against: `again ${milliseconds(second)}`,
    ratio: (second.cpu / first.cpu).toFixed(2),
    goal: goalMs === null ? '–' : `≤ ${goalMs} ms`,
    held: goalMs === null || first.cpu <= goalMs,
  };
}

async function questionsTo(who: string, view: View): Promise<Row[]> {
  const task = await view.tasks.create({
    id: `again-${who}`,
    description: 'Do category-3 again',
    category: 'category-3',
  });
  const contextAsked = (number: string): string => `context-${Number(number) % contexts}`;
  return [
    await askedOften(
      `${who}: suggest, context of ${decisionsEach}`,
      (number) => view.learning.suggest({ context: contextAsked(number) }),
      10,
    ),
    await askedOften(
      `${who}: suggest, context of ${decisionsInTheLargest}`,
      () => view.learning.suggest({ context: largest }),
      10,
    ),
    await askedOften(
      `${who}: suggest, unheard context`,
      (number) => view.learning.suggest({ context: `what about context ${number} then` }),
      null,
    ),
    await askedOften(`${who}: suggest, task`, () => view.learning.suggest({ task: task.id }), 10),
    await askedOften(
      `${who}: recognise`,
      (number) => view.learning.recognise({ error: messageOf(Number(number), 77) }),
      10,
    ),
    await askedOften(
      `${who}: recognise, an unknown error`,
      (number) => view.learning.recognise({ error: `what is ${'z'.repeat(1 + Number(number))} doing here` }),
      10,
    ),
    await askedOften(
      `${who}: similar tasks, by category`,
      () => view.tasks.similar({ description: 'Do category-3 again', category: 'category-3' }),
      10,
    ),
    await askedOften(
      `${who}: similar tasks, by their words`,
      (number) => view.tasks.similar({ description: `Do category-3 again ${number}` }),
      10,
    ),
    await askedOften(
      `${who}: solutions`,
      (number) => view.learning.solutions({ error: messageOf(Number(number), 77) }),
      null,
    ),
    await askedOften(
      `${who}: prevention.check`,
      () => view.prevention.check({ tool: 'tool-1', arguments: { id: 4 } }),
      null,
    ),
    await askedOnce(`${who}: failure patterns`, () => view.learning.patterns({ type: 'failure' }), null),
    await askedOnce(`${who}: decision patterns`, () => view.learning.patterns({ type: 'decision' }), null),
    await askedOnce(`${who}: report`, () => view.report(), 5_000),
  ];
}

async function withChecks(engram: Engram): Promise<void> {
  for (let number = 0; number < 100; number += 1) {
    await engram.prevention.create({
      message: `Is order ${number} free`,
      name: `check-${number}`,
      when: { tool: `tool-${number % 12}` },
    });
  }
}

/** What learning costs after 100,000 runs, in a file of SQLite. */
export async function benchLearningScale(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-learning-'));
  const db = `file:${join(folder, 'scale.db')}`;
  const store = await openStore(db, { durability: 'normal', now: Date.now() });
  const filled = await spentOn(() => fill(store));
  await store.close();
  console.log(`Filled with ${runs} runs: ${(filled.cpu / 1_000).toFixed(0)} s of CPU`);
  try {
    return await askAll(db, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tells the CPU of a process when it ends. */
const tellsCpu = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs';
   process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(2, 'CPU ' + (user + system) / 1000); });`,
)}`;

/** CPU of a command in a process of its own, in milliseconds: the median of a few. */
function coldCpu(db: string, home: string, words: readonly string[]): number {
  const environment = { ...process.env, HOME: home, ENGRAM_DB: db };
  return median(
    Array.from({ length: 5 }, () => {
      const { stderr } = spawnSync(process.execPath, ['--import', tellsCpu, 'bin/engram.js', ...words], {
        env: environment,
        encoding: 'utf8',
      });
      return Number(/CPU ([\d.]+)$/.exec(stderr)?.[1] ?? Number.NaN);
    }),
  );
}

/** What questions cost in a new process, beyond a list of memories. */
function questionsFromTheCold(db: string, home: string): Row[] {
  const similar = ['task', 'similar', '--description', 'Do category-3 again'];
  const questions: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['recognise', ['learning', 'recognise', messageOf(14, 77)]],
    ['recognise, an unknown error', ['learning', 'recognise', 'what is this doing here']],
    [`suggest, context of ${decisionsEach}`, ['learning', 'suggest', 'context-7']],
    [`suggest, context of ${decisionsInTheLargest}`, ['learning', 'suggest', largest]],
    ['suggest, task', ['learning', 'suggest', '--task', 'again-owner']],
    ['similar tasks, by category', [...similar, '--category', 'category-3']],
    ['similar tasks, by their words', similar],
  ];
  return [[], ['--agent', 'agent-3']].flatMap((as) => {
    const list = coldCpu(db, home, ['memory', 'list', ...as]);
    return questions.map(([what, words]) => {
      const taken = coldCpu(db, home, [...words, ...as]);
      return {
        what: `${as.length === 0 ? 'owner' : 'agent'}, new process: ${what}`,
        measured: `${taken.toFixed(0)} ms, so ${(taken - list).toFixed(0)} more`,
        against: `memory list ${list.toFixed(0)} ms`,
        ratio: `${(taken / list).toFixed(2)}×`,
        goal: '≤ 150 ms more',
        held: taken - list <= 150,
      };
    });
  });
}

/** The questions, to a database that is there. */
async function askAll(db: string, folder: string): Promise<Row[]> {
  const engram = await openEngram({ db, surroundings: { environment: {}, folder, home: folder } });
  await withChecks(engram);
  const rows = [
    ...(await questionsTo('agent', engram.agent('agent-3'))),
    ...(await questionsTo('owner', engram)),
  ];
  await engram.close();
  return [...rows, ...questionsFromTheCold(db, folder)];
}
