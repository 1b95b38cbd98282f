import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { lazySchema } from './lazy-schema.ts';

const place = z.object({ user: z.string() });

/** One schema of each kind that has members of its own. */
const kinds = {
  object: place,
  union: z.union([place, z.string()]),
  'discriminated union': z.discriminatedUnion('kind', [z.object({ kind: z.literal('tool') })]),
  enum: z.enum(['success', 'failure']),
  list: z.array(place),
  record: z.record(z.string(), place),
  default: z.string().default('local'),
  pipe: z.string().transform(Number),
  literal: z.literal('tool'),
};

function membersOf(schema: object): string[] {
  const names = new Set<string>();
  for (let at: object | null = schema; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return [...names];
}

describe('a lazy schema', () => {
  it('is not built before it is used, and once', () => {
    let built = 0;
    const schema = lazySchema(() => {
      built += 1;
      return place;
    });
    const around = z.object({ place: schema.optional(), places: z.array(schema) });
    expect(built).toBe(0);
    around.parse({ places: [{ user: 'ann' }] });
    schema.parse({ user: 'ann' });
    expect(built).toBe(1);
  });

  it.each(Object.entries(kinds))('has every member that a schema of its kind has: %s', (_, schema) => {
    const lazy = lazySchema<z.ZodType>(() => schema);
    expect(membersOf(schema).filter((name) => !(name in lazy))).toEqual([]);
  });

  it('can be extended like the schema it stands for', () => {
    const lazy = lazySchema(() => place).extend({ project: z.string() });
    expect(Object.keys(lazy.shape)).toEqual(['user', 'project']);
    expect(lazy.safeParse({ user: 'ann' }).success).toBe(false);
  });

  it('is the same JSON Schema as the schema it stands for, descriptions included', () => {
    const described = z.strictObject({ place: place.describe('Where').optional() }).describe('Whose');
    const lazyPlace = lazySchema(() => place.describe('Where'));
    const lazy = lazySchema(() => z.strictObject({ place: lazyPlace.optional() }).describe('Whose'));
    expect(z.toJSONSchema(lazy)).toEqual(z.toJSONSchema(described));
  });
});
