import { randomUUID } from 'node:crypto';
import type { SqlRow, SqlStatement } from '../../ports/sql-client.ts';

/** Where a transaction says that it took effect: one row for each writer, with the number of its last batch. */
export const createCommitMarks = `CREATE TABLE commit_marks (
  writer TEXT PRIMARY KEY, batch BIGINT NOT NULL, marked_at TIMESTAMPTZ NOT NULL
)`;

/** Left behind by processes that have ended. */
const removeOld = `DELETE FROM commit_marks WHERE writer IN (
  SELECT writer FROM commit_marks WHERE marked_at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED
)`;

const mark = `INSERT INTO commit_marks (writer, batch, marked_at) VALUES (?, ?, now())
  ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, marked_at = excluded.marked_at`;

/** Waits until the transaction in question has ended, because that has locked the same row. */
const ask = `INSERT INTO commit_marks (writer, batch, marked_at) VALUES (?, 0, now())
  ON CONFLICT (writer) DO UPDATE SET marked_at = excluded.marked_at RETURNING batch`;

/** Writes one batch at a time, each with a number of its own. */
export interface Writer {
  readonly name: string;
  batch: number;
}

/** Gives each batch a writer that no other is using at the time. */
export function createWriters(): { take(): Writer; giveBack(writer: Writer): void } {
  const process = randomUUID();
  const free: Writer[] = [];
  let made = 0;
  return {
    take() {
      const writer = free.pop() ?? { name: `${process}-${made++}`, batch: 0 };
      writer.batch += 1;
      return writer;
    },
    giveBack: (writer) => void free.push(writer),
  };
}

/** What a transaction does so that its writer can ask later whether it took effect. */
export function marking({ name, batch }: Writer): SqlStatement[] {
  const marked = { sql: mark, parameters: [name, batch] };
  return batch === 1 ? [{ sql: removeOld, parameters: [] }, marked] : [marked];
}

/** Asks whether the last batch of a writer took effect. */
export function asking({ name }: Writer): SqlStatement {
  return { sql: ask, parameters: [name] };
}

export function tookEffect({ batch }: Writer, [answer]: readonly SqlRow[]): boolean {
  return answer?.['batch'] === batch;
}
