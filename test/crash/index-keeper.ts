// Run as a process of its own: changes memories of its agent at random and keeps the index, for some rounds or until it is killed.
import { writeSync } from 'node:fs';
import { createPlaceIndex } from '../../src/recall/index/place-index.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import { aHistory, found, meaning, place } from '../recall/index-history.ts';

const [path = '', agent = '', seed = '0', rounds = 'Infinity'] = process.argv.slice(2);
const store = await openSqliteStore({ path, now: 0 });
const { items: known } = await store.listMemories({ ...place, agent }, { now: 0 }, { limit: 1_000 });
const below = numbersFrom(Number(seed));
const next = aHistory(Number(seed), { agents: [agent], known });
const index = createPlaceIndex(store, place, meaning, { keeping: { worthKeeping: 5, mostInSegment: 60 } });

for (let round = 0; round < Number(rounds); round += 1) {
  for (let change = below(6); change >= 0; change -= 1) await store.commit([next()]);
  await found(index, 'refund token', agent).catch(retriedByTheFinder);
  writeSync(1, `${round}\n`);
}
await store.close();

/** Another process has replaced what was being read; the finder opens the index again. */
async function retriedByTheFinder(error: unknown): Promise<void> {
  if (!(error instanceof Error) || error.constructor.name !== 'StaleIndex') throw error;
  index.reopen();
  await index.follow();
}
