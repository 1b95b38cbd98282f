import type { Json } from '../json.ts';
import { leavesOf } from '../path.ts';
import { generalPath, isIdentifier } from './same-answer.ts';

/** Places that had another value each time the same was asked, and the same was done. */
export interface VolatilePlaces {
  has(path: string): boolean;
  /** Whether this value may be there, too. */
  mayHold(path: string, value: Json): boolean;
}

/**
 * Names that were new each time: request ids, hashes. Other values that changed may have decided next time, so only three runs
 * or more show anything about them. A number may have been compared: it must be among those that were seen, and none else
 * may vary beside it, because one may have been compared with the other. What words say is compared elsewhere.
 */
export function volatilePlaces(answers: readonly Json[]): VolatilePlaces {
  const [first = new Map<string, Json>(), ...others] = answers.map(fixedPlaces);
  const places = new Map(
    [...first]
      .map(([place, value]) => [place, [value, ...others.map((other) => other.get(place) ?? null)]] as const)
      .filter(([, values]) => new Set(values).size === values.length && values.length > 1),
  );
  const isNamed = (path: string): boolean => places.get(path)?.every(isIdentifier) === true;
  const compared = [...places].filter(([path, values]) => !isNamed(path) && values.some(hasNumber));
  const has = (path: string): boolean => {
    const values = places.get(path) ?? [];
    if (isNamed(path) || values.length <= 2) return isNamed(path);
    return !values.some(hasNumber) || (compared.length === 1 && values.every(isNumber));
  };
  return {
    has,
    mayHold(path, value) {
      if (!has(path)) return false;
      if (isNamed(path)) return isIdentifier(value);
      const values: readonly Json[] = places.get(path) ?? [];
      const numbers = values.filter(isNumber);
      if (numbers.length === 0) return !hasNumber(value);
      return isNumber(value) && value >= Math.min(...numbers) && value <= Math.max(...numbers);
    },
  };
}

const isNumber = (value: Json): value is number => typeof value === 'number';

const hasNumber = (value: Json): boolean =>
  isNumber(value) || (typeof value === 'string' && /\p{N}/u.test(value));

/** The values that no list leads to. */
function fixedPlaces(answer: Json): ReadonlyMap<string, Json> {
  return new Map(
    leavesOf(answer)
      .filter(({ path }) => path.length > 0 && path.every((part) => typeof part === 'string'))
      .map(({ path, value }) => [generalPath(path), value]),
  );
}
