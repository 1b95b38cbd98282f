/**
 * Turns texts into vectors. Vectors remember the `id` of the embedder that made them; a different one means a
 * rebuild, never a mix.
 */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
