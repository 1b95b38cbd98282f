import type { SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import {
  joinedTimes,
  maxRetrievalDays,
  noRetrievals,
  type RetrievalTimes,
} from '../../records/retrieval-times.ts';
import { inOneOrder } from './rows.ts';

/** The statements of the migration that brings retrieval times as rows that are added to. Released, so it is never edited. */
export const createRetrievalTimes: readonly string[] = [
  `CREATE TABLE retrieval_times (
    day INTEGER NOT NULL, step INTEGER NOT NULL, searches BIGINT NOT NULL, sum_ms DOUBLE PRECISION NOT NULL, PRIMARY KEY (day, step)
  )`,
  // They were the state of a job, which every process had to read before it could add its own.
  "DELETE FROM jobs WHERE name = 'retrieval-times'",
];

export function countAccess(ids: readonly string[], at: number): SqlStatement[] {
  return inOneOrder(ids, (id) => id).map((id) => ({
    sql: `UPDATE memories SET access_count = access_count + 1,
            last_accessed_at = CASE WHEN last_accessed_at > ? THEN last_accessed_at ELSE ? END WHERE id = ?`,
    parameters: [at, at, id],
  }));
}

/** Adds to what other processes have measured, without reading it. The sum of a day is kept in the first row that is added for it. */
export function countRetrievals({ days }: RetrievalTimes): SqlStatement[] {
  const rows = days.flatMap(({ day, sumMs, steps }) =>
    steps
      .map((searches, step) => ({ day, step, searches }))
      .filter(({ searches }) => searches > 0)
      .map((row, place) => ({ ...row, sumMs: place === 0 ? sumMs : 0 })),
  );
  return [
    ...inOneOrder(rows, ({ day, step }) => `${day} ${step}`).map(({ day, step, searches, sumMs }) => ({
      sql: `INSERT INTO retrieval_times (day, step, searches, sum_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (day, step) DO UPDATE
            SET searches = retrieval_times.searches + excluded.searches, sum_ms = retrieval_times.sum_ms + excluded.sum_ms`,
      parameters: [day, step, searches, sumMs],
    })),
    {
      sql: `DELETE FROM retrieval_times WHERE day < (SELECT MIN(day) FROM (
              SELECT DISTINCT day FROM retrieval_times ORDER BY day DESC LIMIT ${maxRetrievalDays}) AS latest)`,
      parameters: [],
    },
  ];
}

export function readRetrievalTimes(client: SqlClient): Pick<Store, 'retrievalTimes'> {
  return {
    async retrievalTimes() {
      const rows = await client.query({
        sql: 'SELECT day, step, searches, sum_ms FROM retrieval_times ORDER BY day, step',
        parameters: [],
      });
      const counted = rows.map((row) => {
        const [searches, step] = [Number(row['searches']), Number(row['step'])];
        const steps = Array.from({ length: step + 1 }, (_, place) => (place === step ? searches : 0));
        return { day: Number(row['day']), searches, sumMs: Number(row['sum_ms']), steps };
      });
      return joinedTimes(noRetrievals, { days: counted });
    },
  };
}
