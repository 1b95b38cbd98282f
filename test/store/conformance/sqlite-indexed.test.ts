import { describeInCi } from './in-ci.ts';
import { openNewSqliteStore } from './new-sqlite-store.ts';

// With every memory indexed before it is searched for, instead of looked through while it waits.
describeInCi('SQLite, indexed at once', () => openNewSqliteStore({ indexAfter: 0 }));
