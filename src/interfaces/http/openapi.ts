import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import { scopeOfMeans } from '../../records/token.ts';
import { type AnswerSchemas, pascal } from './answer-schemas.ts';
import { describeBodies } from './body-schemas.ts';
import { describedGroups, groupOf } from './groups.ts';
import {
  errorSchema,
  header,
  jsonResponse,
  type OpenApiPart,
  otherPaths,
  parameter,
  reference,
  viewerHeaders,
} from './openapi-parts.ts';
import type { Route } from './routes.ts';

/** An OpenAPI 3.1 document of every route. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiPart>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & OpenApiPart;
  readonly [part: string]: unknown;
}

/** `memory.record` → `memoryRecord` */
function operationId(name: string): string {
  const words = pascal(name);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The OpenAPI document, derived from the same definitions as the routes. */
export function describeApi(routes: readonly Route[], answers: AnswerSchemas, version: string): OpenApi {
  const paths: Record<string, Record<string, OpenApiPart>> = {};
  const bodies = describeBodies(routes.map(({ operation }) => operation));
  for (const route of routes) {
    const described = describeRoute(route, answers, bodies.get(route.operation.name) ?? {});
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Engram',
      version,
      summary: 'The memory and learning engine for AI agents.',
      description:
        'Lists are newest first and come in pages: pass `next` on as `cursor`. Times are milliseconds since 1970. Fields that are not known are refused.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, {}],
    tags: describedGroups(routes),
    paths: { ...paths, ...otherPaths },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Created with `engram token create`. Authentication is off on this machine until the first token exists.',
        },
      },
      parameters: {
        Project: header(
          'X-Engram-Project',
          'The project to act in, percent-encoded; needs a token for every project.',
        ),
        Agent: header(
          'X-Engram-Agent',
          'The agent to act as, percent-encoded; needs a token without an agent.',
        ),
      },
      responses: { Error: jsonResponse('What went wrong, and what to do next.', reference('Error')) },
      schemas: { ...answers.schemas, Error: errorSchema },
    },
  };
}

function describeRoute(route: Route, answers: AnswerSchemas, body: JsonSchema): OpenApiPart {
  const { operation, pathFields, takesBody, status = 200, example = {} } = route;
  const { properties = {}, required = [] } = inputSchema(operation);
  const rest = Object.keys(properties).filter((field) => !pathFields.includes(field));
  const { effect, administers, trust = [], means = [] } = operation;
  const scopes = [effect, ...(administers === true ? ['admin'] : []), ...(trust === true ? ['trust'] : [])];
  const further = [
    ...(trust === true ? [] : trust.map((field) => `trust for "${field}"`)),
    ...means.map((one) => `${scopeOfMeans[one]} for users other than the operator`),
  ];
  return {
    operationId: operationId(operation.name),
    tags: [groupOf(operation)],
    summary: operation.summary,
    description: `Needs the scope ${[scopes.join(' and '), ...further].join('; ')}.`,
    'x-engram-operation': operation.name,
    'x-engram-scopes': scopes,
    parameters: [
      ...pathFields.map((field) => ({
        ...parameter('path', field, properties[field] ?? {}, true),
        ...pick({ example: example[field] }, field in example ? ['example'] : []),
      })),
      ...(takesBody ? [] : rest).map((field) => ({
        ...parameter('query', field, properties[field] ?? {}, required.includes(field)),
        ...pick({ example: example[field] }, field in example ? ['example'] : []),
      })),
      ...viewerHeaders,
    ],
    ...(takesBody && rest.length > 0 ? { requestBody: requestBody(route, rest, body) } : {}),
    responses: {
      [status]: jsonResponse(operation.summary, reference(answers.nameOf(operation))),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function requestBody(
  { pathFields, example, listIs }: Route,
  fields: readonly string[],
  body: JsonSchema,
): OpenApiPart {
  const { properties = {}, required = [], ...rest } = body;
  const needed = required.filter((field) => !pathFields.includes(field));
  const schema = {
    ...rest,
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return {
    required: needed.length > 0,
    content: {
      'application/json': {
        schema: listIs === undefined ? schema : { anyOf: [schema, properties[listIs]] },
        ...(example === undefined ? {} : { example: pick(example, fields) }),
      },
    },
  };
}

function pick(values: OpenApiPart, fields: readonly string[]): OpenApiPart {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}
