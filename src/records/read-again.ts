/** Records that were handed out, and what stands for them: the same object each time the same is read again. */
const standing = new WeakMap<object, object>();

/** Says what stands for a record. Nobody else may hold that object: whoever gets the record may change it. */
export function standFor<Kind extends object>(record: Kind, unchanged: Kind): Kind {
  standing.set(record, unchanged);
  return record;
}

/**
 * The record as it was read: what is found out about it can be kept by this object, and found again when the same record
 * is read again. A record that was not read from a store stands for itself.
 *
 * @example
 * const facts = known.get(asRead(template));
 */
export function asRead<Kind extends object>(record: Kind): Kind {
  return (standing.get(record) as Kind | undefined) ?? record;
}
