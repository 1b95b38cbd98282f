/**
 * What went wrong, from whatever was thrown: the code of a system error, else the name of the error.
 *
 * @example
 * describeThrown(new TypeError('not a function')); // { type: 'TypeError', message: 'not a function' }
 */
export function describeThrown(thrown: unknown): { type: string; message: string } {
  try {
    if (thrown instanceof Error) {
      // Whoever throws may have put anything in these fields.
      const { code, name, message } = thrown as { code?: unknown; name: unknown; message: unknown };
      const type = [code, name].find((text) => typeof text === 'string' && text !== '') ?? 'Error';
      return { type: String(type), message: asText(message) };
    }
  } catch {
    return { type: 'Error', message: 'an error that cannot be read' };
  }
  return { type: typeof thrown, message: asText(thrown) };
}

function asText(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
