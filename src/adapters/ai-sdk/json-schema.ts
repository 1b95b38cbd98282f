import * as z from 'zod';
import type { JsonObject } from '../../json/json.ts';
import { isObject } from './model-calls.ts';

/**
 * The JSON Schema of what `execute` is given, when it is easily had: from zod 4 and from `jsonSchema()`. A plan is held
 * against it before anything is called; a tool that keeps it to itself is not checked.
 */
export async function jsonSchemaOf(inputSchema: unknown): Promise<JsonObject | undefined> {
  try {
    // A schema may be made when it is first needed.
    const schema: unknown =
      typeof inputSchema === 'function' && !isZod(inputSchema) ? inputSchema() : inputSchema;
    // The output side of the schema, because recorded arguments are already transformed; "any" for custom transformations.
    const found = isZod(schema)
      ? z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
      : isObject(schema) && (await schema['jsonSchema']);
    return isObject(found) ? (JSON.parse(JSON.stringify(found)) as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function isZod(value: unknown): value is z.ZodType {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '_zod' in value;
}
