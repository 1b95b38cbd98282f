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

/** An error's own name before what it says. */
const ownName = /^(?:[\w$]+\.)*[\w$]*(?:Error|Exception)(?: \[\w+\])?: /;

/**
 * An error as one text. A type that the message already begins with is not repeated.
 *
 * @example
 * errorText('TypeError', 'TypeError: x is not a function'); // 'TypeError: x is not a function'
 */
export function errorText(type: string, message: string): string {
  let text = message;
  while (text.startsWith(`${type}: `)) text = text.slice(type.length + 2);
  if (text === type || text === '') return type;
  return type === 'Error' && ownName.test(text) ? text : `${type}: ${text}`;
}

function asText(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
