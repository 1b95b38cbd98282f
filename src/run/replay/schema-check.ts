import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { formatPath, type PathPart } from '../../json/path.ts';
import type { Binding } from '../../records/plan.ts';
import { stepsOf } from '../../templates/plan/binding-sources.ts';
import { resolveBinding, type Unbound } from '../../templates/plan/resolve.ts';

/**
 * What a tool does not accept of a planned call, by the schema it has now: a member it requires, one it does not know, or
 * a value of another type, as far as values are known before anything is called. What a schema says beyond that, the
 * tool itself checks.
 */
export function findSchemaProblem(
  tool: string,
  schema: JsonObject | null,
  binding: Binding,
  parameters: JsonObject,
): Unbound | undefined {
  const problem = schema === null ? undefined : problemOf(schema, binding, parameters, []);
  if (problem === undefined) return undefined;
  return { ...problem, reason: `The tool "${tool}" ${problem.reason}; nothing was called` };
}

function problemOf(
  schema: JsonObject,
  binding: Binding,
  parameters: JsonObject,
  path: PathPart[],
): Unbound | undefined {
  const members = membersOf(binding);
  if (members === undefined) return wrongValue(schema, binding, parameters, path);
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const name of required) {
    if (typeof name !== 'string' || Object.hasOwn(members, name)) continue;
    const place = formatPath([...path, name]);
    return { reason: `now requires "${name}"`, expected: place, found: 'nothing' };
  }
  for (const [name, member] of Object.entries(members)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isUnknown = property === undefined && schema['patternProperties'] === undefined;
    if (isUnknown && schema['additionalProperties'] === false) {
      const known = Object.keys(properties).join(', ') || 'nothing';
      return { reason: `does not take "${name}" any more`, expected: known, found: name };
    }
    const problem = isJsonObject(property)
      ? problemOf(property, member, parameters, [...path, name])
      : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The members of an object that is put together, or always the same; undefined for anything else. */
function membersOf(binding: Binding): Readonly<Record<string, Binding>> | undefined {
  if (binding.from === 'object') return binding.members;
  if (binding.from !== 'constant' || !isJsonObject(binding.value)) return undefined;
  const entries = Object.entries(binding.value);
  return Object.fromEntries(entries.map(([name, value]) => [name, { from: 'constant', value }]));
}

function wrongValue(
  schema: JsonObject,
  binding: Binding,
  parameters: JsonObject,
  path: PathPart[],
): Unbound | undefined {
  const value = knownValue(binding, parameters);
  if (value === undefined) return undefined;
  const place = formatPath(path);
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  const isNullable = value === null && schema['nullable'] === true;
  if (types.length > 0 && !isNullable && !types.some((type) => isOfType(value, type))) {
    const expected = types.join(' or ');
    return { reason: `now takes another type at ${place}`, expected, found: typeName(value) };
  }
  const choices = schema['enum'];
  if (!Array.isArray(choices) || choices.some((choice) => sameJson(choice, value))) return undefined;
  const [expected, found] = [JSON.stringify(choices).slice(0, 500).toWellFormed(), JSON.stringify(value)];
  return { reason: `does not take this value at ${place}`, expected, found };
}

/** The value, when it does not depend on what a call will answer. */
function knownValue(binding: Binding, parameters: JsonObject): Json | undefined {
  if (binding.from === 'constant') return binding.value;
  if (stepsOf(binding).size > 0) return undefined;
  const resolved = resolveBinding(binding, { parameters, results: [], now: 0 });
  return 'value' in resolved ? resolved.value : undefined;
}

function isOfType(value: Json, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeName(value) === type;
}

/** In the words of JSON Schema. */
function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
