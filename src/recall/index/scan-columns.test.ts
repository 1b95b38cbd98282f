import { expect, it } from 'vitest';
import { openBlocks } from '../vectors/blocks.ts';
import { openPlainScan } from '../vectors/plain-scan.ts';
import { createColumns, makeRoom } from './columns.ts';
import { createScanCopy } from './scan-columns.ts';

function columnsOf(size: number) {
  const columns = createColumns();
  makeRoom(columns, size);
  for (let slot = 0; slot < size; slot += 1) {
    columns.before[slot] = slot - 1;
    columns.windowLength[slot] = slot / 2;
    columns.asks[slot] = slot % 2;
  }
  return columns;
}

it('holds what the columns hold, and is made again only when they have changed', () => {
  const blocks = openBlocks(openPlainScan());
  const copy = createScanCopy(() => blocks);
  const columns = columnsOf(100);
  const read = (version: number) => {
    const { before, windowLength, asks } = copy.of(columns, 100, version);
    const view = new DataView(blocks.read(before, 400).slice().buffer);
    return [
      view.getInt32(4 * 7, true),
      blocks.read(asks + 7, 1)[0],
      blocks.read(windowLength + 28, 4).length,
    ];
  };
  expect(read(1)).toEqual([6, 1, 4]);
  columns.before[7] = 42;
  expect(read(1)).toEqual([6, 1, 4]);
  expect(read(2)).toEqual([42, 1, 4]);
});

it('takes no more memory than twice what the largest needs, however often a shard grows', () => {
  const scan = openPlainScan();
  const blocks = openBlocks(scan);
  const copy = createScanCopy(() => blocks);
  for (let size = 1; size <= 60_000; size += 997) copy.of(columnsOf(size), size, size);
  const grown = scan.memory.buffer.byteLength;
  expect(grown).toBeLessThan(2.5 * copy.bytes + 2 ** 21);
  copy.free();
  const next = createScanCopy(() => blocks);
  for (let size = 1; size <= 60_000; size += 997) next.of(columnsOf(size), size, size);
  expect(scan.memory.buffer.byteLength).toBe(grown);
});
