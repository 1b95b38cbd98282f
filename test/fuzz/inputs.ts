import type { JsonSchema } from '../../src/operations/json-schema.ts';
import type { SeededRandom } from '../random-worlds/random.ts';

/** How an input relates to the schema it is made from. */
export type Manner = 'valid' | 'nearly valid' | 'hostile';

/** Texts that were made to hurt whoever believes that texts are harmless. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '../../../etc/passwd',
  '%',
  '_',
  '*',
  "' OR '1'='1",
  "'; DROP TABLE memories; --",
  '\u0000',
  '\ud800',
  '\u202egnirts',
  '\u001b[31mred',
  '__proto__',
  'constructor',
  '{{constructor}}',
  '<script>alert(1)</script>',
  '$(id)',
  'null',
  'undefined',
  'NaN',
  '1e309',
  '-1',
  '9007199254740993',
  'x'.repeat(300),
  'é'.repeat(5_000),
  '('.repeat(2_000),
  'a@'.repeat(3_000),
];

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function hostileValue(random: SeededRandom, known: readonly string[]): unknown {
  switch (random.below(12)) {
    case 0:
      return null;
    case 1:
      return random.oneOf([-1, 0.5, 1e308, 2 ** 53, -0, 1_000_000_000_000_000]);
    case 2:
      return random.chance(0.5);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return deep(random.oneOf([3, 150, 400]));
    case 6:
      return JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":1}}');
    case 7:
      return Array.from({ length: random.oneOf([3, 2_000]) }, () => random.oneOf(known));
    case 8:
      return random.oneOf(known);
    default:
      return random.oneOf(hostileTexts);
  }
}

/** A value that fits the schema, filled with names that the victim uses, where it wants a text. */
export function validValue(
  schema: JsonSchema,
  random: SeededRandom,
  known: readonly string[],
  depth = 0,
): unknown {
  if (schema.enum !== undefined) return random.oneOf(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return validValue(random.oneOf(options), random, known, depth);
  switch (schema.type) {
    case 'string':
      return random.oneOf(known);
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 100 } = schema as { minimum?: number; maximum?: number };
      const room = Math.max(0, Math.min(maximum, minimum + 50) - minimum);
      const value = minimum + (random.below(1_000) / 1_000) * room;
      return schema.type === 'integer' ? Math.ceil(value) : value;
    }
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: random.below(3) }, () =>
        validValue(schema.items ?? {}, random, known, depth + 1),
      );
    case 'object':
      return depth > 4 || schema.properties === undefined
        ? random.chance(0.5)
          ? {}
          : { [random.oneOf(known)]: random.oneOf(known) }
        : validObject(schema, random, known, depth + 1);
    default:
      return random.oneOf<unknown>([...known.slice(0, 5), null, 1, true, { a: random.oneOf(known) }]);
  }
}

function validObject(schema: JsonSchema, random: SeededRandom, known: readonly string[], depth: number) {
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) === true || random.chance(0.4))
    .map(([name, member]) => [name, validValue(member, random, known, depth)]);
  return Object.fromEntries(members) as Record<string, unknown>;
}

/** An input for an operation with this schema. */
export function inputFor(
  schema: JsonSchema,
  manner: Manner,
  random: SeededRandom,
  known: readonly string[],
): Record<string, unknown> {
  const input = validObject(schema, random, known, 0);
  if (manner === 'valid') return input;
  const names = Object.keys(schema.properties ?? {});
  if (manner === 'nearly valid') {
    switch (random.below(4)) {
      case 0: {
        const [gone] = Object.keys(input);
        const { [gone ?? '']: _, ...rest } = input;
        return rest;
      }
      case 1:
        return {
          ...input,
          [random.oneOf(['limitt', 'ID', 'scope', 'user', 'agent', ...names])]: random.oneOf(known),
        };
      case 2:
        return names.length === 0 ? input : { ...input, [random.oneOf(names)]: hostileValue(random, known) };
      default:
        return Object.fromEntries(
          Object.entries(input).map(([name, value]) => [
            name,
            typeof value === 'string' && random.chance(0.5) ? ` ${value.toUpperCase()} ` : value,
          ]),
        );
    }
  }
  return Object.fromEntries(
    [...Object.keys(input), ...names.filter(() => random.chance(0.3))].map((name) => [
      name,
      hostileValue(random, known),
    ]),
  );
}
