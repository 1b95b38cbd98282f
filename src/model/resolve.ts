import { counted } from './counted.ts';
import { type Json, type JsonObject, sameJson } from './json.ts';
import { structured, valuesAt } from './path.ts';
import type { Binding, Place, Selector } from './plan.ts';

/** Why a call cannot be made as planned. */
export interface Unbound {
  readonly reason: string;
  readonly expected: string;
  readonly found: string;
}

export type Resolved = { readonly value: Json } | { readonly unbound: Unbound };

type Of<From extends Binding['from']> = Extract<Binding, { from: From }>;

/**
 * The value of a binding, from the parameters and the results so far. What is not clear is not guessed.
 *
 * @example
 * resolveBinding({ from: 'result', step: 0, path: '$.id' }, {}, [{ id: 42 }]); // { value: 42 }
 */
export function resolveBinding(binding: Binding, parameters: JsonObject, results: readonly Json[]): Resolved {
  const resolve = (part: Binding): Resolved => resolveBinding(part, parameters, results);
  switch (binding.from) {
    case 'constant':
      return resolveConstant(binding, results);
    case 'parameter':
      return { value: parameters[binding.name] ?? null };
    case 'result':
      return resolveResult(binding, results);
    case 'item':
      return resolveItem(binding, parameters, results);
    case 'sum':
      return resolveSum(binding, results);
    case 'list':
      return combine(binding.items.map(resolve), (values) => ({ value: values }));
    case 'object': {
      const names = Object.keys(binding.members);
      return combine(Object.values(binding.members).map(resolve), (values) => ({
        value: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
      }));
    }
    case 'text':
      return combine(binding.parts.map(resolve), (values) => ({ value: values.map(asText).join('') }));
    case 'piece':
      return combine([resolve(binding.of)], ([text]) => pieceOf(binding, text));
    case 'case':
      return combine([resolve(binding.of)], ([text]) =>
        typeof text === 'string'
          ? { value: binding.to === 'lower' ? text.toLowerCase() : text.toUpperCase() }
          : unlike('a text', text),
      );
    case 'number':
      return combine([resolve(binding.of)], ([text]) => {
        const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
        return Number.isFinite(value) ? { value } : unlike('a text that is a number', text);
      });
    case 'arithmetic':
      return combine([resolve(binding.left), resolve(binding.right)], ([left, right]) =>
        calculate(binding, left, right),
      );
  }
}

/** A place, as people read it. */
export const at = ({ step, path }: Place): string => `${path} of call ${step + 1}`;

/** A constant that was also in an earlier result holds only while it still is. */
function resolveConstant({ value, sameAs }: Of<'constant'>, results: readonly Json[]): Resolved {
  if (sameAs === undefined) return { value };
  const [now = null] = valuesIn(results, sameAs);
  if (sameJson(now, value)) return { value };
  return unbound(
    `An argument was the same as ${at(sameAs)} when this was recorded; now it is not, and which to follow is unclear`,
    JSON.stringify(value),
    JSON.stringify(now),
  );
}

function resolveResult(place: Of<'result'>, results: readonly Json[]): Resolved {
  const found = valuesIn(results, place);
  const [value] = found;
  if (value === undefined || found.length !== 1)
    return unbound(`An argument comes from ${at(place)}, which is not there`, at(place), 'nothing');
  for (const path of place.alsoAt ?? []) {
    const [other = null] = valuesIn(results, { step: place.step, path });
    if (sameJson(other, value)) continue;
    return unbound(
      `An argument was the same as ${at(place)} and as ${path} when this was recorded; now they differ, and which to follow is unclear`,
      JSON.stringify(value),
      JSON.stringify(other),
    );
  }
  return { value };
}

/** Every selector must find one item, and all of them one with the same value. */
function resolveItem(binding: Of<'item'>, parameters: JsonObject, results: readonly Json[]): Resolved {
  const items = valuesIn(results, binding);
  const found: Json[] = [];
  for (const selector of binding.selectors) {
    const chosen = selectItem(items, selector, parameters, results);
    const values = chosen === undefined ? [] : valuesAt(chosen, binding.value);
    const [value] = values;
    if (value === undefined || values.length !== 1) {
      return unbound(
        `No one item of ${at(binding)} is the one to take`,
        describeSelector(selector),
        counted(items.length, 'item'),
      );
    }
    found.push(value);
  }
  const [first = null] = found;
  if (found.every((value) => sameJson(value, first))) return { value: first };
  return unbound(
    `Which item of ${at(binding)} to take is not clear any more`,
    binding.selectors.map(describeSelector).join(' = '),
    JSON.stringify(found),
  );
}

