/**
 * About how many bytes a value takes as JSON, without writing it: counting stops once there are more than `limit`. A value that is
 * held once and named in many places counts in each, as it does when it is written.
 *
 * @example
 * jsonSizeUpTo({ text: 'x'.repeat(100) }, 1_000); // 111
 */
export function jsonSizeUpTo(root: unknown, limit: number): number {
  let size = 0;
  const pending: unknown[] = [root];
  while (pending.length > 0 && size <= limit) {
    const value = pending.pop();
    if (typeof value === 'string') {
      size += value.length + 2;
    } else if (Array.isArray(value)) {
      size += value.length + 2;
      // One at a time: a list of a million copies of one text need not be laid out to be too long.
      for (let index = 0; index < value.length && size <= limit; index += 1) {
        const item: unknown = value[index];
        if (typeof item === 'string') size += item.length + 2;
        else pending.push(item);
      }
    } else if (typeof value === 'object' && value !== null) {
      size += 2;
      for (const name of Object.keys(value)) {
        const member: unknown = Reflect.get(value, name);
        if (member === undefined) continue;
        size += name.length + 4;
        if (typeof member === 'string') size += member.length + 2;
        else pending.push(member);
      }
    } else {
      size += 5;
    }
  }
  return size;
}
