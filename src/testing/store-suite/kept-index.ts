import { expect } from 'vitest';
import type { Command, Corpus, IndexPart, IndexPlace, ProjectOfUser, Store } from '../../ports/store.ts';
import { aMemory, aMessage, aSession } from '../builders.ts';
import { ali, bob, record, remove, type StoreCase } from './store-case.ts';

const bytes = (...numbers: readonly number[]): Uint8Array => Uint8Array.from(numbers);

interface Writing {
  readonly generation?: number;
  readonly about?: Uint8Array;
  readonly dropped?: readonly number[] | 'all';
  readonly parts?: readonly IndexPart[];
}

export const keepIndex = (
  { user, project, corpus }: IndexPlace,
  { generation = 0, about = bytes(1), dropped = [], parts = [] }: Writing = {},
): Command => ({
  type: 'keep-index',
  place: { user, project, ...(corpus === undefined ? {} : { corpus }) },
  index: { generation, about },
  dropped,
  parts,
});

const part = (segment: number, name: string, ...numbers: readonly number[]): IndexPart => ({
  segment,
  name,
  bytes: bytes(...numbers),
});

/** What is kept of a project, for comparing: backends answer bytes in arrays of different classes. */
export async function keptOf(store: Store, { user, project, corpus = 'memories' }: IndexPlace) {
  const kept = await store.keptIndex({ user, project, corpus });
  return kept && { generation: kept.generation, about: [...kept.about] };
}

export async function partsOf(
  store: Store,
  { user, project, corpus = 'memories' }: IndexPlace,
  ...wanted: ReadonlyArray<readonly [segment: number, name: string]>
): Promise<string[]> {
  const found = await store.indexParts(
    { user, project, corpus },
    wanted.map(([segment, name]) => ({ segment, name })),
  );
  return found.map((each) => `${each.segment} ${each.name}: ${[...each.bytes].join(' ')}`).sort();
}

/** A store in which these projects have a memory. */
async function withMemories(store: Store): Promise<void> {
  await store.commit([record(aMemory({ scope: ali })), record(aMemory({ scope: bob }))]);
}

