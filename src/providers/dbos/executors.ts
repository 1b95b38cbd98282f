import type { Pool } from 'pg';

/** Processes that run DBOS, and their last sign of life by the clock of the server: workers' clocks are never compared. */
export interface Executors {
  beat(): Promise<void>;
  /** Every known executor, and whether its last beat is younger than the lease. */
  members(): Promise<ReadonlyMap<string, 'alive' | 'dead'>>;
  /** Executors that DBOS believes at work and that gave no sign of life for the length of the lease. */
  deadAtWork(): Promise<readonly string[]>;
  /** From now on this executor counts as dead. */
  leave(): Promise<void>;
  /** Forgets executors that have been dead for a day, and queues that nobody has used for a day. */
  tidy(): Promise<void>;
}

export interface ExecutorsOptions {
  readonly pool: Pool;
  /** The schema of DBOS. */
  readonly schema: string;
  readonly executor: string;
  readonly application: string;
  readonly leaseMs: number;
}

const dayMs = 86_400_000;

/** Creates schema and table on first use. */
export async function openExecutors(options: ExecutorsOptions): Promise<Executors> {
  const { pool, schema, executor, application, leaseMs } = options;
  const table = `"${schema}".engram_executors`;
  const { rows } = await pool.query(`SELECT to_regclass('${table}') IS NOT NULL AS exists`);
  if (rows[0]?.exists !== true) await createTable(pool, schema, table);

  async function beat(ageMs = 0): Promise<void> {
    await pool.query(
      `INSERT INTO ${table} (executor, beat_at) VALUES ($1, now() - $2 * interval '1 millisecond')
       ON CONFLICT (executor) DO UPDATE SET beat_at = EXCLUDED.beat_at`,
      [executor, ageMs],
    );
  }

  const isAlive = `beat_at > now() - $1 * interval '1 millisecond'`;
  return {
    beat,
    async members() {
      const found = await pool.query<{ executor: string; alive: boolean }>(
        `SELECT executor, ${isAlive} AS alive FROM ${table}`,
        [leaseMs],
      );
      return new Map(found.rows.map(({ executor: name, alive }) => [name, alive ? 'alive' : 'dead']));
    },
    async deadAtWork() {
      const found = await pool.query<{ executor: string }>(
        `SELECT DISTINCT executor_id AS executor FROM "${schema}".workflow_status
         WHERE status = 'PENDING' AND application_name = $2 AND executor_id <> $3
           AND executor_id NOT IN (SELECT executor FROM ${table} WHERE ${isAlive})`,
        [leaseMs, application, executor],
      );
      return found.rows.map(({ executor: name }) => name);
    },
    leave: () => beat(2 * leaseMs),
    async tidy() {
      await pool.query(`DELETE FROM ${table} WHERE NOT (${isAlive})`, [leaseMs + dayMs]);
      await pool.query(
        `DELETE FROM "${schema}".queues WHERE application_name = $1
           AND updated_at < (EXTRACT(EPOCH FROM now()) * 1000)::bigint - $2::bigint`,
        [application, dayMs],
      );
    },
  };
}

/** One process after the other: two that create the same table at once would fail. */
async function createTable(pool: Pool, schema: string, table: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [table]);
    // "IF NOT EXISTS" wants the right to create one although it exists.
    const { rows } = await client.query('SELECT to_regnamespace($1) IS NULL AS missing', [`"${schema}"`]);
    if (rows[0]?.missing === true) await client.query(`CREATE SCHEMA "${schema}"`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (executor text PRIMARY KEY, beat_at timestamptz NOT NULL)`,
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
