import type { Json, JsonObject } from '../../model/json.ts';
import { leavesOf } from '../../model/path.ts';
import { isDistinctive, letters } from './telling.ts';
import { sameValue, type Wanted } from './wanted.ts';

/** Whether two names are perhaps those of one thing: `id` and `orderId`, `order` and `order_id`. */
export function isNamedAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [letters(one), letters(other)].sort(
    (left, right) => left.length - right.length,
  );
  return short === long || (short.length >= 2 && (long.startsWith(short) || long.endsWith(short)));
}

/**
 * Whether a value that says little, such as a small number, is more likely that of another argument: who gives
 * `quantity: 1` does not mean `version: 1`. The argument that is named like it has it, else the first one.
 */
export function belongsToAnother(
  { value, key, origins }: Wanted,
  name: string,
  saysLittle = !isDistinctive(value),
): boolean {
  if (!saysLittle || isNamedAlike(key, name)) return false;
  const keys = (origins.all ?? [origins.call]).flatMap((call) => keysOf(value, call));
  const owner = keys.find((other) => isNamedAlike(other, name)) ?? keys[0] ?? key;
  return !isNamedAlike(owner, key);
}

/** The names under which arguments have a value; items of a list go by the name of the list. */
function keysOf(value: Json, toolArguments: JsonObject): string[] {
  return leavesOf(toolArguments)
    .filter((leaf) => sameValue(leaf.value, value))
    .map(({ path }) => path.findLast((part) => typeof part === 'string') ?? '');
}
