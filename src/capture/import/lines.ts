/** Larger lines and documents are refused: parsing takes many times their size in memory. */
export const maxTextBytes = 100_000_000;

/** A line of text, or why it cannot be one. Numbers count from 1 and include blank lines. */
export type TextLine =
  | {
      readonly number: number;
      readonly text: string /** False for a last line that nothing ends. */;
      readonly ended: boolean;
    }
  | { readonly number: number; readonly problem: string };

const newline = 0x0a;
const firstSize = 65_536;

/**
 * Cuts bytes into lines, wherever the chunks end, also in the middle of a sign. Blank lines are left out. At most
 * one line is in memory; of one that is too long only its first bytes ever were.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maximumBytes: number = maxTextBytes,
): AsyncGenerator<TextLine> {
  const begun = new LineBuffer(maximumBytes);
  let number = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      begun.append(chunk.subarray(start, end));
      start = end + 1;
      number += 1;
      yield* begun.take(number, true);
    }
    begun.append(chunk.subarray(start));
  }
  yield* begun.take(number + 1, false);
}

/** The line that has begun and not ended. A class, because it owns memory that grows and is used again. */
class LineBuffer {
  readonly #maximumBytes: number;
  #bytes = new Uint8Array(firstSize);
  #length = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** The bytes are copied: whoever gave the chunk may use it again. */
  append(part: Uint8Array): void {
    const needed = this.#length + part.length;
    if (needed <= this.#maximumBytes) {
      this.#growTo(needed);
      this.#bytes.set(part, this.#length);
    }
    this.#length = needed;
  }

  /** The line, and an empty buffer again. */
  *take(number: number, ended: boolean): Generator<TextLine> {
    const length = this.#length;
    this.#length = 0;
    if (length > this.#maximumBytes) {
      yield { number, problem: `is ${length} bytes long; the limit is ${this.#maximumBytes}` };
    } else {
      const text = decode(this.#bytes.subarray(0, length));
      if (text === undefined) yield { number, problem: 'is not valid UTF-8' };
      else if (text.trim() !== '') yield { number, text, ended };
    }
    if (this.#bytes.length > firstSize * 16) this.#bytes = new Uint8Array(firstSize);
  }

  #growTo(needed: number): void {
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(this.#bytes.length * 2, this.#maximumBytes)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** A byte order mark at the start is dropped. Undefined for bytes that are no UTF-8: nothing is guessed. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
