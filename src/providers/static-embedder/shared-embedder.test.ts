import { describe, expect, it } from 'vitest';
import { sharedStaticEmbedder } from './shared-embedder.ts';
import { tableBytes } from './synthetic-table.fixture.ts';

const table = tableBytes({ red: [3, 0], green: [0, 4] });

describe('the built-in embedder of a process', () => {
  it('is read once while somebody uses it', async () => {
    let reads = 0;
    const open = sharedStaticEmbedder(async () => {
      reads += 1;
      return table;
    });
    const first = await open();
    expect(await open()).toBe(first);
    expect(reads).toBe(1);
    expect([...first.embedText('red')]).toEqual([1, 0]);
  });

  it('is read again after it could not be read', async () => {
    let reads = 0;
    const open = sharedStaticEmbedder(async () => {
      reads += 1;
      if (reads === 1) throw new Error('The disk is busy.');
      return table;
    });
    await expect(open()).rejects.toThrow('The disk is busy.');
    expect((await open()).dimensions).toBe(2);
  });
});
