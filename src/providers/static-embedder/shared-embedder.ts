import type { StaticEmbedder } from './static-embedder.ts';

/**
 * Returns a function that opens the built-in embedder, and gives the same one again while somebody still uses it.
 * Reading its table of words takes longer than opening a database, and the engines of a process need it once.
 *
 * @param read reads the content of `assets/static-embedder.bin`.
 * @example const openStatic = sharedStaticEmbedder(() => readFile('assets/static-embedder.bin'));
 */
export function sharedStaticEmbedder(read: () => Promise<Uint8Array>): () => Promise<StaticEmbedder> {
  // Held weakly: four megabytes go when the last engine that searched is gone.
  let opened: WeakRef<StaticEmbedder> | undefined;
  return async () => {
    const known = opened?.deref();
    if (known !== undefined) return known;
    const [{ openStaticEmbedder }, content] = await Promise.all([import('./static-embedder.ts'), read()]);
    const embedder = openStaticEmbedder(content);
    opened = new WeakRef(embedder);
    return embedder;
  };
}
