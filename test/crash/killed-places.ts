import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

/** Steps whose completion is recorded, as the idempotency keys they were given. */
export type DoneSteps = ReadonlySet<string>;

/** Where workflows are kept whose workers are killed. */
export interface KilledPlace {
  readonly db: string;
  readonly engine: 'embedded' | 'dbos';
  /** How long workers are left alone before the next kill, at least and at most. */
  readonly pauseMs: readonly [number, number];
  /** Looks past Engram into its database. */
  doneSteps(): Promise<DoneSteps>;
  remove(): Promise<void>;
}

const doneSteps =
  "SELECT workflow_id, checkpoint_key FROM checkpoints WHERE state = 'done' AND checkpoint_key NOT LIKE '~%'";

function keysOf(rows: ReadonlyArray<Readonly<Record<string, unknown>>>): DoneSteps {
  return new Set(rows.map((row) => `${row['workflow_id']}/${row['checkpoint_key']}`));
}

/** A SQLite file, and the embedded engine. */
export function aKilledFile(): KilledPlace {
  const folder = mkdtempSync(join(tmpdir(), 'engram-killed-workflows-'));
  const path = join(folder, 'memory.db');
  return {
    db: `file:${path}`,
    engine: 'embedded',
    pauseMs: [20, 270],
    async doneSteps() {
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        return keysOf(database.prepare(doneSteps).all() as Array<Record<string, unknown>>);
      } finally {
        database.close();
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A schema of its own on a PostgreSQL server, and a fleet on DBOS. */
export function aKilledSchema(server: string): KilledPlace {
  const schema = `engram_killed_${randomUUID().slice(0, 8)}`;
  const pool = new pg.Pool({ connectionString: server, max: 1 });
  const url = new URL(server);
  url.searchParams.set('schema', schema);
  return {
    db: url.href,
    engine: 'dbos',
    // Long enough that what a dead worker left is found, too, by the beat of its heart.
    pauseMs: [200, 1_500],
    async doneSteps() {
      return keysOf((await pool.query(doneSteps.replace('FROM ', `FROM ${schema}.`))).rows);
    },
    async remove() {
      await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await pool.query(`DROP SCHEMA IF EXISTS ${schema}_dbos CASCADE`);
      await pool.end();
    },
  };
}
