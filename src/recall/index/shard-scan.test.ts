import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aMemory } from '../../testing/index.ts';
import { openVectorSpace, sharedBlocks } from '../vectors/vectors.ts';
import { createShard, type Shard } from './shard.ts';

const names = ['before', 'after', 'windowLength', 'windowNorm', 'open', 'asks'] as const;

/** What the kernel would read, and what the columns hold. */
function bothOf(shard: Shard): { readonly read: unknown; readonly held: unknown } {
  const at = shard.scanColumns();
  const bytesOf = (name: (typeof names)[number]): number[][] => {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = shard.columns[name];
    const length = shard.size * BYTES_PER_ELEMENT;
    return [
      [...sharedBlocks().read(at[name], length)],
      [...new Uint8Array(buffer as ArrayBuffer, byteOffset, length)],
    ];
  };
  const each = names.map((name) => [name, bytesOf(name)] as const);
  return {
    read: Object.fromEntries(each.map(([name, [read]]) => [name, read])),
    held: Object.fromEntries(each.map(([name, [, held]]) => [name, held])),
  };
}

const change = fc.record({
  what: fc.constantFrom('put', 'drop', 'vector', 'keep'),
  which: fc.nat(5),
  place: fc.nat(3),
});

it('REC-1 the kernel reads what the columns hold, after every change by itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      const shard = createShard('ali', openVectorSpace(4));
      for (const { what, which, place } of changes) {
        const slot = shard.slotOf(`m${which}`);
        if (what === 'put') {
          const entry = aMemory({ id: `m${which}`, text: `said ${place}${which % 2 === 0 ? '?' : ''}` });
          shard.put({ ...entry, sessionId: 's', position: place, claimedBy: null });
        } else if (what === 'drop') shard.drop(`m${which}`);
        else if (what === 'vector' && slot !== undefined)
          shard.setVector(slot, Float32Array.of(1, which, place, 0));
        else if (what === 'keep' && shard.size > 0) {
          // As a kept index that is opened fills the columns.
          shard.columns.windowLength[0] = 100 + place;
          shard.adopt(shard.totals, 0);
        }
        await shard.settle();
        const { read, held } = bothOf(shard);
        expect(read).toEqual(held);
      }
      shard.free();
    }),
  );
});
