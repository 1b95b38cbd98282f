import { type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { structured, valuesAt } from '../../json/path.ts';
import { dayMs } from '../../records/lifetime.ts';
import type { Binding, Place, Selector } from '../../records/plan.ts';
import { counted } from '../../text/counted.ts';
import { operators, rounded, sumOf } from './arithmetic.ts';
import { strangeSign, type TextPiece } from './resolve-slots.ts';
import { editedText, expectedOf, formatDay, readText } from './resolve-text.ts';

/** Why a call cannot be made as planned. */
export interface Unbound {
  readonly reason: string;
  readonly expected: string;
  readonly found: string;
  /** The place of an answer that differs. */
  readonly place?: string;
  /** Set when the check of the tool does not let the call be made. */
  readonly check?: true;
  /** Set when a prevention check blocks the call. */
  readonly blocked?: true;
}

export type Resolved = { readonly value: Json } | { readonly unbound: Unbound };

/** Characters of a text that is put together. A parameter that stands in it many times must not fill the memory. */
const maxTextLength = 10_000_000;

type Of<From extends Binding['from']> = Extract<Binding, { from: From }>;

/** What a binding is resolved from. */
export interface Sources {
  readonly parameters: JsonObject;
  /** The results so far, by the number of the call from 0. */
  readonly results: readonly Json[];
  /** The moment of the call. */
  readonly now: number;
  /** The names of the parameters that the caller gave. */
  readonly given?: ReadonlySet<string> | undefined;
}

/**
 * The value of a binding, from the parameters and the results so far. What is not clear is not guessed.
 *
 * @example
 * resolveBinding({ from: 'result', step: 0, path: '$.id' }, { parameters: {}, results: [{ id: 42 }], now }); // { value: 42 }
 */
export function resolveBinding(binding: Binding, sources: Sources): Resolved {
  const resolve = (part: Binding): Resolved => resolveBinding(part, sources);
  switch (binding.from) {
    case 'constant':
      return { value: binding.value };
    case 'parameter':
      return { value: sources.parameters[binding.name] ?? null };
    case 'given':
      return sources.given?.has(binding.name) === true
        ? { value: sources.parameters[binding.name] ?? null }
        : resolve(binding.otherwise);
    case 'result':
      return resolveResult(binding, sources.results);
    case 'all':
      return { value: valuesIn(sources.results, binding) };
    case 'item':
      return resolveItem(binding, sources);
    case 'sum':
      return resolveSum(binding, sources.results);
    case 'today':
      return { value: formatDay(sources.now + binding.days * dayMs, binding.format) };
    case 'agreeing':
      return agree(binding, binding.of.map(resolve));
    case 'member':
      return combine([resolve(binding.of)], ([whole]) => memberOf(whole ?? null, binding.path));
    case 'list':
      return combine(binding.items.map(resolve), (values) => ({ value: values }));
    case 'object': {
      const names = Object.keys(binding.members);
      return combine(Object.values(binding.members).map(resolve), (values) => ({
        value: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
      }));
    }
    case 'text':
      return combine(binding.parts.map(resolve), (values) => joined(binding, values));
    case 'arithmetic':
      return combine([resolve(binding.left), resolve(binding.right)], ([left, right]) =>
        calculate(binding, left, right),
      );
    case 'edited': {
      const line = binding.line === null ? { value: null } : resolve(binding.line);
      return combine([resolve(binding.of), line, resolve(binding.to)], ([text, old = null, to = null]) =>
        readable(editedText(text ?? null, old, to), 'a text with that line, once', text),
      );
    }
    default:
      return combine([resolve(binding.of)], ([of]) =>
        readable(readText(binding, of ?? null), expectedOf(binding), of),
      );
  }
}

/** What a reading of a text gave, if anything. */
function readable(value: Json | undefined, expected: string, found: Json | undefined): Resolved {
  return value === undefined ? unlike(expected, found) : { value };
}

/** Explanations that were equally simple must still say the same. */
function agree({ of }: Of<'agreeing'>, parts: readonly Resolved[]): Resolved {
  return combine(parts, (values) => {
    const [first = null] = values;
    const other = values.findIndex((value) => !sameJson(value, first));
    if (other === -1) return { value: first };
    return unbound(
      `An argument was the same as ${sourceText(of[0])} and as ${sourceText(of[other])} when this was recorded; now they differ, and which to follow is unclear`,
      JSON.stringify(first),
      JSON.stringify(values[other]),
    );
  });
}

function joined({ parts, slots, signs }: Of<'text'>, values: readonly Json[]): Resolved {
  // Older plans have the special characters of the whole text, and not of each place.
  const anySlot = signs === undefined ? null : { signs, starts: signs };
  const pieces = parts.map(
    (part, index): TextPiece => ({
      text: asText(values[index] ?? null),
      slot: slots === undefined ? (part.from === 'constant' ? null : anySlot) : (slots[index] ?? null),
      isNumber: typeof values[index] === 'number',
      isEscaped: part.from === 'case' && part.to === 'sql',
    }),
  );
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxTextLength) {
    return unbound(
      'A text would become too long',
      `at most ${maxTextLength} characters`,
      `${length} characters`,
    );
  }
  const strange = strangeSign(pieces);
  if (strange === undefined) return { value: pieces.map(({ text }) => text).join('') };
  return unbound(
    'A value has a special character that no recorded value had at its place in the text, where it may have another meaning',
    'letters, digits and the special characters of the recorded values',
    JSON.stringify(strange),
  );
}

