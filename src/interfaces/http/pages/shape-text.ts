import type { JsonSchema } from '../../../operations/json-schema.ts';

/**
 * What a value looks like, in words for a table.
 *
 * @example
 * typeText({ type: 'array', items: { type: 'string' } }); // 'list of string'
 */
export function typeText(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeText))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  return typeof schema.type === 'string' ? schema.type : 'any JSON';
}

/** The name at the end of a reference. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/**
 * What a value looks like, as code: `{ items: Memory[]; next: string | null }` over several lines.
 */
export function shapeText(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.oneOf?.every((option) => option.properties !== undefined)) {
    return shapeText(mergedObject(schema.oneOf), indent);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined)
    return [...new Set(options.map((option) => shapeText(option, indent)))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return listText(shapeText(schema.items ?? {}, indent));
  if (schema.properties !== undefined) return objectText(schema, indent);
  if (schema.type === 'object') return recordText(schema, indent);
  return typeof schema.type === 'string' ? schema.type.replace('integer', 'number') : 'any';
}

function listText(item: string): string {
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function recordText({ additionalProperties: value }: JsonSchema, indent: string): string {
  return typeof value === 'object' ? `{ [name]: ${shapeText(value, indent)} }` : 'object';
}

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeText(property, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** Kinds of one record differ in a few fields; side by side in one object they can be read at once. */
function mergedObject(kinds: readonly JsonSchema[]): JsonSchema {
  const names = [...new Set(kinds.flatMap((kind) => Object.keys(kind.properties ?? {})))];
  const properties = names.map((name) => {
    const options = kinds.flatMap((kind) => kind.properties?.[name] ?? []);
    const different = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
    return [name, different.length === 1 ? different[0] : { anyOf: different }] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
    required: names.filter((name) => kinds.every((kind) => kind.required?.includes(name))),
  };
}
