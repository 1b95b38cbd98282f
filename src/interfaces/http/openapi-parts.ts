import type { JsonSchema } from '../../operations/json-schema.ts';
import { eventTypes } from './event-types.ts';

/** A piece of an OpenAPI document. */
export type OpenApiPart = Readonly<Record<string, unknown>>;

/** A field in the path or the query. What is more than a word is written as JSON. */
export function parameter(
  place: 'path' | 'query',
  name: string,
  schema: JsonSchema,
  required: boolean,
): OpenApiPart {
  const { description = '', ...rest } = schema;
  const form =
    rest.type === 'object' ? { content: { 'application/json': { schema: rest } } } : { schema: rest };
  return { name, in: place, required, description, ...form };
}

export function header(name: string, description: string): OpenApiPart {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function jsonResponse(description: string, schema: JsonSchema): OpenApiPart {
  return { description, content: { 'application/json': { schema } } };
}

export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'For programs: not_found, forbidden, invalid_input and so on.' },
        message: { type: 'string', description: 'What happened and what to do next.' },
        details: {
          type: 'object',
          description: 'Facts for programs: the fields, the id, the missing scope.',
        },
      },
      required: ['code', 'message', 'details'],
    },
  },
  required: ['error'],
};

/** The project and the agent to act as. */
export const viewerHeaders: readonly OpenApiPart[] = ['Project', 'Agent'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const optionalText = (name: string, description: string): OpenApiPart =>
  parameter('query', name, { type: 'string', description }, false);
const reportFormat: JsonSchema = {
  type: 'string',
  enum: ['html', 'markdown'],
  default: 'html',
  description: 'What it is written in',
};
const reportDays: JsonSchema = {
  type: 'integer',
  default: 90,
  description: 'How many days back the charts go',
};
const refusal = { default: { $ref: '#/components/responses/Error' } };
const text = (description: string, type: string): OpenApiPart => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
});

/** Routes that are not operations. */
export const otherPaths: Readonly<Record<string, Readonly<Record<string, OpenApiPart>>>> = {
  '/api/events': {
    get: {
      operationId: 'events',
      tags: ['server'],
      summary: 'Hear what happens, as server-sent events',
      description:
        'Needs the scope read. Only events of records you may see. An event `reset` says that some were missed: load everything anew.',
      parameters: [
        optionalText('types', `Only these, with commas between: ${Object.keys(eventTypes).join(', ')}`),
        optionalText('after', 'The id of the last event you have'),
        header('Last-Event-ID', 'The same, as browsers send it.'),
        ...viewerHeaders,
      ],
      responses: { 200: text('Events, until you leave.', 'text/event-stream'), ...refusal },
    },
  },
  '/report': {
    get: {
      operationId: 'reportPage',
      tags: ['learning'],
      summary: 'Report how work goes, as a page for people',
      description: 'Needs the scope read. The page needs nothing else; it can be saved and sent on.',
      parameters: [
        parameter('query', 'format', reportFormat, false),
        parameter('query', 'days', reportDays, false),
        ...viewerHeaders,
      ],
      responses: {
        200: {
          description: 'The report.',
          content: {
            'text/html': { schema: { type: 'string' } },
            'text/markdown': { schema: { type: 'string' } },
          },
        },
        ...refusal,
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['server'],
      summary: 'Counters for Prometheus',
      description: 'Needs the scope read.',
      responses: { 200: text('Metrics in the text format of Prometheus.', 'text/plain'), ...refusal },
    },
  },
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['server'],
      summary: 'Tell whether the store answers; needs no token',
      security: [],
      responses: {
        200: jsonResponse('It does.', {
          type: 'object',
          properties: { status: { const: 'ok' } },
          required: ['status'],
        }),
        ...refusal,
      },
    },
  },
};
