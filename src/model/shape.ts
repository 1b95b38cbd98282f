import type { Json } from './json.ts';
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
  if (Array.isArray(value))
    return { type: 'list', items: value.map(shapeOf).reduce(common, undefined) ?? anything };
  if (typeof value === 'object') {
    return {
      type: 'object',
      members: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)])),
    };
  }
  return { type: typeof value as 'boolean' | 'number' | 'string' };
}

/** What two shapes share; undefined stands for "nothing seen yet". */
function common(left: Shape | undefined, right: Shape): Shape {
  if (left === undefined) return right;
  if (left.type !== right.type) return anything;
  if (left.type === 'list' && right.type === 'list')
    return { type: 'list', items: common(left.items, right.items) };
  if (left.type !== 'object' || right.type !== 'object') return left;
  const members: Array<[string, Shape]> = [];
  for (const [key, shape] of Object.entries(left.members)) {
    // A member called `constructor` or `__proto__` is a member like any other.
    const other = Object.hasOwn(right.members, key) ? right.members[key] : undefined;
    if (other !== undefined) members.push([key, common(shape, other)]);
  }
  return { type: 'object', members: Object.fromEntries(members) };
}

/** The first place where a value is not what was expected. */
export interface Mismatch {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** Undefined when the value has the shape. Members beyond the expected ones are fine. */
export function findMismatch(shape: Shape, value: Json, path: PathPart[] = []): Mismatch | undefined {
  if (shape.type === 'any') return undefined;
  const found = typeName(value);
  if (found !== shape.type) return { path: formatPath(path), expected: shape.type, found };
  if (shape.type === 'list')
    return firstOf(value as Json[], (item, index) => findMismatch(shape.items, item, [...path, index]));
  if (shape.type !== 'object') return undefined;
  const members = value as Record<string, Json>;
  return firstOf(Object.entries(shape.members), ([key, member]) =>
    Object.hasOwn(members, key)
      ? findMismatch(member, members[key] ?? null, [...path, key])
      : { path: formatPath([...path, key]), expected: member.type, found: 'nothing' },
  );
}

function firstOf<Item>(items: readonly Item[], find: (item: Item, index: number) => Mismatch | undefined) {
  for (const [index, item] of items.entries()) {
    const mismatch = find(item, index);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
