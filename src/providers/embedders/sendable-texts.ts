/**
 * The beginning of a text, in so many bytes of UTF-8, without a character cut in two. Bytes, because a model's
 * tokens are nearer to bytes than to characters: three or four letters of English, but one Chinese character.
 */
export function cutText(text: string, maximumBytes: number): string {
  if (text.length * 3 <= maximumBytes) return text.toWellFormed();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maximumBytes));
  return text.slice(0, read).toWellFormed();
}

/** How much may go into one request. */
export interface BatchLimits {
  readonly texts: number;
  /** Of all texts together, if there is more than one. */
  readonly characters: number;
}

/** Texts in their order, in groups within the limits. */
export function inBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch === undefined || batch.length >= limits.texts || characters > limits.characters) {
      batches.push([text]);
      characters = text.length;
    } else {
      batch.push(text);
    }
  }
  return batches;
}

/**
 * Embeds what has something to say. Every other text gets the zero vector, which is similar to nothing, and is
 * not sent: most models refuse the empty text.
 */
export async function embedSendable(
  texts: readonly string[],
  dimensions: number,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> {
  const trimmed = texts.map((text) => text.trim());
  const vectors = (await embed(trimmed.filter((text) => text !== ''))).values();
  const next = (): Float32Array | undefined => vectors.next().value;
  return trimmed.map((text) => (text === '' ? undefined : next()) ?? new Float32Array(dimensions));
}
