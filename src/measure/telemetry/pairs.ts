/**
 * `name=value,name=value`, percent-encoded, as the variables of OpenTelemetry have it. Takes any text: what has
 * no name is left out, and what is not encoded stays as it is.
 *
 * @example
 * parsePairs('authorization=Bearer%20abc,x-tenant=shop'); // { authorization: 'Bearer abc', 'x-tenant': 'shop' }
 */
export function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    return name.trim() === '' ? [] : [[decoded(name.trim()), decoded(value.trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
