import fc from 'fast-check';
import * as z from 'zod';

/** Inputs an operation may take, from its schema: known names where it wants text, anything else it allows. */
export function inputsFor(
  schema: z.ZodObject,
  known: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const fields = Object.entries(json.properties ?? {}).map(([name, property]) => {
    const required = json.required?.includes(name) === true;
    const value = valueFor(property, known);
    return [name, required ? value : fc.option(value, { nil: undefined, freq: 2 })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)));
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function valueFor(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((option) => valueFor(option, known)));
  switch (schema.type) {
    case 'string':
      return fc.constantFrom(...known);
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 100) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, known), { maxLength: 2 });
    case 'object':
      return schema.properties === undefined
        ? fc.constant({})
        : fc.record(
            Object.fromEntries(
              Object.entries(schema.properties).map(([name, property]) => [name, valueFor(property, known)]),
            ),
          );
    default:
      return fc.constantFrom(...known, null, 1);
  }
}
