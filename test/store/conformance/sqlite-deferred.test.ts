import { join } from 'node:path';
import { openDeferredStore } from '../../../src/store/sqlite/deferred-sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeInCi } from './in-ci.ts';

// A database that is not there until something is written.
describeInCi('SQLite, made by the first write', () =>
  openDeferredStore({ path: join(temporaryFolder(), 'new', 'memory.db'), now: 0 }),
);
