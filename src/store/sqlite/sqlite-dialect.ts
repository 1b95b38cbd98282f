import type { Dialect } from '../../ports/sql-client.ts';

/** SQLite with FTS5. The `ascii` tokenizer splits at the spaces between our terms and nowhere inside one. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  countingKey: 'INTEGER PRIMARY KEY',
  text: {
    create: [
      `CREATE VIRTUAL TABLE memory_text USING fts5 (
        terms, content = 'memories', content_rowid = 'row', tokenize = 'ascii', columnsize = 1
      )`,
      // Without it, the words of a deleted memory stay readable in the index until pages are merged.
      "INSERT INTO memory_text (memory_text, rank) VALUES ('secure-delete', 1)",
      `CREATE TRIGGER memory_text_added AFTER INSERT ON memories BEGIN
        INSERT INTO memory_text (rowid, terms) VALUES (new.row, new.terms);
      END`,
      `CREATE TRIGGER memory_text_removed AFTER DELETE ON memories BEGIN
        INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', old.row, old.terms);
      END`,
      `CREATE TRIGGER memory_text_changed AFTER UPDATE OF terms ON memories BEGIN
        INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', old.row, old.terms);
        INSERT INTO memory_text (rowid, terms) VALUES (new.row, new.terms);
      END`,
    ],
    from: 'memory_text t JOIN memories m ON m.row = t.rowid',
    condition: 'memory_text MATCH ?',
    bestFirst: 't.rank',
    // Quoted, so that a term such as "near" or "or" is a word and not an operator.
    query: (terms) => terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR '),
  },
};
