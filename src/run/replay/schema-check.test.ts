import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { effectOf } from './effect.ts';
import { findSchemaProblem } from './schema-check.ts';

const planned: Binding = {
  from: 'object',
  members: {
    id: { from: 'parameter', name: 'id' },
    state: { from: 'constant', value: 'open' },
    total: { from: 'result', step: 0, path: '$.total' },
    to: { from: 'object', members: { city: { from: 'constant', value: 'Bonn' } } },
  },
};
const any: JsonObject = { id: {}, state: {}, total: {}, to: {} };
const problem = (schema: JsonObject | null, binding: Binding = planned) =>
  findSchemaProblem('move', schema, binding, { id: 7 });

describe('TPL-6 a tool that describes what it takes', () => {
  it.each<[string, JsonObject | null]>([
    ['says nothing', null],
    ['says nothing of interest', {}],
    ['requires what is sent', { properties: any, required: ['id', 'to'], additionalProperties: false }],
    ['has new members that nobody needs', { properties: { ...any, more: { type: 'string' } } }],
    ['takes members it does not name', { properties: {}, additionalProperties: true }],
    [
      'takes members by pattern',
      { properties: {}, patternProperties: { '.*': {} }, additionalProperties: false },
    ],
    ['takes whole numbers', { properties: { ...any, id: { type: 'integer' } } }],
    ['takes several types', { properties: { ...any, id: { type: ['string', 'number'] } } }],
    ['takes a type for what only a result will tell', { properties: { ...any, total: { type: 'string' } } }],
    ['knows the value', { properties: { ...any, state: { enum: ['open', 'closed'] } } }],
    ['says more than is checked here', { properties: { ...any, id: { anyOf: [{ type: 'string' }] } } }],
    ['has a schema that is none', { properties: 'odd', required: 'odd', additionalProperties: {} }],
  ])('accepts the call when it %s', (_, schema) => expect(problem(schema)).toBeUndefined());

  it.each<[string, JsonObject, string]>([
    ['requires more', { required: ['why'] }, 'now requires "why"'],
    [
      'does not know a member',
      { properties: { id: {} }, additionalProperties: false },
      'does not take "state" any more',
    ],
    ['takes another type', { properties: { id: { type: 'string' } } }, 'now takes another type at $.id'],
    [
      'does not know a value',
      { properties: { state: { enum: ['done'] } } },
      'does not take this value at $.state',
    ],
    ['requires more deep inside', { properties: { to: { required: ['street'] } } }, 'now requires "street"'],
    [
      'takes another type deep inside',
      { properties: { to: { properties: { city: { type: 'number' } } } } },
      '$.to.city',
    ],
  ])('refuses the call when it %s', (_, schema, reason) => {
    const found = problem(schema)?.reason ?? '';
    expect(found).toContain(reason);
    expect(found).toMatch(/^The tool "move" .*; nothing was called$/);
  });

  it('is asked about arguments that are always the same, too', () => {
    const constant: Binding = { from: 'constant', value: { id: 'x' } };
    expect(problem({ required: ['id'] }, constant)).toBeUndefined();
    expect(problem({ required: ['why'] }, constant)).toBeDefined();
    expect(problem({ properties: { id: { type: 'number' } } }, constant)).toMatchObject({ found: 'string' });
  });

  it('is not asked for what every object inherits', () => {
    expect(problem({ required: ['constructor'] })).toMatchObject({
      reason: expect.stringContaining('constructor'),
    });
  });
});

describe('TPL-6 whether a call only looks', () => {
  it.each<[Json, 'read' | 'write', 'read' | 'write']>([
    [{}, 'read', 'read'],
    [{}, 'write', 'write'],
    [{ readOnly: true }, 'write', 'read'],
    [{ readOnly: false }, 'read', 'write'],
    [{ destructive: true }, 'read', 'write'],
    [{ readOnly: true, destructive: true }, 'read', 'write'],
    [{ destructive: false }, 'read', 'read'],
    [{ idempotent: true }, 'write', 'write'],
  ])('of a tool that says %j and was planned as %s: %s', (annotations, effect, now) => {
    const describe = () => ({
      name: 'x',
      description: '',
      inputSchema: null,
      annotations: annotations as object,
    });
    expect(effectOf({ tool: 'x', effect }, { describe })).toBe(now);
  });
});
