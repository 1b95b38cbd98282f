import * as z from 'zod';
import type { JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';

/** Objects inside each other whose members are named; those below are just objects. */
const outlineDepths = [3, 2, 1];
/** Characters of an outline; one that has more is made with a level less. */
const maxOutlineLength = 6_000;

/**
 * What a tool answers, in outline: names and types. The whole schemas have some 200 kB, most of it the nine kinds
 * of memories over and over, and there are hosts that put them before the model. All that fits the whole schema
 * fits the outline, so a client that checks answers finds them right.
 */
export function outputSchemaOf(operation: Operation): JsonSchema {
  const schema = z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' });
  const outlines = outlineDepths.map((depth) => ({
    type: 'object',
    ...outline(schema as JsonSchema, depth),
  }));
  return outlines.find((made) => JSON.stringify(made).length < maxOutlineLength) ?? { type: 'object' };
}

function outline(schema: JsonSchema, depth: number): JsonSchema {
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return either(options.map((option) => outline(option, depth)));
  const type = schema.type === undefined ? {} : { type: schema.type };
  if (schema.const !== undefined) return { ...type, enum: [schema.const] };
  if (schema.enum !== undefined) return { ...type, enum: schema.enum };
  if (schema.items !== undefined) return { ...type, items: outline(schema.items, depth) };
  if (schema.properties === undefined || depth === 0) return type;
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    outline(member, depth - 1),
  ]);
  return { ...type, properties: Object.fromEntries(members), required: schema.required ?? [] };
}

/** One schema that fits whatever one of several fits. */
function either(options: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = options;
  const text = JSON.stringify(first);
  if (others.every((other) => JSON.stringify(other) === text)) return first;
  if (options.every((option) => option.enum !== undefined)) {
    const type = first.type === undefined ? {} : { type: first.type };
    return { ...type, enum: [...new Set(options.flatMap((option) => option.enum ?? []))] };
  }
  if (options.every((option) => option.properties !== undefined)) return anyOfObjects(options);
  const types = options.map(({ type, ...more }) => (Object.keys(more).length === 0 ? type : undefined));
  return types.every((type) => typeof type === 'string') ? { type: types } : { anyOf: options };
}

/** The members of all; required are those that none is without. */
function anyOfObjects(options: readonly JsonSchema[]): JsonSchema {
  const names = [...new Set(options.flatMap((option) => Object.keys(option.properties ?? {})))];
  const members = names.map((name) => [
    name,
    either(options.flatMap(({ properties }) => properties?.[name] ?? [])),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: names.filter((name) => options.every(({ required }) => required?.includes(name) === true)),
  };
}
