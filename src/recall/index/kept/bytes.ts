import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { StaleIndex } from './segment.ts';

/** How this machine writes numbers; an index that was made the other way is made anew. */
export const isLittleEndian = endianness() === 'LE';

/** Bytes one after the other, in memory of their own. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

/** The same bytes, where numbers of eight bytes can be read; databases answer them at any place of a larger memory. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Numbers that were written as bytes. */
export function numbersIn(bytes: Uint8Array): Float64Array {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Float64Array(buffer, byteOffset, Math.floor(length / 8));
}

const sealBytes = 8;

/** Bytes with a checksum before them. */
export function sealed(bytes: Uint8Array): Uint8Array {
  return joined([new Uint8Array(Float64Array.of(crc32(bytes)).buffer), bytes]);
}

/** @throws StaleIndex for bytes that are not those that were sealed. */
export function unsealed(bytes: Uint8Array): Uint8Array {
  const whole = aligned(bytes);
  const content = whole.subarray(sealBytes);
  if (whole.length < sealBytes || numbersIn(whole.subarray(0, sealBytes))[0] !== crc32(content))
    throw new StaleIndex();
  return content;
}
