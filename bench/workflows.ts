import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { defineWorkflow, openEngram } from '../src/index.ts';
import { median, type Row } from './measure.ts';

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

type Durability = 'full' | 'normal';

/** What a checkpoint with 2 kB of state costs (DUR-2), against the least that a fenced one can cost: wall time, because it waits for the disk. */
export async function benchWorkflows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const durability of ['full', 'normal'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
    const workflow = await openWorkflow(folder, durability);
    const bare = openBare(folder, durability);
    try {
      const [checkpoints, transactions]: [number[], number[]] = [[], []];
      for (let round = -25; round < rounds; round += 1) {
        const [ours, least] = [await workflow.run(), bare.run(round)];
        if (round < 0) continue;
        checkpoints.push(ours);
        transactions.push(least);
      }
      const [ours, least] = [median(checkpoints), median(transactions)];
      const stepMs = durability === 'full' ? 50 : 100;
      const goal = durability === 'full' ? 0.02 : 0.05;
      rows.push(
        {
          what: `A step of a workflow, ${durability} durability`,
          measured: `${(ours * 1_000).toFixed(0)} µs`,
          against: `${(least * 1_000).toFixed(0)} µs (a bare fenced transaction)`,
          ratio: `${(ours / least).toFixed(2)}×`,
          goal: `≤ ${maxRatio}×`,
          held: ours / least <= maxRatio,
        },
        {
          what: `The same beside a step of ${stepMs} ms`,
          measured: `${((100 * ours) / stepMs).toFixed(2)} %`,
          against: `${stepMs} ms`,
          ratio: '–',
          goal: `< ${100 * goal} %`,
          held: ours / stepMs < goal,
        },
      );
    } finally {
      await workflow.close();
      bare.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

/** Milliseconds a step takes, on average over a workflow of many. */
async function openWorkflow(folder: string, durability: Durability) {
  const engram = await openEngram({
    db: `file:${join(folder, 'engram.db')}`,
    workflows: { durability },
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
    async run(): Promise<number> {
      await engram.workflows.run(many, {});
      return elapsed;
    },
    close: () => engram.close(),
  };
}

/** The step, the fence and the lease in one transaction, and nothing else. */
function openBare(folder: string, durability: Durability) {
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
    run(round: number): number {
      const started = performance.now();
      for (let number = 0; number < steps; number += 1) {
        begin.run();
        fence.run(number);
        keep.run(`${round} ${number}`, JSON.stringify(state));
        commit.run();
      }
      return (performance.now() - started) / steps;
    },
    close: () => database.close(),
  };
}
