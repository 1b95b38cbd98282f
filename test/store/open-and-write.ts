// Run as a process of its own, by another user: opens a database, writes to it, and prints how that went.
import { writeSync } from 'node:fs';
import { toEngramError } from '../../src/errors.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/builders.ts';

const [path = '', mode = ''] = process.argv.slice(2);

try {
  const store = await openSqliteStore({ path, readOnly: mode === 'read', now: 0 });
  const { memories } = await store.count({ user: 'ada', project: 'shop', agent: null }, 0);
  if (mode === 'write')
    await store.commit([{ type: 'record-memory', memory: aMemory({ id: 'of-stranger' }) }]);
  await store.close();
  writeSync(1, `ok ${memories}`);
} catch (error) {
  writeSync(1, toEngramError(error).code);
}
