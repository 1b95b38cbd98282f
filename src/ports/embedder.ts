/**
 * Turns texts into vectors. Vectors remember the `id` of the embedder that made them; a different one means a
 * rebuild, never a mix. A text it has nothing to say about gives a vector of zeros.
 */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  /** It is as fast as reading a vector from a database: its vectors are made when they are needed, and not kept. */
  readonly instant?: boolean;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
