import { crc32 } from 'node:zlib';

const centroids = 256;
const wordsPerSample = 32;

/** The bytes of a small word table: each word with its row of whole numbers, which is its own code, all scaled by 0.5. */
export function tableBytes(rows: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const words = Object.keys(rows);
  const dimensions = rows[words[0] ?? '']?.length ?? 0;
  const ranked = words
    .map((word, rank) => ({ word, rank }))
    .sort((one, other) => (one.word < other.word ? -1 : 1));
  const lines = ranked.map(({ word }) => `${word}\n`);
  const samples = lines.flatMap((_, index) =>
    index % wordsPerSample === 0 ? [lines.slice(0, index).join('').length] : [],
  );
  const codebook = new Int8Array(centroids * dimensions);
  codebook.set(Object.values(rows).flat());
  const text = Buffer.from(lines.join(''), 'latin1');
  const body = Buffer.concat([
    Buffer.from(Float32Array.of(1, 0.5).buffer),
    Buffer.from(Uint32Array.from(samples).buffer),
    Buffer.from(new Uint16Array(words.length).buffer),
    Buffer.from(Uint16Array.from(ranked, ({ rank }) => rank).buffer),
    Buffer.from(codebook.buffer),
    Buffer.from(Uint8Array.from(words, (_, rank) => rank)),
    text,
  ]);
  const header = Buffer.alloc(40);
  header.write('ENGRAMWT', 'latin1');
  const numbers = [2, dimensions, words.length, 1, text.length, crc32(body), 0, 0];
  for (const [index, value] of numbers.entries()) header.writeUInt32LE(value, 8 + 4 * index);
  return new Uint8Array(Buffer.concat([header, body]));
}