/** The item a selector finds, or undefined when there is none, or no telling which. */
export function selectItem(
  items: readonly Json[],
  { where, take, by }: Selector,
  parameters: JsonObject,
  results: readonly Json[],
): Json | undefined {
  const wanted = where.map(({ path, equals }) => ({
    path,
    equals: resolveBinding(equals, parameters, results),
  }));
  const left = items.filter((item) =>
    wanted.every(({ path, equals }) => {
      const [value] = valuesAt(item, path);
      return 'value' in equals && value !== undefined && sameJson(value, equals.value);
    }),
  );
  if (take === 'only') return left.length === 1 ? left[0] : undefined;
  if (take === 'first') return left[0];
  if (take === 'last') return left.at(-1);
  const numbers = left.map((item) => valuesAt(item, by ?? '$')[0]);
  if (!numbers.every((number): number is number => typeof number === 'number')) return undefined;
  const extreme = numbers.reduce(
    (best, number) => (take === 'least' ? Math.min(best, number) : Math.max(best, number)),
    take === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  );
  // Two that are equally cheap: no telling which.
  return numbers.indexOf(extreme) === numbers.lastIndexOf(extreme)
    ? left[numbers.indexOf(extreme)]
    : undefined;
}

function describeSelector({ where, take, by }: Selector): string {
  const conditions = where.map(({ path, equals }) => `${path} = ${sourceText(equals)}`).join(' and ');
  const taken = by === undefined ? take : `${take} ${by}`;
  return conditions === '' ? taken : `${taken} where ${conditions}`;
}

function sourceText(binding: Binding): string {
  if (binding.from === 'constant') return JSON.stringify(binding.value);
  return binding.from === 'parameter' ? binding.name : binding.from;
}

function resolveSum(binding: Of<'sum'>, results: readonly Json[]): Resolved {
  const numbers = valuesIn(results, binding);
  if (numbers.length === 0 || !numbers.every((value): value is number => typeof value === 'number')) {
    return unbound(`The numbers at ${at(binding)} are not all there`, 'numbers', JSON.stringify(numbers));
  }
  return { value: rounded(sumOf(numbers), binding.decimals) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function pieceOf({ separator, index, pieces: wanted }: Of<'piece'>, text: Json | undefined): Resolved {
  const pieces = typeof text === 'string' ? text.split(separator) : [];
  if (wanted !== undefined && pieces.length !== wanted)
    return unlike(`a text of ${wanted} pieces between ${JSON.stringify(separator)}`, text);
  const value = pieces.at(index);
  return value === undefined || value === ''
    ? unlike(`a text with piece ${index} between ${JSON.stringify(separator)}`, text)
    : { value };
}

function calculate(
  { operation, decimals }: Of<'arithmetic'>,
  left: Json | undefined,
  right: Json | undefined,
): Resolved {
  if (typeof left !== 'number' || typeof right !== 'number')
    return unlike('numbers', [left ?? null, right ?? null]);
  const value = rounded(operate(operation, left, right), decimals);
  return Number.isFinite(value) ? { value } : unlike('numbers that can be calculated with', [left, right]);
}

/** What two numbers make. */
export function operate(operation: Of<'arithmetic'>['operation'], left: number, right: number): number {
  switch (operation) {
    case 'add':
      return left + right;
    case 'subtract':
      return left - right;
    case 'multiply':
      return left * right;
    case 'divide':
      return left / right;
  }
}

/** Rounded as people round amounts: 1.005 has two decimals 1.01, whatever its binary form is. */
export function rounded(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value;
  const scale = 10 ** decimals;
  const scaled = Number((Math.abs(value) * scale).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / scale + 0;
}

/** What is at a place of the results so far. */
export function valuesIn(results: readonly Json[], { step, path }: Place): Json[] {
  return valuesAt(structured(results[step] ?? null), path);
}

function combine(parts: readonly Resolved[], build: (values: Json[]) => Resolved): Resolved {
  const values: Json[] = [];
  for (const part of parts) {
    if ('unbound' in part) return part;
    values.push(part.value);
  }
  return build(values);
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function unbound(reason: string, expected: string, found: string): Resolved {
  return { unbound: { reason, expected, found: shortened(found) } };
}

function unlike(expected: string, found: Json | undefined): Resolved {
  return unbound('An argument cannot be made of what is there', expected, JSON.stringify(found ?? null));
}

export function shortened(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 500).toWellFormed()}…`;
}
