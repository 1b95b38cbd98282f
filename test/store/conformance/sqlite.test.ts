import { describeStore } from '../../../src/testing/index.ts';
import { openNewSqliteStore } from './new-sqlite-store.ts';

describeStore('SQLite', () => openNewSqliteStore(), { keeps: true });
