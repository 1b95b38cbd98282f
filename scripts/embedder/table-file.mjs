// Writes the file that src/providers/static-embedder/table.ts reads; its layout is described there.
import { crc32 } from 'node:zlib';

/** Every so many words, the file says where the word begins. */
const wordsPerSample = 32;

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

export function tableFile({ words, dimensions, pieces, longest, lengths, codebook, codebookScales, codes }) {
  const sorted = words
    .map((word, rank) => ({ bytes: Buffer.from(word, 'latin1'), rank }))
    .sort((left, right) => Buffer.compare(left.bytes, right.bytes));
  const samples = [];
  let end = 0;
  sorted.forEach(({ bytes }, index) => {
    if (index % wordsPerSample === 0) samples.push(end);
    end += bytes.length + 1;
  });
  const text = Buffer.concat(sorted.map(({ bytes }) => Buffer.concat([bytes, Buffer.from('\n')])));
  const body = Buffer.concat([
    bytesOf(Float32Array.of(longest, ...codebookScales)),
    bytesOf(Uint32Array.from(samples)),
    bytesOf(lengths),
    bytesOf(Uint16Array.from(sorted, ({ rank }) => rank)),
    bytesOf(codebook),
    bytesOf(codes),
    text,
  ]);
  const header = Buffer.alloc(40);
  header.write('ENGRAMWT', 'latin1');
  const checksum = crc32(body);
  const numbers = [2, dimensions, words.length, pieces, text.length, checksum, 0, 0];
  for (const [index, number] of numbers.entries()) header.writeUInt32LE(number, 8 + 4 * index);
  return {
    bytes: Buffer.concat([header, body]),
    id: `static-${dimensions}-${checksum.toString(16).padStart(8, '0')}`,
  };
}
