import { crc32 } from 'node:zlib';
import { EngramError } from '../../errors.ts';
import { readRanks } from './ranks.ts';
import type { WordRanks } from './words.ts';

/** A table of word vectors: whole numbers with one scale a word, the most frequent word first. */
export interface WordTable extends WordRanks {
  /** Changes whenever the content does. */
  readonly id: string;
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly matrix: Int8Array;
}

const magic = 'ENGRAMWT';
const version = 1;
const headerBytes = 32;

/**
 * Reads a word table from the bytes of its file. The numbers are used where they lie.
 *
 * The file, little endian: 8 bytes `ENGRAMWT`, then as 32-bit numbers version, dimensions, count of words, bytes of the
 * words, CRC-32 of all that follows the header, 0. Then a float scale for each word, the rows as signed bytes, and the words,
 * one a line.
 *
 * @throws EngramError `config_invalid` for a file that is damaged, cut off, or of another version.
 */
export function readWordTable(bytes: Uint8Array): WordTable {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const { dimensions, count, wordBytes, checksum } = readHeader(aligned);
  const matrixStart = headerBytes + 4 * count;
  const wordsStart = matrixStart + dimensions * count;
  if (aligned.byteLength !== wordsStart + wordBytes)
    throw damaged(`it has ${aligned.byteLength} bytes and should have ${wordsStart + wordBytes}`);
  if (crc32(aligned.subarray(headerBytes)) !== checksum)
    throw damaged('its checksum does not match its content');
  const ranks = readRanks(Buffer.from(aligned.buffer, aligned.byteOffset + wordsStart, wordBytes));
  if (ranks.count !== count) throw damaged(`it lists ${ranks.count} words and should list ${count}`);
  return {
    id: `static-${dimensions}-${checksum.toString(16).padStart(8, '0')}`,
    dimensions,
    scales: new Float32Array(aligned.buffer, aligned.byteOffset + headerBytes, count),
    matrix: new Int8Array(aligned.buffer, aligned.byteOffset + matrixStart, dimensions * count),
    rankOf: ranks.rankOf,
  };
}

function readHeader(bytes: Uint8Array): {
  dimensions: number;
  count: number;
  wordBytes: number;
  checksum: number;
} {
  if (bytes.byteLength < headerBytes) throw damaged(`it has only ${bytes.byteLength} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  if (Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') !== magic)
    throw damaged('it does not begin like one');
  const found = view.getUint32(8, true);
  if (found !== version) throw damaged(`it has format ${found}, and this release reads format ${version}`);
  return {
    dimensions: view.getUint32(12, true),
    count: view.getUint32(16, true),
    wordBytes: view.getUint32(20, true),
    checksum: view.getUint32(24, true),
  };
}

function damaged(reason: string): EngramError {
  return new EngramError(
    'config_invalid',
    `The table of word vectors cannot be used: ${reason}. Install Engram again, or restore assets/static-embedder.bin.`,
    { details: { reason } },
  );
}
