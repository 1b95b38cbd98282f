import { expect, it } from 'vitest';
import type { Command, Store } from '../../src/ports/store.ts';
import { unsealed } from '../../src/recall/index/kept/bytes.ts';
import { readBucket } from '../../src/recall/index/kept/pack-lists.ts';
import {
  chunkPart,
  chunkSizes,
  listsPart,
  partNames,
  type Segment,
  StaleIndex,
} from '../../src/recall/index/kept/segment.ts';
import { createPlaceIndex, type PlaceIndex } from '../../src/recall/index/place-index.ts';
import type { MeaningSpace } from '../../src/recall/meaning.ts';
import { numberOf } from '../../src/recall/same-words.ts';
import type { Memory } from '../../src/records/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { numbersFrom } from '../../src/testing/store-suite/random-history.ts';
import { termsOf } from '../../src/text/terms.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { aHistory, embedder, found, fresh, meaning, owners, place, words } from './index-history.ts';

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
    shards: Array<{ segments: Array<Pick<Segment, 'number' | 'buckets' | 'count'>> }>;
  };
  return shards.flatMap(({ segments }) =>
    segments.flatMap(({ number, buckets, count }) =>
      [
        ...Object.values(partNames),
        ...Array.from({ length: buckets }, (_, bucket) => listsPart(bucket)),
        ...Object.entries(chunkSizes).flatMap(([name, slots]) =>
          Array.from({ length: Math.ceil(count / slots) }, (_, chunk) => chunkPart(name, chunk)),
        ),
      ].map((name) => ({ segment: number, name })),
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
        (name.startsWith('details') && Buffer.from(bytes).includes('secret')),
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
