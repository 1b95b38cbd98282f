import type { Json } from './json.ts';
import { isMap } from './map-like.ts';
import { formatPath, type PathPart } from './path.ts';
import type { Shape } from './plan.ts';

const anything: Shape = { type: 'any' };

/**
 * What a recorded value says about the next one: its types. A recorded null says nothing, and items of a
 * list are described by what they have in common.
 *
 * @example
 * shapeOf({ id: 42, tags: ['a'] });
 * // { type: 'object', members: { id: { type: 'number' }, tags: { type: 'list', items: { type: 'string' } } } }
 */
export function shapeOf(value: Json): Shape {
  if (value === null) return anything;
  if (Array.isArray(value)) return { type: 'list', items: shared(value) };
  if (typeof value === 'object') {
    if (isMap(value)) return { type: 'map', items: shared(Object.values(value)) };
    return {
      type: 'object',
      members: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)])),
    };
  }
  return { type: typeof value as 'boolean' | 'number' | 'string' };
}

function shared(items: readonly Json[]): Shape {
  const [first = anything, ...others] = items.map(shapeOf);
  return others.reduce(commonShape, first);
}

/** What two shapes share. */
export function commonShape(left: Shape, right: Shape): Shape {
  if (left.type !== right.type) return anything;
  if ('items' in left && 'items' in right)
    return { type: left.type, items: commonShape(left.items, right.items) };
  if (left.type !== 'object' || right.type !== 'object') return left;
  const members: Array<[string, Shape]> = [];
  for (const [key, shape] of Object.entries(left.members)) {
    // A member called `constructor` or `__proto__` is a member like any other.
    const other = Object.hasOwn(right.members, key) ? right.members[key] : undefined;
    if (other !== undefined) members.push([key, commonShape(shape, other)]);
  }
  return { type: 'object', members: Object.fromEntries(members) };
}

/** The first place where a value is not what was expected. */
export interface Mismatch {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Undefined when the value has the shape. Members beyond the expected ones are fine; missing ones too, when the value
 * is what is left of a cut text.
 */
export function findMismatch(
  shape: Shape,
  value: Json,
  { cut = false }: { readonly cut?: boolean } = {},
  path: PathPart[] = [],
): Mismatch | undefined {
  if (shape.type === 'any') return undefined;
  const found = typeName(value);
  const expected = shape.type === 'map' ? 'object' : shape.type;
  if (found !== expected) return { path: formatPath(path), expected, found };
  if ('items' in shape) {
    const items: ReadonlyArray<[PathPart, Json]> = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value as Record<string, Json>);
    return firstOf(items, ([part, item]) => findMismatch(shape.items, item, { cut }, [...path, part]));
  }
  if (shape.type !== 'object') return undefined;
  const members = value as Record<string, Json>;
  return firstOf(Object.entries(shape.members), ([key, member]) => {
    if (Object.hasOwn(members, key))
      return findMismatch(member, members[key] ?? null, { cut }, [...path, key]);
    return cut ? undefined : { path: formatPath([...path, key]), expected: member.type, found: 'nothing' };
  });
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => Mismatch | undefined) {
  for (const item of items) {
    const mismatch = find(item);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
