import type { Blocks } from './blocks.ts';

type NumberArray = typeof Int32Array | typeof Float32Array;

/** Numbers where they lie: they change with the next search, and cannot be read any more once memory has grown. */
export function numbersAt<Kind extends NumberArray>(
  blocks: Blocks,
  address: number,
  count: number,
  kind: Kind,
): InstanceType<Kind> {
  const { buffer, byteOffset } = blocks.read(address, 4 * count);
  return new kind(buffer as ArrayBuffer, byteOffset, count) as InstanceType<Kind>;
}
