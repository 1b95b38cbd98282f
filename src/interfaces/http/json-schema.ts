import * as z from 'zod';
import type { Operation } from '../operations/operation.ts';

/** The part of JSON Schema that this door reads. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

const known = new WeakMap<Operation, JsonSchema>();

/** What an operation takes, as JSON Schema; made once. */
export function inputSchema(operation: Operation): JsonSchema {
  const made = known.get(operation);
  if (made !== undefined) return made;
  const { $schema, ...schema } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutLargestNumber(jsonSchema),
  });
  known.set(operation, schema as JsonSchema);
  return schema as JsonSchema;
}

/** That a whole number is one JavaScript can hold is no news to a reader. */
export function withoutLargestNumber(schema: { maximum?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
