/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member of whatever a service answered; undefined when there is none. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * What a service says about a failure, in one of the forms that are in use.
 *
 * @example
 * messageOf('{"error":{"message":"no such model"}}'); // 'no such model'
 */
export function messageOf(text: string): string {
  const answer = parseJson(text);
  const error = propertyOf(answer, 'error');
  const forms = [
    propertyOf(error, 'message'),
    error,
    propertyOf(answer, 'message'),
    propertyOf(answer, 'detail'),
  ];
  return forms.find((form) => typeof form === 'string') ?? '';
}
