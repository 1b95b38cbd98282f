import type { Dialect } from '../../ports/sql-client.ts';

/** SQLite with FTS5. The `ascii` tokenizer splits at the spaces between our terms and nowhere inside one. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnTypes: {},
  countingKey: 'INTEGER PRIMARY KEY',
  integerKey: 'INTEGER PRIMARY KEY',
  // A transaction that writes keeps all other writers out.
  beforeMigration: [],
  ownTables: [],
  indexKey: (text) => text,
  text: {
    create: [
      "CREATE VIRTUAL TABLE memory_text USING fts5 (terms, content = 'memory_terms', content_rowid = 'row', tokenize = 'ascii')",
      // Without it, the words of a deleted memory stay readable in the index until pages are merged.
      "INSERT INTO memory_text (memory_text, rank) VALUES ('secure-delete', 1)",
      `CREATE TRIGGER memory_text_added AFTER INSERT ON memory_terms BEGIN
        INSERT INTO memory_text (rowid, terms) VALUES (new.row, new.terms);
      END`,
      `CREATE TRIGGER memory_text_removed AFTER DELETE ON memory_terms BEGIN
        INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', old.row, old.terms);
      END`,
      // The number of a deleted last row is given out again; its next owner must not count as indexed.
      `CREATE TRIGGER memory_index_moved_back AFTER DELETE ON memories BEGIN
        UPDATE memory_index SET indexed_through = (SELECT COALESCE(MAX(row), 0) FROM memories)
        WHERE indexed_through > (SELECT COALESCE(MAX(row), 0) FROM memories);
      END`,
    ],
    // Memories are numbered in the order they are committed, so a watermark passes none by.
    waiting: 'm.row > (SELECT indexed_through FROM memory_index)',
    countWaiting:
      'SELECT (SELECT COALESCE(MAX(row), 0) FROM memories) - indexed_through AS waiting FROM memory_index',
    search: (terms) => ({
      from: 'memory_text t JOIN memories m ON m.row = t.rowid JOIN memory_terms w ON w.row = t.rowid',
      condition: 'memory_text MATCH ?',
      bestFirst: 't.rank',
      // Quoted, so that a term such as "near" or "or" is a word and not an operator.
      parameters: [terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ')],
    }),
  },
};
