import { expect, it } from 'vitest';
import { covers } from '../../src/access/grants.ts';
import { settingsSchema } from '../../src/config/settings.ts';
import type { Store } from '../../src/ports/store.ts';
import { memoriesOf } from '../../src/recall/index/corpus.ts';
import { type IndexedPart, memoriesIn, placeOf, selectionIn } from '../../src/recall/index/indexed-part.ts';
import { createPlaceIndex, type PlaceIndex } from '../../src/recall/index/place-index.ts';
import { searchShards } from '../../src/recall/index/search-shards.ts';
import type { Grant, GrantedViewer } from '../../src/records/grant.ts';
import type { Memory } from '../../src/records/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aGrant, chosen, everyMemory } from '../../src/testing/store-suite/grants.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import { termsOf } from '../../src/text/terms.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { aHistory, embedder, meaning, place, words } from './index-history.ts';

const { relevance } = settingsSchema.parse({ db: 'memory:' }).recall;
const reader = { ...place, agent: 'cy' };
const sides: readonly Grant[] = [
  aGrant({ id: 'g1', scope: { ...place, agent: 'ali' }, what: everyMemory }),
  aGrant({ id: 'g2', scope: { ...place, agent: 'bob' }, what: everyMemory }),
  aGrant({ id: 'g3', scope: { ...place, agent: 'bob' }, what: chosen({ tags: ['greek'] }) }),
  aGrant({ id: 'g4', scope: { ...place, agent: null }, what: chosen({ tags: ['greek'] }) }),
];

/** An index as a process opens it for a reader with these grants. */
function openFor(
  store: Store,
  granted: readonly Grant[],
  keeping: { readonly worthKeeping: number; readonly mostInSegment: number } | null,
): PlaceIndex {
  const part: IndexedPart = { ...place, sharedWith: { ...reader, granted } };
  const corpus = memoriesOf(store, part, memoriesIn(part), selectionIn(part));
  return createPlaceIndex(store, placeOf(part), meaning, { corpus, keeping });
}

async function found(index: PlaceIndex, viewer: GrantedViewer, query: string) {
  await index.follow();
  const terms = [...new Set(termsOf(query))];
  const [vector = null] = await embedder.embed([query]);
  const shards = index.sharedShards(viewer);
  const filter = { minSimilarity: -1, now: 0 };
  const matches = await searchShards(shards, { text: query, terms, vector }, relevance, 50, filter);
  return matches.map(({ shard: _, slot: __, ...match }) => match);
}

it.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'SHR-1: a kept index of what is shared finds what a fresh one finds, and nothing that no grant covers, whatever is granted and revoked (%i)',
  async (seed) => {
    const store = await openSqliteStore({ path: `${temporaryFolder()}/memory.db`, now: 0 });
    const below = numbersFrom(seed);
    const next = aHistory(seed);
    let granted = sides.slice(0, 1 + below(4));
    let made = 0;
    let opened = openFor(store, granted, { worthKeeping: 1 + below(12), mostInSegment: 40 });
    for (let round = 0; round < 40; round += 1) {
      const count = 1 + below(9);
      for (let each = 0; each < count; each += 1) await store.commit([next()]);
      if (below(4) === 0) granted = sides.filter(() => below(2) === 0);
      if (below(6) === 0)
        await store.commit([{ type: 'forget-shared-indexes', place: { user: 'ada', project: 'shop' } }]);
      opened.free();
      opened = openFor(store, granted, { worthKeeping: 1 + below(12), mostInSegment: 40 });
      const viewer: GrantedViewer = { ...reader, granted, carriers: granted };
      const query = `${words[below(words.length)]} ${words[below(words.length)]} Ann in March`;
      const fresh = openFor(store, granted, null);
      const answers = await found(opened, viewer, query);
      expect(answers).toStrictEqual(await found(fresh, viewer, query));
      for (const { id } of answers) {
        const memory = (await store.getMemory({ ...place, agent: null }, id)) as Memory;
        expect(granted.some((grant) => covers(grant, memory))).toBe(true);
      }
      made += answers.length;
      fresh.free();
    }
    expect(made).toBeGreaterThan(40);
    opened.free();
    await store.close();
  },
);
