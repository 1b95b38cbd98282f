import * as z from 'zod';
import { type JsonSchema, withoutLargestNumber } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import { bindingSchema } from '../../records/plan.ts';

/** Recursive schemas cannot be written out; the schemas of answers hold them under these names. */
const endless: Readonly<Record<string, z.ZodType>> = { Binding: bindingSchema };

/** What every operation takes, as JSON Schema by its name, for a document that has the schemas of answers, too. */
export function describeBodies(operations: readonly Operation[]): ReadonlyMap<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(endless)) registry.add(schema, { id });
  for (const { name, input } of operations) if (!registry.has(input)) registry.add(input, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => withoutLargestNumber(jsonSchema),
  });
  return new Map(
    operations.map(({ name, input }) => {
      const { $schema, $id, ...schema } = schemas[registry.get(input)?.id ?? name] ?? {};
      return [name, schema as JsonSchema];
    }),
  );
}
