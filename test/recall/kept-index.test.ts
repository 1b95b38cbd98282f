import { expect, it } from 'vitest';
import { settingsSchema } from '../../src/config/settings.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { unsealed } from '../../src/recall/index/kept/bytes.ts';
import { readBucket } from '../../src/recall/index/kept/pack-lists.ts';
import { listsPart, partNames, StaleIndex } from '../../src/recall/index/kept/segment.ts';
import { createPlaceIndex, type PlaceIndex } from '../../src/recall/index/place-index.ts';
import { searchShards } from '../../src/recall/index/search-shards.ts';
import type { MeaningSpace } from '../../src/recall/meaning.ts';
import { numberOf } from '../../src/recall/same-words.ts';
import { openVectorSpace } from '../../src/recall/vectors/vectors.ts';
import { type Memory, standings } from '../../src/records/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import { termsOf } from '../../src/text/terms.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const place = { user: 'ada', project: 'shop' };
const owners = [null, 'ali', 'bob'];
const words = [
  'refund',
  'invoice',
  'deploy',
  'timeout',
  'token',
  'cache',
  'queue',
  'index',
  'court',
  'apple',
];
const labels = ['Ann', 'Ben', 'Ann Lee'];
const { relevance } = settingsSchema.parse({ db: 'memory:' }).recall;

/** A direction for each word. */
const embedder: Embedder = {
  id: 'directions',
  dimensions: 8,
  instant: true,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(8);
      for (const term of termsOf(text)) {
        const place = numberOf(term) % 8;
        vector[place] = (vector[place] ?? 0) + 1;
      }
      return vector;
    });
  },
};
const meaning: MeaningSpace = { embedder, space: openVectorSpace(8) };

/** What somebody does next: records, changes, deletes. */
function aHistory(seed: number): () => Command {
  const below = numbersFrom(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  let there: Memory[] = [];
  let made = 0;

  function recordOne(): Command {
    made += 1;
    const said = Array.from({ length: 1 + below(6) }, () => oneOf(words)).join(' ');
    const text = `${below(2) === 0 ? `${oneOf(labels)}: ` : ''}${said}${below(4) === 0 ? '?' : ''}`;
    const inSession = below(2) === 0;
    const memory = aMemory({
      // Now and then an id that was used before.
      id: `m${below(8) === 0 ? below(made) : made + 1_000}`,
      scope: { ...place, agent: oneOf(owners) },
      text,
      tags: below(3) === 0 ? ['greek'] : [],
      createdAt: Date.UTC(2025, below(12), 1 + below(28)),
      provenance: {
        ...aMemory().provenance,
        ...(inSession ? { sessionId: `s${below(3)}`, position: below(40) } : {}),
      },
    });
    if (there.some(({ id }) => id === memory.id)) return changeOne();
    there.push(memory);
    return { type: 'record-memory', memory };
  }

  function changeOne(): Command {
    const index = below(there.length);
    const before = there[index] as Memory;
    const text = below(2) === 0 ? before.text : `${before.text} ${oneOf(words)}`;
    const memory = { ...before, text, standing: oneOf(standings), revision: before.revision + 1 } as Memory;
    there[index] = memory;
    const change = { at: 1, reason: 'updated', note: '' } as const;
    return { type: 'revise-memory', owner: before.scope, memory, change };
  }

  function deleteOne(): Command {
    const gone = oneOf(there);
    there = there.filter((memory) => memory !== gone);
    return { type: 'delete-memory', owner: gone.scope, id: gone.id };
  }

  return () => {
    const drawn = below(10);
    if (there.length === 0 || drawn < 6) return recordOne();
    return drawn < 8 ? changeOne() : deleteOne();
  };
}

/** What an index finds, and how relevant it is. */
async function found(index: PlaceIndex, query: string, agent: string | null, tag?: string): Promise<unknown> {
  await index.follow();
  const shards = index.shardsOf({ ...place, agent });
  const terms = [...new Set(termsOf(query))];
  await Promise.all(shards.map((shard) => shard.load(terms, tag)));
  const [vector = null] = await embedder.embed([query]);
  return searchShards(shards, { text: query, terms, vector }, relevance, 5, (shard, slot) => {
    return shard.columns.open[slot] === 1;
  }).map(({ shard, slot, ...match }) => ({ id: shard.columns.ids.at(slot), ...match }));
}

const fresh = (store: Store): PlaceIndex => createPlaceIndex(store, place, meaning, { keeping: null });

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'REC-1: an index that several processes keep and open finds what a fresh one finds, after any history (%i)',
  async (seed) => {
    const store = await openSqliteStore({ path: `${temporaryFolder()}/memory.db`, now: 0 });
    const below = numbersFrom(seed);
    const next = aHistory(seed);
    const open = (): PlaceIndex =>
      createPlaceIndex(store, place, meaning, {
        keeping: { worthKeeping: 1 + below(12), mostInSegment: 40 },
      });
    const processes = [open(), open()];
    for (let round = 0; round < 60; round += 1) {
      const count = 1 + below(9);
      for (let made = 0; made < count; made += 1) await store.commit([next()]);
      const number = below(2);
      if (below(3) === 0) {
        processes[number]?.free();
        processes[number] = open();
      }
      const query = `${words[below(words.length)]} ${words[below(words.length)]} Ann in March`;
      const agent = owners[below(3)] ?? null;
      const expected = await found(fresh(store), query, agent);
      expect(await found(processes[number] as PlaceIndex, query, agent)).toStrictEqual(expected);
    }
    expect((await store.keptIndex(place))?.generation).toBeGreaterThan(3);
    await store.close();
  },
);

const small = { worthKeeping: 4, mostInSegment: 40 };

