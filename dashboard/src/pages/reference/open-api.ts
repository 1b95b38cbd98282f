/** As much of an OpenAPI document as the reference shows. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly 'x-engram-operation'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema?: JsonSchema }>> }>
  >;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** A value that a route takes. */
export interface FieldOfRoute {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** One route, ready to be shown. */
export interface EndpointInfo {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly FieldOfRoute[];
  readonly curl: string;
  readonly answer: JsonSchema | undefined;
}

/** Every route of a document, in its order. */
export function endpointsOf(api: OpenApi): EndpointInfo[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => endpointOf(method.toUpperCase(), path, described)),
  );
}

function endpointOf(method: string, path: string, described: Described): EndpointInfo {
  const body = described.requestBody?.content['application/json'];
  const parameters = (described.parameters ?? []).filter(({ name }) => name !== undefined);
  const success = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1];
  return {
    method,
    path,
    name: described['x-engram-operation'] ?? described.operationId,
    group: described.tags[0] ?? 'server',
    summary: described.summary,
    description: described.description ?? '',
    fields: [
      ...parameters.map(({ name = '', schema = {}, required = false, description = '' }) => ({
        name,
        type: typeText(schema),
        isRequired: required,
        description,
      })),
      ...Object.entries(body?.schema.properties ?? {}).map(([name, schema]) => ({
        name,
        type: typeText(schema),
        isRequired: body?.schema.required?.includes(name) ?? false,
        description: schema.description ?? '',
      })),
    ],
    curl: curlFor(method, path, parameters, body?.example),
    answer: success?.content?.['application/json']?.schema,
  };
}

/** A command that calls the route with its example. */
function curlFor(method: string, path: string, parameters: readonly Parameter[], body: unknown): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(parameters.find(({ name }) => name === field)?.example ?? field)),
  );
  const query = parameters.filter((each) => each.in === 'query' && each.example !== undefined);
  const text = new URLSearchParams(query.map(({ name = '', example }) => [name, String(example)])).toString();
  const url = `${location.origin}${filled}${text === '' ? '' : `?${text}`}`;
  const data =
    body === undefined
      ? ''
      : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
  return `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'${data}`;
}

/** What a value may be, in a few words: `string`, `"a" | "b"`, `list of Memory`. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  return [schema.type ?? 'any value'].flat().join(' | ');
}
