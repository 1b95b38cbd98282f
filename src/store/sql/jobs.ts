import { EngramError, phrase } from '../../errors.ts';
import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { type Job, jobSchema } from '../../records/job.ts';

/** Claiming, reporting and letting go are one statement, so that two processes cannot both succeed. */
export function holdJob(job: Job, knownEpoch: number): SqlStatement {
  const { name, holder, epoch, beat, leaseUntil, ...body } = job;
  return {
    sql: `INSERT INTO jobs (name, holder, epoch, beat, lease_until, body) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE
          SET holder = excluded.holder, epoch = excluded.epoch, beat = excluded.beat,
            lease_until = excluded.lease_until, body = excluded.body
          WHERE jobs.epoch = ?`,
    parameters: [name, holder, epoch, beat, leaseUntil, JSON.stringify(body), knownEpoch],
    mustAffect: true,
  };
}

function decodeJob(row: SqlRow): Job {
  const { name, holder, epoch, beat, lease_until: leaseUntil, body } = row;
  try {
    return jobSchema.parse({ ...JSON.parse(String(body)), name, holder, epoch, beat, leaseUntil });
  } catch (cause) {
    throw new EngramError('store_corrupt', `The job "${name}" cannot be read.`, {
      details: { name },
      hint: phrase`Examine the database with ${{ operation: 'doctor' }}.`,
      cause,
    });
  }
}

export function readJobs(client: SqlClient): Pick<Store, 'listJobs'> {
  return {
    async listJobs() {
      const rows = await client.query({ sql: 'SELECT * FROM jobs ORDER BY name', parameters: [] });
      return rows.map(decodeJob);
    },
  };
}
