/** For each record that was handed out, its cached original: the same object whenever the same state is read. */
const originals = new WeakMap<object, object>();

/** Links a record to its original. Callers get only the record, which they may change. */
export function withOriginal<Kind extends object>(record: Kind, unchanged: Kind): Kind {
  originals.set(record, unchanged);
  return record;
}

/**
 * The original of a record, to use as a cache key: it is the same object when the same state is read again. A record that
 * was not read from a store is its own original.
 *
 * @example
 * const facts = known.get(asRead(template));
 */
export function asRead<Kind extends object>(record: Kind): Kind {
  return (originals.get(record) as Kind | undefined) ?? record;
}
