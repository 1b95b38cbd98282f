// Histories that nobody planned, on every backend that needs no server
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { randomHistoryCase } from '../../src/testing/store-suite/random-history.ts';
import { randomRunCase } from '../../src/testing/store-suite/random-runs.ts';
import { runCase } from '../../src/testing/store-suite/run-case.ts';
import { openNewSqliteStore } from '../store/conformance/new-sqlite-store.ts';
import { followDecisions } from '../store/decision-history.ts';
import { openPgliteStore } from '../store/postgres-pglite.ts';
import { campaign, firstSeed } from './campaign.ts';

const backends = [
  { name: 'reference', histories: 300, open: async () => createReferenceStore() },
  { name: 'SQLite', histories: 200, open: () => openNewSqliteStore() },
  { name: 'SQLite, indexed at once', histories: 100, open: () => openNewSqliteStore({ indexAfter: 0 }) },
  { name: 'PGlite', histories: 20, open: openPgliteStore },
];
const decisionHistories = 40;

campaign(async (tell) => {
  const seed = firstSeed();
  for (const { name, histories, open } of backends) {
    for (let number = 0; number < histories; number += 1) {
      for (const storeCase of [randomHistoryCase(seed + number), randomRunCase(seed + number)]) {
        await runCase(storeCase, open).catch((error: Error) => {
          throw new Error(`${name}: ${storeCase.title}: ${error.message}`, { cause: error });
        });
      }
      tell(`${name}: ${number + 1} of ${histories} histories`);
    }
  }
  for (let number = 0; number < decisionHistories; number += 1) {
    await followDecisions(seed + number, [0, 5, 64][number % 3] ?? 0, 150);
    tell(`${number + 1} of ${decisionHistories} histories of decisions`);
  }
  const counts = backends.map(({ name, histories }) => `${2 * histories} on ${name}`);
  return `from seed ${seed}: ${counts.join(', ')}, ${decisionHistories} of decisions; no difference`;
});