async function aKeptIndex(): Promise<{ readonly store: Store; readonly next: () => Command }> {
  const store = await openSqliteStore({ path: `${temporaryFolder()}/memory.db`, now: 0 });
  const next = aHistory(5);
  for (let made = 0; made < 60; made += 1) await store.commit([next()]);
  await createPlaceIndex(store, place, meaning, { keeping: small }).follow();
  return { store, next };
}

/** The names of all parts that are kept, by segment. */
async function partsKept(store: Store) {
  const about = (await store.keptIndex(place))?.about ?? new Uint8Array();
  const { shards } = JSON.parse(Buffer.from(about).toString()) as {
    shards: Array<{ segments: Array<{ number: number; buckets: number }> }>;
  };
  return shards.flatMap(({ segments }) =>
    segments.flatMap(({ number, buckets }) =>
      [...Object.values(partNames), ...Array.from({ length: buckets }, (_, bucket) => listsPart(bucket))].map(
        (name) => ({ segment: number, name }),
      ),
    ),
  );
}

it.each(['cut off', 'emptied', 'gone'] as const)(
  'REC-1: with a part that is %s, an index finds what a fresh one finds',
  async (how) => {
    const { store, next } = await aKeptIndex();
    for (const damaged of await partsKept(store)) {
      const kept = await store.keptIndex(place);
      const parts = await store.indexParts(place, await partsKept(store));
      const broken = parts.flatMap((part) => {
        if (part.segment !== damaged.segment || part.name !== damaged.name) return [part];
        if (how === 'gone') return [];
        return [{ ...part, bytes: part.bytes.slice(0, how === 'cut off' ? part.bytes.length / 2 : 0) }];
      });
      if (kept === undefined) break;
      await store.commit([{ type: 'keep-index', place, index: kept, dropped: 'all', parts: broken }]);
      await store.commit([next()]);
      const index = createPlaceIndex(store, place, meaning, { keeping: small });
      expect(await searched(index)).toStrictEqual(await found(fresh(store), 'refund token', null));
    }
    await store.close();
  },
);

/** As the finder does it: what cannot be read is opened again. */
async function searched(index: PlaceIndex): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await found(index, 'refund token', null);
    } catch (error) {
      if (!(error instanceof StaleIndex) || attempt === 5) throw error;
      index.reopen();
    }
  }
}

it('MEM-7: of the words of a memory that was deleted nothing is kept, once the index has heard of it', async () => {
  const { store } = await aKeptIndex();
  const secret = aMemory({ id: 'secret', scope: { ...place, agent: 'ali' }, text: 'zanzibar refund' });
  await store.commit([{ type: 'record-memory', memory: secret }]);
  for (let made = 0; made < 8; made += 1)
    await store.commit([
      { type: 'record-memory', memory: aMemory({ id: `later${made}`, scope: secret.scope, text: 'queue' }) },
    ]);
  const follow = () => createPlaceIndex(store, place, meaning, { keeping: small }).follow();
  const isKept = async (): Promise<boolean> => {
    const parts = await store.indexParts(place, await partsKept(store));
    const [word = ''] = termsOf('zanzibar');
    return parts.some(
      ({ name, bytes }) =>
        (name.startsWith('lists') && readBucket(unsealed(bytes), 0).listOf(numberOf(word)).length > 0) ||
        (name === partNames.ids && Buffer.from(bytes).includes('secret')),
    );
  };
  await follow();
  expect(await isKept()).toBe(true);
  await store.commit([{ type: 'delete-memory', owner: secret.scope, id: secret.id }]);
  await follow();
  expect(await isKept()).toBe(false);
  await store.close();
});

it('REC-1: an index of another embedder is made anew, and kept instead', async () => {
  const { store } = await aKeptIndex();
  const other = { ...meaning, embedder: { ...embedder, id: 'another' } };
  const index = createPlaceIndex(store, place, other, { keeping: small });
  expect(await found(index, 'refund token', null)).toStrictEqual(
    await found(fresh(store), 'refund token', null),
  );
  const about = (await store.keptIndex(place))?.about ?? new Uint8Array();
  expect(Buffer.from(about).toString()).toContain('another');
  await store.close();
});

it('REC-1: a process that holds an old index is not misled by one that was made anew meanwhile', async () => {
  const store = await openSqliteStore({ path: `${temporaryFolder()}/memory.db`, now: 0 });
  const scope = { ...place, agent: 'ali' };
  const memories = words.map((word, index) => aMemory({ id: `m${index}`, scope, text: `${word} refund` }));
  const keep = (space: MeaningSpace) => createPlaceIndex(store, place, space, { keeping: small }).follow();
  const recordOnes = (from: readonly Memory[]) =>
    store.commit(from.map((memory) => ({ type: 'record-memory', memory })));
  await recordOnes(memories.slice(0, 6));
  await keep(meaning);
  // Changed ones leave holes, which an index that is made anew does not have.
  for (const memory of memories.slice(0, 3)) {
    const change = { at: 1, reason: 'updated', note: '' } as const;
    await store.commit([
      { type: 'revise-memory', owner: scope, memory: { ...memory, revision: 1 } as Memory, change },
    ]);
  }
  await keep(meaning);
  const old = createPlaceIndex(store, place, meaning, {
    keeping: { worthKeeping: 1_000, mostInSegment: 40 },
  });
  await old.follow();
  await keep({ ...meaning, embedder: { ...embedder, id: 'another' } });
  await keep(meaning);
  await recordOnes(memories.slice(6));
  await keep(meaning);
  expect(await searched(old)).toStrictEqual(await found(fresh(store), 'refund token', null));
  await store.close();
});
