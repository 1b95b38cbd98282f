import { join } from 'node:path';
import { createNullStore } from '../../src/store/null-store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { openDeferredStore } from '../../src/store/sqlite/deferred-sqlite.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { describeStore } from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

describeStore('reference', async () => createReferenceStore(), { keeps: true });

describeStore('SQLite', () => openSqliteStore({ path: join(temporaryFolder(), 'memory.db'), now: 0 }), {
  keeps: true,
});

// With every memory indexed before it is searched for, instead of looked through while it waits.
describeStore(
  'SQLite, indexed at once',
  () => openSqliteStore({ path: join(temporaryFolder(), 'memory.db'), now: 0, indexAfter: 0 }),
  { keeps: true },
);

describeStore(
  'SQLite, made by the first write',
  () => openDeferredStore({ path: join(temporaryFolder(), 'new', 'memory.db'), now: 0 }),
  { keeps: true },
);

describeStore('null', async () => createNullStore(), { keeps: false });
