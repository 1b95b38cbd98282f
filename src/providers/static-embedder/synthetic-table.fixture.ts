import { crc32 } from 'node:zlib';

/** The bytes of a small word table: each word with its row of whole numbers, all scaled by 0.5. */
export function tableBytes(
  rows: Readonly<Record<string, readonly number[]>>,
  words: readonly string[] = Object.keys(rows),
): Uint8Array {
  const dimensions = Object.values(rows)[0]?.length ?? 0;
  const names = Buffer.from(words.join('\n'), 'latin1');
  const body = Buffer.concat([
    Buffer.from(new Float32Array(words.length).fill(0.5).buffer),
    Buffer.from(Int8Array.from(Object.values(rows).flat()).buffer),
    names,
  ]);
  const header = Buffer.alloc(32);
  header.write('ENGRAMWT', 'latin1');
  for (const [index, value] of [1, dimensions, words.length, names.length, crc32(body), 0].entries())
    header.writeUInt32LE(value, 8 + 4 * index);
  return new Uint8Array(Buffer.concat([header, body]));
}