function memberOf(whole: Json, path: string): Resolved {
  const [value, ...more] = valuesAt(whole, path);
  return value === undefined || more.length > 0 ? unlike(`a value with ${path}`, whole) : { value };
}

/** A place, as people read it. */
export const at = ({ step, path }: Place): string => `${path} of call ${step + 1}`;

function resolveResult(place: Of<'result' | 'all'>, results: readonly Json[]): Resolved {
  const found = valuesIn(results, place);
  const [value] = found;
  if (value !== undefined && found.length === 1) return { value };
  return unbound(`An argument comes from ${at(place)}, which is not there`, at(place), 'nothing');
}

/** Every selector must find one item, and all of them one with the same value. */
function resolveItem(binding: Of<'item'>, sources: Sources): Resolved {
  const items = valuesIn(sources.results, binding);
  const found: Json[] = [];
  for (const selector of binding.selectors) {
    const chosen = selectItem(items, selector, sources);
    const values = chosen === undefined ? [] : valuesAt(chosen, binding.value);
    const [value] = values;
    if (value === undefined || values.length !== 1) {
      return unbound(
        `No single item of ${at(binding)} can be chosen`,
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

/** The item a selector finds; undefined when there is none, or when it is unclear which. */
export function selectItem(
  items: readonly Json[],
  { where, take, by }: Selector,
  sources: Sources,
): Json | undefined {
  const conditions = where.map(({ path, equals }) => ({ path, equals: resolveBinding(equals, sources) }));
  const left = items.filter((item) =>
    conditions.every(({ path, equals }) => {
      const [value] = valuesAt(item, path);
      return 'value' in equals && value !== undefined && sameJson(value, equals.value);
    }),
  );
  // Only the loop knows its round: a replay has replaced this selector by the position of the item.
  if (take === 'each') return undefined;
  if (take === 'only') return left.length === 1 ? left[0] : undefined;
  if (take === 'first') return left[0];
  if (take === 'last') return left.at(-1);
  const numbers = left.map((item) => rankOf(valuesAt(item, by ?? '$')[0] ?? null));
  if (!numbers.every((number): number is number => number !== undefined)) return undefined;
  const extreme = numbers.reduce(
    (best, number) => (take === 'least' ? Math.min(best, number) : Math.max(best, number)),
    take === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  );
  // Two are equally cheap: it is unclear which.
  return numbers.indexOf(extreme) === numbers.lastIndexOf(extreme)
    ? left[numbers.indexOf(extreme)]
    : undefined;
}

/** What an item is ranked by: a number, or a day as ISO 8601 writes it. */
function rankOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const time = isDay ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function describeSelector({ where, take, by }: Selector): string {
  const conditions = where.map(({ path, equals }) => `${path} = ${sourceText(equals)}`).join(' and ');
  const taken = by === undefined ? take : `${take} ${by}`;
  return conditions === '' ? taken : `${taken} where ${conditions}`;
}

function sourceText(binding: Binding | undefined): string {
  if (binding?.from === 'constant') return JSON.stringify(binding.value);
  if (binding?.from === 'parameter') return `"${binding.name}"`;
  if (binding?.from === 'result' || binding?.from === 'item') return at(binding);
  return binding?.from ?? 'nothing';
}

function resolveSum(binding: Of<'sum'>, results: readonly Json[]): Resolved {
  const numbers = valuesIn(results, binding);
  if (numbers.length === 0 || !numbers.every((value): value is number => typeof value === 'number')) {
    return unbound(`The numbers at ${at(binding)} are not all there`, 'numbers', JSON.stringify(numbers));
  }
  return { value: rounded(sumOf(numbers), binding.decimals) };
}

function calculate(
  { operation, decimals }: Of<'arithmetic'>,
  left: Json | undefined,
  right: Json | undefined,
): Resolved {
  if (typeof left !== 'number' || typeof right !== 'number')
    return unlike('numbers', [left ?? null, right ?? null]);
  const value = rounded(operators[operation](left, right), decimals);
  return Number.isFinite(value) ? { value } : unlike('numbers that can be calculated with', [left, right]);
}

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
