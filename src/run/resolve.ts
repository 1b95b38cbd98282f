import { EngramError } from '../errors.ts';
import { type Json, type JsonObject, sameJson } from '../model/json.ts';
import { structured, valuesAt } from '../model/path.ts';
import type { Binding, Parameter, PlanStep } from '../model/plan.ts';

/** Why a call cannot be made as planned. */
export interface Unbound {
  readonly reason: string;
  readonly expected: string;
  readonly found: string;
}

export type Resolved = { readonly value: Json } | { readonly unbound: Unbound };

/**
 * The value of every parameter: given, or as recorded. A secret has no recorded value, and a name that the
 * template does not have is a typing error; both are said before anything is called.
 */
export function parameterValues(parameters: readonly Parameter[], given: JsonObject): JsonObject {
  const names = parameters.map((parameter) => parameter.name);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const known = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
    throw new EngramError(
      'invalid_input',
      `The template has no parameter "${unknown.join('", "')}". ${known}`,
      {
        details: { unknown, known: names },
      },
    );
  }
  const givenValue = (name: string): Json | undefined =>
    Object.hasOwn(given, name) ? given[name] : undefined;
  const missing = parameters.filter(
    ({ source, name }) => source === 'secret' && (givenValue(name) ?? null) === null,
  );
  if (missing.length > 0) {
    const flags = missing.map(({ name }) => `--input ${name}=…`).join(' ');
    throw new EngramError('invalid_input', `The recorded secrets were not kept; give them again: ${flags}`, {
      details: { missing: missing.map(({ name }) => name) },
    });
  }
  return Object.fromEntries(
    parameters.map(({ name, example }) => {
      const value = givenValue(name);
      return [name, value === undefined ? example : value];
    }),
  );
}

/** The arguments of a call, from the parameters and the results so far. */
export function resolveBinding(binding: Binding, parameters: JsonObject, results: readonly Json[]): Resolved {
  const resolve = (part: Binding): Resolved => resolveBinding(part, parameters, results);
  switch (binding.from) {
    case 'constant':
      return resolveConstant(binding, results);
    case 'parameter':
      return { value: parameters[binding.name] ?? null };
    case 'result': {
      const found = valuesAt(structured(results[binding.step] ?? null), binding.path);
      const [value] = found;
      if (value !== undefined && found.length === 1) return { value };
      const place = `${binding.path} of call ${binding.step + 1}`;
      return {
        unbound: {
          reason: `An argument comes from ${place}, which is not there`,
          expected: place,
          found: 'nothing',
        },
      };
    }
    case 'list':
      return combine(binding.items.map(resolve), (values) => values);
    case 'object': {
      const names = Object.keys(binding.members);
      return combine(Object.values(binding.members).map(resolve), (values) =>
        Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
      );
    }
    case 'text':
      return combine(binding.parts.map(resolve), (values) => values.map(asText).join(''));
  }
}

/** A constant that was also in an earlier result holds only while it still is. */
function resolveConstant(
  binding: Extract<Binding, { from: 'constant' }>,
  results: readonly Json[],
): Resolved {
  const { value, sameAs } = binding;
  if (sameAs === undefined) return { value };
  const [now = null] = valuesAt(structured(results[sameAs.step] ?? null), sameAs.path);
  if (sameJson(now, value)) return { value };
  const place = `${sameAs.path} of call ${sameAs.step + 1}`;
  return {
    unbound: {
      reason: `An argument was the same as ${place} when this was recorded; now it is not, and which to follow is unclear`,
      expected: JSON.stringify(value),
      found: JSON.stringify(now),
    },
  };
}

function combine(parts: readonly Resolved[], build: (values: Json[]) => Json): Resolved {
  const values: Json[] = [];
  for (const part of parts) {
    if ('unbound' in part) return part;
    values.push(part.value);
  }
  return { value: build(values) };
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A value that was picked from a collection must be in that collection again before a call uses it. Never
 * another item in its place.
 */
export function findAbsent(
  step: PlanStep,
  parameters: readonly Parameter[],
  values: JsonObject,
  results: readonly Json[],
): Unbound | undefined {
  for (const { name, presentIn } of parameters) {
    if (presentIn === null || !uses(step.arguments, name)) continue;
    const value = values[name] ?? null;
    const collection = valuesAt(structured(results[presentIn.step] ?? null), presentIn.path);
    if (collection.some((item) => sameJson(item, value))) continue;
    return {
      reason: `"${name}" is not among ${presentIn.path} of call ${presentIn.step + 1} any more`,
      expected: JSON.stringify(value),
      found: JSON.stringify(collection.slice(0, 10)),
    };
  }
  return undefined;
}

function uses(binding: Binding, parameter: string): boolean {
  switch (binding.from) {
    case 'parameter':
      return binding.name === parameter;
    case 'list':
      return binding.items.some((item) => uses(item, parameter));
    case 'text':
      return binding.parts.some((part) => uses(part, parameter));
    case 'object':
      return Object.values(binding.members).some((member) => uses(member, parameter));
    default:
      return false;
  }
}
