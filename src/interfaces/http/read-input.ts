import { invalidInput } from '../../errors.ts';
import { type Json, sameJson } from '../../json/json.ts';
import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { HttpLimits } from './limits.ts';
import { readBody } from './read-body.ts';
import type { Route } from './routes.ts';

type Input = Readonly<Record<string, unknown>>;

/** The input of an operation, put together from the path, the query and the body. */
export async function readInput(
  route: Route,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
  limits: HttpLimits,
): Promise<Input> {
  const schema = inputSchema(route.operation);
  const { url } = request;
  const query = url.includes('?') ? readQuery(new URL(url).searchParams, route.operation.input) : {};
  const body = route.takesBody ? await readBody(request, limits, route.listIs) : {};
  const path: Record<string, unknown> = {};
  for (const field of route.pathFields)
    path[field] = convert(pathValues[field] ?? '', schema.properties?.[field]);
  return merge(merge(merge(path, query), body), readKey(request, schema));
}

/** The header that clients of other services know, for operations that take such a key. */
function readKey(request: Request, schema: JsonSchema): Input {
  const key = request.headers.get('idempotency-key');
  return key === null || schema.properties?.['idempotencyKey'] === undefined ? {} : { idempotencyKey: key };
}

/** A field may be given twice, but only with the same value. */
function merge(first: Input, second: Input): Input {
  const added = Object.entries(second);
  if (added.length === 0) return first;
  for (const [field, value] of added) {
    if (!Object.hasOwn(first, field) || sameJson(first[field] as Json, value as Json)) continue;
    throw invalidInput(`"${field}" is given twice, with different values.`, { details: { fields: [field] } });
  }
  return { ...first, ...second };
}

/** The fields of the query, converted to the types of their schemas. */
export function readQuery(parameters: URLSearchParams, input: Operation['input']): Input {
  const schema = inputSchema({ input });
  const fields = [...new Set(parameters.keys())].map((field) => {
    const property = schema.properties?.[field];
    const texts = parameters.getAll(field);
    const plain = withoutNull(property);
    if (plain?.type === 'array') return [field, texts.map((text) => convert(text, plain.items))] as const;
    const [text = '', ...more] = texts;
    if (more.length === 0) return [field, convert(text, property)] as const;
    throw invalidInput(`"${field}" may be given once only.`, { details: { fields: [field] } });
  });
  return Object.fromEntries(fields);
}

/** What cannot be converted stays text, and the engine says what it wants instead. */
function convert(text: string, schema: JsonSchema | undefined): unknown {
  const plain = withoutNull(schema);
  switch (plain?.type) {
    case 'integer':
    case 'number':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'string':
      return text;
    default:
      return schema === undefined ? text : jsonOrText(text);
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema of a value that is there: `string | null` is written in two ways. */
function withoutNull(schema: JsonSchema | undefined): JsonSchema | undefined {
  if (Array.isArray(schema?.type)) {
    const [type, ...more] = schema.type.filter((name) => name !== 'null');
    return type !== undefined && more.length === 0 ? { ...schema, type } : schema;
  }
  const options = schema?.anyOf?.filter((option) => option.type !== 'null');
  return options?.length === 1 ? options[0] : schema;
}
