/** What people call a kind of store, and how one is written. */
const forms: Readonly<Record<string, string>> = {
  postgres: 'postgres://USER:PASSWORD@HOST/DATABASE',
  postgresql: 'postgres://USER:PASSWORD@HOST/DATABASE',
  pg: 'postgres://USER:PASSWORD@HOST/DATABASE',
  sqlite: 'file:PATH',
  sqlite3: 'file:PATH',
  file: 'file:PATH',
  memory: 'memory:',
  ':memory:': 'memory:',
  null: 'null:',
  none: 'null:',
};

/**
 * How to write the store that a bare word seems to mean; undefined for anything else. Taken as a path, such a word would
 * make a file of that name.
 *
 * @example
 * formOfBackend('postgres'); // 'postgres://USER:PASSWORD@HOST/DATABASE'
 */
export function formOfBackend(db: string): string | undefined {
  const word = db.trim().toLowerCase();
  return Object.hasOwn(forms, word) ? forms[word] : undefined;
}
