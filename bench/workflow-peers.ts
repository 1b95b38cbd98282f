import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Json } from '../src/json/json.ts';
import { loadPeer } from './peers/contestant.ts';

/** Something that keeps the state of a workflow after each step. */
export interface CheckpointPeer {
  readonly name: string;
  /** Milliseconds a step takes, on average over a workflow of many. */
  run(round: number): Promise<number>;
  close(): Promise<void>;
}

interface Saver {
  put(config: object, checkpoint: object, metadata: object, versions: object): Promise<object>;
}

/** LangGraph's checkpointer on SQLite, which does not wait for the disk. Only the checkpoint: a graph writes more. */
export function openLangGraph(folder: string, state: Json, steps: number): CheckpointPeer | undefined {
  if (!existsSync('bench/peers/node_modules/@langchain/langgraph-checkpoint-sqlite')) {
    console.log('Left out: LangGraph is installed by "npm --prefix bench/peers ci".');
    return undefined;
  }
  const { SqliteSaver } = loadPeer('@langchain/langgraph-checkpoint-sqlite') as {
    SqliteSaver: { fromConnString(path: string): Saver & { readonly db: { close(): void } } };
  };
  const { uuid6 } = loadPeer('@langchain/langgraph-checkpoint') as { uuid6(step: number): string };
  const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
  return {
    name: 'LangGraph, SQLite',
    async run(round) {
      const started = performance.now();
      let config: object = { configurable: { thread_id: String(round), checkpoint_ns: '' } };
      for (let step = 0; step < steps; step += 1) {
        const checkpoint = {
          v: 4,
          id: uuid6(step),
          ts: new Date().toISOString(),
          channel_values: { state },
          channel_versions: { state: step },
          versions_seen: {},
        };
        config = await saver.put(config, checkpoint, { source: 'loop', step, parents: {} }, { state: step });
      }
      return (performance.now() - started) / steps;
    },
    close: async () => saver.db.close(),
  };
}

/** Steps of DBOS itself, as its documentation writes them. */
export async function openDbos(server: string, state: Json, steps: number): Promise<CheckpointPeer> {
  const { DBOS } = await import('@dbos-inc/dbos-sdk');
  const schema = `bench_${process.pid}_dbos`;
  const ignore = (): void => {};
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: server,
    systemDatabaseSchemaName: schema,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  let elapsed = 0;
  const many = DBOS.registerWorkflow(
    async () => {
      const started = performance.now();
      for (let number = 0; number < steps; number += 1)
        await DBOS.runStep(async () => state, { name: `step ${number}` });
      elapsed = (performance.now() - started) / steps;
    },
    { name: 'many' },
  );
  await DBOS.launch();
  return {
    name: 'DBOS, PostgreSQL',
    async run() {
      await many();
      return elapsed;
    },
    async close() {
      await DBOS.shutdown({ deregister: true });
      await dropSchema(server, schema);
    },
  };
}

export async function dropSchema(server: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}
