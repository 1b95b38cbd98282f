import type { Blocks } from '../vectors/blocks.ts';
import type { MemoryColumns } from './columns.ts';

/** What a scan reads of every memory. Those of four bytes come first, so that each begins where it must. */
const scanned = ['before', 'after', 'windowLength', 'windowNorm', 'open', 'asks'] as const;

/** Where each of these columns lies in the memory of the kernel. */
export type ScanColumns = Readonly<Record<(typeof scanned)[number], number>>;

/** A copy of the columns of a shard for the kernel, which reads its own memory only. It is made again when they have changed. */
export interface ScanCopy {
  /** @param version another one when a column has changed since the last call. */
  of(columns: MemoryColumns, size: number, version: number): ScanColumns;
  readonly bytes: number;
  free(): void;
}

const bytesPerMemory = 4 * 4 + 2;
/** Room for a power of two of memories, so that what becomes too small serves another shard: blocks are used again by their size. */
const minRoom = 64;

export function createScanCopy(blocks: () => Blocks): ScanCopy {
  let held = { address: 0, length: 0, room: 0 };
  let copied: number | undefined;

  function free(): void {
    if (held.length > 0) blocks().giveBack(held.address, held.length);
    held = { address: 0, length: 0, room: 0 };
    copied = undefined;
  }

  function makeRoom(size: number): void {
    if (size <= held.room) return;
    free();
    const room = Math.max(minRoom, 2 ** Math.ceil(Math.log2(size)));
    const length = room * bytesPerMemory;
    held = { address: blocks().take(length), length, room };
  }

  return {
    of(columns, size, version) {
      makeRoom(size);
      const { address, room } = held;
      const floats = 4 * room;
      const at: ScanColumns = {
        before: address,
        after: address + floats,
        windowLength: address + 2 * floats,
        windowNorm: address + 3 * floats,
        open: address + 4 * floats,
        asks: address + 4 * floats + room,
      };
      if (copied !== version) {
        for (const name of scanned) {
          const { buffer, byteOffset, BYTES_PER_ELEMENT } = columns[name];
          blocks().write(at[name], new Uint8Array(buffer, byteOffset, size * BYTES_PER_ELEMENT));
        }
        copied = version;
      }
      return at;
    },
    get bytes() {
      return held.length;
    },
    free,
  };
}
