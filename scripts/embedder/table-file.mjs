// Writes the file that src/providers/static-embedder/table.ts reads; its layout is described there.
import { crc32 } from 'node:zlib';

const headerBytes = 32;

export function tableFile({ words, scales, matrix, dimensions }) {
  const body = Buffer.concat([
    Buffer.from(scales.buffer, scales.byteOffset, scales.byteLength),
    Buffer.from(matrix.buffer, matrix.byteOffset, matrix.byteLength),
    Buffer.from(words.join('\n'), 'latin1'),
  ]);
  const header = Buffer.alloc(headerBytes);
  header.write('ENGRAMWT', 'latin1');
  const checksum = crc32(body);
  const numbers = [1, dimensions, words.length, words.join('\n').length, checksum, 0];
  for (const [index, number] of numbers.entries()) header.writeUInt32LE(number, 8 + 4 * index);
  return {
    bytes: Buffer.concat([header, body]),
    id: `static-${dimensions}-${checksum.toString(16).padStart(8, '0')}`,
  };
}
