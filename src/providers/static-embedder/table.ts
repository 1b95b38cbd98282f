import { crc32 } from 'node:zlib';
import { EngramError } from '../../errors.ts';
import { readRanks } from './ranks.ts';
import type { WordRanks } from './words.ts';

/**
 * A table of word vectors, the most frequent word first. A vector is cut into pieces, and of each piece a code says which of 256
 * typical ones it is nearest to.
 */
export interface WordTable extends WordRanks {
  /** Changes whenever the content does. */
  readonly id: string;
  readonly dimensions: number;
  readonly pieces: number;
  /** A code for each piece of each word. */
  readonly codes: Uint8Array;
  /** The typical pieces: 256 for the first piece, then 256 for the second, and so on; whole numbers with a scale a piece. */
  readonly codebook: Int8Array;
  readonly codebookScales: Float32Array;
  /** How long the vector of a word is. */
  lengthOf(rank: number): number;
}

const magic = 'ENGRAMWT';
const version = 2;
const headerBytes = 40;
/** The typical ones that there are of each piece. */
export const codesPerPiece = 256;
const wordsPerSample = 32;
/** A length is kept as so many steps to the power of two, below the longest. */
const stepsPerOctave = 4_096;
/** The length of a word without direction. */
const noLength = 65_535;

/**
 * Reads a word table from the bytes of its file. The numbers are used where they lie.
 *
 * The file, little endian: 8 bytes `ENGRAMWT`, then as 32-bit numbers version, dimensions, count of words, pieces, bytes of the
 * words, CRC-32 of all that follows the header, 0, 0. Then the longest length and the scale of each piece (floats); where every
 * 32nd word begins (32 bits each); the length of each word in steps, and the rank of each word in the order of the alphabet
 * (16 bits each); the codebook; the codes; the words in the order of the alphabet, a line each.
 *
 * @throws EngramError `config_invalid` for a file that is damaged, cut off, or of another version.
 */
export function readWordTable(bytes: Uint8Array): WordTable {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const { dimensions, count, pieces, wordBytes, checksum } = readHeader(aligned);
  const { buffer, byteOffset } = aligned;
  let end = headerBytes;
  const next = (length: number): number => {
    end += length;
    return byteOffset + end - length;
  };
  const sampleCount = Math.ceil(count / wordsPerSample);
  const size =
    4 * (pieces + 1 + sampleCount) + 4 * count + codesPerPiece * dimensions + pieces * count + wordBytes;
  if (aligned.byteLength !== headerBytes + size)
    throw damaged(`it has ${aligned.byteLength} bytes and should have ${headerBytes + size}`);
  if (crc32(aligned.subarray(headerBytes)) !== checksum)
    throw damaged('its checksum does not match its content');
  const [longest = 0, ...scales] = new Float32Array(buffer, next(4 * (pieces + 1)), pieces + 1);
  const samples = new Uint32Array(buffer, next(4 * sampleCount), sampleCount);
  const lengths = new Uint16Array(buffer, next(2 * count), count);
  const ranks = new Uint16Array(buffer, next(2 * count), count);
  const codebook = new Int8Array(buffer, next(codesPerPiece * dimensions), codesPerPiece * dimensions);
  const codes = new Uint8Array(buffer, next(pieces * count), pieces * count);
  const words = Buffer.from(buffer, next(wordBytes), wordBytes);
  return {
    id: `static-${dimensions}-${checksum.toString(16).padStart(8, '0')}`,
    dimensions,
    pieces,
    codes,
    codebook,
    codebookScales: Float32Array.from(scales),
    lengthOf(rank) {
      const steps = lengths[rank] ?? noLength;
      return steps === noLength ? 0 : longest * 2 ** (-steps / stepsPerOctave);
    },
    rankOf: readRanks({ words, samples, ranks, wordsPerSample }),
  };
}

function readHeader(bytes: Uint8Array): {
  dimensions: number;
  count: number;
  pieces: number;
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
    pieces: view.getUint32(20, true),
    wordBytes: view.getUint32(24, true),
    checksum: view.getUint32(28, true),
  };
}

function damaged(reason: string): EngramError {
  return new EngramError(
    'config_invalid',
    `The table of word vectors cannot be used: ${reason}. Install Engram again, or restore assets/static-embedder.bin.`,
    { details: { reason } },
  );
}
