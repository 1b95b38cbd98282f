import type { Json, JsonObject } from '../model/json.ts';
import type { Parameter } from '../model/plan.ts';

/**
 * Takes the secrets that were given for a replay out of whatever is recorded or shown of it: the tools get
 * the real values, the log gets the placeholders the first run already had.
 */
export function concealing(parameters: readonly Parameter[], values: JsonObject): (value: Json) => Json {
  const secrets = parameters
    .filter(({ source }) => source === 'secret')
    .map(({ name, example }) => ({ secret: String(values[name] ?? ''), placeholder: String(example) }))
    .filter(({ secret }) => secret !== '')
    // One secret may contain another: the longer one goes first, or its rest would stay.
    .sort((left, right) => right.secret.length - left.secret.length);
  if (secrets.length === 0) return (value) => value;

  const concealText = (text: string): string =>
    secrets.reduce((result, { secret, placeholder }) => result.replaceAll(secret, placeholder), text);

  const conceal = (value: Json): Json => {
    if (typeof value === 'string') return concealText(value);
    if (typeof value === 'number')
      return secrets.find(({ secret }) => secret === String(value))?.placeholder ?? value;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(conceal);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [concealText(key), conceal(member)]),
    );
  };
  return conceal;
}
