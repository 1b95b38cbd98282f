import * as z from 'zod';

/** The part of JSON Schema that interfaces read. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: JsonSchema;
  readonly maxLength?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

const known = new WeakMap<z.ZodObject, JsonSchema>();

/** What an operation takes, as JSON Schema; made once. */
export function inputSchema(operation: { readonly input: z.ZodObject }): JsonSchema {
  const made = known.get(operation.input);
  if (made !== undefined) return made;
  const { $schema, ...schema } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutLargestNumber(jsonSchema),
  });
  known.set(operation.input, schema as JsonSchema);
  return schema as JsonSchema;
}

/** That a whole number is one JavaScript can hold is no news to a reader. */
export function withoutLargestNumber(schema: { maximum?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
