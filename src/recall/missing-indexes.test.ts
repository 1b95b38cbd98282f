import { describe, expect, it } from 'vitest';
import type { IndexPlace } from '../ports/store.ts';
import { findMissingIndexes } from './missing-indexes.ts';

/** Projects with so many entries each; those that are kept are listed by name. */
function aStoreOf(sizes: Readonly<Record<string, number>>, { keeps = true } = {}) {
  const kept: string[] = [];
  const peeked: string[] = [];
  const time = { now: 0 };
  const missing = findMissingIndexes(
    { keeps, listPlaces: async () => Object.keys(sizes).map((project) => ({ user: 'ada', project })) },
    {
      partsOf: async (place) => [place],
      isKept: async ({ project }) => kept.includes(project),
      async hasEntries({ project }: IndexPlace, count) {
        peeked.push(project);
        return (sizes[project] ?? 0) >= count;
      },
      buildOn: async ({ project }) => kept.push(project) > 0,
    },
    () => time.now,
  );
  return { missing, kept, peeked, time };
}

const tenMinutes = 600_001;

describe('REC-1 indexes that are missing', () => {
  it('are those of large projects that keep none; small projects need none', async () => {
    const { missing, kept } = aStoreOf({ large: 5_000, small: 20, other: 128 });
    kept.push('other');
    expect(await missing.waiting()).toBe(1);
    expect(await missing.buildOn()).toEqual({ done: 1, left: 0 });
    expect(kept).toEqual(['other', 'large']);
    expect(await missing.buildOn()).toEqual({ done: 0, left: 0 });
  });

  it('are looked for again after a while, not with every question', async () => {
    const sizes: Record<string, number> = { shop: 20 };
    const { missing, peeked, time } = aStoreOf(sizes);
    expect(await missing.waiting()).toBe(0);
    sizes['shop'] = 5_000;
    expect(await missing.waiting()).toBe(0);
    expect(peeked).toEqual(['shop']);
    time.now += tenMinutes;
    expect(await missing.waiting()).toBe(1);
  });

  it('are found in any number of projects, some hundred of them at a time', async () => {
    const names = Array.from({ length: 450 }, (_, number) => `project-${number}`);
    const { missing, peeked, time } = aStoreOf(Object.fromEntries(names.map((name) => [name, 1])));
    for (let look = 0; look < 3; look += 1) {
      const before = peeked.length;
      await missing.waiting();
      expect(peeked.length - before).toBeLessThanOrEqual(200);
      time.now += tenMinutes;
    }
    expect(new Set(peeked)).toEqual(new Set(names));
  });

  it('are none where nothing is kept', async () => {
    const { missing } = aStoreOf({ large: 5_000 }, { keeps: false });
    expect(await missing.waiting()).toBe(0);
  });

  it('are built piece by piece', async () => {
    let pieces = 0;
    const missing = findMissingIndexes(
      { keeps: true, listPlaces: async () => [{ user: 'ada', project: 'shop' }] },
      {
        partsOf: async (place) => [place],
        isKept: async () => false,
        hasEntries: async () => true,
        buildOn: async () => ++pieces === 3,
      },
      () => 0,
    );
    await missing.waiting();
    const left: number[] = [];
    for (let piece = 1; piece <= 3; piece += 1) left.push((await missing.buildOn()).left);
    expect(left).toEqual([1, 1, 0]);
  });

  it('are given up for now when one cannot be built', async () => {
    const missing = findMissingIndexes(
      { keeps: true, listPlaces: async () => [{ user: 'ada', project: 'shop' }] },
      {
        partsOf: async (place) => [place],
        isKept: async () => false,
        hasEntries: async () => true,
        buildOn: async () => {
          throw new Error('full');
        },
      },
      () => 0,
    );
    expect(await missing.waiting()).toBe(1);
    await expect(missing.buildOn()).rejects.toThrow('full');
    expect(await missing.waiting()).toBe(0);
  });
});