export const keptIndexCases: readonly StoreCase[] = [
  {
    title: 'REC-1: an index is read as it was kept, byte for byte, and only the parts that are asked for',
    async check(store) {
      await withMemories(store);
      const everyByte = [...Array(256).keys()];
      const parts = [part(1, 'a', ...everyByte), part(1, 'b', 2), part(2, 'a'), part(2, 'c', 4)];
      await store.commit([keepIndex(ali, { about: bytes(...everyByte), parts })]);
      expect(await keptOf(store, ali)).toStrictEqual({ generation: 1, about: everyByte });
      expect(await partsOf(store, ali, [1, 'a'], [2, 'a'], [2, 'b'], [1, 'a'])).toStrictEqual([
        `1 a: ${everyByte.join(' ')}`,
        '2 a: ',
      ]);
      expect(await partsOf(store, ali)).toStrictEqual([]);
    },
  },
  {
    title: 'REC-1: more parts than a database takes in one question are all answered',
    async check(store) {
      await withMemories(store);
      const parts = Array.from({ length: 1_203 }, (_, segment) => part(segment, 'a', segment % 256));
      await store.commit([keepIndex(ali, { parts })]);
      const names = parts.map(({ segment }) => [segment, 'a'] as const);
      expect(await partsOf(store, ali, ...names)).toHaveLength(1_203);
    },
  },
  {
    title: 'REC-1: an index is written again by who has read it last, and refused to everybody else',
    async check(store) {
      await withMemories(store);
      await store.commit([keepIndex(ali, { parts: [part(1, 'a', 1), part(2, 'a', 2), part(3, 'a', 3)] })]);
      const next = { about: bytes(9), dropped: [1, 3], parts: [part(2, 'a', 20), part(4, 'a', 4)] };
      for (const generation of [0, 2]) {
        await expect(store.commit([keepIndex(ali, { ...next, generation })])).rejects.toMatchObject({
          code: 'conflict',
        });
      }
      expect(await keptOf(store, ali)).toStrictEqual({ generation: 1, about: [1] });
      await store.commit([keepIndex(ali, { ...next, generation: 1 })]);
      expect(await keptOf(store, ali)).toStrictEqual({ generation: 2, about: [9] });
      expect(await partsOf(store, ali, [1, 'a'], [2, 'a'], [3, 'a'], [4, 'a'])).toStrictEqual([
        '2 a: 20',
        '4 a: 4',
      ]);
      await store.commit([keepIndex(ali, { generation: 2, dropped: 'all', parts: [part(4, 'b', 5)] })]);
      expect(await partsOf(store, ali, [2, 'a'], [4, 'a'], [4, 'b'])).toStrictEqual(['4 b: 5']);
    },
  },
  {
    title: 'REC-1: each project has an index of its own, and one without memories has none',
    async check(store) {
      await withMemories(store);
      const another = { user: ali.user, project: 'another' };
      await store.commit([keepIndex(ali, { parts: [part(1, 'a', 1)] })]);
      expect(await keptOf(store, bob)).toBeUndefined();
      expect(await partsOf(store, bob, [1, 'a'])).toStrictEqual([]);
      await store.commit([keepIndex(bob, { parts: [part(1, 'a', 7)] })]);
      expect(await partsOf(store, ali, [1, 'a'])).toStrictEqual(['1 a: 1']);
      await expect(store.commit([keepIndex(another)])).rejects.toMatchObject({ code: 'conflict' });
      expect(await keptOf(store, another)).toBeUndefined();
    },
  },
  {
    title: 'SHR-1: indexes of what is shared out of a project are forgotten together, and no others',
    async check(store) {
      await withMemories(store);
      const session = aSession({ scope: ali });
      const message = aMessage({ scope: ali, sessionId: session.id });
      await store.commit([{ type: 'append-message', session, message }]);
      const of = (owner: ProjectOfUser, corpus: Corpus): IndexPlace => ({
        user: owner.user,
        project: owner.project,
        corpus,
      });
      const kept = [of(ali, 'memories'), of(ali, 'recorded'), of(bob, 'shared one')];
      const forgotten = [of(ali, 'shared one'), of(ali, 'shared two')];
      for (const place of [...kept, ...forgotten])
        await store.commit([keepIndex(place, { parts: [part(1, 'a', 1)] })]);
      await store.commit([{ type: 'forget-shared-indexes', place: of(ali, 'memories') }]);
      for (const place of kept) {
        expect(await keptOf(store, place)).toStrictEqual({ generation: 1, about: [1] });
        expect(await partsOf(store, place, [1, 'a'])).toStrictEqual(['1 a: 1']);
      }
      for (const place of forgotten) {
        expect(await keptOf(store, place)).toBeUndefined();
        expect(await partsOf(store, place, [1, 'a'])).toStrictEqual([]);
      }
    },
  },
  {
    title: 'SHR-4: an index goes with its user, and is not written again for one who is gone',
    async check(store) {
      const memory = aMemory({ scope: ali });
      await store.commit([record(memory), record(aMemory({ scope: bob }))]);
      for (const owner of [ali, bob]) await store.commit([keepIndex(owner, { parts: [part(1, 'a', 1)] })]);
      await store.commit([remove(memory), { type: 'erase-user', user: ali.user }]);
      expect(await keptOf(store, ali)).toBeUndefined();
      expect(await partsOf(store, ali, [1, 'a'])).toStrictEqual([]);
      for (const generation of [0, 1])
        await expect(store.commit([keepIndex(ali, { generation })])).rejects.toMatchObject({
          code: 'conflict',
        });
      expect(await partsOf(store, bob, [1, 'a'])).toStrictEqual(['1 a: 1']);
    },
  },
  {
    title: 'REC-1: no caller’s array is kept, and no kept one is handed out',
    async check(store) {
      await withMemories(store);
      const mine = part(1, 'a', 1, 2);
      const about = bytes(3);
      await store.commit([keepIndex(ali, { about, parts: [mine] })]);
      mine.bytes.fill(0);
      about.fill(0);
      const { user, project } = ali;
      (await store.keptIndex({ user, project }))?.about.fill(9);
      (await store.indexParts({ user, project }, [mine]))[0]?.bytes.fill(9);
      expect(await keptOf(store, ali)).toStrictEqual({ generation: 1, about: [3] });
      expect(await partsOf(store, ali, [1, 'a'])).toStrictEqual(['1 a: 1 2']);
    },
  },
];
