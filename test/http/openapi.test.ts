import { beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp, type HttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { routesOf } from '../../src/interfaces/http/routes.ts';
import { operations } from '../../src/operations/operations.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { installationForTest } from './test-server.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema?: object;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: ReadonlyArray<Partial<Parameter> & { readonly $ref?: string }>;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly properties: object } } };
  };
  readonly responses: Readonly<Record<string, object>>;
}

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly tags: ReadonlyArray<{ readonly name: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

let app: HttpApp;
let document: Document;
const routes = routesOf(operations);
const get = (path: string) => app.fetch(new Request(`http://localhost:4000${path}`));

beforeAll(async () => {
  const engram = await openForTest();
  app = createHttpApp({
    engine: engram,
    hub: createEventHub(),
    version: '1.2.3',
    installation: installationForTest,
  });
  document = (await (await get('/openapi.json')).json()) as Document;
});

/** Every object in a document, however deep. */
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

const allDescribed = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document (API-2)', () => {
  it('is of version 3.1 and tells the version of Engram', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Engram', version: '1.2.3' } });
  });

  it('describes every form in which clients of agreed rows write them', () => {
    const bodyOf = (path: string) =>
      document.paths[path]?.['post']?.requestBody?.content['application/json'].schema;
    const either = (...types: string[]) => ({
      anyOf: types.map((type) => expect.objectContaining({ type })),
    });
    expect(bodyOf('/api/agent-memory')).toMatchObject({
      additionalProperties: {},
      properties: {
        template_id: either('string', 'integer'),
        memory_context: {
          anyOf: [
            {
              anyOf: [
                { type: 'object', properties: { key_insights: { anyOf: [either('array', 'string'), {}] } } },
                { type: 'string' },
              ],
            },
            { type: 'null' },
          ],
        },
      },
    });
    expect(document.components['schemas']?.['ToolExecutionRow']).toMatchObject({
      properties: {
        template_id: either('string', 'integer'),
        tool_args: {},
        was_successful: { const: true },
      },
    });
  });

  it.each(routes.map((route) => [route.operation.name, route] as const))('describes %s', (_name, route) => {
    const described = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(described?.summary).toBe(route.operation.summary);
    expect(described?.responses).toHaveProperty([
      String(route.status ?? 200),
      'content',
      'application/json',
      'schema',
    ]);
    expect(described?.responses['default']).toEqual({ $ref: '#/components/responses/Error' });
    const declared = (place: string) =>
      (described?.parameters ?? []).filter((each) => each.in === place).map((each) => each.name);
    const body = Object.keys(described?.requestBody?.content['application/json'].schema.properties ?? {});
    // Every field has one place, and no other.
    expect([...declared('path'), ...declared('query'), ...body].sort()).toEqual(
      Object.keys(route.operation.input.shape).sort(),
    );
  });

  it('describes what is no operation, too', () => {
    expect(document.paths).toMatchObject({
      '/api/events': { get: {} },
      '/metrics': { get: {} },
      '/report': { get: {} },
      '/healthz': { get: {} },
    });
  });

  it('has a different id for every operation', () => {
    const ids = allDescribed().map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.every((id) => /^[a-z]\w*$/i.test(id))).toBe(true);
  });

  it('declares every name in a path as a required parameter, and no other', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        const inPath = parameters.filter((each) => each.in === 'path');
        expect(inPath.map(({ name }) => name)).toEqual(names);
        expect(inPath.every(({ required }) => required === true)).toBe(true);
      }
    }
  });

  it('refers only to what it holds', () => {
    const references = [...objectsIn(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(references.length).toBeGreaterThan(50);
    const missing = references.filter((reference) => {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? [];
      return document.components[kind]?.[name] === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('uses the groups it explains', () => {
    const explained = document.tags.map(({ name }) => name);
    expect(allDescribed().flatMap(({ tags }) => tags.filter((tag) => !explained.includes(tag)))).toEqual([]);
  });

  it('names a schema only by the signs that OpenAPI allows, and holds no other document inside', () => {
    expect(
      Object.keys(document.components['schemas'] ?? {}).filter((name) => !/^[\w.-]+$/.test(name)),
    ).toEqual([]);
    expect(
      [...objectsIn(document)].filter((each) => '$schema' in each || '$id' in each || '$defs' in each),
    ).toEqual([]);
  });
});

describe('examples', () => {
  it('stand beside the fields of every route that has some, so that the reference can show a call', () => {
    const missing = routes.filter(({ method, path, example = {}, takesBody, pathFields }) => {
      const described = document.paths[path]?.[method.toLowerCase()];
      const inBody = described?.requestBody?.content['application/json'];
      const shown = Object.keys(example).filter((field) =>
        takesBody && !pathFields.includes(field)
          ? inBody !== undefined && 'example' in inBody
          : described?.parameters?.some((each) => each.name === field && 'example' in each),
      );
      return shown.length < Object.keys(example).length;
    });
    expect(missing.map(({ operation }) => operation.name)).toEqual([]);
  });
});
