import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

const lookAgainMs = 50;

/**
 * Starts members of a fleet one after the other, because DBOS changes its tables when it starts. Whoever waits asks again
 * and again: a session that waited for the lock itself would keep the other from creating an index, for ever.
 */
export async function startAlone<Result>(
  pool: Pool,
  schema: string,
  start: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const key = `engram:fleet:${schema}`;
    for (;;) {
      const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [key]);
      if (rows[0]?.mine === true) break;
      await pause(lookAgainMs);
    }
    const result = await start();
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [key]);
    isBroken = false;
    return result;
  } finally {
    // A connection that is closed lets go of its locks.
    client.release(isBroken);
  }
}
