import type { Dialect } from '../../ports/sql-client.ts';
import { readChanges, touch, trackChanges, version } from './memory-changes.ts';
import { readRecorded, trackRecorded } from './recorded-changes.ts';

/** SQLite, as Node and the package with the same interface have it. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnTypes: {},
  countingKey: 'INTEGER PRIMARY KEY',
  // A transaction that writes keeps all other writers out.
  beforeMigration: [],
  ownTables: [
    // The number of a deleted last row is given out again; its next owner must not count as indexed.
    `CREATE TRIGGER memory_index_moved_back AFTER DELETE ON memories BEGIN
      UPDATE memory_index SET indexed_through = (SELECT COALESCE(MAX(row), 0) FROM memories)
      WHERE indexed_through > (SELECT COALESCE(MAX(row), 0) FROM memories);
    END`,
  ],
  indexKey: (text) => text,
  // A damaged record must not keep a database from being opened.
  jsonText: (column, path) => `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '$.${path}') END`,
  // Asked first whether there is anything to do: every tool call passes here.
  onLateStep: (update) => [
    `CREATE TRIGGER late_step AFTER INSERT ON steps
      WHEN EXISTS (SELECT 1 FROM executions WHERE run_row = new.run_row) BEGIN
      ${update};
    END`,
  ],
  // A transaction that deletes keeps all other writers out.
  awaitReaders: () => [],
  // Memories are numbered in the order they are committed, so a watermark passes none by.
  waiting: 'm.row > (SELECT indexed_through FROM memory_index)',
  countWaiting:
    'SELECT (SELECT COALESCE(MAX(row), 0) FROM memories) - indexed_through AS waiting FROM memory_index',
  changes: { create: trackChanges, touch, version, read: readChanges },
  recordedChanges: { create: trackRecorded, read: readRecorded },
};
