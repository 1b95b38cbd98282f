import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { defineWorkflow, openEngram } from '../src/index.ts';
import { median, type Row } from './measure.ts';
import { type CheckpointPeer, dropSchema, openDbos, openLangGraph } from './workflow-peers.ts';

const steps = 40;
const rounds = 25;
/** About 2 kB, as a plan of an agent may be. */
const state = Array.from({ length: 20 }, (_, index) => ({
  task: index + 1,
  title: `Look at module ${index + 1} and write down what it does`,
  status: 'open',
  needs: [index],
}));
const maxRatio = 1.5;
const bareName = 'a bare fenced transaction';

type Durability = 'full' | 'normal';

/** How many times faster than DBOS on PostgreSQL, which waits for the disk as well. */
const minTimesFaster = 5;

/** What a checkpoint with 2 kB of state costs (DUR-2, DUR-4): wall time, because it waits for the disk. All take turns. */
export async function benchWorkflows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const durability of ['full', 'normal'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
    const others = [
      openBare(folder, durability),
      ...(durability === 'full' ? await openOnPostgres(folder) : []),
      ...(durability === 'normal' ? [openLangGraph(folder, state, steps) ?? []].flat() : []),
    ];
    const workflow = await openWorkflow(folder, durability, `file:${join(folder, 'engram.db')}`);
    const contestants = [workflow, ...others];
    try {
      const medians = await takeTurns(contestants);
      const ours = medians.get(workflow) ?? Number.NaN;
      rows.push(...others.map((other) => against(durability, ours, other.name, medians.get(other) ?? 0)));
      rows.push(beside(durability, ours));
    } finally {
      for (const contestant of contestants) await contestant.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

async function takeTurns(peers: readonly CheckpointPeer[]): Promise<Map<CheckpointPeer, number>> {
  const samples = new Map(peers.map((peer) => [peer, [] as number[]]));
  for (let round = -25; round < rounds; round += 1) {
    for (const peer of peers) {
      const spent = await peer.run(round);
      if (round >= 0) samples.get(peer)?.push(spent);
    }
  }
  return new Map([...samples].map(([peer, spent]) => [peer, median(spent)]));
}

function against(durability: Durability, ours: number, name: string, other: number): Row {
  const row = {
    what: `A step of a workflow, ${durability} durability`,
    measured: `${(ours * 1_000).toFixed(0)} µs`,
    against: `${(other * 1_000).toFixed(0)} µs (${name})`,
  };
  if (name === bareName)
    return {
      ...row,
      ratio: `${(ours / other).toFixed(2)}×`,
      goal: `≤ ${maxRatio}×`,
      held: ours / other <= maxRatio,
    };
  const goal = name.startsWith('DBOS') ? minTimesFaster : undefined;
  return {
    ...row,
    ratio: ours <= other ? `${(other / ours).toFixed(1)}× faster` : `${(ours / other).toFixed(1)}× slower`,
    goal: goal === undefined ? '–' : `≥ ${goal}× faster`,
    held: other / ours >= (goal ?? 0),
  };
}

function beside(durability: Durability, ours: number): Row {
  const [stepMs, goal] = durability === 'full' ? [50, 0.02] : [100, 0.05];
  return {
    what: `The same beside a step of ${stepMs} ms`,
    measured: `${((100 * ours) / stepMs).toFixed(2)} %`,
    against: `${stepMs} ms`,
    ratio: '–',
    goal: `< ${100 * goal} %`,
    held: ours / stepMs < goal,
  };
}

/** DBOS, and Engram where a fleet keeps its checkpoints. */
async function openOnPostgres(folder: string): Promise<CheckpointPeer[]> {
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  if (server === undefined) {
    console.log('Left out: DBOS needs a PostgreSQL server, named by ENGRAM_TEST_POSTGRES.');
    return [];
  }
  const schema = `bench_${process.pid}_workflows`;
  const engram = await openWorkflow(folder, 'full', `${server}?schema=${schema}`);
  const close = async () => {
    await engram.close();
    await dropSchema(server, schema);
  };
  return [await openDbos(server, state, steps), { ...engram, name: 'Engram, PostgreSQL', close }];
}

/** Milliseconds a step takes, on average over a workflow of many. */
async function openWorkflow(folder: string, durability: Durability, db: string): Promise<CheckpointPeer> {
  const engram = await openEngram({
    db,
    // Who dispatches a workflow makes no difference to its steps.
    workflows: { durability, engine: 'embedded' },
    surroundings: { environment: {}, folder, home: folder },
  });
  let elapsed = 0;
  const many = defineWorkflow('many', '1', async (flow) => {
    const started = performance.now();
    for (let number = 0; number < steps; number += 1) await flow.step(`step ${number}`, () => state);
    elapsed = (performance.now() - started) / steps;
    return null;
  });
  return {
    name: 'Engram',
    async run() {
      await engram.workflows.run(many, {});
      return elapsed;
    },
    close: () => engram.close(),
  };
}

/** The step, the fence and the lease in one transaction, and nothing else. */
function openBare(folder: string, durability: Durability): CheckpointPeer {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability};
    CREATE TABLE work (id INTEGER PRIMARY KEY, epoch INTEGER, lease INTEGER);
    CREATE TABLE step (work INTEGER, name TEXT, body TEXT, PRIMARY KEY (work, name));
    INSERT INTO work VALUES (1, 1, 0)`);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const fence = database.prepare('UPDATE work SET lease = ? WHERE id = 1 AND epoch = 1');
  const keep = database.prepare('INSERT INTO step VALUES (1, ?, ?)');
  const commit = database.prepare('COMMIT');
  return {
    name: bareName,
    async run(round) {
      const started = performance.now();
      for (let number = 0; number < steps; number += 1) {
        begin.run();
        fence.run(number);
        keep.run(`${round} ${number}`, JSON.stringify(state));
        commit.run();
      }
      return (performance.now() - started) / steps;
    },
    close: async () => database.close(),
  };
}
