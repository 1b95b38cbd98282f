import { DatabaseSync } from '@photostructure/sqlite';

/** Steps whose completion is recorded, as the idempotency keys they were given. */
export type DoneSteps = ReadonlySet<string>;

/** Looks past Engram into its file. */
export function createSqliteReader(path: string): () => DoneSteps {
  return () => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const rows = database
        .prepare(
          "SELECT workflow_id, checkpoint_key FROM checkpoints WHERE state = 'done' AND checkpoint_key NOT LIKE '~%'",
        )
        .all() as Array<Record<string, unknown>>;
      return new Set(rows.map((row) => `${row['workflow_id']}/${row['checkpoint_key']}`));
    } finally {
      database.close();
    }
  };
}
